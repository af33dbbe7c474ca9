// Expected values become whole counts (G.7). What is whole but for the last digits of its arithmetic is whole: 70 of 100 words are
// nonzero at density 0.7, not 71. The reference takes the digits as they come.

export interface Whole {
  readonly down: (value: number) => number;
  readonly up: (value: number) => number;
}

/** Far more than sums and products of probabilities lose, far less than tells counts apart. */
const lost = 1e-13;

/** Never past the nearest one: of 3.5e13 computes all that are taken are no more than there are. */
function settled(value: number, otherwise: (value: number) => number): number {
  const nearest = Math.round(value);
  return Math.abs(value - nearest) <= lost * Math.abs(value) ? nearest : otherwise(value);
}

const tolerant: Whole = {
  down: (value) => settled(value, Math.floor),
  up: (value) => settled(value, Math.ceil),
};
const asComputed: Whole = { down: Math.floor, up: Math.ceil };

/** `quirks`: as the reference rounds. */
export function wholeOf(quirks: boolean): Whole {
  return quirks ? asComputed : tolerant;
}
