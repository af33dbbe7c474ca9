// Random numbers named by a key, never by a thread or the clock: the same key gives the same sequence everywhere.

import seedrandom from 'seedrandom';

export interface RandomSource {
  /** 0 <= value < 1. */
  next(): number;
  /** An integer from 0 to `count - 1`. */
  below(count: number): number;
}

export function randomSource(key: string): RandomSource {
  const next = seedrandom.alea(key);
  return { next, below: (count) => Math.floor(next() * count) };
}
