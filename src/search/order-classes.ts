// Which orders of a temporal position's loops can cost differently. One order of each class is enough to search, the
// first in canonical order, because all others evaluate to the same figures, digit for digit.
//
// In the terms of F.13: for one dataspace, only the loops up to the first one that moves its tile matter, and where that
// loop slides a window, also the loops up to the first one that steps a rank no other dimension steps. Beyond it t_k has
// a component on that rank that no later step cancels, so every visit transfers the whole tile, whatever the order, and
// no neighbour can have it (F.6). Among the loops before it that do not move the tile only their product counts.

import type { PlacedOrder } from '../mapspace/loop-order.js';
import type { PositionBase, TemporalPosition } from '../mapspace/tiling.js';
import type { OrderList } from '../mapspace/walker.js';
import { bitCount, maskOf } from '../math/bits.js';
import type { OrderNeeds } from '../model/sparse/loop-order.js';
import { type Dataspace, stepOf, type Workload } from '../workload/workload.js';
import type { Effort } from './infeasible/effort.js';

/** Beginnings of orders of one set of loops beyond which its classes are not listed. */
const mostBeginnings = 20_000;

export interface OrderClasses {
  /**
   * Representatives for the dimensions in `mask` at temporal position `t`, in canonical order; undefined where they are too
   * many to list. To list them costs effort. `among`: the dataspaces to which the order matters, a mask; all unless told.
   */
  representatives(t: number, mask: number, of?: { effort?: Effort | undefined; among?: number }): OrderList | undefined;
  /** Replaces the order that stands from `order[at]` on by the representative of its class, where classes are listed. */
  normalize(t: number, loops: PlacedOrder & { readonly count: number }, among?: number): void;
}

interface Classes {
  readonly list: OrderList;
  /** Signature to place in the list. */
  readonly places: ReadonlyMap<string, number>;
}

/** `orders`: what matters for other reasons than reuse (`OrderNeeds`). */
export function orderClasses(
  workload: Workload,
  positions: readonly TemporalPosition[],
  orders: OrderNeeds['orders'] = [],
): OrderClasses {
  const all = (1 << workload.dimensions.length) - 1;
  const usual = workload.dataspaces.map((dataspace) => reuseMasks(workload, dataspace));
  const apart = [{ moving: all, alone: 0 }];
  const reuse = positions.map(({ level }) => {
    const own = orders[level];
    if (own === null) return apart;
    if (own === undefined || own.length === 0) return usual;
    return [...usual, ...own.map((mask) => ({ moving: all & mask, alone: all & mask, named: true }))];
  });
  // Positions that constrain orders alike share their classes.
  const alike = positions.map((position, t) =>
    positions.findIndex((other, at) => reuse[at] === reuse[t] && ordersAlike(position, other)),
  );
  const everyone = (1 << usual.length) - 1;
  const reuseAmong = (t: number, among: number): readonly ReuseMasks[] =>
    reuse[t] === apart ? apart : reuse[t]!.filter((_, at) => at >= usual.length || (among >> at) & 1);
  const known = positions.map(() => new Map<number, Classes | undefined>());
  const classes = (t: number, mask: number, among: number, effort?: Effort): Classes | undefined => {
    const key = mask * (everyone + 1) + among;
    const seen = known[alike[t]!]!.get(key);
    if (seen !== undefined || known[alike[t]!]!.has(key)) return seen;
    const found = classesOf(positions[t]!, mask, { reuse: reuseAmong(t, among), effort });
    known[alike[t]!]!.set(key, found);
    return found;
  };
  return {
    representatives: (t, mask, { effort, among = everyone } = {}) => classes(t, mask, among, effort)?.list,
    normalize: (t, { order, at, count }, among = everyone) => {
      const dimensions = order.subarray(at, at + count);
      const mask = maskOf(dimensions);
      const listed = classes(t, mask, among);
      if (listed === undefined) return;
      const { list, places } = listed;
      const own = reuseAmong(t, among);
      const place = places.get(signatureOf(readAll(begin(own), dimensions, own)))! * count;
      order.set(list.dimensions.subarray(place, place + count), at);
    },
  };
}

function ordersAlike(a: PositionBase, b: PositionBase): boolean {
  const text = ({ innermost, free, outermost, canonical }: PositionBase): string =>
    [innermost, free, outermost, canonical].join(';');
  return text(a) === text(b);
}

/** Dimensions that move a dataspace's tile, and those among them that step a rank of their own, as masks. */
export interface ReuseMasks {
  /** Dimensions that move the tile. */
  readonly moving: number;
  /** Those among them that step some rank alone. */
  readonly alone: number;
  /** Whether it matters which of these is the first to loop. */
  readonly named?: boolean;
}

export function reuseMasks(workload: Workload, { projection }: Dataspace): ReuseMasks {
  let moving = 0;
  let alone = 0;
  for (const rank of projection) {
    let here = 0;
    for (const d of new Set(rank.map(({ dimension }) => dimension))) {
      const coefficient = stepOf(rank, d);
      if (coefficient !== 0 && workload.bounds[d]! > 1) here |= 1 << d;
    }
    moving |= here;
    if (bitCount(here) === 1) alone |= here;
  }
  return { moving, alone };
}

/** What an order's beginning means to one dataspace: still open, or decided with this signature. */
interface Reading {
  readonly open: boolean;
  /** Loops since the last one that mattered, none of which moves the tile. */
  readonly gap: number;
  readonly text: string;
}

function read(reading: Reading, d: number, { moving, alone, named }: ReuseMasks): Reading {
  if (!reading.open) return reading;
  if (!((moving >> d) & 1)) return { open: true, gap: reading.gap | (1 << d), text: reading.text };
  const own = (alone >> d) & 1;
  const text = own && named !== true ? `${reading.text}${reading.gap}.` : `${reading.text}${reading.gap}:${d}.`;
  return { open: !own, gap: 0, text };
}

function begin(reuse: readonly ReuseMasks[]): readonly Reading[] {
  return reuse.map(() => ({ open: true, gap: 0, text: '' }));
}

function advance(readings: readonly Reading[], d: number, reuse: readonly ReuseMasks[]): readonly Reading[] {
  const next: Reading[] = [];
  for (let t = 0; t < reuse.length; t += 1) next.push(read(readings[t]!, d, reuse[t]!));
  return next;
}

function signatureOf(readings: readonly Reading[]): string {
  return readings.map(({ text, gap }) => `${text}${gap}`).join();
}

function readAll(
  readings: readonly Reading[],
  dimensions: Iterable<number>,
  reuse: readonly ReuseMasks[],
): readonly Reading[] {
  let so = readings;
  for (const d of dimensions) so = advance(so, d, reuse);
  return so;
}

function classesOf(
  position: PositionBase,
  mask: number,
  { reuse, effort }: { readonly reuse: readonly ReuseMasks[]; readonly effort: Effort | undefined },
): Classes | undefined {
  const within = (dimensions: readonly number[]): number[] => dimensions.filter((d) => (mask >> d) & 1);
  const inner = within(position.innermost);
  const outer = within(position.outermost);
  const orders: (readonly number[])[] = [];
  const places = new Map<string, number>();
  let beginnings = 0;
  /** An order begun: dimensions placed and those left, and what it means so far. */
  const extend = (placed: readonly number[], rest: readonly number[], readings: readonly Reading[]): void => {
    beginnings += 1;
    if (beginnings > mostBeginnings) return;
    // Once every dataspace is decided the rest may stand as it is: ascending, the first order.
    if (rest.length === 0 || position.canonical || !readings.some(({ open }) => open)) {
      const signature = signatureOf(readAll(readAll(readings, rest, reuse), outer, reuse));
      if (places.has(signature)) return;
      places.set(signature, orders.length);
      orders.push([...inner, ...placed, ...rest, ...outer]);
      return;
    }
    for (const [at, d] of rest.entries())
      extend([...placed, d], [...rest.slice(0, at), ...rest.slice(at + 1)], advance(readings, d, reuse));
  };
  extend([], within(position.free), readAll(begin(reuse), inner, reuse));
  effort?.spend(beginnings);
  if (beginnings > mostBeginnings) return undefined;
  return { list: { count: orders.length, dimensions: Uint8Array.from(orders.flat()) }, places };
}
