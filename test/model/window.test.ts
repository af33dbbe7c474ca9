// Sliding windows: the closed forms against a walk over every visit, and what is known at least against what there is.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leastDistinctSums, type Term } from '../../src/math/distinct-sums.js';
import { leastWindowWords, newWords, windowWords } from '../../src/model/charge/window.js';

const small = fc.integer({ min: 1, max: 4 });
const term = fc.record({ step: small, bound: small });

function sumsOf(terms: readonly Term[]): Set<number> {
  let sums = [0];
  for (const { step, bound } of terms)
    sums = sums.flatMap((sum) => Array.from({ length: bound }, (_, index) => sum + index * step));
  return new Set(sums);
}

test('distinct sums are all there are of two terms, and no more than there are of several', () => {
  fc.assert(
    fc.property(fc.array(term, { maxLength: 4 }), (terms) => {
      const { size } = sumsOf(terms);
      expect(leastDistinctSums(terms)).toBeLessThanOrEqual(size);
      if (terms.length <= 2) expect(leastDistinctSums(terms)).toBe(size);
    }),
  );
});

test('words that are new after a step', () => {
  fc.assert(
    fc.property(fc.array(term, { minLength: 1, maxLength: 2 }), fc.integer({ min: 1, max: 20 }), (terms, step) => {
      const points = sumsOf(terms);
      const width = 1 + Math.max(...points);
      const box = Array.from({ length: width }, (_, at) => at);
      expect(newWords(width, width, width, step)).toBe(box.filter((at) => at + step >= width).length);
      const fresh = [...points].filter((at) => !points.has(at + step));
      expect(newWords(points.size, width, points.size, step)).toBeLessThanOrEqual(fresh.length);
    }),
  );
});

/** A rank that two dimensions step, and one of its own for a third; loops from the inside out. */
const nest = fc.record({
  coefficients: fc.tuple(small, small),
  extents: fc.tuple(small, small),
  loops: fc.array(fc.record({ dimension: fc.constantFrom(0, 1, 2), bound: fc.integer({ min: 2, max: 3 }) }), {
    minLength: 1,
    maxLength: 5,
  }),
});

test('visits of a window, each with what it brings', () => {
  fc.assert(
    fc.property(nest, ({ coefficients: [a, b], extents, loops }) => {
      const tile = [...extents, 1];
      const strides = loops.map(({ dimension, bound }) => {
        const stride = [a, b, 1][dimension]! * tile[dimension]!;
        tile[dimension] = tile[dimension]! * bound;
        return { rank: dimension === 2 ? 1 : 0, stride };
      });
      const width = 1 + a * (extents[0] - 1) + b * (extents[1] - 1);
      const [inner] = strides;
      const extent = inner!.rank === 0 ? width : 1;
      const part = newWords(width, extent, extent, inner!.stride);
      const first = [0, 0].with(inner!.rank, inner!.stride);
      const positions = positionsOf(loops, strides);
      let [slices, wholes, words] = [0, 0, width];
      for (const [at, position] of positions.entries()) {
        if (at === 0) continue;
        const moved = position.map((x, rank) => x - positions[at - 1]![rank]!);
        if (moved.every((x) => x === 0)) continue;
        const on = moved.every((x, rank) => x === first[rank]);
        words += on ? part : width;
        if (on) slices += 1;
        else wholes += 1;
      }
      expect(windowWords(width, part, slices, wholes)).toBe(words);

      const visits = positions.length;
      const iterations = (dimensions: readonly number[]): number =>
        loops.reduce((product, one) => (dimensions.includes(one.dimension) ? product * one.bound : product), 1);
      const { dimension } = loops[0]!;
      const own = iterations(dimension === 2 ? [2] : [0, 1]);
      // Positions coincide at most where a loop outside the innermost one steps.
      const free = own / loops[0]!.bound - 1;
      const least = leastWindowWords(width, part, visits, visits / own, free);
      expect(least).toBeLessThanOrEqual(words);
      if (own === visits && free === 0) expect(least).toBe(words);
    }),
    { numRuns: 1000 },
  );
});

function positionsOf(
  loops: readonly { readonly bound: number }[],
  strides: readonly { readonly rank: number; readonly stride: number }[],
): number[][] {
  return loops.reduce<number[][]>(
    (inside, { bound }, at) =>
      Array.from({ length: bound }, (_, index) =>
        inside.map((position) =>
          position.with(strides[at]!.rank, position[strides[at]!.rank]! + index * strides[at]!.stride),
        ),
      ).flat(),
    [[0, 0]],
  );
}
