import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ParetoFront } from '../../src/math/pareto.js';

const point = fc.record({ x: fc.integer({ min: 0, max: 12 }), y: fc.integer({ min: 0, max: 12 }), id: fc.nat(99) });

describe('pareto front', () => {
  it('keeps exactly the points that no other is at least as good as, whatever the order', () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 40 }), (points) => {
        const front = new ParetoFront<(typeof points)[number]>((a, b) => a.id - b.id);
        for (const one of points) {
          const dominated = front.dominates(one.x, one.y);
          expect(front.offer(one) && dominated).toBe(false);
        }
        const kept = points.filter((one) =>
          points.every((other) => other.x > one.x || other.y > one.y || (other.x === one.x && other.y === one.y)),
        );
        const coordinates = [...new Set(kept.map(({ x, y }) => `${x},${y}`))].sort();
        expect(front.points.map(({ x, y }) => `${x},${y}`).sort()).toEqual(coordinates);
        for (const { x, y, id } of front.points) {
          const equal = kept.filter((other) => other.x === x && other.y === y);
          expect(id).toBe(Math.min(...equal.map((other) => other.id)));
        }
        const xs = front.points.map(({ x }) => x);
        expect(xs).toEqual([...xs].sort((a, b) => a - b));
        for (let x = -1; x <= 13; x += 1) {
          const reached = points.filter((one) => one.x <= x).map(({ y }) => y);
          expect(front.lowest(x)).toBe(Math.min(...reached));
        }
      }),
      { numRuns: 500 },
    );
  });
});
