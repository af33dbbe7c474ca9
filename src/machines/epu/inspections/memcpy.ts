// `inspect epu memcpy`: one copy between DDR and OCM.

import { answered, refused } from '../../answers.js';
import type { Answer, InspectionRequest } from '../../machine.js';
import { requiredNumber } from '../../request.js';
import { copyRuling } from '../mem-cpy.js';
import { readShapes, requestedCore, requestedPath, requestedType } from './options.js';

export function inspectMemCpy(request: InspectionRequest): Answer {
  const read = readShapes(request, ['ddr', 'ocm', 'offset']);
  if (read.kind === 'misunderstood') return read;
  const ddr = read.value.get('ddr')!;
  const ruling = copyRuling(requestedCore(request), {
    path: requestedPath(request),
    ddr,
    ocm: read.value.get('ocm') ?? ddr,
    offset: read.value.get('offset')!,
    type: requestedType(request),
    liveBytes: requiredNumber(request, 'live-bytes'),
  });
  if (ruling.kind === 'illegal') return refused(ruling.problems);
  const { bytes, ocmFootprint, copiesToCover } = ruling.value;
  return answered({
    json: { bytes, ocmFootprint, copiesToCover },
    lines: [
      `${bytes} bytes copied, ${ocmFootprint} taken in OCM (rows padded to whole lines of the array, which is inferred)`,
      `${copiesToCover} such ${copiesToCover === 1 ? 'copy covers' : 'copies cover'} the DDR tensor`,
    ],
    warnings: ruling.warnings,
  });
}
