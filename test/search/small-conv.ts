// A 1-D convolution O[P] = W[C, R] * I[C, P + R] on levels written by hand, with whatever constrains them.

import type { StorageLevel } from '../../src/arch/architecture.js';
import type { Constraints, FactorConstraint } from '../../src/mapping/constraints.js';
import type { Problem } from '../../src/mapping/problem.js';
import { freeConstraints } from '../mapspace/random-problem.js';
import { plainArchitecture } from '../support/plain-architecture.js';

export interface SmallLevel {
  readonly name: string;
  readonly fanout?: readonly [x: number, y: number];
  readonly capacity?: number;
  readonly minUtilization?: number;
  readonly factors?: Readonly<Record<string, FactorConstraint>>;
  /** Dataspaces as bits: W is 1, I is 2, O is 4. */
  readonly keep?: number;
  readonly bypass?: number;
  readonly split?: number;
  /** Innermost first. */
  readonly permutation?: readonly string[];
}

const dimensions = ['C', 'P', 'R'];

/** Bounds of C, P and R; levels innermost first. */
export function smallConv(
  bounds: readonly [c: number, p: number, r: number],
  levels: readonly SmallLevel[],
  whole: Partial<Pick<Constraints, 'minParallelism' | 'maxTemporalLoops'>> = {},
): Problem {
  const term = (dimension: number) => ({ dimension, coefficient: 1 });
  const workload = {
    name: 'conv',
    dimensions,
    bounds,
    dataspaces: [
      { name: 'W', projection: [[term(0)], [term(2)]], readWrite: false },
      { name: 'I', projection: [[term(0)], [term(1), term(2)]], readWrite: false },
      { name: 'O', projection: [[term(1)]], readWrite: true },
    ],
    count: 1,
    types: new Map(),
  };
  const plain = plainArchitecture(
    levels.map(({ fanout: [fanoutX, fanoutY] = [1, 1], fanout }) => ({
      kind: fanout ? 'fanout' : 'storage',
      fanoutX,
      fanoutY,
    })),
  );
  const architecture = {
    ...plain,
    levels: plain.levels.map((level, index): StorageLevel => {
      const { name, capacity = null, minUtilization = 0 } = levels[index]!;
      return { ...level, name, leaf: name, capacityWords: capacity, effectiveCapacityWords: capacity, minUtilization };
    }),
  };
  const free = freeConstraints(workload, architecture);
  const constraints = {
    ...free,
    levels: free.levels.map((level, index) => {
      const { factors = {}, keep = 0, bypass = 0, split = null, permutation } = levels[index]!;
      const loops = {
        factors: dimensions.map((name) => factors[name] ?? {}),
        innermost: (permutation ?? []).map((name) => dimensions.indexOf(name)),
        declaredOrder: false,
      };
      return levels[index]!.fanout
        ? { ...level, spatial: { ...level.spatial!, ...loops, split } }
        : { ...level, temporal: { ...level.temporal, ...loops }, keep, bypass };
    }),
    ...whole,
  };
  return { workload, architecture, constraints };
}
