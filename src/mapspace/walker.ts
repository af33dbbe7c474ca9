// Visits the mappings of a mapspace in canonical order, or those between two keys, changing one point in place. The
// visitor hears of every choice as soon as it is made and can cut off what follows.

import { bitCount } from '../math/bits.js';
import { stepOrder, writeOrder } from './canonical-key.js';
import { keepMask } from './keep-space.js';
import { axesFit, axisMasks, orderCount } from './loop-order.js';
import type { Mapspace } from './mapspace.js';
import type { Point } from './point.js';
import { availableInstances } from './tiling.js';

export interface Visitor {
  /** All keep masks are chosen. False skips everything below; so for the other methods. */
  kept(): boolean;
  /** All spatial factors, axes and orders are chosen. */
  spread(): boolean;
  /** A factor of temporal position `t` has grown (see `Walker.extent`). False also skips all larger factors. */
  grown(t: number): boolean;
  /** Factors and order of temporal position `t` are chosen. */
  placed(t: number): boolean;
  /** The mapping is complete. False ends the walk. */
  complete(): boolean;
}

/** Orders of the loops of a temporal position that are to be visited, by ascending rank. */
export interface OrderList {
  readonly count: number;
  readonly ranks: Float64Array;
  /** Dimensions inner to outer, `[order * loops + place]`. */
  readonly dimensions: Uint8Array;
}

export interface WalkOptions {
  /** Fewer orders than all: those of the dimensions in `mask` at temporal position `t`; undefined stands for all. */
  readonly orders?: (t: number, mask: number) => OrderList | undefined;
}

/** From the first key on, up to but without the second. */
export interface KeyRange {
  readonly from: ArrayLike<number> | null;
  readonly to: ArrayLike<number> | null;
}

// Whether the choices so far are the beginning of the first or of the last key.
const FIRST = 1;
const LAST = 2;

export class Walker {
  readonly point: Point;
  /** Tile extents of temporal position `t`: `[t * dimensions + d]`; factors not yet chosen count as 1. */
  readonly extent: Float64Array;
  readonly #mapspace: Mapspace;
  readonly #orders: WalkOptions['orders'];
  readonly #dimensions: number;
  readonly #spatial: number;
  readonly #temporal: number;
  /** State of dimension d before position p: `[p * dimensions + d]`. */
  readonly #states: Int32Array;
  /** Product of the factors inside temporal position t. */
  readonly #inside: Float64Array;
  /** Spatial positions between temporal positions t - 1 and t. */
  readonly #between: readonly (readonly number[])[];
  readonly #bounds: readonly number[];
  readonly #leastParallelism: number;
  readonly #maxLoops: number;
  #visitor!: Visitor;
  #range: KeyRange = { from: null, to: null };

  constructor(mapspace: Mapspace, { orders }: WalkOptions = {}) {
    const { tiling, problem } = mapspace;
    const { dimensions, spatial, temporal } = tiling;
    this.point = mapspace.createPoint();
    this.extent = new Float64Array(temporal.length * dimensions);
    this.#mapspace = mapspace;
    this.#orders = orders;
    this.#dimensions = dimensions;
    this.#spatial = spatial.length;
    this.#temporal = temporal.length;
    this.#states = new Int32Array((spatial.length + temporal.length + 1) * dimensions);
    this.#inside = new Float64Array(temporal.length * dimensions);
    this.#between = temporal.map(({ depth }, t) =>
      spatial.flatMap((position, p) =>
        position.depth < depth && (t === 0 || position.depth > temporal[t - 1]!.depth) ? [p] : [],
      ),
    );
    this.#bounds = problem.workload.bounds;
    this.#leastParallelism = problem.constraints.minParallelism * availableInstances(tiling);
    this.#maxLoops = problem.constraints.maxTemporalLoops ?? Number.POSITIVE_INFINITY;
  }

  /** False when the visitor ended it. */
  walk(visitor: Visitor, range: KeyRange = { from: null, to: null }): boolean {
    this.#visitor = visitor;
    this.#range = range;
    if (this.#mapspace.factors.some(({ space }) => space.count === 0)) return true;
    return this.#keep(0, (range.from ? FIRST : 0) | (range.to ? LAST : 0));
  }

  #keep(t: number, tight: number): boolean {
    const { keeps } = this.#mapspace;
    if (t === keeps.length) return this.#visitor.kept() ? this.#spread(0, { used: 1, tight }) : true;
    const space = keeps[t]!;
    const first = this.#least(t, tight);
    const last = Math.min(space.count - 1, this.#most(t, tight));
    for (let rank = first; rank <= last; rank += 1) {
      this.point.keep[t] = keepMask(space, rank);
      if (!this.#keep(t + 1, this.#tighten(t, rank, tight))) return false;
    }
    return true;
  }

  #spread(p: number, { used, tight }: { used: number; tight: number }): boolean {
    if (p < this.#spatial) return this.#spatialFactor(p, 0, { used, here: 1, mask: 0, tight });
    if (used < this.#leastParallelism) return true;
    return this.#visitor.spread() ? this.#step(0, 0, tight) : true;
  }

  #spatialFactor(p: number, d: number, so: { used: number; here: number; mask: number; tight: number }): boolean {
    if (d === this.#dimensions) return this.#axes(p, so);
    const { space } = this.#mapspace.factors[d]!;
    const { fanoutX, fanoutY } = this.#mapspace.tiling.spatial[p]!;
    const at = this.#mapspace.layout.start[p]! + d;
    const first = this.#least(at, so.tight);
    const last = Math.min(this.#most(at, so.tight), (fanoutX * fanoutY) / so.here);
    const row = p * this.#dimensions + d;
    const state = this.#states[row]!;
    const end = space.firstOption[p]![state + 1]!;
    for (let option = space.firstOption[p]![state]!; option < end; option += 1) {
      const factor = space.factor[p]![option]!;
      if (factor < first) continue;
      if (factor > last) break;
      this.point.factors[row] = factor;
      this.#states[row + this.#dimensions] = space.next[p]![option]!;
      const next = {
        used: so.used,
        here: so.here * factor,
        mask: factor > 1 ? so.mask | (1 << d) : so.mask,
        tight: this.#tighten(at, factor, so.tight),
      };
      if (!this.#spatialFactor(p, d + 1, next)) return false;
    }
    return true;
  }

  #axes(p: number, { used, here, mask, tight }: { used: number; here: number; mask: number; tight: number }): boolean {
    const position = this.#mapspace.tiling.spatial[p]!;
    const at = this.#mapspace.layout.start[p]! + this.#dimensions;
    const first = this.#least(at, tight);
    const last = this.#most(at, tight);
    const factors = this.point.factors.subarray(p * this.#dimensions, (p + 1) * this.#dimensions);
    for (const alongX of axisMasks(position, mask)) {
      if (alongX < first) continue;
      if (alongX > last) break;
      if (!axesFit(position, mask, { alongX, factors })) continue;
      const axes = { used: used * here, mask, alongX, tight: this.#tighten(at, alongX, tight) };
      if (!this.#ordersAlongX(p, axes)) return false;
    }
    return true;
  }

  #ordersAlongX(p: number, axes: { used: number; mask: number; alongX: number; tight: number }): boolean {
    const position = this.#mapspace.tiling.spatial[p]!;
    const at = this.#mapspace.layout.start[p]! + this.#dimensions + 1;
    const { order } = this.point;
    const row = p * this.#dimensions;
    let rank = this.#least(at, axes.tight);
    const last = this.#most(at, axes.tight);
    if (rank >= orderCount(position, axes.alongX)) return true;
    this.point.alongX[p] = writeOrder(position, axes.alongX, { order, at: row, rank });
    for (; rank <= last; rank += 1) {
      if (!this.#ordersAlongY(p, { ...axes, tight: this.#tighten(at, rank, axes.tight) })) return false;
      if (!stepOrder(position, axes.alongX, { order, at: row })) break;
    }
    return true;
  }

  #ordersAlongY(
    p: number,
    { used, mask, alongX, tight }: { used: number; mask: number; alongX: number; tight: number },
  ): boolean {
    const position = this.#mapspace.tiling.spatial[p]!;
    const at = this.#mapspace.layout.start[p]! + this.#dimensions + 2;
    const { order } = this.point;
    const from = p * this.#dimensions + this.point.alongX[p]!;
    const alongY = mask & ~alongX;
    let rank = this.#least(at, tight);
    const last = this.#most(at, tight);
    if (rank >= orderCount(position, alongY)) return true;
    const loops = this.point.alongX[p]! + writeOrder(position, alongY, { order, at: from, rank });
    for (; rank <= last; rank += 1) {
      this.point.loops[p] = loops;
      if (!this.#spread(p + 1, { used, tight: this.#tighten(at, rank, tight) })) return false;
      if (!stepOrder(position, alongY, { order, at: from })) break;
    }
    return true;
  }

  /** Enters temporal position `t` with `loops` temporal loops further inside. */
  #step(t: number, loops: number, tight: number): boolean {
    if (t === this.#temporal) return tight & LAST ? true : this.#visitor.complete();
    const row = t * this.#dimensions;
    for (let d = 0; d < this.#dimensions; d += 1) {
      let inside = 1;
      if (t > 0)
        inside =
          this.#inside[row - this.#dimensions + d]! *
          this.point.factors[(this.#spatial + t - 1) * this.#dimensions + d]!;
      for (const p of this.#between[t]!) inside *= this.point.factors[p * this.#dimensions + d]!;
      this.#inside[row + d] = inside;
      this.extent[row + d] = Math.min(inside, this.#bounds[d]!);
    }
    return this.#visitor.grown(t) ? this.#temporalFactor(t, 0, { mask: 0, loops, tight }) : true;
  }

  #temporalFactor(
    t: number,
    d: number,
    { mask, loops, tight }: { mask: number; loops: number; tight: number },
  ): boolean {
    if (d === this.#dimensions) return this.#place(t, { mask, loops: loops + bitCount(mask), tight });
    const p = this.#spatial + t;
    const { space } = this.#mapspace.factors[d]!;
    const at = this.#mapspace.layout.start[p]! + d;
    const first = this.#least(at, tight);
    const last = this.#most(at, tight);
    const row = p * this.#dimensions + d;
    const state = this.#states[row]!;
    const end = space.firstOption[p]![state + 1]!;
    const here = t * this.#dimensions + d;
    const inside = this.#inside[here]!;
    const bound = this.#bounds[d]!;
    let goOn = true;
    for (let option = space.firstOption[p]![state]!; option < end; option += 1) {
      const factor = space.factor[p]![option]!;
      if (factor < first) continue;
      if (factor > last) break;
      this.point.factors[row] = factor;
      this.extent[here] = Math.min(inside * factor, bound);
      if (factor > 1 && !this.#visitor.grown(t)) break;
      this.#states[row + this.#dimensions] = space.next[p]![option]!;
      const next = { mask: factor > 1 ? mask | (1 << d) : mask, loops, tight: this.#tighten(at, factor, tight) };
      goOn = this.#temporalFactor(t, d + 1, next);
      if (!goOn) break;
    }
    this.extent[here] = Math.min(inside, bound);
    return goOn;
  }

  #place(t: number, { mask, loops, tight }: { mask: number; loops: number; tight: number }): boolean {
    if (loops > this.#maxLoops) return true;
    const p = this.#spatial + t;
    const at = this.#mapspace.layout.start[p]! + this.#dimensions;
    const list = this.#orders?.(t, mask);
    if (list !== undefined) return this.#placeListed(t, { list, loops, tight, at });
    const position = this.#mapspace.tiling.temporal[t]!;
    const { order } = this.point;
    const row = p * this.#dimensions;
    let rank = this.#least(at, tight);
    const last = this.#most(at, tight);
    if (rank > 0 && rank >= orderCount(position, mask)) return true;
    const here = writeOrder(position, mask, { order, at: row, rank });
    for (; rank <= last; rank += 1) {
      this.point.loops[p] = here;
      if (this.#visitor.placed(t) && !this.#step(t + 1, loops, this.#tighten(at, rank, tight))) return false;
      if (!stepOrder(position, mask, { order, at: row })) break;
    }
    return true;
  }

  #placeListed(
    t: number,
    { list, loops, tight, at }: { list: OrderList; loops: number; tight: number; at: number },
  ): boolean {
    const p = this.#spatial + t;
    const row = p * this.#dimensions;
    const here = list.dimensions.length / list.count;
    const first = this.#least(at, tight);
    const last = this.#most(at, tight);
    for (let index = 0; index < list.count; index += 1) {
      const rank = list.ranks[index]!;
      if (rank < first) continue;
      if (rank > last) break;
      for (let place = 0; place < here; place += 1)
        this.point.order[row + place] = list.dimensions[index * here + place]!;
      this.point.loops[p] = here;
      if (this.#visitor.placed(t) && !this.#step(t + 1, loops, this.#tighten(at, rank, tight))) return false;
    }
    return true;
  }

  #least(at: number, tight: number): number {
    return tight & FIRST ? this.#range.from![at]! : 0;
  }

  #most(at: number, tight: number): number {
    return tight & LAST ? this.#range.to![at]! : Number.POSITIVE_INFINITY;
  }

  #tighten(at: number, digit: number, tight: number): number {
    let still = 0;
    if (tight & FIRST && digit === this.#range.from![at]) still |= FIRST;
    if (tight & LAST && digit === this.#range.to![at]) still |= LAST;
    return still;
  }
}
