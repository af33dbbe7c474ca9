// Visits the mappings of a mapspace in canonical order, changing one point in place. The visitor hears of every choice as
// soon as it is made and can cut off what follows.

import { bitCount } from '../math/bits.js';
import { stepOrder } from './canonical-key.js';
import { keepMask } from './keep-space.js';
import { axesFit, axisMasks, writeFirstOrder } from './loop-order.js';
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

/** Orders of the loops of a temporal position that are to be visited, in canonical order. */
export interface OrderList {
  readonly count: number;
  /** Dimensions inner to outer, `[order * loops + place]`. */
  readonly dimensions: Uint8Array;
}

export interface WalkOptions {
  /** Fewer orders than all: those of the dimensions in `mask` at temporal position `t`; undefined stands for all. */
  readonly orders?: (t: number, mask: number) => OrderList | undefined;
}

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
  walk(visitor: Visitor): boolean {
    this.#visitor = visitor;
    if (this.#mapspace.factors.some(({ space }) => space.count === 0)) return true;
    return this.#keep(0);
  }

  #keep(t: number): boolean {
    const space = this.#mapspace.keeps[t];
    if (space === undefined) return this.#visitor.kept() ? this.#spread(0, 1) : true;
    for (let rank = 0; rank < space.count; rank += 1) {
      this.point.keep[t] = keepMask(space, rank);
      if (!this.#keep(t + 1)) return false;
    }
    return true;
  }

  /** `used`: product of the spatial factors chosen. */
  #spread(p: number, used: number): boolean {
    if (p < this.#spatial) return this.#spatialFactor(p, 0, { used, here: 1, mask: 0 });
    if (used < this.#leastParallelism) return true;
    return this.#visitor.spread() ? this.#step(0, 0) : true;
  }

  #spatialFactor(p: number, d: number, so: { used: number; here: number; mask: number }): boolean {
    if (d === this.#dimensions) return this.#axes(p, so.mask, so.used * so.here);
    const { space } = this.#mapspace.factors[d]!;
    const { fanoutX, fanoutY } = this.#mapspace.tiling.spatial[p]!;
    const last = (fanoutX * fanoutY) / so.here;
    const row = p * this.#dimensions + d;
    const state = this.#states[row]!;
    const end = space.firstOption[p]![state + 1]!;
    for (let option = space.firstOption[p]![state]!; option < end; option += 1) {
      const factor = space.factor[p]![option]!;
      if (factor > last) break;
      this.point.factors[row] = factor;
      this.#states[row + this.#dimensions] = space.next[p]![option]!;
      const mask = factor > 1 ? so.mask | (1 << d) : so.mask;
      if (!this.#spatialFactor(p, d + 1, { used: so.used, here: so.here * factor, mask })) return false;
    }
    return true;
  }

  #axes(p: number, mask: number, used: number): boolean {
    const position = this.#mapspace.tiling.spatial[p]!;
    const { order, alongX, loops } = this.point;
    const row = p * this.#dimensions;
    const factors = this.point.factors.subarray(row, row + this.#dimensions);
    for (const x of axisMasks(position, mask)) {
      if (!axesFit(position, mask, { alongX: x, factors })) continue;
      const inner = writeFirstOrder(position, x, { order, at: row });
      do {
        const outer = writeFirstOrder(position, mask & ~x, { order, at: row + inner });
        do {
          alongX[p] = inner;
          loops[p] = inner + outer;
          if (!this.#spread(p + 1, used)) return false;
        } while (stepOrder(position, mask & ~x, { order, at: row + inner }));
      } while (stepOrder(position, x, { order, at: row }));
    }
    return true;
  }

  /** Enters temporal position `t` with `loops` temporal loops further inside. */
  #step(t: number, loops: number): boolean {
    if (t === this.#temporal) return this.#visitor.complete();
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
    return this.#visitor.grown(t) ? this.#temporalFactor(t, 0, { mask: 0, loops }) : true;
  }

  #temporalFactor(t: number, d: number, { mask, loops }: { mask: number; loops: number }): boolean {
    if (d === this.#dimensions) return this.#place(t, mask, loops + bitCount(mask));
    const p = this.#spatial + t;
    const { space } = this.#mapspace.factors[d]!;
    const row = p * this.#dimensions + d;
    const state = this.#states[row]!;
    const end = space.firstOption[p]![state + 1]!;
    const here = t * this.#dimensions + d;
    const inside = this.#inside[here]!;
    const bound = this.#bounds[d]!;
    let goOn = true;
    for (let option = space.firstOption[p]![state]!; option < end && goOn; option += 1) {
      const factor = space.factor[p]![option]!;
      this.point.factors[row] = factor;
      this.extent[here] = Math.min(inside * factor, bound);
      if (factor > 1 && !this.#visitor.grown(t)) break;
      this.#states[row + this.#dimensions] = space.next[p]![option]!;
      goOn = this.#temporalFactor(t, d + 1, { mask: factor > 1 ? mask | (1 << d) : mask, loops });
    }
    this.extent[here] = Math.min(inside, bound);
    return goOn;
  }

  #place(t: number, mask: number, loops: number): boolean {
    if (loops > this.#maxLoops) return true;
    const p = this.#spatial + t;
    const { order } = this.point;
    const at = p * this.#dimensions;
    const goOn = (): boolean => !this.#visitor.placed(t) || this.#step(t + 1, loops);
    const list = this.#orders?.(t, mask);
    if (list !== undefined) {
      const here = list.dimensions.length / list.count;
      for (let index = 0; index < list.count; index += 1) {
        order.set(list.dimensions.subarray(index * here, (index + 1) * here), at);
        this.point.loops[p] = here;
        if (!goOn()) return false;
      }
      return true;
    }
    const position = this.#mapspace.tiling.temporal[t]!;
    const here = writeFirstOrder(position, mask, { order, at });
    do {
      this.point.loops[p] = here;
      if (!goOn()) return false;
    } while (stepOrder(position, mask, { order, at }));
    return true;
  }
}
