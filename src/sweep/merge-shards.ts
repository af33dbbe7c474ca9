// Parts of a sweep that were solved apart (`--shard`), put together.

import { error, failure, type Outcome } from '../diagnostics/diagnostic.js';
import { readAnswers } from './journal.js';
import type { Answer, Entry } from './point.js';
import { type PointsTable, readPoints } from './points-table.js';

/** Every point, with its answer where some part has one. */
export function mergeShards(directories: readonly string[]): Outcome<PointsTable> {
  let whole: PointsTable | undefined;
  const answers = new Map<string, Answer>();
  for (const directory of directories) {
    const table = readPoints(directory);
    if (!table) {
      const hint =
        'give directories in which mapper sweep came to its end; the same command continues one that did not';
      return failure(error('E-READ', `${directory} holds no finished part of a sweep`, { hint }));
    }
    if (whole && JSON.stringify(whole) !== JSON.stringify(table)) {
      const versions = whole.version === table.version ? '' : `: version ${whole.version} and ${table.version}`;
      const message = `${directory} is a part of another sweep than ${directories[0]}${versions}`;
      return failure(error('E-CONFLICT', message, { hint: 'parts of one sweep have the same points' }));
    }
    whole ??= table;
    for (const [hash, answer] of readAnswers(directory, table.version)) {
      // One that broke here may have been solved there.
      if (answer.kind !== 'failed' || !answers.has(hash)) answers.set(hash, answer);
    }
  }
  const withAnswer = (entry: Entry): Entry => ({ ...entry, answer: entry.answer ?? answers.get(entry.hash ?? '') });
  return { value: whole && { ...whole, entries: whole.entries.map(withAnswer) }, diagnostics: [] };
}
