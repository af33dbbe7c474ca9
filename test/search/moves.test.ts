// One small change to a draft: factors stay products of their bounds, and tiles of one dimension may trade primes.

import { describe, expect, it } from 'vitest';
import { createMapspace } from '../../src/mapspace/mapspace.js';
import { randomSource } from '../../src/math/random.js';
import { copyDraft, createDraft, DraftReader } from '../../src/search/draft.js';
import { movesOf } from '../../src/search/moves.js';
import { smallConv } from './small-conv.js';

const bound = 30;

/** Factors of the first dimension, by temporal position from the inside, after every change that was possible. */
function changesOf(factors: readonly number[]): Set<string> {
  const problem = smallConv([bound, 1, 1], [{ name: 'RF' }, { name: 'GLB' }, { name: 'DRAM' }]);
  const mapspace = createMapspace(problem, { imperfect: false }).value!;
  const random = randomSource('moves');
  const moves = movesOf(mapspace, random, new DraftReader(mapspace));
  const { dimensions, temporal } = mapspace.tiling;
  const begin = createDraft(mapspace);
  begin.factors.fill(1);
  begin.order.set(temporal.flatMap(() => Array.from({ length: dimensions }, (_, d) => d)));
  factors.forEach((factor, p) => {
    begin.factors[p * dimensions] = factor;
  });
  const found = new Set<string>();
  const draft = createDraft(mapspace);
  for (let tried = 0; tried < 2000; tried += 1) {
    copyDraft(begin, draft);
    if (!moves.apply(draft)) continue;
    found.add(temporal.map((_, p) => draft.factors[p * dimensions]).join());
  }
  return found;
}

describe('changes of the only dimension that loops', () => {
  const found = changesOf([2, 15, 1]);

  it('keep the product of its factors', () => {
    for (const one of found) expect(one.split(',').reduce((all, factor) => all * Number(factor), 1)).toBe(bound);
  });

  it('move one prime, or all that is there', () => {
    for (const moved of ['1,30,1', '6,5,1', '10,3,1', '30,1,1', '2,5,3', '2,3,5', '2,1,15'])
      expect(found).toContain(moved);
  });

  it('trade primes between two positions at once', () => {
    for (const traded of ['3,10,1', '5,6,1', '15,2,1']) expect(found).toContain(traded);
  });
});
