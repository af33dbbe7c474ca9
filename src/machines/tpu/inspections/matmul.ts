// `inspect tpu matmul`: cycles of one matrix multiplication on the systolic arrays of a generation, term by term.

import type { Answer, InspectionRequest } from '../../machine.js';
import { numberOf, requiredNumber, requiredText, textOf } from '../../request.js';
import { defaultType, type Generation, generations, type OperandType, type Rate } from '../generation.js';
import { arrayModel } from '../mxu/array-model.js';
import {
  type ArrayModel,
  type Matmul,
  matmulCycles,
  matmulCyclesAtLeast,
  partialSumAdds,
} from '../mxu/matmul-cycles.js';
import { unpipelinedCycles } from '../mxu/unpipelined-cycles.js';

export function inspectMatmul(request: InspectionRequest): Answer {
  const name = requiredText(request, 'generation');
  const generation = generations.find((one) => one.name === name)!;
  const type = (textOf(request, 'type') as OperandType | undefined) ?? defaultType(generation);
  const rate = generation.rates[type];
  if (!rate) {
    const known = Object.keys(generation.rates).join(', ');
    return { kind: 'refused', code: 'operand_type', message: `${name} does not multiply ${type}; it does ${known}` };
  }
  const weightsFrom = (textOf(request, 'weights') as Generation['weightsFrom'] | undefined) ?? generation.weightsFrom;
  if (weightsFrom === 'chip' && generation.weightsFrom === 'memory') {
    const message = `${name} has no room for weights on the chip: they stream from memory`;
    return { kind: 'refused', code: 'weights_place', message };
  }
  const most = generation.mxusPerCore.value * generation.cores.value;
  const arrays = numberOf(request, 'mxus') ?? generation.mxusPerCore.value;
  if (arrays > most) {
    return { kind: 'refused', code: 'mxu_count', message: `${name} has ${most} arrays on a chip, not ${arrays}` };
  }
  const model = arrayModel(generation, { type, rate, arrays, weightsFrom });
  const size = { m: requiredNumber(request, 'm'), k: requiredNumber(request, 'k'), n: requiredNumber(request, 'n') };
  if (size.m * size.k * size.n > Number.MAX_SAFE_INTEGER) {
    return { kind: 'refused', code: 'size_overflow', message: 'more multiply-accumulates than can be counted exactly' };
  }
  const json = answerOf({ generation, type, rate, model, size, weightsFrom });
  return { kind: 'answered', json, text: matmulReport(json) };
}

interface Asked {
  readonly generation: Generation;
  readonly type: OperandType;
  readonly rate: Rate;
  readonly model: ArrayModel;
  readonly size: Matmul;
  readonly weightsFrom: Generation['weightsFrom'];
}

function answerOf({ generation, type, rate, model, size, weightsFrom }: Asked) {
  const result = matmulCycles(size, model);
  // Rows one by one: SCALE-Sim knows no groups of them.
  const foldsAlone = unpipelinedCycles(size, { rows: model.rows, columns: model.columns }, 'weight-stationary');
  const { clockMhz, mxusPerCore, arrayRows, arrayColumns, streamRows, weightShiftCycles, memoryGbPerSecond } =
    generation;
  return {
    generation: generation.name,
    type,
    arrays: model.arrays,
    ...size,
    ...result,
    microseconds: result.cycles / clockMhz.value,
    lowerBoundCycles: matmulCyclesAtLeast(size, model),
    /** The same folds one after the other: fetched, shifted in, streamed and drained without overlap. */
    unpipelinedCycles: result.foldsPerArray * (foldsAlone / result.folds + result.weightFetchCycles),
    /** Vector registers added up where k takes several folds. */
    partialSumAdds: generation.partialSums === 'accumulators' ? 0 : partialSumAdds(size, model),
    /** What the model was given, with where it comes from. */
    parameters: {
      ...{ clockMhz, mxusPerCore, arrayRows, arrayColumns, streamRows, weightShiftCycles },
      rowsPerCycle: rate.rowsPerCycle,
      ...(weightsFrom === 'memory' && { memoryGbPerSecond }),
    },
  };
}

// The answer for people: cycles and the terms they are made of.

const waitsFor = {
  streaming: 'streaming activations',
  'weight-shift': 'shifting weights in',
  'weight-fetch': 'fetching weights',
} as const;

function matmulReport(answer: ReturnType<typeof answerOf>): string {
  const { m, k, n, generation, type, arrays, parameters } = answer;
  const doubtful = Object.entries(parameters).filter(([, { trust }]) => trust !== 'public');
  const lines = [
    `[${m},${k}] by [${k},${n}] in ${type} on ${generation}, ${arrays} ${arrays === 1 ? 'array' : 'arrays'} of ${parameters.arrayRows.value}x${parameters.arrayColumns.value}`,
    '',
    row('cycles', `${shown(answer.cycles)}, ${shown(answer.microseconds)} us`),
    row('utilization', `${percent(answer.utilization)} of peak; padding allows ${percent(answer.paddingBound)}`),
    row('folds', `${answer.folds}, ${answer.foldsPerArray} for each array, ${shown(answer.foldCycles)} cycles each`),
    row('a fold', `waits for ${waitsFor[answer.binding]}`),
    row('', `streaming ${shown(answer.streamCycles)} cycles`),
    row('', `shifting weights in ${shown(answer.weightShiftCycles)}, ${shown(answer.shiftCycles)} of them not hidden`),
    row('', `fetching weights ${shown(answer.weightFetchCycles)}, ${shown(answer.stallCycles)} of them not hidden`),
    row('fill, drain', `${answer.fillDrainCycles} cycles`),
    row('at least', `${shown(answer.lowerBoundCycles)} cycles with parts of folds allowed`),
    row('no overlap', `${shown(answer.unpipelinedCycles)} cycles, folds one after the other`),
    row('partial sums', `${answer.partialSumAdds} additions of vector registers`),
    ...doubtful.map(([name, { value, trust, source }]) => row(trust, `${name} ${value}: ${source}`)),
  ];
  return `${lines.join('\n')}\n`;
}

function row(name: string, value: string): string {
  return `${name.padEnd(14)}${value}`;
}

function shown(value: number): string {
  return String(Number(value.toFixed(2)));
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}
