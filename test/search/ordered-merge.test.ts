import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../src/search/candidate-pool.js';
import type { ChunkOrder, ChunkResult, Improvement } from '../../src/search/chunk.js';
import { chunkDistance, type MergeLimits, OrderedMerge } from '../../src/search/ordered-merge.js';
import { usualOptions } from './random-search.js';

/** A made-up search: every evaluation of every chunk has a cost, Infinity where the mapping is invalid. */
type Costs = readonly (readonly number[])[];

function candidate(cost: number, at: number): Candidate {
  return { cycles: 1, energyPj: cost, utilization: 1, key: Float64Array.of(at) };
}

/** What a chunk of the made-up search reports under its limits. */
function runChunk(costs: Costs, { chunk, maxEvaluations, maxValid }: ChunkOrder): ChunkResult {
  const improvements: Improvement[] = [];
  const best: Candidate[] = [];
  let evaluations = 0;
  let valid = 0;
  for (const cost of costs[chunk] ?? []) {
    if (evaluations === maxEvaluations || valid === maxValid) break;
    evaluations += 1;
    if (cost === Number.POSITIVE_INFINITY) continue;
    valid += 1;
    const found = candidate(cost, chunk * 1000 + evaluations);
    best.push(found);
    if (improvements.every((one) => one.candidate.energyPj > cost))
      improvements.push({ valid, evaluations, candidate: found });
  }
  return { chunk, evaluations, valid, best, frontier: [], improvements, complete: true };
}

/** One after the other, the way the limits are meant. */
function sequential(costs: Costs, { maxEvaluations, victoryCondition }: MergeLimits) {
  let evaluations = 0;
  let valid = 0;
  let best = Number.POSITIVE_INFINITY;
  let sinceBest = 0;
  for (const cost of costs.flat()) {
    evaluations += 1;
    if (cost !== Number.POSITIVE_INFINITY) {
      valid += 1;
      sinceBest = cost < best ? 0 : sinceBest + 1;
      best = Math.min(best, cost);
      if (sinceBest === victoryCondition) return { evaluations, valid, best, stop: 'VictoryCondition' };
    }
    if (evaluations === maxEvaluations) return { evaluations, valid, best, stop: 'SampleLimit' };
  }
  return { evaluations, valid, best, stop: 'Exhausted' };
}

function merged(costs: Costs, limits: MergeLimits, pick: (running: number) => number): OrderedMerge {
  const merge = new OrderedMerge({ ...usualOptions, objective: ['energy'], top: 3 }, limits);
  const running: ChunkResult[] = [];
  for (;;) {
    while (running.length < 4) {
      const order = merge.order();
      if (order === undefined) break;
      running.push(runChunk(costs, order));
    }
    if (merge.stopReason !== undefined || running.length === 0) return merge;
    const [result] = running.splice(pick(running.length), 1);
    for (let again = merge.accept(result!); again !== undefined; again = merge.accept(runChunk(costs, again)));
  }
}

const cost = fc.oneof(
  { weight: 1, arbitrary: fc.constant(Number.POSITIVE_INFINITY) },
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 60 }) },
);

describe('ordered merge', () => {
  it('stops where one thread would stop, whichever chunk comes back first', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(cost, { maxLength: 12 }), { minLength: 1, maxLength: 12 }),
        fc.option(fc.integer({ min: 1, max: 80 })),
        fc.option(fc.integer({ min: 1, max: 15 })),
        fc.infiniteStream(fc.nat(99)),
        (costs, maxEvaluations, victoryCondition, stream) => {
          const limits: MergeLimits = {
            maxEvaluations,
            victoryCondition,
            maxFruitless: null,
            chunks: costs.length,
            chunkEvaluations: null,
            known: [],
          };
          const expected = sequential(costs, limits);
          const merge = merged(costs, limits, (running) => stream.next().value % running);
          expect(merge.stopReason).toBe(expected.stop);
          expect(merge.evaluations).toBe(expected.evaluations);
          expect(merge.valid).toBe(expected.valid);
          expect(merge.pool.best[0]?.energyPj ?? Number.POSITIVE_INFINITY).toBe(expected.best);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('tells a chunk only what is certain to be known whatever the order', () => {
    const costs = Array.from({ length: 40 }, (_, chunk) => [100 - chunk]);
    const limits = {
      maxEvaluations: null,
      victoryCondition: null,
      maxFruitless: null,
      chunks: 40,
      chunkEvaluations: null,
      known: [],
    };
    const merge = new OrderedMerge({ ...usualOptions, objective: ['energy'] }, limits);
    const told: number[] = [];
    for (let order = merge.order(); order !== undefined; order = merge.order()) {
      told.push(order.known[0]?.energyPj ?? 0);
      merge.accept(runChunk(costs, order));
    }
    const expected = Array.from({ length: 40 }, (_, chunk) =>
      chunk < chunkDistance ? 0 : 100 - (chunk - chunkDistance),
    );
    expect(told).toEqual(expected);
    expect(merge.stopReason).toBe('Exhausted');
  });

  it('gives up a search without end that finds nothing', () => {
    const limits = {
      maxEvaluations: null,
      victoryCondition: 5,
      maxFruitless: 25,
      chunks: null,
      chunkEvaluations: 10,
      known: [],
    };
    const costs = Array.from({ length: 10 }, () => new Array<number>(10).fill(Number.POSITIVE_INFINITY));
    const merge = merged(costs, limits, () => 0);
    expect(merge.stopReason).toBe('SampleLimit');
    expect(merge.evaluations).toBe(30);
  });

  it('keeps what interrupted chunks had found', () => {
    const limits = {
      maxEvaluations: null,
      victoryCondition: null,
      maxFruitless: null,
      chunks: null,
      chunkEvaluations: 10,
      known: [],
    };
    const merge = new OrderedMerge({ ...usualOptions, objective: ['energy'] }, limits);
    merge.order();
    const second = merge.order()!;
    merge.stop('Interrupted');
    merge.salvage({ ...runChunk([[], [7, 5]], second), complete: false });
    merge.finish();
    expect(merge.pool.best[0]?.energyPj).toBe(5);
    expect(merge.evaluations).toBe(2);
    expect(merge.stopReason).toBe('Interrupted');
  });
});
