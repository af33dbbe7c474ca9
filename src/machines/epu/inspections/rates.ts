// `inspect epu rates`: what a core does at best.

import { answered } from '../../answers.js';
import type { Answer, InspectionRequest } from '../../machine.js';
import { elementTypes } from '../element-type.js';
import { peakOperationsPerSecond } from '../mac-lanes.js';
import { tileElements } from '../tiles.js';
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
