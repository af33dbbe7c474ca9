// A number that somebody must have said: with the value go where it comes from and how far it can be trusted.

import type { Trust } from '../trust.js';

export interface Sourced {
  readonly value: number;
  readonly trust: Trust;
  readonly source: string;
}

export function known(value: number, source: string): Sourced {
  return { value, trust: 'public', source };
}

export function estimate(value: number, source: string): Sourced {
  return { value, trust: 'estimate', source };
}
