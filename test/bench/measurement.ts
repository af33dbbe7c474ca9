// What a benchmark yields, and how a measured piece of work is repeated.

export interface Measurement {
  readonly name: string;
  readonly unit: string;
  /** What was done, in a few words. */
  readonly detail: string;
  /** One value per repeat. */
  readonly values: readonly number[];
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Calls `work` for at least `seconds` after a warm-up as long; returns calls of one item per second. */
export function itemsPerSecond(work: () => number, seconds: number): number {
  for (const end = performance.now() + seconds * 1e3; performance.now() < end; ) work();
  const start = performance.now();
  let items = 0;
  let elapsed = 0;
  while (elapsed < seconds * 1e3) {
    items += work();
    elapsed = performance.now() - start;
  }
  return items / (elapsed / 1e3);
}
