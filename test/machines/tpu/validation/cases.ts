// The published cases as the model sees them: each through an architecture file, a workload and a mapping.

import { problemOf } from '../../../../src/machines/tpu/model/problem.js';
import type { Evaluation } from '../../../../src/model/evaluation.js';
import { built, evaluated, factOf, mappingOf, partOf, productOf } from '../model/problems.js';
import { type Application, applications } from './published.js';

export interface Shares {
  readonly active: number;
  readonly shift: number;
  readonly stall: number;
}

/** Percent of the cycles that a fold takes in a long row of folds: what twice the columns add, ends left out. */
export function foldShares(rows: number, types: readonly [string, string, string]): Shares {
  // What does not fit the accumulators twice passes in two halves, each with the weights loaded anew.
  const halves = rows > 2048 ? 2 : 1;
  const run = (columns: number): Evaluation =>
    evaluated({
      ...{ arch: 'v1', workload: productOf(rows, 2048, 256 * columns, types) },
      mapping: mappingOf(
        `unified_buffer: N=${columns} M=${halves}\naccumulators: K=8\nweights: M=${rows / halves}\ncolumn/: N=256\nrow/: K=256`,
      ),
    });
  const [short, long] = [run(4), run(8)];
  const added = (part: string): number => partOf(long, part) - partOf(short, part);
  const [stream, load, fetch] = ['stream', 'weight load', 'weight fetch'].map(added) as [number, number, number];
  const percent = 100 / (stream + load + fetch);
  return { active: stream * percent, shift: load * percent, stall: fetch * percent };
}

const bytes: [string, string, string] = ['int8', 'int8', 'int8'];
/** That activations of the LSTMs are 16 bits wide is inferred: their counters imply twice the operations measured. */
const wide: [string, string, string] = ['int16', 'int8', 'int16'];

/** Convolutions of CNN1 run at full rate, the folds of its fully connected layers at the batch of 32. */
const CNN1_BATCH = 32;

export function modelledShares(application: Application): Shares {
  if (application.name === 'CNN1') return mixedShares(application);
  return foldShares(application.rows, application.name.startsWith('LSTM') ? wide : bytes);
}

/** The share of the fully connected layers is fitted to the stalls; shift and active follow. */
function mixedShares(application: Application): Shares {
  const connected = foldShares(CNN1_BATCH, bytes);
  const part = withoutVector(application).stall / connected.stall;
  return {
    active: 100 * (1 - part) + part * connected.active,
    shift: part * connected.shift,
    stall: part * connected.stall,
  };
}

/** Measured shares of the cycles that belong to the matrix unit. */
export function withoutVector({ active, shift, stall }: Application): Shares {
  const percent = 100 / (active + shift + stall);
  return { active: active * percent, shift: shift * percent, stall: stall * percent };
}

export function application(name: string): Application {
  return applications.find((one) => one.name === name)!;
}

/** 600 x 600 weights on an array of `side` x `side` with folds of `part` x `part`; microseconds. */
export function lstmGate(
  side: number,
  part: number,
): { readonly folds: number; readonly steady: number; readonly alone: number } {
  const folds = 600 / part;
  const evaluation = evaluated({
    ...{ arch: 'v1', workload: productOf(200, 600, 600) },
    set: [
      ...[`column.spatial.meshX=${side}`, `row.spatial.meshX=${side}`, `machine.weight_shift_cycles=${side}`],
      ...[`weights.depth=${4 * side * side}`, `machine.tiles={weights: [${side}, ${side}]}`],
    ],
    mapping: mappingOf(
      `unified_buffer: N=${folds}\naccumulators: K=${folds}\nweights: M=200\ncolumn/: N=${part}\nrow/: K=${part}`,
    ),
  });
  const perFold = factOf(evaluation, 'cycles per fold');
  return { folds: folds * folds, steady: (folds * folds * perFold) / 700, alone: evaluation.cycles / 700 };
}

/** A square product of `n` in blocks, on the arrays of a v5e; milliseconds, with the dispatch that the measurements hold. */
export function pallasRun([bm, bk, bn, n]: readonly number[], set: readonly string[] = []): Evaluation {
  const [m, k, columns] = [bm!, bk!, bn!];
  const arrays = columns >= 512 ? 4 : 1;
  const folds = columns / 128 / arrays;
  return evaluated({
    ...{ arch: 'v5e', workload: productOf(n!, n!, n!), set: ['machine.dispatch_us=115', ...set] },
    mapping: mappingOf(
      `HBM: K=${n! / k} N=${n! / columns} M=${n! / m}
       VMEM: K=${k / 128} N=${folds}
       mxu/: N=${arrays}
       weights: M=${m}
       column/: N=128
       row/: K=128`,
    ),
  });
}

export function milliseconds(evaluation: Evaluation): number {
  return factOf(evaluation, 'time') * 1000;
}

/** Figures of a generation that follow from its architecture file. */
export function peaks(
  arch: string,
  type = 'bf16',
): { readonly tops: number; readonly gbPerSecond: number; readonly ridge: number } {
  const { architecture, workload } = built({ arch, workload: productOf(8, 8, 8) }).problem!;
  const { arrays, settings, places } = problemOf(workload, architecture);
  const rate = settings.rowsPerCycle[type]!;
  const tops = (2 * arrays.count * arrays.rows * arrays.columns * rate * settings.clockMhz) / 1e6;
  const level = architecture.levels[places.memory]!;
  const gbPerSecond = settings.weightFetchGbPerSecond ?? (level.sharedBandwidth! * settings.clockMhz) / 1000;
  return { tops, gbPerSecond, ridge: (tops * 1000) / gbPerSecond };
}

/** int8 [16384,4096] by B rows on a v5e: the B at which streaming takes as long as the memory, both linear in B. */
export function criticalBatch(): number {
  const at = (batch: number): readonly [number, number] => {
    const evaluation = evaluated({
      ...{ arch: 'v5e', workload: productOf(batch, 16_384, 4096, ['int8', 'int8', 'int8']), set: ['rows_together=2'] },
      mapping: mappingOf(
        `HBM: N=8\nVMEM: K=128 N=1\nmxu/: N=4\nweights: M=${batch / 2}\nstream/: M=2\ncolumn/: N=128\nrow/: K=128`,
      ),
    });
    return [partOf(evaluation, 'stream'), partOf(evaluation, 'memory')];
  };
  const [low, high] = [256, 512];
  const gaps = [low, high].map((batch) => {
    const [stream, memory] = at(batch);
    return memory - stream;
  }) as [number, number];
  return low + ((high - low) * gaps[0]) / (gaps[0] - gaps[1]);
}
