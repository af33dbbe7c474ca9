// What neighbours above compute serve is a spatial choice of its own: of those there are, each has an arrangement of its loops, and
// each arrangement is one of them. A choice that nothing stands for would be searched in vain; one that serves less than an
// arrangement does would charge too much for it.

import { expect, it } from 'vitest';
import { distinctAmong, neighboursServe } from '../../src/model/charge/neighbours.js';
import { arrangementsOf } from '../../src/search/arrangements.js';
import { createChain } from '../../src/search/optimal/space/chain.js';
import { createLattice } from '../../src/search/optimal/space/lattice.js';
import { displacements, placesOf, rowsOf } from '../../src/search/optimal/space/neighbours.js';
import { stepsOf } from '../../src/search/optimal/space/steps.js';
import { checkInstances, contextOf, windowInstances } from './instance.js';

it('has a spatial choice for what arrangements serve and none for what nothing serves', () => {
  let apart = 0;
  checkInstances(400, { ...windowInstances, maxBound: 8, constraints: 'none' }, (instance) => {
    const { mapspace, inputs } = contextOf(instance, {});
    const { plan } = inputs;
    const lattice = createLattice(mapspace.problem.workload.bounds);
    const link = createChain(mapspace, lattice, { plan, mostSpreads: 2000 })?.links.at(-1);
    if (link === undefined || link.neighbours === null) return undefined;
    const position = mapspace.tiling.spatial[link.spatial.at(-1)!]!;
    const complaints: string[] = [];
    for (const factors of new Set(link.spreads.map(({ factors }) => factors))) {
      const own = factors.at(-1)!;
      const served = link.spreads.filter((spread) => spread.factors === factors).map((spread) => spread.served);
      const found = new Set(
        [...arrangementsOf(position, own)].map(({ order }) => link.neighbours!.variantOf(order, own)),
      );
      if (served.length > 1) apart += 1;
      for (const one of served) if (!found.has(one)) complaints.push(`nothing serves as one choice of ${own} does`);
      for (const one of found)
        if (!served.includes(one)) complaints.push(`no choice of ${own} serves as an arrangement does`);
    }
    return complaints;
  });
  expect(apart).toBeGreaterThan(0);
});

it('serves in a spatial choice whatever neighbours serve in an arrangement of it', () => {
  let serving = 0;
  checkInstances(400, { ...windowInstances, maxBound: 8, constraints: 'none' }, (instance) => {
    const { mapspace, inputs } = contextOf(instance, {});
    const { plan } = inputs;
    const { workload } = mapspace.problem;
    const link = createChain(mapspace, createLattice(workload.bounds), { plan, mostSpreads: 2000 })?.links.at(-1);
    if (link === undefined || link.neighbours === null) return undefined;
    const position = mapspace.tiling.spatial[link.spatial.at(-1)!]!;
    const grid = rowsOf(position);
    const complaints: string[] = [];
    for (const own of new Set(link.spreads.map(({ factors }) => factors.at(-1)!))) {
      for (const { order } of arrangementsOf(position, own)) {
        const served = link.neighbours.variantOf(order, own);
        for (const [t, { name }] of workload.dataspaces.entries()) {
          const { rank, coefficient, dimensions, wild } = stepsOf(workload, t);
          if (wild || !((link.forwardedToCompute >> t) & 1)) continue;
          const strides = { rank, strides: coefficient, ranks: dimensions.length };
          const [shifts] = placesOf(position, own, strides, (one) => one.join() === order.join())!;
          // A loop alone on its rank leads further away than any element stands.
          const mayBe = (by: readonly number[]): boolean =>
            by.every((distance, r) => distance === 0 || (dimensions[r]! & (dimensions[r]! - 1)) !== 0);
          const all = new Set(shifts!.keys).size;
          for (const by of displacements(shifts!, grid).filter(mayBe)) {
            if (distinctAmong(shifts!, neighboursServe(shifts!, grid, by).fromParent) === all) continue;
            const may = by.some((distance) => distance !== 0) ? served.stepping : served.still;
            serving += 1;
            if (!((may >> t) & 1)) complaints.push(`${own} in order ${order} serves ${name} after ${by}`);
          }
        }
      }
    }
    return complaints;
  });
  expect(serving).toBeGreaterThan(0);
});
