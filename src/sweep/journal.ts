// The journal of a sweep: one line a solved point, on the disk before the point counts as done. What was written survives
// any end of the program; a line that was cut short is dropped.

import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../results/make-directory.js';
import { writeWhole } from '../results/whole-file.js';
import type { Answer, Row } from './point.js';

export interface Journal {
  /** By hash, of this version of the program. */
  readonly answers: ReadonlyMap<string, Answer>;
  readonly append: (row: Row) => void;
  /** The lines of these points, in this order, other lines behind them: equal sweeps leave equal journals, however often they were resumed. */
  readonly settle: (hashes: Iterable<string>) => void;
  readonly close: () => void;
}

export const journalFile = 'journal.jsonl';

interface Line extends Row {
  readonly version: string;
}

/** Points that broke before are not among the answers: they get another chance. */
export function openJournal(directory: string, version: string): Journal {
  makeDirectory(directory);
  const path = join(directory, journalFile);
  const lines = dropTornLine(path);
  const current = lines.filter((line) => line.version === version && line.answer.kind !== 'failed');
  const answers = new Map(current.map(({ hash, answer }) => [hash, answer]));
  const file = openSync(path, 'a');
  syncDirectory(directory);
  return {
    answers,
    append: ({ hash, answer }) => {
      const line: Line = { hash, answer, version };
      appendFileSync(file, textOf(line));
      fsyncSync(file);
      lines.push(line);
      answers.set(hash, answer);
    },
    settle: (hashes) => {
      const own = new Set(hashes);
      const ordered = [...own].flatMap((hash): Line[] => {
        const answer = answers.get(hash);
        return answer === undefined ? [] : [{ hash, answer, version }];
      });
      const others = lines.filter((line) => line.version !== version || !own.has(line.hash));
      writeWhole(path, [...ordered, ...others].map(textOf).join(''));
    },
    close: () => closeSync(file),
  };
}

/** A journal of its own, of answers that are known already. */
export function writeJournal(directory: string, version: string, rows: readonly Row[]): void {
  writeWhole(join(directory, journalFile), rows.map((row) => textOf({ ...row, version })).join(''));
}

/** For reading only. */
export function readAnswers(directory: string, version: string): ReadonlyMap<string, Answer> {
  const lines = readLines(join(directory, journalFile)).lines.filter((line) => line.version === version);
  return new Map(lines.map(({ hash, answer }) => [hash, answer]));
}

function textOf({ hash, answer, version }: Line): string {
  return `${JSON.stringify({ hash, version, answer })}\n`;
}

function dropTornLine(path: string): Line[] {
  const { lines, end, length } = readLines(path);
  if (end < length) truncateSync(path, end);
  return lines;
}

/** `end`: bytes up to where the last whole line ends. */
function readLines(path: string): { readonly lines: Line[]; readonly end: number; readonly length: number } {
  if (!existsSync(path)) return { lines: [], end: 0, length: 0 };
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(0x0a) + 1;
  const lines = bytes.toString('utf8', 0, end).split('\n').flatMap(parseLine);
  return { lines, end, length: bytes.length };
}

/** A damaged line is a point to be solved again. */
function parseLine(text: string): Line[] {
  try {
    const line = JSON.parse(text) as Partial<Line> | null;
    const whole = typeof line?.hash === 'string' && typeof line.version === 'string' && line.answer?.kind !== undefined;
    return whole ? [line as Line] : [];
  } catch {
    return [];
  }
}

/** So that the new file is in its directory after a loss of power too. */
function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
