// Everything a mapper may choose for one problem under its constraints (section E): factors, orders and axes of loops, and
// what each level keeps. Capacities are not part of it: whether a mapping fits is for the model to say.

import { type Diagnostic, error, type Outcome, warning } from '../diagnostics/diagnostic.js';
import type { Mapping } from '../mapping/mapping.js';
import type { Problem } from '../mapping/problem.js';
import { productOf } from '../math/product.js';
import { type KeyLayout, keyLayout, readKey, writeKey } from './canonical-key.js';
import { type DimensionFactors, dimensionFactors } from './factor-rule.js';
import { type KeepSpace, keepSpaceOf } from './keep-space.js';
import { type Numbering, numberingOf } from './numbering.js';
import { greatestParallelism, type Parallelism } from './parallelism.js';
import { createPoint, mappingOf, type Point } from './point.js';
import { availableInstances, type Tiling, tilingOf } from './tiling.js';

export interface MapspaceOptions {
  /** Also factors that do not divide what is left (D.3). */
  readonly imperfect: boolean;
}

/** Dimensions and levels are kept as bits of a mask. */
const maskBits = 30;

/** Steps to count mappings with: more where a walk through all of them is the only proof. */
const countedSteps = { proven: 300_000, walked: 3_000_000 };

/** Fails with E-INFEASIBLE, naming the constraints, when there is nothing to choose from. */
export function createMapspace(problem: Problem, options: MapspaceOptions): Outcome<Mapspace> {
  const { workload, architecture } = problem;
  const crowded: readonly [string, number][] = [
    ['dimensions', workload.dimensions.length],
    ['levels', architecture.levels.length],
    ['dataspaces', workload.dataspaces.length],
  ];
  const tooMany = crowded.filter(([, count]) => count > maskBits);
  if (tooMany.length > 0) {
    const diagnostics = tooMany.map(([what, count]) =>
      error('E-UNSUPPORTED', `the search handles at most ${maskBits} ${what}, not ${count}`),
    );
    return { value: undefined, diagnostics };
  }
  const mapspace = new Mapspace(problem, options);
  const diagnostics = contradictions(mapspace);
  if (diagnostics.length > 0) return { value: undefined, diagnostics };
  return { value: mapspace, diagnostics: declaredOrders(mapspace) };
}

/** The reference's mapper leaves orders out, and so do we where asked to read as it does; others may be better. */
function declaredOrders({ tiling, problem }: Mapspace): Diagnostic[] {
  const declared = tiling.spatial.filter(({ canonical, free }) => canonical && free.length > 1);
  if (declared.length === 0) return [];
  const names = declared.map(({ level }) => problem.architecture.levels[level]!.name).join(', ');
  const message = `${names}: along one axis without a permutation, spatial loops stand in the order in which the workload declares its dimensions, as in the reference; other orders are not searched`;
  return [warning('W-COMPAT', message, { hint: 'without --compat every order is searched' })];
}

export class Mapspace {
  readonly problem: Problem;
  readonly imperfect: boolean;
  readonly tiling: Tiling;
  /** Per dimension. */
  readonly factors: readonly DimensionFactors[];
  /** Per dataspace. */
  readonly keeps: readonly KeepSpace[];
  readonly layout: KeyLayout;
  /** Whether every mapping's loops run their full trip counts to the end. */
  readonly perfect: boolean;
  #numbering: Numbering | undefined;
  #parallelism: Parallelism | undefined;

  constructor(problem: Problem, { imperfect }: MapspaceOptions) {
    const { workload, architecture, constraints } = problem;
    this.problem = problem;
    this.imperfect = imperfect;
    this.tiling = tilingOf(architecture, constraints, workload.bounds);
    this.factors = workload.bounds.map((bound, id) => dimensionFactors(this.tiling, { id, bound }, { imperfect }));
    this.keeps = workload.dataspaces.map((_, t) => keepSpaceOf(architecture, constraints, t));
    this.layout = keyLayout(this.tiling, this.keeps);
    this.perfect = this.factors.every(({ plain }) => plain);
  }

  /** How many mappings there are; an upper bound where `sizeIsExact` is false. */
  get size(): bigint {
    return this.#numbered().size;
  }

  get sizeIsExact(): boolean {
    return this.#numbered().exact;
  }

  /** The most instances that spatial factors can use. */
  get parallelism(): Parallelism {
    this.#parallelism ??= greatestParallelism(
      this.tiling,
      this.factors.map(({ space }) => space),
    );
    return this.#parallelism;
  }

  createPoint(): Point {
    return createPoint(this.tiling, this.keeps.length);
  }

  createKey(): Float64Array {
    return new Float64Array(this.layout.length);
  }

  /** The canonical key of a point, whose keep masks must lie in the mapspace. */
  writeKey(point: Point, key: Float64Array): void {
    writeKey(this.layout, point, key);
  }

  /** The point with this key, which must be one of the mapspace's. */
  readKey(key: ArrayLike<number>, point: Point): void {
    readKey(this.layout, key, point);
  }

  /** Ascending in canonical order, and below the size. */
  indexOfKey(key: ArrayLike<number>): bigint {
    return this.#numbered().indexOf(key);
  }

  toMapping(point: Point): Mapping {
    return mappingOf(this.tiling, point, this.problem.workload.bounds);
  }

  /** Least parallelism and most temporal loops; drafts that are otherwise sound may fail only here. */
  withinLimits(point: Point): boolean {
    const { minParallelism, maxTemporalLoops } = this.problem.constraints;
    if (minParallelism === 0 && maxTemporalLoops === null) return true;
    const { spatial, dimensions } = this.tiling;
    const used = productOf(point.factors.subarray(0, spatial.length * dimensions));
    const loops = point.loops.subarray(spatial.length).reduce((sum, one) => sum + one, 0);
    const least = minParallelism * availableInstances(this.tiling);
    return used >= least && (maxTemporalLoops === null || loops <= maxTemporalLoops);
  }

  #numbered(): Numbering {
    const steps = this.perfect ? countedSteps.proven : countedSteps.walked;
    const spaces = this.factors.map(({ space }) => space);
    this.#numbering ??= numberingOf(this.layout, spaces, { ...this.problem.constraints, steps });
    return this.#numbering;
  }
}

/**
 * Empty when there is at least one mapping. Which constraints are to blame is told by `search/nothing-fits`, which knows capacities
 * too; what is said here is for those who look no further.
 */
function contradictions(mapspace: Mapspace): readonly Diagnostic[] {
  const { problem, factors, keeps } = mapspace;
  const { dimensions, dataspaces } = problem.workload;
  const found = [
    ...factors.flatMap(({ space, bound }, d) =>
      space.count === 0 ? [empty(`the factors of ${dimensions[d]} cannot make up its bound ${bound}`)] : [],
    ),
    ...keeps.flatMap(({ count }, t) => (count === 0 ? [empty(`no level keeps ${dataspaces[t]!.name}`)] : [])),
  ];
  return found.length > 0 || !isEmptyTogether(mapspace)
    ? found
    : [empty('the constraints on factors and fan-outs leave no mapping')];
}

function empty(message: string): Diagnostic {
  return error('E-INFEASIBLE', message);
}

/** Though every dimension by itself has factors: fan-outs, least parallelism and most loops bind them together. */
function isEmptyTogether(mapspace: Mapspace): boolean {
  const { problem, tiling } = mapspace;
  const { greatest, exact } = mapspace.parallelism;
  if (exact && greatest === 0) return true;
  const { minParallelism, maxTemporalLoops } = problem.constraints;
  if (minParallelism === 0 && maxTemporalLoops === null) return false;
  if (greatest < minParallelism * availableInstances(tiling)) return true;
  return mapspace.size === 0n;
}
