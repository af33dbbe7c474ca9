// Several ways to one context on the way inwards: apart only where some storage is busy for longer than is certain.

import { describe, expect, it } from 'vitest';
import { Charge, Charges, type Limited, mostWays } from '../../src/search/optimal/descent/outside.js';

/** One storage that passes a word a cycle. */
const oneStorage: Limited = {
  count: 1,
  dataspaces: 1,
  busyCycles: ({ busy, read, write }) => Math.max(busy, read[0]! + write[0]!),
};

/** 100 cycles are certain. */
function way(pj: number, words: number): Charge {
  const charge = new Charge(oneStorage);
  charge.costs[0] = pj;
  charge.read[0] = words;
  charge.busy = 100;
  return charge;
}

function waysTo(charges: Charges, place: number): { pj: number; words: number }[] {
  const found = [];
  for (let at = place; at >= 0; at = charges.after(at)) {
    const charge = new Charge(oneStorage);
    charges.read(at, charge);
    const { costs, read } = charge;
    found.push({ pj: costs[0]!, words: read[0]! });
  }
  return found;
}

describe('ways to one context', () => {
  it('keep the least of each figure together while no bandwidth binds', () => {
    const charges = new Charges(2, oneStorage);
    charges.add(1, way(10, 90));
    charges.add(1, way(20, 30));
    expect(waysTo(charges, 1)).toEqual([{ pj: 10, words: 30 }]);
    expect(charges.pj(0)).toBe(Number.POSITIVE_INFINITY);
  });

  it('are apart where one does', () => {
    const charges = new Charges(2, oneStorage);
    charges.add(1, way(10, 900));
    charges.add(1, way(20, 30));
    charges.add(1, way(25, 40)); // no better than the one before
    expect(waysTo(charges, 1)).toEqual([
      { pj: 10, words: 900 },
      { pj: 20, words: 30 },
    ]);
    const { costs, read } = charges.least(new Charge(oneStorage));
    expect([costs[0], read[0]]).toEqual([10, 30]);
  });

  it('are few: a further one joins the nearest', () => {
    const charges = new Charges(1, oneStorage);
    for (let at = 0; at < mostWays; at += 1) charges.add(0, way(10 * (at + 1), 900 - 100 * at));
    charges.add(0, way(10 * mostWays + 1, 110));
    expect(waysTo(charges, 0)).toHaveLength(mostWays);
    expect(waysTo(charges, 0).at(-1)).toEqual({ pj: 10 * mostWays, words: 110 });
  });
});
