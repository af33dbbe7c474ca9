// `inspect ... vertex`: how the fields of a vertex are packed.

import { answered, misunderstood } from '../../answers.js';
import type { Answer, InspectionRequest } from '../../machine.js';
import type { Generation } from '../generation.js';
import { elementTypes, sizeOf } from '../vectors/element-type.js';
import { layoutProblem, traitsOf, vectorLayouts } from '../vectors/vector-layout.js';
import { packedOrder, packVertex, type StateField } from '../vectors/vertex-state.js';
import { type Illegal, illegal } from '../verdict.js';
import { generationOf, refusedBy } from './answers.js';

export function answerVertex(request: InspectionRequest): Answer {
  const generation = generationOf(request);
  const fields: StateField[] = [];
  for (const text of request.positional) {
    const field = fieldOf(generation, text);
    if (field === undefined) {
      const kinds = [...vectorLayouts, 'deltanelements', ...elementTypes].join(', ');
      return misunderstood(`"${text}" is no field`, kinds);
    }
    if ('kind' in field) return refusedBy(field);
    fields.push(field);
  }
  const best = packVertex(packedOrder(fields)).bytes;
  return answered({ json: { legal: true, ...packVertex(fields), bytesInBestOrder: best } });
}

/** A layout's descriptor, the base of a list, or a plain value. */
function fieldOf(generation: Generation, text: string): StateField | Illegal | undefined {
  const name = text.toLowerCase().replaceAll('_', '-');
  const layout = vectorLayouts.find((one) => one === name);
  if (layout) {
    const bytes = traitsOf(layout).descriptorBytes;
    return layoutProblem(generation, layout) ?? { name, bytes, alignment: Math.min(bytes, 4) };
  }
  if (name === 'deltanelements') {
    if (generation === 'mk1') return illegal('generation', 'DELTANELEMENTS is not available on mk1, only from mk2 on');
    return { name, bytes: 8, alignment: 4 };
  }
  const type = elementTypes.find((one) => one === name);
  return type && { name, bytes: sizeOf(type), alignment: sizeOf(type) };
}
