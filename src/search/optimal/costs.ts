// What the search counts, each with tables of its own over the same contexts, edges and groups: energy, and cycles where those of
// a machine's schedule add up instead of hiding behind each other (model/seams.ts, `ScheduleFloor`).

import type { Tables } from './relaxation/tables.js';

/** Energy first. */
export type Costs = readonly [energy: Tables, cycles?: Tables];
