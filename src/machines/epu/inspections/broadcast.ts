// `inspect epu broadcast`: how far a staged tensor lasts.

import { answered, refused } from '../../answers.js';
import type { Answer, InspectionRequest } from '../../machine.js';
import { numberOf, requiredText } from '../../request.js';
import { bytesDelivered, indexFindings, leftover, sideFindings, stagingRuling, unprimed } from '../broadcast.js';
import { pathFindings } from '../memory.js';
import type { Core } from '../parameters.js';
import type { StreamSide } from '../stream-side.js';
import type { Problem } from '../verdict.js';
import { readShapes, requestedCore, requestedPath, requestedType } from './options.js';

export function inspectBroadcast(request: InspectionRequest): Answer {
  const read = readShapes(request, ['shape']);
  if (read.kind === 'misunderstood') return read;
  const core = requestedCore(request);
  const ruling = stagingRuling(core, read.value.get('shape')!, requestedType(request));
  const staged = ruling.kind === 'illegal' ? ruling.problems : [];
  const [first, ...others] = [
    ...pathFindings('broadcast', requestedPath(request)),
    ...sideFindings(sideOf(request)),
    ...staged,
    ...readFindings(core, request),
  ];
  if (first) return refused([first, ...others]);
  if (ruling.kind === 'illegal') return refused(ruling.problems);
  const { elementsPerPop, popsAvailable } = ruling.value;
  const pops = numberOf(request, 'pops') ?? popsAvailable;
  const left = leftover(ruling.value, pops);
  const amounts = { elementsPerPop, popsAvailable };
  if (left.kind === 'illegal') return refused(left.problems, { ...amounts, leftover: 0 });
  const [warning] = left.warnings ?? [];
  return answered({
    json: {
      ...amounts,
      leftover: left.value,
      bytesDelivered: bytesDelivered(core, pops),
      ...(warning && { code: warning.code }),
    },
    lines: [
      `${elementsPerPop} elements per pop, ${popsAvailable} pops available`,
      `after ${pops} pops ${left.value} elements are left`,
    ],
    warnings: left.warnings,
  });
}

function sideOf(request: InspectionRequest): StreamSide {
  return requiredText(request, 'side').toUpperCase() as StreamSide;
}

function readFindings(core: Core, request: InspectionRequest): readonly Problem[] {
  const index = numberOf(request, 'index');
  return [
    ...(requiredText(request, 'first') === 'peek' ? [unprimed] : []),
    ...(index === undefined ? [] : indexFindings(core, index, requestedType(request))),
  ];
}
