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

export interface Walker {
  readonly point: Point;
  /** Tile extents of temporal position `t`: `[t * dimensions + d]`; factors not yet chosen count as 1. */
  readonly extent: Float64Array;
  /** False when the visitor ended it. */
  walk(visitor: Visitor): boolean;
}

/** `listed`: fewer orders than all, those of the dimensions in `mask` at temporal position `t`; undefined stands for all. */
export function createWalker(mapspace: Mapspace, listed?: (t: number, mask: number) => OrderList | undefined): Walker {
  const { tiling, problem, factors, keeps } = mapspace;
  const { dimensions, spatial, temporal } = tiling;
  const { bounds } = problem.workload;
  const leastParallelism = problem.constraints.minParallelism * availableInstances(tiling);
  const maxLoops = problem.constraints.maxTemporalLoops ?? Number.POSITIVE_INFINITY;
  const point = mapspace.createPoint();
  const { order } = point;
  const extent = new Float64Array(temporal.length * dimensions);
  /** State of dimension d before position p: `[p * dimensions + d]`. */
  const states = new Int32Array((spatial.length + temporal.length + 1) * dimensions);
  /** Product of the factors inside temporal position t. */
  const insides = new Float64Array(temporal.length * dimensions);
  /** Spatial positions between temporal positions t - 1 and t. */
  const between = temporal.map(({ depth }, t) =>
    spatial.flatMap((position, p) =>
      position.depth < depth && (t === 0 || position.depth > temporal[t - 1]!.depth) ? [p] : [],
    ),
  );
  let visitor: Visitor;

  const keep = (t: number): boolean => {
    const space = keeps[t];
    if (space === undefined) return visitor.kept() ? spread(0, 1) : true;
    for (let rank = 0; rank < space.count; rank += 1) {
      point.keep[t] = keepMask(space, rank);
      if (!keep(t + 1)) return false;
    }
    return true;
  };

  /** `used`: product of the spatial factors chosen. */
  const spread = (p: number, used: number): boolean => {
    if (p < spatial.length) return spatialFactor(p, 0, { used, here: 1, mask: 0 });
    if (used < leastParallelism) return true;
    return visitor.spread() ? step(0, 0) : true;
  };

  const spatialFactor = (p: number, d: number, so: { used: number; here: number; mask: number }): boolean => {
    if (d === dimensions) return axes(p, so.mask, so.used * so.here);
    const { space } = factors[d]!;
    const last = (spatial[p]!.fanoutX * spatial[p]!.fanoutY) / so.here;
    const row = p * dimensions + d;
    const end = space.firstOption[p]![states[row]! + 1]!;
    for (let option = space.firstOption[p]![states[row]!]!; option < end; option += 1) {
      const factor = space.factor[p]![option]!;
      if (factor > last) break;
      point.factors[row] = factor;
      states[row + dimensions] = space.next[p]![option]!;
      const mask = factor > 1 ? so.mask | (1 << d) : so.mask;
      if (!spatialFactor(p, d + 1, { used: so.used, here: so.here * factor, mask })) return false;
    }
    return true;
  };

  const axes = (p: number, mask: number, used: number): boolean => {
    const position = spatial[p]!;
    const row = p * dimensions;
    const chosen = point.factors.subarray(row, row + dimensions);
    for (const x of axisMasks(position, mask)) {
      if (!axesFit(position, mask, x, chosen)) continue;
      const inner = writeFirstOrder(position, x, { order, at: row });
      do {
        const outer = writeFirstOrder(position, mask & ~x, { order, at: row + inner });
        do {
          point.alongX[p] = inner;
          point.loops[p] = inner + outer;
          if (!spread(p + 1, used)) return false;
        } while (stepOrder(position, mask & ~x, { order, at: row + inner }));
      } while (stepOrder(position, x, { order, at: row }));
    }
    return true;
  };

  /** Enters temporal position `t` with `loops` temporal loops further inside. */
  const step = (t: number, loops: number): boolean => {
    if (t === temporal.length) return visitor.complete();
    const row = t * dimensions;
    for (let d = 0; d < dimensions; d += 1) {
      const before = (spatial.length + t - 1) * dimensions + d;
      let inside = t === 0 ? 1 : insides[row - dimensions + d]! * point.factors[before]!;
      for (const p of between[t]!) inside *= point.factors[p * dimensions + d]!;
      insides[row + d] = inside;
      extent[row + d] = Math.min(inside, bounds[d]!);
    }
    return visitor.grown(t) ? temporalFactor(t, 0, { mask: 0, loops }) : true;
  };

  const temporalFactor = (t: number, d: number, { mask, loops }: { mask: number; loops: number }): boolean => {
    if (d === dimensions) return place(t, mask, loops + bitCount(mask));
    const p = spatial.length + t;
    const { space } = factors[d]!;
    const row = p * dimensions + d;
    const end = space.firstOption[p]![states[row]! + 1]!;
    const here = t * dimensions + d;
    const inside = insides[here]!;
    const bound = bounds[d]!;
    let goOn = true;
    for (let option = space.firstOption[p]![states[row]!]!; option < end && goOn; option += 1) {
      const factor = space.factor[p]![option]!;
      point.factors[row] = factor;
      extent[here] = Math.min(inside * factor, bound);
      if (factor > 1 && !visitor.grown(t)) break;
      states[row + dimensions] = space.next[p]![option]!;
      goOn = temporalFactor(t, d + 1, { mask: factor > 1 ? mask | (1 << d) : mask, loops });
    }
    extent[here] = Math.min(inside, bound);
    return goOn;
  };

  const place = (t: number, mask: number, loops: number): boolean => {
    if (loops > maxLoops) return true;
    const p = spatial.length + t;
    const at = p * dimensions;
    const goOn = (): boolean => !visitor.placed(t) || step(t + 1, loops);
    const list = listed?.(t, mask);
    if (list !== undefined) {
      const here = list.dimensions.length / list.count;
      for (let index = 0; index < list.count; index += 1) {
        order.set(list.dimensions.subarray(index * here, (index + 1) * here), at);
        point.loops[p] = here;
        if (!goOn()) return false;
      }
      return true;
    }
    const here = writeFirstOrder(temporal[t]!, mask, { order, at });
    do {
      point.loops[p] = here;
      if (!goOn()) return false;
    } while (stepOrder(temporal[t]!, mask, { order, at }));
    return true;
  };

  return {
    point,
    extent,
    walk: (given) => {
      visitor = given;
      return factors.some(({ space }) => space.count === 0) || keep(0);
    },
  };
}
