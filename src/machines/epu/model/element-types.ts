// Element types of a problem on this machine: integers of 8, 16 or 32 bits (B7); sums are of 32 bits until they leave the cores.

import { type Diagnostic, error } from '../../../diagnostics/diagnostic.js';
import type { Span } from '../../../diagnostics/span.js';
import type { Workload } from '../../../workload/workload.js';
import { elementBits } from '../../element-bits.js';
import { elementwiseOf } from '../../operands.js';
import { type ElementType, elementBytes, elementTypes, macLanes } from '../element-type.js';
import type { Core } from '../parameters.js';

const integers = /^(u?int|[su])(8|16|32)$/i;

/** What a workload that names no types is computed in. */
const assumed: ElementType = 'int8';

export function checkTypes(workload: Workload): Diagnostic[] {
  const { dataspaces, types, typeSpans } = workload;
  const refused = new Map<string, Span | undefined>();
  for (const { name } of dataspaces) {
    const type = types.get(name);
    if (type !== undefined && !integers.test(type) && !refused.has(type)) refused.set(type, typeSpans?.get(name));
  }
  const [first, second] = elementwiseOf(workload)?.inputs ?? [];
  if (refused.size === 0 && second !== undefined && typeOf(workload, first!) !== typeOf(workload, second)) {
    const found = [first!, second].map((t) => typeOf(workload, t)).join(' and ');
    return [error('E-UNSUPPORTED', 'both inputs lie in the same registers', { expected: 'one type', found })];
  }
  const expected = elementTypes.join(', ');
  return [...refused].map(([type, span]) =>
    error('E-UNSUPPORTED', `epu does not compute with ${type}`, { span, expected, found: type }),
  );
}

export function typeOf({ dataspaces, types }: Workload, t: number): ElementType {
  const bits = elementBits(types.get(dataspaces[t]!.name) ?? assumed)!;
  return elementTypes.find((type) => elementBytes(type) * 8 === bits)!;
}

/** The wider of the two inputs decides how many multiplications a core has. */
export function wider(a: ElementType, b: ElementType): ElementType {
  return elementBytes(a) > elementBytes(b) ? a : b;
}

/** What a pop brings of the common operand, and how many multiplications of it a core does in a cycle (B1, C6). */
export function popOf(core: Core, common: ElementType, resident: ElementType) {
  const elements = core.popBytes / elementBytes(common);
  return { elements, lanes: Math.min(elements, macLanes(core, wider(common, resident))) };
}
