// Facts of a mapping that all machines report in one form.

import type { Fact } from '../model/seams.js';
import type { Workload } from '../workload/workload.js';

export function fact(name: string, value: Fact['value'], unit: string, trust?: Fact['trust']): Fact {
  return { name, value, unit, ...(trust && { trust }) };
}

/** As they are iterated; those of 1 are left out. */
export function boundsText({ dimensions, bounds }: Workload): string {
  const shown = dimensions.flatMap((name, d) => (bounds[d] === 1 ? [] : [`${name}=${bounds[d]}`]));
  return shown.length === 0 ? 'all 1' : shown.join(' ');
}
