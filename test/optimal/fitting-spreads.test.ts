// Spatial choices that make a tile of another, against the products of their factors.

import { expect, it } from 'vitest';
import { createChain } from '../../src/search/optimal/space/chain.js';
import { FittingSpreads } from '../../src/search/optimal/space/fitting-spreads.js';
import { createLattice } from '../../src/search/optimal/space/lattice.js';
import { contextOf } from './instance.js';
import { writtenInstance, writtenProduct } from './written-instance.js';

const { problem, model } = writtenInstance(`
architecture:
  nodes:
    - !Component { name: Main, class: DRAM, attributes: { vector_access_energy: 100 } }
    - !Container { name: rows, spatial: { meshX: 12, meshY: 8 } }
    - !Component { name: Local, class: SRAM, attributes: { depth: 4096, width: 16, vector_access_energy: 1 } }
    - !Component { name: mac, class: intmac, attributes: { energy: 1 } }
${writtenProduct(24, 18, 7)}`);

it.each([24 * 18 * 7, 20])(
  'finds the choices that a tile has, in their order, in a lattice of at most %d tiles',
  (most) => {
    const { mapspace, inputs } = contextOf({ problem, model }, {});
    const lattice = createLattice(problem.workload.bounds, most);
    const chain = createChain(mapspace, lattice, { plan: inputs.plan, mostSpreads: 10_000 })!;
    const idOf = new Map(
      Array.from({ length: lattice.size }, (_, node) => [lattice.value.map((own) => own[node]).join(), node]),
    );
    let most32 = 0;
    for (const { spreads, landings } of chain.links) {
      const among = [...spreads.keys()].filter((s) => s % 5 !== 3);
      most32 = Math.max(most32, among.length);
      const above = new FittingSpreads(lattice, 'product', { spreads, landings, among });
      const below = new FittingSpreads(lattice, 'quotient', { spreads, landings, among });
      for (let node = 0; node < lattice.size; node += 1) {
        const made = (by: (value: number, factor: number) => number): number[][] =>
          among.flatMap((s) => {
            const id = idOf.get(lattice.value.map((own, d) => by(own[node]!, spreads[s]!.total[d]!)).join());
            return id === undefined ? [] : [[s, id]];
          });
        const found = (fitting: FittingSpreads): number[][] =>
          Array.from(fitting.found.slice(0, fitting.of(node)), (s, at) => [s, fitting.made[at]!]);
        expect(found(above)).toEqual(made((value, factor) => value * factor));
        expect(found(below)).toEqual(made((value, factor) => value / factor));
      }
    }
    if (most > 1000) expect(most32).toBeGreaterThan(32); // more than one word of bits
  },
);
