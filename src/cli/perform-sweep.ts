// A sweep from its points to its results directory, wherever the points come from: a sweep file, or axes of a search.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, error } from '../diagnostics/diagnostic.js';
import { duration } from '../report/numbers.js';
import { sweepText } from '../report/sweep-text.js';
import { writeWhole } from '../results/whole-file.js';
import { lockDirectory } from '../sweep/directory-lock.js';
import { type Journal, journalFile, openJournal } from '../sweep/journal.js';
import type { Engine, Entry } from '../sweep/point.js';
import { writePoints } from '../sweep/points-table.js';
import { resultsFile, sweepCsv } from '../sweep/results-csv.js';
import { runSweep, type Shard, type SweepProgress, type SweptPoints } from '../sweep/run-sweep.js';
import type { Context } from './context.js';
import { reportDiagnostics, showDiagnostics } from './diagnostic-output.js';
import type { Ending } from './ending.js';
import { answerNo, badInput, done } from './ending.js';
import { watchInterrupts } from './interrupts.js';
import { isOn } from './options.js';
import { showProgress } from './progress.js';
import type { SweepPoints } from './sweep-points.js';
import { jsonText } from './write-results.js';

export interface PlannedSweep extends SweepPoints {
  readonly keys: readonly string[];
  readonly engine: Engine;
  readonly shard: Shard;
  readonly directory: string;
}

export async function performSweep(context: Context, planned: PlannedSweep): Promise<Ending> {
  const { directory } = planned;
  const opened = await openDirectory(directory, { fresh: isOn(context.options, 'fresh'), version: context.version });
  if ('code' in opened) {
    await reportDiagnostics(context, [opened]);
    return badInput;
  }
  const interrupts = watchInterrupts();
  const { points, read, engine, shard } = planned;
  const total = points.length;
  const view = showProgress<SweepProgress>(context, {
    label: `${total} points`,
    describe: (progress, seconds) => describe(progress, seconds, shard.count === 1 ? total : total / shard.count),
  });
  let swept: SweptPoints;
  try {
    const { journal } = opened;
    const { signal } = interrupts;
    const { version } = context;
    swept = await runSweep({ points, read, engine, journal, shard, signal, version, onProgress: view.update });
  } finally {
    view.stop();
  }
  const entries = swept.entries.filter(({ answer }) => answer !== undefined);
  const nothingRead = entries.length > 0 && entries.every(({ hash }) => hash === null);
  showDiagnostics(context, said(swept, nothingRead));
  const { keys } = planned;
  writeWhole(join(directory, resultsFile), sweepCsv(entries, keys));
  if (!swept.interrupted) {
    opened.journal.settle(swept.entries.flatMap(({ hash }) => hash ?? []));
    writePoints(directory, { version: context.version, keys, entries: swept.entries });
  }
  opened.journal.close();
  opened.unlock();
  await printSweep(context, { entries, keys, swept, directory });
  const signal = interrupts.received();
  if (signal) return { kind: 'interrupted', signal };
  interrupts.release();
  if (nothingRead) return badInput;
  return entries.every(({ answer }) => answer?.kind === 'mapping') ? done : answerNo;
}

interface Opened {
  readonly journal: Journal;
  readonly unlock: () => void;
}

async function openDirectory(
  directory: string,
  { fresh, version }: { readonly fresh: boolean; readonly version: string },
): Promise<Opened | Diagnostic> {
  try {
    const present = existsSync(directory) ? readdirSync(directory) : [];
    if (present.length > 0 && !present.includes(journalFile)) {
      const hint = 'give another --out, or none';
      return error('E-WRITE', `${directory} is there already and holds no sweep`, { hint });
    }
    const journal = openJournal(directory, version);
    const unlock = await lockDirectory(directory);
    if (unlock === undefined) {
      journal.close();
      return error('E-WRITE', `another sweep is writing to ${directory}`, {
        hint: 'wait for it, or give another --out',
      });
    }
    if (!fresh) return { journal, unlock };
    journal.close();
    rmSync(join(directory, journalFile));
    return { journal: openJournal(directory, version), unlock };
  } catch (problem) {
    return error('E-WRITE', `cannot write ${directory}: ${(problem as Error).message}`);
  }
}

function describe(
  { done: points, solved, failed }: SweepProgress,
  seconds: number,
  total: number,
): { readonly text: string; readonly fraction: number } {
  const parts = [`${points} of ${Math.round(total)} points`];
  if (failed > 0) parts.push(`${failed} without a mapping`);
  parts.push(duration(seconds));
  // What was in the journal took no time.
  if (solved > 0 && points < total) parts.push(`about ${duration((seconds / solved) * (total - points))} left`);
  return { text: parts.join(', '), fraction: Math.min(1, points / total) };
}

/** What was said of points, each thing once. Errors of single points are warnings: the sweep went on. */
function said({ diagnostics }: SweptPoints, nothingRead: boolean): readonly Diagnostic[] {
  return diagnostics.map(({ diagnostic, points }) => {
    const message = points > 1 ? `${diagnostic.message} (${points} points)` : diagnostic.message;
    const severity = nothingRead ? diagnostic.severity : ('warning' as const);
    return { ...diagnostic, message, severity };
  });
}

interface Printed {
  readonly entries: readonly Entry[];
  readonly keys: readonly string[];
  readonly swept: Pick<SweptPoints, 'solved' | 'reused' | 'interrupted'>;
  readonly directory: string;
}

export async function printSweep(context: Context, { entries, keys, swept, directory }: Printed): Promise<void> {
  const { options, terminal } = context;
  const { solved, reused, interrupted } = swept;
  const failed = entries.filter(({ answer }) => answer?.kind !== 'mapping').length;
  if (isOn(options, 'json')) {
    await terminal.out(
      jsonText({ schemaVersion: 1, directory, points: entries.length, solved, reused, failed, interrupted }),
    );
  } else if (isOn(options, 'csv')) await terminal.out(sweepCsv(entries, keys));
  else await terminal.out(sweepText(entries, keys, terminal.outStyle));
  if (isOn(options, 'quiet')) return;
  const counts = `${entries.length} points: ${solved} solved, ${reused} from the journal, ${failed} without a mapping`;
  terminal.err(`${counts}\nresults in ${directory}\n`);
  if (interrupted) terminal.err('interrupted: the same command continues here\n');
}
