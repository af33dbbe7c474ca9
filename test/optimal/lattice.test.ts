// Lattices of tiles, whole and coarse: ids add up as tiles multiply, and nothing is a tile of a coarse one that is not a
// tile of the whole.

import { describe, expect, it } from 'vitest';
import { divisors } from '../../src/math/divisors.js';
import { createLattice, type Lattice, latticeSize } from '../../src/search/optimal/space/lattice.js';

const shapes: readonly (readonly number[])[] = [
  [3, 3, 112, 112, 128, 128],
  [384, 768, 3072],
  [512, 512, 28, 28, 3, 3],
  [2520, 2520, 2520],
  [1, 7, 1],
  [30030],
  ...Array.from({ length: 16 }, (_, power) => [2 ** power]),
  ...Array.from({ length: 16 }, (_, power) => [2 ** power, 36]),
];

const coarse = [1, 2, 3, 4, 5, 6, 8, 20, 100, 800];

/** What products and quotients by value say, against what the tables by exponent say. */
function complaints({ divisors: lists, product, quotient, offset, value, size, top }: Lattice): string[] {
  const wrong: string[] = [];
  lists.forEach((list, d) => {
    list.forEach((a, i) => {
      list.forEach((b, j) => {
        const multiplied = product[d]![i * list.length + j]!;
        const divided = quotient[d]![i * list.length + j]!;
        if (multiplied !== -1 && list[multiplied] !== a * b) wrong.push(`${a} x ${b} is not ${list[multiplied]}`);
        if (multiplied !== -1 && offset[d]![multiplied] !== offset[d]![i]! + offset[d]![j]!)
          wrong.push(`id of ${a} x ${b}`);
        if (divided !== -1 && list[divided] !== a / b) wrong.push(`${a} / ${b} is not ${list[divided]}`);
        // A tile that differs by a tile is a product of it: else a mapping could be missed that all factors allow.
        if (divided === -1 && list.includes(a / b)) wrong.push(`${a} / ${b} is a tile, but not its quotient`);
      });
    });
    if (value[d]![top] !== list.at(-1)) wrong.push('the top is not the whole');
    if (value[d]![0] !== 1) wrong.push('the first is not one point');
    if (value[d]!.length !== size) wrong.push('size');
  });
  return wrong;
}

describe('lattices of tiles', () => {
  it.each(shapes)('of %j, with all divisors', (...bounds) => {
    const lattice = createLattice(bounds);
    expect(complaints(lattice)).toEqual([]);
    expect(lattice.size).toBe(latticeSize(bounds));
    expect(lattice.divisors.map((list) => [...list])).toEqual(bounds.map((bound) => divisors(bound)));
  });

  it.each(shapes)('of %j, coarse', (...bounds) => {
    for (const most of coarse) {
      const lattice = createLattice(bounds, most);
      expect(complaints(lattice)).toEqual([]);
      expect(lattice.size).toBeLessThanOrEqual(latticeSize(bounds));
      lattice.divisors.forEach((list, d) => {
        for (const tile of list) expect(bounds[d]! % tile).toBe(0);
      });
    }
  });

  it('is as small as was asked, where it can be', () => {
    expect(createLattice([512, 512, 28, 28, 3, 3], 1024).size).toBeLessThanOrEqual(1024);
    expect(createLattice([2520, 2520, 2520], 300).size).toBeLessThanOrEqual(300);
  });
});
