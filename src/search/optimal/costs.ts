// What the search counts, each with tables of its own over the same contexts, edges and groups: energy, and cycles where those of
// a machine's schedule add up instead of hiding behind each other (model/seams.ts, `ScheduleFloor`), or those of one storage whose
// bandwidth binds.

import type { Tables } from './relaxation/tables.js';

/** What is left of a bound, whose sums of floating-point numbers may exceed the truth by rounding. */
export const slack = 1 - 1e-11;

/** Energy first. */
export type Costs = readonly [energy: Tables, cycles?: Tables];

/** Whether cycles of transfers are added to those of compute: then all of them are counted. */
export function addsUp([, cycles]: Costs): boolean {
  return cycles !== undefined && cycles.problem.energies.load === null;
}
