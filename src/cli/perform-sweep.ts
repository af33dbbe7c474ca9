// A sweep from its points to its results directory, wherever the points come from: a sweep file, or axes of a search.

import { join } from 'node:path';
import { type Diagnostic, error } from '../diagnostics/diagnostic.js';
import { counted } from '../math/count-text.js';
import { remembered } from '../math/remembered.js';
import { sweepText } from '../report/sweep-text.js';
import { cannotWrite } from '../results/whole-file.js';
import { nothingCalled } from '../spec/read/overrides.js';
import { isAnotherSweep } from '../sweep/another-sweep.js';
import type { Engine, Entry, Point } from '../sweep/point.js';
import { resultsFile, sweepCsv, sweepRows } from '../sweep/results-csv.js';
import { runSweep, type Shard, type SweepProgress, type SweptPoints } from '../sweep/run-sweep.js';
import { noDirectory, openDirectory } from '../sweep/sweep-directory.js';
import type { Context } from './context.js';
import { answerNo, badInput, done, type Ending } from './ending.js';
import { watchInterrupts } from './interrupts.js';
import { isOn, listOf } from './options.js';
import { print, refuse, saying } from './output.js';
import { pointsText, showProgress } from './progress.js';
import type { SweepPoints } from './sweep-points.js';

export interface PlannedSweep extends SweepPoints {
  readonly keys: readonly string[];
  readonly engine: Engine;
  readonly shard: Shard;
  /** Undefined for one that leaves nothing behind. */
  readonly directory: string | undefined;
}

export async function performSweep(context: Context, planned: PlannedSweep): Promise<Ending> {
  const { directory, points, keys, shard } = planned;
  const { version } = context;
  const unknown = unknownNames(planned);
  if (unknown.length > 0) return refuse(context, unknown);
  const opened =
    directory === undefined
      ? { value: noDirectory(), diagnostics: [] }
      : await openDirectory(directory, { fresh: isOn(context.options, 'fresh'), version });
  if (!opened.value) return refuse(context, opened.diagnostics);
  const { journal, before, save, close } = opened.value;
  // A sweep starts over with --fresh; a search along axes has --force for all that is there before.
  const replacing = context.options.has('fresh') ? 'fresh' : 'force';
  if (!isOn(context.options, replacing) && isAnotherSweep(before, planned)) {
    close();
    const message = `${directory} holds another sweep: none of its ${counted(before.length, 'row')} is one of these`;
    const hint = `give another --out, or --${replacing} to put this one in its place`;
    return refuse(context, [error('E-WRITE', message, { hint })]);
  }
  const interrupts = watchInterrupts();
  const { signal } = interrupts;
  const view = showProgress<SweepProgress>(context, {
    label: counted(points.length, 'point'),
    describe: (progress, seconds) => pointsText({ ...progress, seconds, total: points.length / shard.count }),
  });
  let swept: SweptPoints;
  try {
    const objective = listOf(context.options, 'objective').join(',');
    swept = await runSweep({ ...planned, objective, journal, signal, version, onProgress: view.update });
    save(swept, keys);
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException;
    if (code === undefined) throw problem;
    const when = code === 'ENOSPC' || code === 'EDQUOT' ? 'when there is room' : 'when that is mended';
    const hint = `what is in the journal is kept: the same command continues ${when}`;
    return refuse(context, [cannotWrite(directory ?? 'results', problem, hint)]);
  } finally {
    view.stop();
    close();
  }
  const entries = swept.entries.filter(({ answer }) => answer !== undefined);
  const nothingRead = entries.length > 0 && entries.every(({ hash }) => hash === null);
  await printSweep(saying(context, said(swept)), { entries, keys, swept, directory });
  const received = interrupts.received();
  if (received) return { kind: 'interrupted', signal: received };
  interrupts.release();
  if (nothingRead) return badInput;
  return entries.every(({ answer }) => answer?.kind === 'mapping') ? done : answerNo;
}

/** Of what is varied, what nothing is called in any of the architectures and workloads: no point could be read. */
function unknownNames({ points, read, keys }: PlannedSweep): readonly Diagnostic[] {
  let unknown = new Map<string, Diagnostic | undefined>(keys.map((key) => [key, undefined]));
  const seen = new Map<Point['architecture'], Set<Point['workload']>>();
  for (const point of points) {
    if (unknown.size === 0) break;
    const workloads = remembered(seen, point.architecture, () => new Set());
    if (point.unread || workloads.has(point.workload)) continue;
    workloads.add(point.workload);
    const { diagnostics } = read(point);
    const named = [...unknown].flatMap(([key, before]) => {
      const now = diagnostics.find(({ code, message }) => code === 'E-NAME' && message === nothingCalled(key));
      return now === undefined ? [] : [[key, before ?? now] as const];
    });
    unknown = new Map(named);
  }
  return [...unknown.values()].flatMap((one) => one ?? []);
}

/** What was said of points, each thing once. */
function said({ diagnostics }: SweptPoints): readonly Diagnostic[] {
  return diagnostics.map(({ diagnostic, points }) => {
    const message = points > 1 ? `${diagnostic.message} (${points} points)` : diagnostic.message;
    return { ...diagnostic, message };
  });
}

interface Printed {
  readonly entries: readonly Entry[];
  readonly keys: readonly string[];
  readonly swept: Pick<SweptPoints, 'solved' | 'reused' | 'interrupted'>;
  readonly directory: string | undefined;
}

export async function printSweep(context: Context, { entries, keys, swept, directory }: Printed): Promise<void> {
  const { options, terminal } = context;
  const { solved, reused, interrupted } = swept;
  const failed = entries.filter(({ answer }) => answer?.kind !== 'mapping').length;
  const counts = { points: entries.length, solved, reused, failed };
  await print(context, {
    json: () => ({
      ...{ schemaVersion: 1, directory: directory ?? null, ...counts, interrupted },
      ...{ results: directory === undefined ? null : join(directory, resultsFile), rows: sweepRows(entries, keys) },
    }),
    csv: () => sweepCsv(entries, keys),
    text: (style) => sweepText(entries, keys, style),
  });
  if (isOn(options, 'quiet')) return;
  const line = `${counted(entries.length, 'point')}: ${solved} solved, ${reused} from the journal, ${failed} without a mapping`;
  terminal.err(directory === undefined ? `${line}\n` : `${line}\nresults in ${directory}\n`);
  if (interrupted && directory !== undefined)
    terminal.err('interrupted: the journal has every answer, the same command continues here\n');
}
