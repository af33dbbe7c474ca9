// What one choice of spatial factors costs each dataspace on its way to the tile below (F.5, F.8, F.10), as lower bounds
// over all instances: distinct deliveries, fills, hops.

import { productOf } from '../../../math/product.js';
import { RankShifts } from '../../../model/charge/fanout.js';
import { leastHops } from '../../../model/charge/hops.js';
import type { Chain, Link, Spread } from '../space/chain.js';
import type { Flow } from './flows.js';

export interface SpreadCosts {
  /** `idle[t][s]`: product of the factors of the dimensions that dataspace t does not depend on. */
  readonly idle: readonly Float64Array[];
  /** `hops[t][s]`: pJ of hops per word delivered to the children. */
  readonly hops: readonly Float64Array[];
}

export function spreadCosts(
  chain: Chain,
  link: Link,
  { flows, hops: counted }: { readonly flows: readonly Flow[]; readonly hops: boolean },
): SpreadCosts {
  const idle = flows.map((flow) => Float64Array.from(link.spreads, ({ total }) => productOver(total, flow.idle)));
  const hops = flows.map((flow) =>
    Float64Array.from(link.spreads, (spread) => (counted ? hopPjPerWord(chain, link, flow, spread) : 0)),
  );
  return { idle, hops };
}

/** Elements at the fan-outs of links `from` to `to` - 1 for each tile that they hold of dataspace t, under a spatial choice of each. */
export function alikeUnder(
  costs: readonly SpreadCosts[],
  spread: ArrayLike<number>,
  t: number,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  let alike = 1;
  for (let link = from; link < to; link += 1) alike *= costs[link]!.idle[t]![spread[link]!]!;
  return alike;
}

export function productOver(factors: readonly number[], mask: number): number {
  return factors.reduce((product, factor, d) => ((mask >> d) & 1 ? product * factor : product), 1);
}

/**
 * By spatial choice the first one that nothing in the bounds tells from it: where words are neither forwarded nor pay for hops,
 * it does not matter which of several fan-outs steps a dimension, but where two of a rank loop (F.13, "Space").
 */
export function twinsOf(link: Link, flows: readonly Flow[], { hops }: SpreadCosts): Int32Array {
  const sliding = flows.flatMap(({ window }) => window?.dimensions ?? []);
  const whole = link.forwarded !== 0 || flows.some(({ wild }) => wild);
  const known = new Map<string, number>();
  return Int32Array.from(link.spreads, ({ id, total, factors, served }, s) => {
    const split = sliding.filter((mask) => total.filter((factor, d) => factor > 1 && (mask >> d) & 1).length > 1);
    const own = factors.map((list) => list.filter((_, d) => whole || split.some((mask) => (mask >> d) & 1)));
    const key = [
      id,
      served.still,
      served.stepping,
      served.alike,
      ...hops.map((list) => list[s]!),
      ...own.flat(),
    ].join();
    const first = known.get(key) ?? s;
    known.set(key, first);
    return first;
  });
}

const along = new RankShifts();

/** Distinct deliveries per visit, multiplied over the fan-outs (F.13, "Space"), for a child tile of `extent[d]`. */
export function distinctDeliveries(flow: Flow, spread: Spread, extent: (d: number) => number): number {
  const window = flow.window!;
  let product = 1;
  const inside = spread.total.map(() => 1);
  for (let at = spread.factors.length - 1; at >= 0; at -= 1) {
    const factors = spread.factors[at]!;
    for (const mask of window.dimensions) {
      along.begin();
      for (let d = 0; d < factors.length; d += 1) {
        if (!((mask >> d) & 1) || factors[d] === 1) continue;
        along.add(window.coefficient[d]! * extent(d) * inside[d]!, factors[d]!);
      }
      product *= along.distinct;
    }
    for (let d = 0; d < factors.length; d += 1) inside[d] = inside[d]! * factors[d]!;
  }
  return product;
}

/** Least hop energy per delivered word over all arrangements. */
function hopPjPerWord(chain: Chain, link: Link, flow: Flow, spread: Spread): number {
  const { tiling, problem } = chain.mapspace;
  let sum = 0;
  let inner = 1; // words below an inner fan-out per word delivered to it, at most
  for (let at = spread.factors.length - 1; at >= 0; at -= 1) {
    const factors = spread.factors[at]!;
    const position = tiling.spatial[link.spatial[at]!]!;
    const { network } = problem.architecture.levels[position.level]!;
    const elements = productOf(factors);
    const perHop = network.energyPerHopPj ?? 0;
    if (perHop > 0 && elements > 1 && !sharesRank(flow, factors)) {
      const sharing = productOver(factors, ~flow.moving);
      const mesh = { width: position.fanoutX, height: position.fanoutY };
      sum += (perHop * leastHops({ sharing, apart: elements / sharing, ...mesh })) / (elements * inner);
    }
    inner *= productOver(factors, flow.idle | sharedRanks(flow));
  }
  return sum;
}

/**
 * Dimensions that share a rank: an outer tile may be hardly wider for them. Along a rank of its own a dimension makes the
 * tile wider by its factor at least.
 */
function sharedRanks({ window, wild, moving }: Flow): number {
  if (window === null) return 0;
  if (wild) return moving;
  return window.dimensions.reduce((mask, rank) => ((rank & (rank - 1)) === 0 ? mask : mask | rank), 0);
}

/** Two dimensions on one rank make groups of different sizes, which the sum below does not cover. */
function sharesRank(flow: Flow, factors: readonly number[]): boolean {
  if (flow.window === null) return false;
  if (flow.wild) return true;
  return flow.window.dimensions.some((mask) => factors.filter((factor, d) => factor > 1 && (mask >> d) & 1).length > 1);
}
