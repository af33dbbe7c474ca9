// A number that somebody must have said: with the value go where it comes from and how far it can be trusted.

/** `public`: read in a public document; `recalled`: from memory of one; `estimate`: an inference of ours. */
export type Flag = 'public' | 'recalled' | 'estimate';

export interface Sourced {
  readonly value: number;
  readonly flag: Flag;
  readonly source: string;
}

export function known(value: number, source: string): Sourced {
  return { value, flag: 'public', source };
}

export function estimate(value: number, source: string): Sourced {
  return { value, flag: 'estimate', source };
}
