// `inspect ... rates` and `inspect ... parameters`: what a chip does at best, and the numbers that it follows from.

import { answered } from '../../answers.js';
import type { Answer, InspectionRequest } from '../../machine.js';
import { parameterAnswer } from '../../parameter-table.js';
import { requiredNumber } from '../../request.js';
import {
  ampShape,
  exchangeTerabytesPerSecond,
  memoryTerabytesPerSecond,
  peakTflops,
  precisions,
  slicMacsPerCycle,
  vectorWidth,
} from '../compute/rates.js';
import { generations } from '../generation.js';
import { type ParameterName, parameterOf, parameters } from '../parameters.js';
import { generationOf } from './answers.js';

export function answerRates(request: InspectionRequest): Answer {
  const generation = generationOf(request);
  const slic = slicMacsPerCycle(generation, requiredNumber(request, 'in-channels'));
  return answered({
    json: {
      generation,
      amp: precisions.map((precision) => {
        const { units, macsPerCycle } = ampShape(generation, precision);
        const peak = peakTflops(generation, precision);
        return { precision, units, macsPerCycle, vectorMacsPerCycle: vectorWidth(precision), peakTflops: peak };
      }),
      slicMacsPerCycle: slic.kind === 'legal' ? slic.value : null,
      ...(slic.kind === 'illegal' && { slicReason: slic.problems[0].message }),
      memoryTerabytesPerSecond: memoryTerabytesPerSecond(generation),
      exchangeTerabytesPerSecond: exchangeTerabytesPerSecond(generation),
    },
  });
}

export function answerParameters(request: InspectionRequest): Answer {
  const asked = request.options.get('generation');
  const lines = generations
    .filter((generation) => asked === undefined || asked === generation)
    .flatMap((generation) =>
      (Object.keys(parameters) as ParameterName[]).flatMap((name) => {
        const parameter = parameterOf(generation, name);
        return parameter ? [{ of: generation, name, ...parameter }] : [];
      }),
    );
  return parameterAnswer('ipu', lines);
}
