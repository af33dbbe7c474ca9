// What children that wait along are passed, as bandwidths see it: no less and no more than the model counts where all loops are
// known.

import { describe, expect, it } from 'vitest';
import { CandidatePool } from '../../src/search/candidate-pool.js';
import { passingsOf, toldOf } from '../../src/search/optimal/charges/passing.js';
import { BoundValue } from '../../src/search/optimal/descent/bound-value.js';
import { chainFloor, isPart, measure, openPart, untoldOf } from '../../src/search/optimal/part.js';
import { createChain } from '../../src/search/optimal/space/chain.js';
import { createLattice } from '../../src/search/optimal/space/lattice.js';
import { allCandidates } from '../search/random-search.js';
import { contextOf } from './instance.js';
import { writtenInstance, writtenProduct } from './written-instance.js';

/** One mapping: tiles of 2 x 2 x 2 at Middle and Inner, with all loops between the tiles at Outer. */
const product = (order: string, bandwidth: string): string => `
architecture:
  nodes:
    - !Component {name: Outer, class: DRAM, attributes: {width: 8, datawidth: 8, energy_per_access: 1}}
    - !Component
      name: Middle
      class: SRAM
      attributes: {depth: 12, width: 8, datawidth: 8, energy_per_access: 1, ${bandwidth}}
    - !Component {name: Inner, class: SRAM, attributes: {depth: 12, width: 8, datawidth: 8, energy_per_access: 1}}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8, energy: 1}}
${writtenProduct(4, 4, 4)}constraints:
  targets:
    - {target: Outer, type: temporal, factors: [M=2, N=2, K=2], permutation: [${order}]}
    - {target: Middle, type: temporal, factors: [M=1, N=1, K=1]}
    - {target: Middle, type: dataspace, keep: [A, B, Z]}
    - {target: Inner, type: dataspace, keep: [A, B, Z]}
`;

/** By innermost loop at Outer: how often children take in all words of A, B and Z. */
const timesUnder: Readonly<Record<string, readonly number[]>> = {
  'N, M, K': [1, 2, 2],
  'M, N, K': [2, 1, 2],
  'K, M, N': [2, 2, 1],
};

describe('what is passed to children that wait along', () => {
  for (const [order, times] of Object.entries(timesUnder)) {
    it.each(['read_bandwidth: 0.25', 'write_bandwidth: 0.25', 'shared_bandwidth: 0.25'])(
      `takes as long as in the model: %s, loops ${order}`,
      (bandwidth) => {
        const context = contextOf(writtenInstance(product(order, bandwidth), ['edp']), { objective: ['edp'] });
        const mappings = allCandidates(context);
        expect(mappings).toHaveLength(1);
        const lattice = createLattice(context.mapspace.problem.workload.bounds);
        const chain = createChain(context.mapspace, lattice, { plan: context.inputs.plan, mostSpreads: 1 })!;
        const pool = new CandidatePool(context.inputs.options);
        const floor = chainFloor(context);
        const value = new BoundValue(context, { pool, floor, mostCycles: Number.POSITIVE_INFINITY });
        const known = untoldOf(measure(context, chain, floor));
        const opening = openPart(context, chain, { pool, floor, value, memoryBytes: 2 ** 28 }, known);
        let part = opening.next();
        while (part.done !== true) part = opening.next();
        if (!isPart(part.value)) throw new Error('too large');
        const { throttles } = part.value.costs[0];
        const load = throttles!.load(0);
        for (const [t, often] of times.entries()) {
          const closing = { t, child: 1, passing: passingsOf(t, 1, [2]), stepping: false, parent: 0 };
          load.add(closing, often * 16, () => often);
        }
        expect(64 / load.rate).toBeCloseTo(mappings[0]!.cycles, 4);
      },
    );
  }
});

it('tables are told of the next child that waits along, and of others as far as bandwidths see them', () => {
  const limitedAt = (...limited: number[]): readonly number[] =>
    toldOf([2, 3, 4, 5], { limits: (p) => limited.includes(p) });
  expect(limitedAt()).toEqual([2]);
  expect(limitedAt(2)).toEqual([2, 3]);
  expect(limitedAt(3)).toEqual([2, 3, 4]);
  expect(limitedAt(4)).toEqual([2]);
  expect(toldOf([], { limits: () => true })).toEqual([]);
});
