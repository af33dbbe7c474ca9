// `points.jsonl`: the points of a whole sweep in the order of its grid, each with the hash under which journals have its
// answer. With it parts that were solved apart can be put together without the input files.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../results/whole-file.js';
import type { Entry } from './point.js';

export interface PointsTable {
  readonly version: string;
  readonly keys: readonly string[];
  /** Answers only of points that could not be read. */
  readonly entries: readonly Entry[];
}

const pointsFile = 'points.jsonl';

export function writePoints(directory: string, { version, keys, entries }: PointsTable): void {
  const lines = entries.map(({ answer, ...entry }) => ({ ...entry, ...(entry.hash === null && { answer }) }));
  writeWhole(
    join(directory, pointsFile),
    [{ version, keys }, ...lines].map((one) => `${JSON.stringify(one)}\n`).join(''),
  );
}

/** Undefined where there is no such table: no sweep has come to its end there. */
export function readPoints(directory: string): PointsTable | undefined {
  const path = join(directory, pointsFile);
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  try {
    const [head, ...entries] = lines.map((line) => JSON.parse(line));
    return { ...(head as Pick<PointsTable, 'version' | 'keys'>), entries: entries as readonly Entry[] };
  } catch {
    return undefined;
  }
}
