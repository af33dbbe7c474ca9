import { describe, expect, it } from 'vitest';
import type { StorageLevel } from '../../src/arch/architecture.js';
import type { FactorConstraint } from '../../src/mapping/constraints.js';
import type { Problem } from '../../src/mapping/problem.js';
import { createMapspace, Mapspace } from '../../src/mapspace/mapspace.js';
import { nothingFits } from '../../src/search/nothing-fits.js';
import { freeConstraints } from '../mapspace/random-problem.js';
import { listedChoices } from '../support/choices.js';
import { randomArchitecture } from '../support/random-architecture.js';

interface Level {
  readonly name: string;
  readonly fanout?: readonly [number, number];
  readonly capacity?: number;
  readonly factors?: Readonly<Record<string, FactorConstraint>>;
  readonly keep?: number;
  readonly bypass?: number;
}

/** A 1-D convolution O[P] = W[R] * I[P + R] with C channels on the given levels, innermost first. */
function problem(bounds: readonly [number, number, number], levels: readonly Level[]): Problem {
  const dimensions = ['C', 'P', 'R'];
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
    types: {},
  };
  const plain = randomArchitecture(listedChoices([]), {
    attributes: 'plain',
    maxStorageLevels: 1,
    maxMesh: 1,
    dataspaces: ['W', 'I', 'O'],
  });
  const architecture = {
    ...plain,
    levels: levels.map(
      ({ name, fanout, capacity }): StorageLevel => ({
        ...plain.levels[0]!,
        name,
        leaf: name,
        kind: fanout ? 'fanout' : 'storage',
        fanoutX: fanout?.[0] ?? 1,
        fanoutY: fanout?.[1] ?? 1,
        effectiveCapacityWords: capacity ?? null,
      }),
    ),
  };
  const free = freeConstraints(workload, architecture);
  const constraints = {
    ...free,
    levels: free.levels.map((level, index) => {
      const { factors = {}, keep = 0, bypass = 0 } = levels[index]!;
      const given = dimensions.map((name) => factors[name] ?? {});
      return levels[index]!.fanout
        ? { ...level, spatial: { ...level.spatial!, factors: given } }
        : { ...level, temporal: { ...level.temporal, factors: given }, keep, bypass };
    }),
  };
  return { workload, architecture, constraints };
}

function messages(one: Problem): string[] {
  return createMapspace(one, { imperfect: false }).diagnostics.map(({ message }) => message);
}

describe('an empty mapspace', () => {
  it('names fixed factors that exceed a bound', () => {
    const levels = [
      { name: 'Buf', factors: { C: { exact: 3 } } },
      { name: 'DRAM', factors: { C: { exact: 5 } } },
    ];
    expect(messages(problem([8, 4, 3], levels))).toEqual([
      'C needs factors 3 x 5 fixed (Buf, DRAM) but its bound is 8',
    ]);
  });

  it('names a bound that no level is free to take', () => {
    const levels = [
      { name: 'Buf', factors: { P: { exact: 2 } } },
      { name: 'DRAM', factors: { P: { exact: 2 } } },
    ];
    expect(messages(problem([8, 12, 3], levels))).toEqual([
      'P is fixed to 2 x 2 (Buf, DRAM) but its bound is 12 and no level is free to take the rest',
    ]);
  });

  it('names limits that leave too little', () => {
    const levels = [
      { name: 'Buf', factors: { P: { max: 2 } } },
      { name: 'DRAM', factors: { P: { max: 4 } } },
    ];
    expect(messages(problem([8, 12, 3], levels))).toEqual([
      'the bound of P, 12, cannot be split under <=2 at Buf, <=4 at DRAM',
    ]);
  });

  it('names a fan-out that is too small for what is fixed on it', () => {
    const levels = [
      { name: 'Buf' },
      { name: 'PE', fanout: [4, 2] as const, factors: { C: { exact: 4 }, P: { exact: 4 } } },
      { name: 'DRAM' },
    ];
    expect(messages(problem([8, 12, 3], levels))).toEqual([
      'the fan-out of PE is 4 x 2, too small for the least factors C=4, P=4 (16 together)',
    ]);
    const long = [
      { name: 'Buf' },
      { name: 'PE', fanout: [4, 2] as const, factors: { C: { exact: 8 } } },
      { name: 'DRAM' },
    ];
    expect(messages(problem([8, 12, 3], long))).toEqual([
      'C is fixed to 8 at the fan-out of PE, whose longest side is 4',
    ]);
  });

  it('names a dataspace that nothing keeps', () => {
    const levels = [
      { name: 'Buf', bypass: 2 },
      { name: 'DRAM', bypass: 2 },
    ];
    expect(messages(problem([8, 4, 3], levels))).toEqual(['I is bypassed at every level']);
  });

  it('names a parallelism that the factors cannot reach', () => {
    const one = problem(
      [8, 12, 3],
      [
        { name: 'Buf' },
        { name: 'PE', fanout: [5, 1], factors: { P: { exact: 1 }, R: { exact: 1 } } },
        { name: 'DRAM' },
      ],
    );
    const demanding = { ...one, constraints: { ...one.constraints, minParallelism: 1 } };
    expect(messages(demanding)).toEqual(['a parallelism of 1 wants 5 of 5 instances, but the factors allow 4 at most']);
  });
});

describe('when nothing fits', () => {
  it('the level is named with what it must hold', () => {
    const one = problem(
      [8, 4, 3],
      [{ name: 'RF', capacity: 4, keep: 7, factors: { R: { exact: 3 } } }, { name: 'DRAM' }],
    );
    const [found] = nothingFits(new Mapspace(one, { imperfect: false }));
    expect(found?.code).toBe('E-INFEASIBLE');
    expect(found?.message).toBe(
      'RF holds 4 words; the least it must keep is 7: 3 of W, 3 of I, 1 of O (the factors up to there are at least R=3)',
    );
  });
});
