// A figure of the hardware that somebody must have said: with its value go its unit, where it comes from, and how far it can be trusted.

import type { Fact } from '../model/seams.js';

/** `public`: printed in a document, or arithmetic on such figures; `recalled`: of a document, from memory; `estimate`: nobody said so. */
export type Trust = NonNullable<Fact['trust']>;

export interface Sourced {
  readonly value: number;
  readonly trust: Trust;
  readonly source: string;
}

export interface Parameter extends Sourced {
  readonly unit: string;
}

/** What there is to say of a figure beside its value. */
export type Origin = Omit<Parameter, 'value'>;

export function known(unit: string, source: string): Origin {
  return { unit, trust: 'public', source };
}

export function estimate(unit: string, source: string): Origin {
  return { unit, trust: 'estimate', source };
}
