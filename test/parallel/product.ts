// A matrix product on DRAM, a buffer, a fan-out and registers, unconstrained; and what a search of it must repeat.

import type { StorageLevel } from '../../src/arch/architecture.js';
import type { Problem } from '../../src/mapping/problem.js';
import { compilePlan, defaultModelOptions, type EvalPlan } from '../../src/model/plan.js';
import type { SearchResult } from '../../src/search/result.js';
import { freeConstraints } from '../mapspace/random-problem.js';
import { listedChoices } from '../support/choices.js';
import { randomArchitecture } from '../support/random-architecture.js';

export function product(size: number): Problem {
  const dimensions = ['M', 'N', 'K'];
  const rank = (dimension: number) => [{ dimension, coefficient: 1 }];
  const workload = {
    name: 'gemm',
    dimensions,
    bounds: [size, size, size],
    dataspaces: [
      { name: 'A', projection: [rank(0), rank(2)], readWrite: false },
      { name: 'B', projection: [rank(2), rank(1)], readWrite: false },
      { name: 'Z', projection: [rank(0), rank(1)], readWrite: true },
    ],
    count: 1,
    types: new Map(),
  };
  const plain = randomArchitecture(listedChoices([]), {
    attributes: 'plain',
    maxStorageLevels: 1,
    maxMesh: 1,
    dataspaces: ['A', 'B', 'Z'],
  });
  const level = (name: string, change: Partial<StorageLevel>, pj: number): StorageLevel => ({
    ...plain.levels[0]!,
    name,
    leaf: name,
    energy: { ...plain.levels[0]!.energy, readPj: pj, fillPj: pj, updatePj: pj },
    ...change,
  });
  const inner = { instances: 16, meshX: 4, meshY: 4 };
  const levels = [
    level('RF', { ...inner, effectiveCapacityWords: 12, capacityWords: 12 }, 1),
    level('PE', { kind: 'fanout', fanoutX: 4, fanoutY: 4 }, 0),
    level('GLB', { effectiveCapacityWords: 256, capacityWords: 256, readBandwidth: 8 }, 6),
    level('DRAM', {}, 200),
  ].map((one, index) => ({ ...one, powerGatedAt: index }));
  const architecture = { ...plain, levels, compute: { ...plain.compute, ...inner, energyPj: 0.5 } };
  return { workload, architecture, constraints: freeConstraints(workload, architecture) };
}

export function planOf({ workload, architecture, constraints }: Problem): EvalPlan {
  return compilePlan(workload, architecture, constraints, { ...defaultModelOptions, cumulativeFanout: false });
}

/** What must be the same bytes: everything but the counters. */
export function bytesOf({ counters, ...rest }: SearchResult): string {
  return JSON.stringify(rest, (_, value) => (typeof value === 'bigint' ? value.toString() : value));
}
