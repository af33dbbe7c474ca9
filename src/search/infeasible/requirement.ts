// What a mapping must comply with, taken apart into the smallest statements there are: one limit of one factor, one
// dataspace kept at one level, one capacity (sections B, E.5, F.9). Which of them cannot hold together is for the other
// files here. What the model makes of a mapping (no_coalesce, multiple buffering) is not among them: it is no demand.

import type { Span } from '../../diagnostics/span.js';
import type { FactorConstraint } from '../../mapping/constraints.js';
import type { LoopPlaces } from '../../mapping/places.js';
import type { Problem } from '../../mapping/problem.js';
import { availableInstances, positionsOf, type Tiling } from '../../mapspace/tiling.js';

/** Positions are those of `positionsOf(tiling)`; levels index `Architecture.levels`. */
export type Demand =
  /** All iterations of a dimension are done. */
  | { readonly kind: 'bound'; readonly dimension: number; readonly value: number }
  | {
      readonly kind: 'factor';
      readonly position: number;
      readonly dimension: number;
      readonly relation: Relation;
      readonly value: number;
    }
  | { readonly kind: 'fanout'; readonly position: number; readonly axis: 'x' | 'y'; readonly value: number }
  | { readonly kind: 'split'; readonly position: number; readonly value: number }
  /** The permutation of a fan-out: with a split, or where the axes are cut, it decides which loops lie along X. */
  | { readonly kind: 'order'; readonly position: number }
  /** `stated` is false for the outermost level, which keeps whatever it is not told to bypass. */
  | { readonly kind: 'keep'; readonly level: number; readonly dataspace: number; readonly stated: boolean }
  | { readonly kind: 'bypass'; readonly level: number; readonly dataspace: number }
  /** Words. */
  | { readonly kind: 'capacity'; readonly level: number; readonly value: number }
  | { readonly kind: 'utilization'; readonly level: number; readonly value: number; readonly share: number }
  /** Instances. */
  | { readonly kind: 'parallelism'; readonly value: number; readonly available: number; readonly share: number }
  | { readonly kind: 'loops'; readonly value: number };

export type Relation = '=' | '<=' | '>=';

export type Requirement = Demand & {
  /** Place in the list of all. */
  readonly id: number;
  readonly span: Span | undefined;
};

export type RequirementOf<Kind extends Demand['kind']> = Extract<Requirement, { readonly kind: Kind }>;

type Found = readonly [demand: Demand, span: Span | undefined];

/** Dispensable ones first: those that one would rather not read about where others explain as much. */
export function requirementsOf(problem: Problem, tiling: Tiling): readonly Requirement[] {
  const found = [...fanouts(problem, tiling), ...bounds(problem), ...factors(problem, tiling), ...keeps(problem)];
  found.push(...wholes(problem, tiling), ...sizes(problem, tiling));
  return found.map(([demand, span], id) => ({ ...demand, id, span }));
}

export function isOf<Kind extends Demand['kind']>(...kinds: readonly Kind[]) {
  return (one: Requirement): one is RequirementOf<Kind> => (kinds as readonly string[]).includes(one.kind);
}

function fanouts({ architecture, places }: Problem, { spatial }: Tiling): Found[] {
  return spatial.flatMap((fanout, position): Found[] => {
    const { fanoutX, fanoutY, split: value, innermost, outermost } = fanout;
    const level = architecture.levels[fanout.level]!;
    const own = places?.levels[fanout.level]?.spatial;
    const found: Found[] = [];
    if (innermost.length + outermost.length > 0) found.push([{ kind: 'order', position }, own?.permutation]);
    if (value !== null) found.push([{ kind: 'split', position, value }, own?.split]);
    // A side that is not there is not a limit that could be another.
    if (fanoutX > 1) found.push([{ kind: 'fanout', position, axis: 'x', value: fanoutX }, level.places?.fanout]);
    if (fanoutY > 1) found.push([{ kind: 'fanout', position, axis: 'y', value: fanoutY }, level.places?.fanout]);
    return found;
  });
}

function bounds({ workload, places }: Problem): Found[] {
  return workload.bounds.map(
    (value, dimension): Found => [{ kind: 'bound', dimension, value }, places?.bounds[dimension]],
  );
}

/** Of each position: factors of 1 and upper limits before those that ask for something. */
function factors({ places }: Problem, tiling: Tiling): Found[] {
  const all = positionsOf(tiling).flatMap((at, position): Found[] => {
    const level = places?.levels[at.level];
    const own = at.kind === 'spatial' ? level?.spatial : level?.temporal;
    return at.factors.flatMap((limit, dimension) => factorLimits(limit, { position, dimension, own }));
  });
  const asks = ([demand]: Found): boolean =>
    demand.kind === 'factor' && (demand.relation === '>=' || (demand.relation === '=' && demand.value > 1));
  return [...all.filter((one) => !asks(one)), ...all.filter(asks)];
}

interface FactorAt {
  readonly position: number;
  readonly dimension: number;
  readonly own: LoopPlaces | null | undefined;
}

function factorLimits({ exact, min, max }: FactorConstraint, { own, ...at }: FactorAt): Found[] {
  const factor = (relation: Relation, value: number, places: ReadonlyMap<number, Span> | undefined): Found => [
    { kind: 'factor', ...at, relation, value },
    places?.get(at.dimension),
  ];
  // A fixed factor leaves nothing to the limits beside it.
  if (exact !== undefined) return [factor('=', exact, own?.exact)];
  const found: Found[] = [];
  if (max !== undefined) found.push(factor('<=', max, own?.max));
  if (min !== undefined && min > 1) found.push(factor('>=', min, own?.min));
  return found;
}

function keeps({ workload, architecture, constraints, places }: Problem): Found[] {
  const outermost = architecture.levels.findLastIndex(({ kind }) => kind === 'storage');
  const found: Found[] = [];
  architecture.levels.forEach(({ kind }, level) => {
    if (kind !== 'storage') return;
    const { keep, bypass } = constraints.levels[level]!;
    const own = places?.levels[level];
    workload.dataspaces.forEach((_, dataspace) => {
      const span = own?.keep.get(dataspace);
      if ((bypass >> dataspace) & 1) found.push([{ kind: 'bypass', level, dataspace }, own?.bypass.get(dataspace)]);
      else if ((keep >> dataspace) & 1 || level === outermost) {
        const stated = level !== outermost || span !== undefined;
        found.push([{ kind: 'keep', level, dataspace, stated }, span]);
      }
    });
  });
  return found;
}

function wholes({ constraints, places }: Problem, tiling: Tiling): Found[] {
  const { minParallelism: share, maxTemporalLoops } = constraints;
  const available = availableInstances(tiling);
  const found: Found[] = [];
  if (maxTemporalLoops !== null) found.push([{ kind: 'loops', value: maxTemporalLoops }, places?.maxTemporalLoops]);
  if (share > 0) {
    const demand: Demand = { kind: 'parallelism', value: share * available, available, share };
    found.push([demand, places?.minParallelism]);
  }
  return found;
}

function sizes({ architecture }: Problem, { temporal }: Tiling): Found[] {
  return temporal.flatMap(({ level }): Found[] => {
    const { effectiveCapacityWords: value, minUtilization: share, places } = architecture.levels[level]!;
    if (value === null) return [];
    const capacity: Found = [{ kind: 'capacity', level, value }, places?.capacity];
    if (share === 0) return [capacity];
    return [[{ kind: 'utilization', level, value: share * value, share }, places?.minUtilization], capacity];
  });
}
