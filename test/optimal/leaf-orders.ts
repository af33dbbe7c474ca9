// The orders that stand for those of a mapping, as a leaf of the descent lists them.

import { OrderLists } from '../../src/search/optimal/descent/order-lists.js';
import { createChain } from '../../src/search/optimal/space/chain.js';
import { createLattice } from '../../src/search/optimal/space/lattice.js';
import type { SearchContext } from '../../src/search/search-context.js';

/** The canonical key of a mapping with these orders: by what the leaf knows, or by the loops alone. */
export type Normal = (key: Float64Array, among: 'all' | 'leaf') => Float64Array;

/** Undefined where there are too many spatial choices. */
export function normalOrders(context: SearchContext): Normal | undefined {
  const { mapspace, classes } = context;
  const { spatial, temporal, dimensions } = mapspace.tiling;
  const lattice = createLattice(mapspace.problem.workload.bounds);
  const chain = createChain(mapspace, lattice, { plan: context.inputs.plan, mostSpreads: 10_000 });
  if (chain === undefined) return undefined;
  const point = mapspace.createPoint();
  const keep = new Int32Array(chain.links.length);
  const none = new Int32Array(chain.links.length);
  const path = { outer: none, inner: none, below: none, spread: none, keep, made: [] };
  const lists = new OrderLists(context, chain, { path, point });
  return (key, among) => {
    mapspace.readKey(key, point);
    chain.links.forEach(({ level }, k) => {
      keep[k] = point.keep.reduce((mask, levels, t) => mask | (((levels >> level) & 1) << t), 0);
    });
    lists.begin();
    temporal.forEach((position, t) => {
      const at = (spatial.length + t) * dimensions;
      const own = { order: point.order, at, count: point.loops[spatial.length + t]! };
      if (!position.canonical)
        classes!.normalize(t, own, among === 'all' ? undefined : lists.among(temporal.length - 1 - t));
    });
    const normal = mapspace.createKey();
    mapspace.writeKey(point, normal);
    return normal;
  };
}
