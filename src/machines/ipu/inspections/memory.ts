// `inspect ... memory`: whether a tile's contents fit.

import { answered } from '../../answers.js';
import type { Answer, InspectionRequest } from '../../machine.js';
import { requiredNumber } from '../../request.js';
import { tileFilling } from '../memory/tile-memory.js';
import { generationOf, refusedBy, untrusted } from './answers.js';

export function answerMemory(request: InspectionRequest): Answer {
  const generation = generationOf(request);
  const verdict = tileFilling(generation, {
    dataBytes: requiredNumber(request, 'data'),
    interleavedBytes: requiredNumber(request, 'interleaved'),
    vertexBytes: requiredNumber(request, 'vertices'),
    descriptorBytes: requiredNumber(request, 'descriptors'),
    codeBytes: requiredNumber(request, 'code'),
    workerStackBytes: requiredNumber(request, 'worker-stack'),
    supervisorStackBytes: requiredNumber(request, 'supervisor-stack'),
  });
  if (verdict.kind === 'illegal') return refusedBy(verdict);
  return answered({ json: { legal: true, ...verdict.value, estimates: untrusted(generation, ['scratchBytes']) } });
}
