// Random numbers named by a key, never by a thread or the clock: the same key gives the same sequence everywhere.

import seedrandom from 'seedrandom';

export interface RandomSource {
  /** 0 <= value < 1. */
  next(): number;
  /** An integer from 0 to `count - 1`. */
  below(count: number): number;
}

/** Puts `items[from]` to `items[from + count - 1]` in any order. */
export function shuffle(random: RandomSource, items: Uint8Array | number[], from = 0, count = items.length): void {
  for (let place = count - 1; place > 0; place -= 1) {
    const other = random.below(place + 1);
    const kept = items[from + place]!;
    items[from + place] = items[from + other]!;
    items[from + other] = kept;
  }
}

export function randomSource(key: string): RandomSource {
  const next = seedrandom.alea(key);
  return { next, below: (count) => Math.floor(next() * count) };
}
