// What neighbours above compute serve is a spatial choice of its own: of those there are, each has an arrangement of its loops, and
// each arrangement is one of them. A choice that nothing stands for would be searched in vain.

import { expect, it } from 'vitest';
import { arrangementsOf } from '../../src/search/arrangements.js';
import { createChain } from '../../src/search/optimal/space/chain.js';
import { createLattice } from '../../src/search/optimal/space/lattice.js';
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
