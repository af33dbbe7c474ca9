// What is hoped for before all mappings are searched: far less than the best found, where their tables are large. They have few
// entries then, and if something is found, nothing else is wanted.

import { metricValue } from '../../objective.js';
import type { SearchContext } from '../../search-context.js';
import type { PartOptions } from '../part.js';

/** So many times what any mapping must cost, or this share of the best found, if that is so many times more. */
const ofFloor = 2;
const ofBest = 1 / 2;
const times = 1.3;

/** Share of what is hoped for from which on a bound is a way to it. */
export const told = 0.5;

/** The same of the bound in a coarse lattice, which is often further away. */
const toldCoarsely = 0.4;

export interface Hoping {
  /** What tables of all mappings take from which on it is worth while. */
  readonly hopeBytes: number;
  /** What no mapping in a coarse lattice is below, as far as that has been searched; 0 where that is not known. */
  readonly coarseBound: () => number;
}

/** Null where it is not worth while to hope; `bytes` is what tables of all mappings take. */
export function hopeOf(
  { inputs, floors }: SearchContext,
  { pool: { bar } }: PartOptions,
  { bytes, hopeBytes, coarseBound }: Hoping & { readonly bytes: number },
): number | null {
  const { objective, frontier } = inputs.options;
  if (frontier || bar === Number.POSITIVE_INFINITY || bytes < hopeBytes) return null;
  const hope = Math.max(ofFloor * metricValue(objective[0]!, floors.whole), ofBest * bar);
  const coarse = coarseBound();
  if (coarse > 0 && coarse <= toldCoarsely * hope) return null;
  return hope > 0 && hope * times < bar ? hope : null;
}
