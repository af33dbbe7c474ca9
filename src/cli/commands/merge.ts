// `mapper merge`: the parts of a sharded sweep as one results directory.

import { join } from 'node:path';
import { error } from '../../diagnostics/diagnostic.js';
import { makeDirectory } from '../../results/make-directory.js';
import { cannotWrite, writeWhole } from '../../results/whole-file.js';
import { writeJournal } from '../../sweep/journal.js';
import { mergeShards } from '../../sweep/merge-shards.js';
import { writePoints } from '../../sweep/points-table.js';
import { resultsFile, sweepCsv } from '../../sweep/results-csv.js';
import { directoryProblem } from '../../sweep/sweep-directory.js';
import type { Context } from '../context.js';
import { answerNo, done, type Ending } from '../ending.js';
import { noFiles } from '../inputs.js';
import { isOn, textOf } from '../options.js';
import { refuse } from '../output.js';
import { printSweep } from '../perform-sweep.js';

export async function merge(context: Context): Promise<Ending> {
  const { files, options, terminal } = context;
  const out = textOf(options, 'out');
  const unusable = out === undefined ? undefined : directoryProblem(out);
  const problems = [
    ...noFiles(files, 'no directories to merge', 'mapper merge <directory>... --out <directory>'),
    ...(out === undefined ? [error('E-OPTION', 'merge needs --out, a directory for the result')] : []),
    ...(unusable === undefined ? [] : [error('E-WRITE', unusable, { hint: 'give another --out' })]),
  ];
  const merged = problems.length === 0 ? mergeShards(files) : undefined;
  if (out === undefined || !merged?.value) return refuse(context, [...problems, ...(merged?.diagnostics ?? [])]);
  const { entries, keys, version } = merged.value;
  const known = entries.filter(({ answer }) => answer !== undefined);
  const rows = new Map(
    known.flatMap(({ hash, answer }) => (hash && answer ? [[hash, { hash, answer }] as const] : [])),
  );
  try {
    makeDirectory(out);
    writeJournal(out, version, [...rows.values()]);
    writeWhole(join(out, resultsFile), sweepCsv(known, keys));
    writePoints(out, { version, keys, entries });
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === undefined) throw problem;
    return refuse(context, [cannotWrite(out, problem)]);
  }
  await printSweep(context, {
    entries: known,
    keys,
    swept: { solved: 0, reused: known.length, interrupted: false },
    directory: out,
  });
  const missing = entries.length - known.length;
  if (missing > 0 && !isOn(options, 'quiet')) {
    terminal.err(`${missing} of ${entries.length} points are in none of these parts\n`);
  }
  return missing > 0 || known.some(({ answer }) => answer?.kind !== 'mapping') ? answerNo : done;
}
