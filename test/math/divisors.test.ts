import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divisors, primeFactors } from '../../src/math/divisors.js';

describe('divisors', () => {
  it('lists every divisor once, ascending', () => {
    for (const value of [1, 2, 12, 36, 97, 720]) {
      const expected = Array.from({ length: value }, (_, at) => at + 1).filter((d) => value % d === 0);
      expect(divisors(value)).toEqual(expected);
    }
  });

  it('finds the primes of any product of primes', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(2, 3, 5, 7, 11, 13, 31), { maxLength: 8 }), (primes) => {
        const product = primes.reduce((all, prime) => all * prime, 1);
        expect(primeFactors(product)).toEqual([...new Set(primes)].sort((a, b) => a - b));
      }),
    );
  });
});
