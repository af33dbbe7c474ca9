// Whether anything fits, by asking the model about one mapping after the other; and problems with some of their
// requirements taken away, written out by hand for it.

import type { StorageLevel } from '../../../src/arch/architecture.js';
import type { FactorConstraint, LoopConstraints } from '../../../src/mapping/constraints.js';
import type { Problem } from '../../../src/mapping/problem.js';
import { Mapspace } from '../../../src/mapspace/mapspace.js';
import { positionsOf, tilingOf } from '../../../src/mapspace/tiling.js';
import { createWalker, type OrderList } from '../../../src/mapspace/walker.js';
import { Evaluator } from '../../../src/model/kernel/evaluator.js';
import { VALID } from '../../../src/model/kernel/verdict.js';
import { compilePlan, defaultModelOptions } from '../../../src/model/plan.js';
import type { Requirement } from '../../../src/search/infeasible/requirement.js';
import { NestWriter } from '../../../src/search/nest-writer.js';

/** Undefined when there are too many mappings to ask about. */
export function anythingFits(problem: Problem, { imperfect }: { readonly imperfect: boolean }): boolean | undefined {
  const { workload, architecture, constraints } = problem;
  const mapspace = new Mapspace(problem, { imperfect });
  const plan = compilePlan(workload, architecture, constraints, { ...defaultModelOptions, cumulativeFanout: false });
  const evaluator = new Evaluator(plan);
  // The order of temporal loops decides nothing here.
  const walker = createWalker(mapspace, (_, mask) => ascending(mask));
  const writer = new NestWriter(mapspace, evaluator.nest, walker.point);
  const yes = (): boolean => true;
  let left = mostMappings;
  let found = false;
  walker.walk({
    kept: yes,
    spread: yes,
    grown: yes,
    placed: yes,
    complete: () => {
      left -= 1;
      writer.write();
      found = evaluator.evaluate() === VALID;
      return !found && left > 0;
    },
  });
  return found || left > 0 ? found : undefined;
}

const mostMappings = 20_000;

const orders = new Map<number, OrderList>();

function ascending(mask: number): OrderList {
  const known = orders.get(mask);
  if (known) return known;
  const loops = Array.from({ length: 30 }, (_, d) => d).filter((d) => (mask >> d) & 1);
  const only = { count: 1, dimensions: Uint8Array.from(loops) };
  orders.set(mask, only);
  return only;
}

/** Larger than anything that the small problems can use. */
const plenty = 32;
const wide = 2 ** 20;

/**
 * The problems that are left without some requirements: something complies with the others exactly where something fits one
 * of these. There are several where a bound may be any, or where the outermost level need not keep a dataspace.
 */
export function without(
  problem: Problem,
  dropped: readonly Requirement[],
  { mostIterations = plenty }: { readonly mostIterations?: number } = {},
): readonly Problem[] {
  const tiling = tilingOf(problem.architecture, problem.constraints, problem.workload.bounds);
  const positions = positionsOf(tiling);
  const outermost = problem.architecture.levels.findLastIndex(({ kind }) => kind === 'storage');
  let all: readonly Problem[] = [relaxedHardware(problem, dropped)];
  for (const one of dropped) {
    const at = 'position' in one ? positions[one.position]! : undefined;
    switch (one.kind) {
      case 'bound':
        all = all.flatMap((base) =>
          Array.from({ length: mostIterations }, (_, more) => withBound(base, one.dimension, more + 1)),
        );
        break;
      case 'factor':
        all = all.map((base) => changed(base, at!, ({ factors }) => ({ factors: freed(factors, one) })));
        break;
      case 'split':
        all = all.map((base) => changed(base, at!, () => ({ split: null })));
        break;
      case 'order':
        all = all.map((base) => changed(base, at!, () => ({ innermost: [], outermost: [], declaredOrder: false })));
        break;
      case 'keep':
        all = all.flatMap((base) => [
          masked(base, one.level, { keep: ~(1 << one.dataspace) }),
          ...(one.level === outermost
            ? [masked(base, one.level, { keep: ~(1 << one.dataspace), bypassed: 1 << one.dataspace })]
            : []),
        ]);
        break;
      case 'bypass':
        all = all.flatMap((base) => [
          ...(one.level === outermost ? [base] : []),
          masked(base, one.level, { bypass: ~(1 << one.dataspace) }),
        ]);
        break;
      case 'parallelism':
        all = all.map((base) => ({ ...base, constraints: { ...base.constraints, minParallelism: 0 } }));
        break;
      case 'loops':
        all = all.map((base) => ({ ...base, constraints: { ...base.constraints, maxTemporalLoops: null } }));
    }
  }
  return all;
}

function relaxedHardware(problem: Problem, dropped: readonly Requirement[]): Problem {
  const { architecture, constraints } = problem;
  const lacks = (kind: Requirement['kind'], level: number): boolean =>
    dropped.some((one) => one.kind === kind && 'level' in one && one.level === level);
  const tiling = tilingOf(architecture, constraints, problem.workload.bounds);
  const sides = dropped.flatMap((one) =>
    one.kind === 'fanout' ? [{ level: tiling.spatial[one.position]!.level, axis: one.axis }] : [],
  );
  let scale = 1;
  const levels = architecture.levels.map((level, index): StorageLevel => {
    const [x, y] = (['x', 'y'] as const).map((axis) => sides.some((one) => one.level === index && one.axis === axis));
    const words = level.effectiveCapacityWords;
    if (x) scale *= level.fanoutX / plenty;
    if (y) scale *= level.fanoutY / plenty;
    const least = words === null || lacks('utilization', index) ? 0 : words * level.minUtilization;
    const most = lacks('capacity', index) ? (least > 0 ? 2 ** 40 : null) : words;
    return {
      ...level,
      fanoutX: x ? plenty : level.fanoutX,
      fanoutY: y ? plenty : level.fanoutY,
      effectiveCapacityWords: most,
      minUtilization: most === null ? 0 : most === words ? (least > 0 ? level.minUtilization : 0) : least / most,
      ...(sides.length > 0 ? { meshX: wide, meshY: wide, instances: wide * wide } : {}),
    };
  });
  const compute =
    sides.length > 0
      ? { ...architecture.compute, meshX: wide, meshY: wide, instances: wide * wide }
      : architecture.compute;
  return {
    ...problem,
    architecture: { ...architecture, levels, compute },
    constraints: { ...constraints, minParallelism: constraints.minParallelism * scale },
  };
}

function withBound(problem: Problem, dimension: number, bound: number): Problem {
  const bounds = problem.workload.bounds.map((one, d) => (d === dimension ? bound : one));
  return { ...problem, workload: { ...problem.workload, bounds } };
}

function freed(
  factors: readonly FactorConstraint[],
  { dimension, relation }: { readonly dimension: number; readonly relation: '=' | '<=' | '>=' },
): readonly FactorConstraint[] {
  return factors.map(({ min, max }, d) => {
    if (d !== dimension) return factors[d]!;
    if (relation === '=') return {};
    if (relation === '<=') return min === undefined ? {} : { min };
    return max === undefined ? {} : { max };
  });
}

function changed(
  problem: Problem,
  at: { readonly kind: 'spatial' | 'temporal'; readonly level: number },
  change: (loops: LoopConstraints) => Partial<LoopConstraints> & { readonly split?: null },
): Problem {
  const levels = problem.constraints.levels.map((level, index) => {
    if (index !== at.level) return level;
    return at.kind === 'spatial'
      ? { ...level, spatial: { ...level.spatial!, ...change(level.spatial!) } }
      : { ...level, temporal: { ...level.temporal, ...change(level.temporal) } };
  });
  return { ...problem, constraints: { ...problem.constraints, levels } };
}

function masked(
  problem: Problem,
  index: number,
  { keep = -1, bypass = -1, bypassed = 0 }: { keep?: number; bypass?: number; bypassed?: number },
): Problem {
  const levels = problem.constraints.levels.map((level, at) =>
    at === index ? { ...level, keep: level.keep & keep, bypass: (level.bypass & bypass) | bypassed } : level,
  );
  return { ...problem, constraints: { ...problem.constraints, levels } };
}
