import { describe, expect, it } from 'vitest';
import { factorial, nextPermutation, rankPermutation, unrankPermutation } from '../../src/math/permutation.js';

describe('permutations', () => {
  it('step, rank and unrank through all orders of some of the items', () => {
    for (const count of [0, 1, 2, 3, 5]) {
      const items = Uint8Array.from([9, 9, ...Array.from({ length: count }, (_, at) => 2 * at + 1), 7]);
      const seen = new Set<string>();
      for (let rank = 0; rank < factorial(count); rank += 1) {
        expect(rankPermutation(items, 2, count)).toBe(rank);
        const again = Uint8Array.from([9, 9, ...Array.from({ length: count }, (_, at) => 2 * at + 1), 7]);
        unrankPermutation(again, 2, count, rank);
        expect([...again]).toEqual([...items]);
        seen.add(items.join());
        expect(nextPermutation(items, 2, count)).toBe(rank < factorial(count) - 1);
      }
      expect(seen.size).toBe(factorial(count));
      expect(rankPermutation(items, 2, count)).toBe(0);
    }
  });
});
