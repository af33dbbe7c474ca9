// The results directory of a sweep: `results.csv`, `journal.jsonl` and `points.jsonl`, written by one program at a time.

import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { error, failure, type Outcome } from '../diagnostics/diagnostic.js';
import { lockDirectory } from '../results/directory-lock.js';
import { makeDirectory } from '../results/make-directory.js';
import { cannotWrite, removeUnfinished, writeWhole } from '../results/whole-file.js';
import { type Journal, journalFile, openJournal } from './journal.js';
import type { Answer, Entry, Row } from './point.js';
import { readPoints, writePoints } from './points-table.js';
import { resultsFile, sweepCsv } from './results-csv.js';
import type { SweptPoints } from './run-sweep.js';

export interface SweepDirectory {
  readonly journal: Pick<Journal, 'answers' | 'append'>;
  /** The points of the sweep that came to its end here. */
  readonly before: readonly Entry[];
  /** `keys`: what was varied. */
  readonly save: (swept: SweptPoints, keys: readonly string[]) => void;
  readonly close: () => void;
}

export interface OpenOptions {
  /** Whatever is there of this sweep goes first. */
  readonly fresh: boolean;
  readonly version: string;
}

/** What is known of a directory before anything is written to it; undefined where it may be used. */
export function directoryProblem(directory: string): string | undefined {
  if (!existsSync(directory)) return undefined;
  if (!statSync(directory).isDirectory()) return `${directory} is there already and is no directory`;
  const present = readdirSync(directory);
  return present.length > 0 && !present.includes(journalFile)
    ? `${directory} is there already and holds no sweep`
    : undefined;
}

export async function openDirectory(directory: string, options: OpenOptions): Promise<Outcome<SweepDirectory>> {
  const { fresh, version } = options;
  const refused = (message: string, hint?: string) => failure(error('E-WRITE', message, { hint }));
  try {
    const problem = directoryProblem(directory);
    if (problem) return refused(problem, 'give another --out');
    makeDirectory(directory);
    const unlock = await lockDirectory(directory);
    if (!unlock) return refused(`another sweep is writing to ${directory}`, 'wait for it, or give another --out');
    removeUnfinished(directory);
    if (fresh) rmSync(join(directory, journalFile), { force: true });
    const journal = openJournal(directory, version);
    return {
      value: {
        journal,
        before: readPoints(directory)?.entries ?? [],
        save: (swept, keys) => {
          const { entries, interrupted, solved, reused } = swept;
          const path = join(directory, resultsFile);
          const text = sweepCsv(entries, keys);
          const there = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
          // Stopped on the way through what is known: the table of the run before has more of it.
          const isLess = interrupted && solved === 0 && reused > 0 && there > Buffer.byteLength(text);
          if (!isLess) writeWhole(path, text);
          if (interrupted) return;
          journal.settle(entries.flatMap(({ hash }) => hash ?? []));
          writePoints(directory, { version, keys, entries });
        },
        close: () => {
          journal.close();
          unlock();
        },
      },
      diagnostics: [],
    };
  } catch (problem) {
    return failure(cannotWrite(directory, problem));
  }
}

/** For a sweep that leaves nothing behind. */
export function noDirectory(): SweepDirectory {
  const answers = new Map<string, Answer>();
  const append = ({ hash, answer }: Row): void => void answers.set(hash, answer);
  return { journal: { answers, append }, before: [], save: () => {}, close: () => {} };
}
