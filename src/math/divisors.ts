// Divisors and prime factors of a dimension's bound: what perfect factors are made of.

/** Ascending; `value` is a positive integer. */
export function divisors(value: number): number[] {
  const low: number[] = [];
  const high: number[] = [];
  for (let candidate = 1; candidate * candidate <= value; candidate += 1) {
    if (value % candidate !== 0) continue;
    low.push(candidate);
    if (candidate * candidate !== value) high.push(value / candidate);
  }
  return [...low, ...high.reverse()];
}

/** Distinct primes, ascending. */
export function primeFactors(value: number): number[] {
  const primes: number[] = [];
  let rest = value;
  for (let candidate = 2; candidate * candidate <= rest; candidate += 1) {
    if (rest % candidate !== 0) continue;
    primes.push(candidate);
    while (rest % candidate === 0) rest /= candidate;
  }
  if (rest > 1) primes.push(rest);
  return primes;
}
