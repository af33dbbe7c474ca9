// `inspect epu rau`: one tile of random access at strides.

import { answered, refused } from '../../answers.js';
import type { Answer, InspectionRequest } from '../../machine.js';
import { isOn, requiredNumber } from '../../request.js';
import { type Access, accessAmounts, accessCycles, accessRuling, offsetRegisters } from '../random-access.js';
import { estimatesAmong, readShapes, requestedCore, requestedPath } from './options.js';

export function inspectRau(request: InspectionRequest): Answer {
  const read = readShapes(request, ['tensor', 'offset']);
  if (read.kind === 'misunderstood') return read;
  const core = requestedCore(request);
  const access: Access = {
    path: requestedPath(request),
    tensor: read.value.get('tensor')!,
    offset: read.value.get('offset')!,
    rowStride: requiredNumber(request, 'row-stride'),
    columnStride: requiredNumber(request, 'col-stride'),
    configuration: isOn(request, 'unconfigured') ? 'missing' : 'done',
    active: isOn(request, 'only-inside') ? 'cores inside' : 'all cores',
  };
  const ruling = accessRuling(core, access);
  if (ruling.kind === 'illegal') return refused(ruling.problems, accessAmounts(core, access));
  const { cores, coresInside } = ruling.value;
  const { cycles, least } = accessCycles(core);
  return answered({
    json: {
      cores,
      coresInside,
      cycles,
      leastCycles: least,
      offsetRegisters,
      estimates: estimatesAmong(['randomAccessPorts']),
    },
    lines: [
      `${coresInside} of ${cores} cores access an element inside the tensor, at offsets in ${offsetRegisters} registers each`,
      `${cycles} cycles, at least ${least} (estimates: no rate is published)`,
    ],
    warnings: ruling.warnings,
  });
}
