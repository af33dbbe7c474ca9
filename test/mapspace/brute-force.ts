// The mapspace written out literally from section E of the semantics: every factor vector, every permutation of all
// dimensions, every split, every set of keep flags, one after the other; unit loops dropped; distinct nests collected.
// Shares no code with the mapspace.

import type { FactorConstraint, LoopConstraints } from '../../src/mapping/constraints.js';
import type { LevelMapping, Mapping, SpatialLoop, TemporalLoop } from '../../src/mapping/mapping.js';
import type { Problem } from '../../src/mapping/problem.js';

interface Place {
  readonly level: number;
  readonly spatial: boolean;
}

export function describeMapping(mapping: Mapping): string {
  return mapping.levels
    .map(({ spatial, temporal, keep }) => {
      const loop = (one: TemporalLoop): string => `${one.dimension}:${one.bound},${one.residual}`;
      const flags = keep.map((kept) => (kept ? 'K' : '-')).join('');
      return `${spatial.map((one) => loop(one) + one.axis).join(' ')}|${temporal.map(loop).join(' ')}|${flags}`;
    })
    .join(' / ');
}

export function bruteForce(problem: Problem, { imperfect }: { imperfect: boolean }): Set<string> {
  return new Set([...allMappings(problem, { imperfect })].map(describeMapping));
}

/** Some of them may come twice. */
export function* allMappings(problem: Problem, { imperfect }: { imperfect: boolean }): Generator<Mapping> {
  const { workload, architecture, constraints } = problem;
  const places = architecture.levels.flatMap(({ kind, fanoutX, fanoutY }, level): Place[] => [
    ...(fanoutX * fanoutY > 1 ? [{ level, spatial: true }] : []),
    ...(kind === 'storage' ? [{ level, spatial: false }] : []),
  ]);
  const vectors = workload.bounds.map((bound, d) => {
    const limits = places.map(({ level, spatial }) => loopsOf(problem, { level, spatial }).factors[d] ?? {});
    return factorVectors(bound, limits, imperfect);
  });
  const keeps = keepFlags(problem);
  for (const choice of product(vectors)) {
    const used = places.reduce((all, { spatial }, p) => (spatial ? all * size(choice.map((v) => v[p]!)) : all), 1);
    const available = architecture.levels.reduce((all, { fanoutX, fanoutY }) => all * fanoutX * fanoutY, 1);
    if (used < constraints.minParallelism * available) continue;
    const temporalLoops = places.flatMap(({ spatial }, p) => (spatial ? [] : choice.filter((v) => v[p]! > 1))).length;
    if (constraints.maxTemporalLoops !== null && temporalLoops > constraints.maxTemporalLoops) continue;
    const residuals = workload.bounds.map((bound, d) => residualsOf(bound, choice[d]!));
    const blocks = places.map((place, p) =>
      blocksOf(
        problem,
        { place, first: p === 0 },
        choice.map((v, d) => ({ bound: v[p]!, residual: residuals[d]![p]! })),
      ),
    );
    for (const nest of product(blocks)) {
      for (const keep of keeps) {
        const levels = architecture.levels.map((_, level): LevelMapping => {
          const block = (spatial: boolean): readonly SpatialLoop[] =>
            nest.find((__, p) => places[p]!.level === level && places[p]!.spatial === spatial) ?? [];
          const temporal = block(false).map(({ dimension, bound, residual }) => ({ dimension, bound, residual }));
          return { spatial: block(true), temporal, keep: keep[level]! };
        });
        yield { levels };
      }
    }
  }
}

function loopsOf(
  { constraints, workload }: Problem,
  { level, spatial }: Place,
): LoopConstraints & { split: number | null } {
  const given = constraints.levels[level]!;
  const none = { factors: workload.bounds.map(() => ({})), innermost: [], outermost: [], declaredOrder: false };
  return spatial ? { split: null, ...(given.spatial ?? none) } : { split: null, ...given.temporal };
}

function factorVectors(bound: number, limits: readonly FactorConstraint[], imperfect: boolean): number[][] {
  const candidates = limits.map(({ exact, min = 1, max = bound }) =>
    Array.from({ length: bound }, (_, at) => at + 1).filter((f) =>
      exact === undefined ? f >= min && f <= max : f === exact,
    ),
  );
  const fixed = limits.reduce((all, { exact }) => all * (exact ?? 1), 1);
  return [...product(candidates)].filter((vector) => {
    const free = vector.reduce((all, factor, p) => (limits[p]!.exact === undefined ? all * factor : all), 1);
    if (!imperfect && free !== Math.ceil(bound / fixed)) return false;
    let rest = bound;
    for (const [p, factor] of vector.entries()) {
      if (factor > rest) return false;
      const after = Math.ceil(rest / factor);
      const { exact, min = 1 } = limits[p]!;
      const smaller = exact === undefined && factor - 1 >= min && Math.ceil(rest / (factor - 1)) === after;
      if (imperfect && smaller) return false;
      rest = after;
    }
    return rest === 1;
  });
}

function residualsOf(bound: number, vector: readonly number[]): number[] {
  let rest = bound;
  return vector.map((factor) => {
    const residual = rest % factor === 0 ? factor : rest % factor;
    rest = Math.ceil(rest / factor);
    return residual;
  });
}

function blocksOf(
  problem: Problem,
  { place, first }: { place: Place; first: boolean },
  factors: readonly { bound: number; residual: number }[],
): SpatialLoop[][] {
  const { innermost, outermost, declaredOrder, split } = loopsOf(problem, place);
  const { fanoutX, fanoutY } = problem.architecture.levels[place.level]!;
  const ids = factors.map((_, d) => d);
  // A dimension of bound 1 is as good as none: it takes no place before the split unless the user gave it one.
  const free = ids.filter((d) => problem.workload.bounds[d]! > 1 && !innermost.includes(d) && !outermost.includes(d));
  const oneAxis = fanoutX === 1 || fanoutY === 1;
  const canonical = place.spatial ? oneAxis && declaredOrder : first;
  const orders = (canonical ? [free] : permutations(free)).map((order) => [...innermost, ...order, ...outermost]);
  // Without a split of the user's, unit dimensions are pinned innermost before the cut is chosen (E.3).
  const cuts = place.spatial ? (split === null ? [...ids, ids.length] : [split]) : [ids.length];
  const blocks = new Map<string, SpatialLoop[]>();
  for (const order of orders) {
    const pinned =
      split === null
        ? [...order.filter((d) => factors[d]!.bound === 1), ...order.filter((d) => factors[d]!.bound > 1)]
        : order;
    for (const cut of cuts) {
      const loops = pinned.map(
        (dimension, at): SpatialLoop => ({ dimension, ...factors[dimension]!, axis: at < cut ? 'x' : 'y' }),
      );
      const along = (axis: 'x' | 'y'): number =>
        size(loops.filter((loop) => loop.axis === axis).map(({ bound }) => bound));
      if (place.spatial && (along('x') > fanoutX || along('y') > fanoutY)) continue;
      const block = loops.filter(({ bound }) => bound > 1);
      blocks.set(JSON.stringify(block), block);
    }
  }
  return [...blocks.values()];
}

function keepFlags({ architecture, workload, constraints }: Problem): boolean[][][] {
  const storages = architecture.levels.flatMap(({ kind }, level) => (kind === 'storage' ? [level] : []));
  const perDataspace = workload.dataspaces.map((_, t) =>
    [...product(architecture.levels.map(() => [false, true]))].filter((flags) => {
      const right = flags.every((kept, level) => {
        if (!storages.includes(level)) return !kept;
        if ((constraints.levels[level]!.bypass >> t) & 1) return !kept;
        return kept || (!((constraints.levels[level]!.keep >> t) & 1) && level !== storages.at(-1));
      });
      return right && flags.includes(true);
    }),
  );
  return [...product(perDataspace)].map((flags) =>
    architecture.levels.map((_, level) => flags.map((one) => one[level]!)),
  );
}

function size(factors: readonly number[]): number {
  return factors.reduce((all, factor) => all * factor, 1);
}

function* product<T>(lists: readonly (readonly T[])[]): Generator<T[]> {
  if (lists.length === 0) {
    yield [];
    return;
  }
  for (const head of lists[0]!) for (const tail of product(lists.slice(1))) yield [head, ...tail];
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) =>
    permutations(items.filter((_, other) => other !== at)).map((rest) => [item, ...rest]),
  );
}
