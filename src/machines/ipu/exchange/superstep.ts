// A superstep (section 2.1): compute, synchronize, exchange, one after the other and never overlapped; a program is their sum.

import type { Generation } from '../generation.js';
import { figureOf } from '../parameters.js';
import { exchangeCycles, type TileTraffic } from './exchange.js';

export interface Superstep {
  /** Of each tile. */
  readonly computeCycles: readonly number[];
  readonly traffic: readonly TileTraffic[];
  readonly chips: number;
}

export function superstepCycles(
  generation: Generation,
  { computeCycles, traffic, chips }: Superstep,
): { readonly compute: number; readonly sync: number; readonly exchange: number; readonly total: number } {
  const compute = computeCycles.reduce((most, one) => Math.max(most, one), 0);
  const sync = syncCycles(generation, chips);
  const exchange = exchangeCycles(generation, traffic);
  return { compute, sync, exchange, total: compute + sync + exchange };
}

/** Within a chip an estimate; between chips the published model of hops there and back. */
export function syncCycles(generation: Generation, chips: number): number {
  if (chips <= 1) return figureOf(generation, 'syncCycles');
  const hops = 1 + Math.floor(Math.floor(chips / 2) / 2);
  const nanoseconds = figureOf(generation, 'syncHopNanoseconds') * hops * 2;
  return Math.ceil((nanoseconds * figureOf(generation, 'clockMhz')) / 1000);
}
