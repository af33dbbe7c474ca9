// A problem whose constraints leave less, down to one mapping alone: at some levels some kinds of choices are pinned to
// what a mapping of the problem has there.

import type { LevelConstraints, LoopConstraints } from '../../src/mapping/constraints.js';
import type { Mapping, TemporalLoop } from '../../src/mapping/mapping.js';
import type { Problem } from '../../src/mapping/problem.js';

export const pinKinds = ['factors', 'temporal order', 'spatial order', 'keep'] as const;

export type PinKind = (typeof pinKinds)[number];

/** Whether the choices of one kind are pinned at a level. */
export type Pins = (kind: PinKind, level: number) => boolean;

export const everything: Pins = () => true;

export function pinned(problem: Problem, mapping: Mapping, pins: Pins): Problem {
  const { workload, architecture, constraints } = problem;
  const all = 2 ** workload.dataspaces.length - 1;
  const dimensions = workload.dimensions.map((_, d) => d);
  const levels = constraints.levels.map((level, index): LevelConstraints => {
    const { temporal, spatial, keep } = mapping.levels[index]!;
    const here = (order: PinKind, loops: readonly TemporalLoop[]): Partial<LoopConstraints> => ({
      ...(pins('factors', index) ? { factors: dimensions.map((d) => ({ exact: boundOf(loops, d) })) } : {}),
      ...(pins(order, index) ? orderOf(loops, dimensions) : {}),
    });
    const split = pins('spatial order', index) ? { split: spatial.filter(({ axis }) => axis === 'x').length } : {};
    const kept = keep.reduce((mask, keeps, t) => (keeps ? mask | (1 << t) : mask), 0);
    if (architecture.levels[index]!.kind === 'fanout') {
      return level.spatial === null
        ? level
        : { ...level, spatial: { ...level.spatial, ...here('spatial order', spatial), ...split } };
    }
    return {
      ...level,
      temporal: { ...level.temporal, ...here('temporal order', temporal) },
      spatial: level.spatial && { ...level.spatial, ...here('spatial order', spatial), ...split },
      ...(pins('keep', index) ? { keep: kept, bypass: all & ~kept } : {}),
    };
  });
  return { ...problem, constraints: { ...constraints, levels } };
}

function boundOf(loops: readonly TemporalLoop[], d: number): number {
  return loops.find(({ dimension }) => dimension === d)?.bound ?? 1;
}

/** Dimensions without a loop stand outermost, where a split does not count them. */
function orderOf(loops: readonly TemporalLoop[], dimensions: readonly number[]): Partial<LoopConstraints> {
  const placed = loops.map(({ dimension }) => dimension);
  const innermost = [...placed, ...dimensions.filter((d) => !placed.includes(d))];
  return { innermost, outermost: [], declaredOrder: false };
}
