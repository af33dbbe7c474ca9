// The positions at which a dimension can have a factor (E.2): one spatial position per fan-out above 1 and one temporal
// position per storage level, each with the constraints that hold there. Spatial positions come first, then temporal
// ones, each group innermost first: a spatial choice decides how much every temporal one has left.

import type { Architecture } from '../arch/architecture.js';
import type { Constraints, FactorConstraint, LoopConstraints } from '../mapping/constraints.js';
import { maskOf } from '../math/bits.js';

export interface PositionBase {
  /** Index into `Architecture.levels`. */
  readonly level: number;
  /** Place in the nest among all positions, 0 = innermost. */
  readonly depth: number;
  readonly factors: readonly FactorConstraint[];
  /** Dimensions pinned innermost (first = innermost) and outermost (last = outermost), and the free ones, ascending. */
  readonly innermost: readonly number[];
  readonly outermost: readonly number[];
  /** Dimensions of bound 1 are left out: they have no loops, and no split counts them. */
  readonly free: readonly number[];
  readonly freeMask: number;
  /** The free dimensions keep ascending order: another one is not looked at (E.2). */
  readonly canonical: boolean;
}

export interface SpatialPosition extends PositionBase {
  readonly kind: 'spatial';
  readonly fanoutX: number;
  readonly fanoutY: number;
  /** As in `SpatialConstraints.split`. */
  readonly split: number | null;
}

export interface TemporalPosition extends PositionBase {
  readonly kind: 'temporal';
}

export type Tiling = ReturnType<typeof tilingOf>;

export function tilingOf(architecture: Architecture, constraints: Constraints, bounds: readonly number[]) {
  const dimensions = bounds.length;
  const spatial: SpatialPosition[] = [];
  const temporal: TemporalPosition[] = [];
  architecture.levels.forEach((level, index) => {
    const limits = constraints.levels[index]!;
    const depth = (): number => spatial.length + temporal.length;
    if (level.fanoutX * level.fanoutY > 1) {
      const given = limits.spatial ?? unconstrained(dimensions);
      const oneAxis = level.fanoutX === 1 || level.fanoutY === 1;
      const pinned = given.innermost.length + given.outermost.length > 0;
      spatial.push({
        kind: 'spatial',
        level: index,
        depth: depth(),
        factors: given.factors,
        ...loopOrder(given, bounds),
        canonical: oneAxis && given.declaredOrder && !pinned,
        fanoutX: level.fanoutX,
        fanoutY: level.fanoutY,
        split: limits.spatial?.split ?? null,
      });
    }
    if (level.kind === 'storage') {
      const given = limits.temporal;
      // Every compute touches every dataspace, so loops directly above it cost the same in any order, if all is dense.
      const canonical = depth() === 0 && given.ordersDiffer !== true;
      temporal.push({
        kind: 'temporal',
        level: index,
        depth: depth(),
        factors: given.factors,
        ...loopOrder(given, bounds),
        canonical,
      });
    }
  });
  return { dimensions, levels: architecture.levels.length, spatial, temporal };
}

function loopOrder(
  { innermost, outermost }: Pick<LoopConstraints, 'innermost' | 'outermost'>,
  bounds: readonly number[],
): Pick<PositionBase, 'innermost' | 'outermost' | 'free' | 'freeMask'> {
  const free = [...bounds.keys()].filter((d) => bounds[d]! > 1 && !innermost.includes(d) && !outermost.includes(d));
  return { innermost, outermost, free, freeMask: maskOf(free) };
}

function unconstrained(dimensions: number): LoopConstraints {
  const factors = Array.from({ length: dimensions }, () => ({}));
  return { factors, innermost: [], outermost: [], declaredOrder: false };
}

/** Children that the fan-outs together can reach. */
export function availableInstances({ spatial }: Pick<Tiling, 'spatial'>): number {
  return spatial.reduce((product, { fanoutX, fanoutY }) => product * fanoutX * fanoutY, 1);
}

/** The positions in the order of factor vectors and canonical keys: spatial ones, then temporal ones. */
export function positionsOf(tiling: Tiling): readonly (SpatialPosition | TemporalPosition)[] {
  return [...tiling.spatial, ...tiling.temporal];
}
