// What a walk is said to take, against the steps that it takes.

import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/mapping/problem.js';
import { CandidatePool } from '../../src/search/candidate-pool.js';
import { noHooks } from '../../src/search/chunk.js';
import type { SearchOptions } from '../../src/search/result.js';
import { searchChunk } from '../../src/search/search-chunk.js';
import { stepsPerSecond, walkSeconds } from '../../src/search/walk-cost.js';
import { product } from '../parallel/product.js';
import { contextOf, usualOptions } from './random-search.js';

const options: SearchOptions = { ...usualOptions, imperfect: true };
const never = (): boolean => false;

function small(bounds: readonly number[]): Problem {
  const { workload, ...rest } = product(4);
  return { ...rest, workload: { ...workload, bounds } };
}

describe('walkSeconds', () => {
  it.each([[[3, 2, 1]], [[5, 2, 1]], [[3, 2, 2]]])('of %j is near the steps of the whole walk', (bounds) => {
    const context = contextOf(small(bounds), options);
    const estimated = walkSeconds(context, new CandidatePool(options), never) * stepsPerSecond;
    const { kernel } = context.evaluator;
    const before = kernel.walkedSteps;
    const order = { chunk: 0, of: 1, maxEvaluations: null, maxValid: null, scheduled: null, known: [] };
    const { evaluations } = searchChunk(context, 'linear-pruned', { order, hooks: noHooks });
    const taken = kernel.walkedSteps - before + evaluations;
    expect(taken).toBeGreaterThan(1000);
    expect(estimated / taken).toBeGreaterThan(0.5);
    expect(estimated / taken).toBeLessThan(2);
  });

  it('is the same on every run, and less where the best known excludes much', () => {
    const context = contextOf(small([5, 3, 2]), { ...options, objective: ['cycles'] });
    const pool = new CandidatePool(context.inputs.options);
    const all = walkSeconds(context, pool, never);
    expect(walkSeconds(context, pool, never)).toBe(all);
    pool.offer({ cycles: 3, energyPj: 1, utilization: 1, key: context.mapspace.createKey() });
    expect(walkSeconds(context, pool, never)).toBeLessThan(all / 2);
  });

  it('is told of single mappings that take for ever, without waiting for them', () => {
    const context = contextOf(product(64), options);
    let asked = 0;
    const once = (): boolean => ++asked > 1;
    expect(walkSeconds(context, new CandidatePool(options), once)).toBeLessThan(Number.POSITIVE_INFINITY);
    expect(asked).toBe(2);
  });
});
