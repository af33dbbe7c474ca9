import { describe, expect, it } from 'vitest';
import { randomSource } from '../../src/math/random.js';

describe('random source', () => {
  it('gives the same sequence for the same key and another for another', () => {
    const draw = (key: string): number[] => {
      const random = randomSource(key);
      return Array.from({ length: 5 }, () => random.below(1000));
    };
    expect(draw('0/7')).toEqual(draw('0/7'));
    expect(draw('0/7')).not.toEqual(draw('0/8'));
    // Pinned: a change here changes the results of every seeded search.
    expect(draw('0/0')).toMatchInlineSnapshot(`
      [
        345,
        944,
        153,
        778,
        750,
      ]
    `);
  });

  it('stays below its bound and reaches all of it', () => {
    const random = randomSource('range');
    const seen = new Set(Array.from({ length: 500 }, () => random.below(6)));
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
