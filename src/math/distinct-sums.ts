/**
 * Distinct values of a * i + b * j for i < A, j < B: A * B - (A - b')(B - a') with a'/b' = a/b in lowest terms, for every pair but
 * those that have an equal one at (i - b', j + a') counts. Steps above 0.
 */
export function distinctSums(a: number, countA: number, b: number, countB: number): number {
  const divisor = greatestCommonDivisor(a, b);
  return countA * countB - Math.max(0, countA - b / divisor) * Math.max(0, countB - a / divisor);
}

/** A sum's term: as many values as `bound`, so far apart as `step`. */
export interface Term {
  readonly step: number;
  readonly bound: number;
}

/** Distinct sums of one value of each: exact for up to two terms, no more than there are for more. Steps above 0. */
export function leastDistinctSums(terms: readonly Term[]): number {
  const a = terms[0];
  const b = terms[1];
  if (a === undefined || b === undefined) return a?.bound ?? 1;
  let most = distinctSums(a.step, a.bound, b.step, b.bound);
  for (let at = 2; at < terms.length; at += 1) most = Math.max(most, terms[at]!.bound);
  return most;
}

export function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}
