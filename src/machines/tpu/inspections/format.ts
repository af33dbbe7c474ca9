// `inspect tpu format`: the layout that the compiler would choose, and what it takes.

import type { Answer, InspectionRequest } from '../../machine.js';
import { numberOf } from '../../request.js';
import { defaultFormat } from '../layout/default-format.js';
import { expansionOf } from '../layout/layout.js';
import { layoutText, readShape } from '../layout/shape-text.js';
import { refusal } from './refusal.js';

export function inspectFormat(request: InspectionRequest): Answer {
  const read = readShape(request.positional[0] ?? '');
  if (read.kind === 'illegal') return refusal(read.problems);
  const { elementType, dims, minorToMajor } = read.value;
  const chosen = defaultFormat({ elementType, dims, minorToMajor }, { rows: numberOf(request, 'rows') });
  if (chosen.kind === 'illegal') return refusal(chosen.problems);
  const { bytes, bytesPadded } = chosen.value;
  const expansion = expansionOf(chosen.value) ?? null;
  const layout = layoutText(chosen.value);
  const factor = expansion === null ? '' : ` (${Number(expansion.toPrecision(4))} times)`;
  return {
    kind: 'answered',
    json: { layout, bytes, bytesPadded, expansion },
    text: `${layout}\n${bytes} bytes, with padding ${bytesPadded}${factor}\n`,
  };
}
