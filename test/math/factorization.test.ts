import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FactorLimit, factorizations, unrankFactorization } from '../../src/math/factorization.js';

/** All vectors by trying every integer everywhere. */
function literal(bound: number, limits: readonly FactorLimit[]): number[][] {
  if (limits.length === 0) return bound === 1 ? [[]] : [];
  const [{ exact, min = 1, max = bound }, ...rest] = limits as [FactorLimit, ...FactorLimit[]];
  return Array.from({ length: bound }, (_, at) => at + 1)
    .filter(
      (factor) => bound % factor === 0 && (exact === undefined ? factor >= min && factor <= max : factor === exact),
    )
    .flatMap((factor) => literal(bound / factor, rest).map((tail) => [factor, ...tail]));
}

const limit: fc.Arbitrary<FactorLimit> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ exact: fc.constantFrom(1, 2, 3, 4) }) },
  { weight: 1, arbitrary: fc.record({ min: fc.constantFrom(1, 2, 3) }) },
  { weight: 1, arbitrary: fc.record({ max: fc.constantFrom(1, 2, 4, 6) }) },
);

describe('factorizations', () => {
  it('are the ordered ones of the semantics: 32 over three levels in 21 ways', () => {
    expect(factorizations(32, [{}, {}, {}]).count).toBe(21);
  });

  it('hold every vector within the limits once, in lexicographic order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 72 }), fc.array(limit, { minLength: 1, maxLength: 4 }), (bound, limits) => {
        const expected = literal(bound, limits);
        const space = factorizations(bound, limits);
        expect(space.count).toBe(expected.length);
        const out = new Float64Array(limits.length);
        expected.forEach((vector, rank) => {
          unrankFactorization(space, rank, out);
          expect([...out]).toEqual(vector);
        });
      }),
      { numRuns: 300 },
    );
  });

  it('count large spaces without listing them', () => {
    // Exponents of 2, 3, 5, 7, 11, 13 in 720,720 = 2^4 * 3^2 * 5 * 7 * 11 * 13, spread over 12 places each.
    expect(factorizations(720_720, new Array(12).fill({})).count).toBe(1365 * 78 * 12 ** 4);
  });
});
