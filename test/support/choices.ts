// Where random cases take their decisions from: a seeded generator, or a list of numbers that fast-check can shrink.
// Smaller numbers always mean the simpler choice, so that a shrunk list is a simpler case.

import seedrandom from 'seedrandom';

export interface Choices {
  /** 0 to `count - 1`. */
  below(count: number): number;
}

export function seededChoices(seed: string): Choices {
  const next = seedrandom.alea(seed);
  return { below: (count) => Math.floor(next() * count) };
}

/** Zeros once the list is used up. */
export function listedChoices(numbers: readonly number[]): Choices {
  let at = 0;
  return { below: (count) => (numbers[at++] ?? 0) % count };
}

export function pick<T>(choices: Choices, options: readonly T[]): T {
  return options[choices.below(options.length)]!;
}

/** True in `percent` of a hundred cases; the simple choice is false. */
export function chance(choices: Choices, percent: number): boolean {
  return choices.below(100) >= 100 - percent;
}

export function shuffled<T>(choices: Choices, items: readonly T[]): T[] {
  const rest = [...items];
  return items.map(() => rest.splice(choices.below(rest.length), 1)[0]!);
}

/** A random subset of `count` bits, empty by preference. */
export function mask(choices: Choices, count: number): number {
  return choices.below(1 << count);
}
