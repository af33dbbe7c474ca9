// Spatial choices the other way round: from what may be inside the loops at most to what may be below the fan-outs.

import { Filling, type SpreadLimits } from './filling.js';
import { limitsUnder, type Sooner } from './limit-tables.js';
import { Table } from './table.js';
import type { Tables } from './tables.js';

/** Takes off, from what may be inside the loops, what the spatial choices cost: so much may be below. */
export function* limitSpreads(
  tables: Tables,
  of: SpreadLimits & { readonly sooner: Sooner | null },
): Generator<void, void, void> {
  const { k, alive, inside, most } = of;
  const classes = tables.parallelism.count(k);
  const limits = limitsUnder(most, inside, classes);
  const above = standsIn(most);
  const stands = inside.map((table) => table?.marks() ?? null);
  const filling = new Filling(tables, {
    k,
    alive,
    inside: [],
    make: () => new Table(0, classes, Number.POSITIVE_INFINITY),
    limits,
    sooner: of.sooner && of.sooner.spreads[k]!,
    above,
    stands,
    most: null,
    within: null,
  });
  for (let first = 0; first < alive.length; ) {
    first = filling.raise(first, of);
    yield;
  }
}

/** By place: nought where nothing may be. */
function standsIn(most: Float64Array): Uint8Array {
  const stands = new Uint8Array(most.length);
  for (let place = 0; place < most.length; place += 1) if (most[place]! > Number.NEGATIVE_INFINITY) stands[place] = 1;
  return stands;
}
