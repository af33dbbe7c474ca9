// A matrix multiplication for people: cycles and the terms they are made of.

import type { Sourced } from '../../parameter.js';
import type { OperandType } from '../generation.js';
import type { Matmul, MatmulCycles } from '../mxu/matmul-cycles.js';

export interface MatmulAnswer extends Matmul, MatmulCycles {
  readonly generation: string;
  readonly type: OperandType;
  readonly arrays: number;
  readonly microseconds: number;
  readonly lowerBoundCycles: number;
  /** The same folds one after the other: fetched, shifted in, streamed and drained without overlap. */
  readonly unpipelinedCycles: number;
  /** Vector registers added up where k takes several folds. */
  readonly partialSumAdds: number;
  /** What the model was given, with where it comes from. */
  readonly parameters: Readonly<Record<'arrayRows' | 'arrayColumns', Sourced>> & Readonly<Record<string, Sourced>>;
}

const waitsFor = {
  streaming: 'streaming activations',
  'weight-shift': 'shifting weights in',
  'weight-fetch': 'fetching weights',
} as const;

export function matmulReport(answer: MatmulAnswer): string {
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
