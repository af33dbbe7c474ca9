// `inspect tpu matmul`: cycles of one matrix multiplication on the systolic arrays of a generation, term by term.

import type { Answer, InspectionRequest } from '../../machine.js';
import { numberOf, requiredNumber, requiredText, textOf } from '../../request.js';
import { defaultType, type Generation, type OperandType, type Rate } from '../generation.js';
import { generations } from '../generations.js';
import { arrayModel } from '../mxu/array-model.js';
import {
  type ArrayModel,
  type Matmul,
  matmulCycles,
  matmulCyclesAtLeast,
  partialSumAdds,
} from '../mxu/matmul-cycles.js';
import { unpipelinedCycles } from '../mxu/unpipelined-cycles.js';
import { type MatmulAnswer, matmulReport } from './matmul-report.js';

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

function answerOf({ generation, type, rate, model, size, weightsFrom }: Asked): MatmulAnswer {
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
    unpipelinedCycles: result.foldsPerArray * (foldsAlone / result.folds + result.weightFetchCycles),
    partialSumAdds: generation.partialSums === 'accumulators' ? 0 : partialSumAdds(size, model),
    parameters: {
      ...{ clockMhz, mxusPerCore, arrayRows, arrayColumns, streamRows, weightShiftCycles },
      rowsPerCycle: rate.rowsPerCycle,
      ...(weightsFrom === 'memory' && { memoryGbPerSecond }),
    },
  };
}
