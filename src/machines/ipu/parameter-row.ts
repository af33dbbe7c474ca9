// One number of the hardware over the generations, with where it comes from and how much it may be trusted.

import type { Origin, Parameter } from '../parameter.js';
import type { Generation } from './generation.js';

/** A parameter over the generations; null where the generation does not have the thing. */
export type ParameterRow = Readonly<Record<Generation, Parameter | null>>;

/** Mk1 has a number of its own, Bow is a Mk2. */
export function twoKinds(values: readonly [mk1: number | null, mk2: number | null], origin: Origin): ParameterRow {
  const [mk1, mk2] = values;
  return threeKinds([mk1, mk2, mk2], origin);
}

export function threeKinds(values: readonly (number | null)[], origin: Origin): ParameterRow {
  const [mk1, mk2, bow] = values.map((value) => (value === null ? null : { value, ...origin }));
  return { mk1: mk1 ?? null, mk2: mk2 ?? null, bow: bow ?? null };
}

export function oneKind(value: number, origin: Origin): ParameterRow {
  return threeKinds([value, value, value], origin);
}
