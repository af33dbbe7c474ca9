// `inspect epu rates` and `parameters`: what a core does at best, and every figure of it with its source, so that estimates
// are seen for what they are.

import { answered } from '../../answers.js';
import type { Answer, InspectionRequest } from '../../machine.js';
import { parameterAnswer } from '../../parameter-table.js';
import { elementTypes } from '../element-type.js';
import { parameterNames, parameters } from '../parameters.js';
import { peakOperationsPerSecond, tileElements } from '../tiles.js';
import { estimatesAmong, requestedCore } from './options.js';

export function inspectRates(request: InspectionRequest): Answer {
  const core = requestedCore(request);
  const cores = tileElements(core);
  const peakTops = elementTypes.map((type) => [type, peakOperationsPerSecond(core, type) / 1e12]);
  return answered({
    json: {
      cores,
      localMemoryBytes: cores * core.localMemoryBytes,
      peakTops: Object.fromEntries(peakTops) as object,
      aluGops: (cores * core.aluLanes * core.clockHz) / 1e9,
      estimates: estimatesAmong(['clockHz', 'macLanesInt8', 'macLanesInt16', 'macLanesInt32', 'aluLanes']),
    },
  });
}

export function inspectParameters(request: InspectionRequest): Answer {
  const core = requestedCore(request);
  const lines = parameterNames.map((name) => {
    const { unit, trust, source } = parameters[name];
    return { of: core.name, name, value: core[name], unit, trust, source };
  });
  return parameterAnswer('epu', lines);
}
