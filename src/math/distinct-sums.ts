/**
 * Distinct values of a * i + b * j for i < A, j < B: A * B - (A - b')(B - a') with a'/b' = a/b in lowest terms, for every pair but
 * those that have an equal one at (i - b', j + a') counts. Steps above 0.
 */
export function distinctSums(a: number, countA: number, b: number, countB: number): number {
  const divisor = greatestCommonDivisor(a, b);
  return countA * countB - Math.max(0, countA - b / divisor) * Math.max(0, countB - a / divisor);
}

function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}
