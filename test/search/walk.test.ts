import { describe, expect, it } from 'vitest';
import { compareKeys } from '../../src/mapspace/canonical-key.js';
import type { Candidate } from '../../src/search/candidate-pool.js';
import { noHooks } from '../../src/search/chunk.js';
import { compareFigures } from '../../src/search/objective.js';
import type { Metric } from '../../src/search/result.js';
import { searchChunk } from '../../src/search/search-chunk.js';
import { contextOf as instanceContext } from '../optimal/instance.js';
import { writtenInstance } from '../optimal/written-instance.js';
import { timeoutOf } from '../support/properties.js';
import { allCandidates, checkSearches, contextOf, smallSearches, usualOptions } from './random-search.js';

const whole = { chunk: 0, of: 1, maxEvaluations: null, maxValid: null, scheduled: null, known: [] };
const cases = { problems: smallSearches, most: 5000 };

/** Nothing is counted at the outermost storage, so that nothing fills the next one, which takes in a word in four cycles. */
const outermostPassesOn = `
architecture:
  nodes:
    - !Component {name: Outer, class: DRAM, attributes: {width: 8, datawidth: 8}}
    - !Component {name: Inner, class: SRAM, attributes: {depth: 64, width: 8, datawidth: 8, write_bandwidth: 0.25}}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}, spatial: {meshX: 8}}
problem:
  shape:
    name: scaling
    dimensions: [M]
    data_spaces:
      - {name: A, projection: [[[M]]]}
      - {name: Z, projection: [[[M]]], read_write: true}
  instance: {M: 16}
constraints:
  targets:
    - {target: Outer, type: dataspace, no_coalesce: [A]}
    - {target: Inner, type: dataspace, keep: [A], bypass: [Z]}
`;

/** Of 3 channels 2 are summed side by side, then 1: the reference counts as many computes as for 4 (F.1). */
const shortSums = `
architecture:
  nodes:
    - !Component {name: Outer, class: DRAM, attributes: {width: 8, datawidth: 8, shared_bandwidth: 0.5}}
    - !Component
      name: Inner
      class: SRAM
      attributes: {depth: 1000, width: 8, datawidth: 8, read_bandwidth: 0.5, write_bandwidth: 0.5}
      spatial: {meshX: 4}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}}
problem:
  shape:
    name: sums
    dimensions: [C, M, R]
    data_spaces:
      - {name: W, projection: [[[C]], [[M]], [[R]]]}
      - {name: I, projection: [[[C]], [[R]]]}
      - {name: O, projection: [[[M]]], read_write: true}
  instance: {C: 3, M: 3, R: 4}
constraints:
  targets:
    - {target: Inner, type: dataspace, keep: [W, I, O]}
    - {target: Outer, type: dataspace, keep: [W, I, O]}
    - {target: Inner, type: temporal, permutation: [C, M, R]}
    - {target: Outer, type: temporal, permutation: [C, M, R]}
`;

function best(candidates: readonly Candidate[], objective: readonly Metric[]): Candidate | undefined {
  return [...candidates].sort((a, b) => compareFigures(objective, a, b) || compareKeys(a.key, b.key))[0];
}

describe('exhaustive and linear-pruned', () => {
  it('both find the best of all mappings, ties by canonical order', { timeout: timeoutOf(60) }, () => {
    const objectives: Metric[][] = [['edp'], ['energy'], ['cycles', 'energy'], ['utilization', 'cycles'], ['ed2p']];
    let run = 0;
    checkSearches(60, cases, (problem) => {
      const objective = objectives[run % objectives.length]!;
      run += 1;
      const context = contextOf(problem, { ...usualOptions, objective });
      const expected = best(allCandidates(context), objective);
      for (const strategy of ['exhaustive', 'linear-pruned'] as const) {
        const result = searchChunk(context, strategy, { order: whole, hooks: noHooks });
        expect(result.best[0]).toEqual(expected);
      }
    });
  });

  it('find the whole frontier and the top of the list', { timeout: timeoutOf(40) }, () => {
    checkSearches(40, cases, (problem) => {
      const context = contextOf(problem, { ...usualOptions, top: 5, frontier: true });
      const all = allCandidates(context);
      const exhaustive = searchChunk(context, 'exhaustive', { order: whole, hooks: noHooks });
      const sorted = [...all].sort((a, b) => compareFigures(['edp'], a, b) || compareKeys(a.key, b.key));
      expect(exhaustive.best).toEqual(sorted.slice(0, 5));
      expect(exhaustive.valid).toBe(all.length);
      const corners = all.filter((one) =>
        all.every(
          (other) =>
            other.cycles > one.cycles ||
            other.energyPj > one.energyPj ||
            (other.cycles === one.cycles && other.energyPj === one.energyPj),
        ),
      );
      const names = (list: readonly Candidate[]): string[] => [
        ...new Set(list.map(({ cycles, energyPj }) => `${cycles} ${energyPj}`)),
      ];
      const pruned = searchChunk(context, 'linear-pruned', { order: whole, hooks: noHooks });
      expect(names(exhaustive.frontier).sort()).toEqual(names(corners).sort());
      expect(pruned.frontier).toEqual(exhaustive.frontier);
    });
  });

  it('cut into chunks, evaluate the same mappings', { timeout: timeoutOf(30) }, () => {
    checkSearches(30, cases, (problem) => {
      const context = contextOf(problem);
      const one = searchChunk(context, 'exhaustive', { order: whole, hooks: noHooks });
      const of = 7;
      const parts = Array.from({ length: of }, (_, chunk) =>
        searchChunk(context, 'exhaustive', { order: { ...whole, chunk, of }, hooks: noHooks }),
      );
      expect(parts.reduce((sum, part) => sum + part.evaluations, 0)).toBe(one.evaluations);
      expect(
        best(
          parts.flatMap((part) => part.best),
          ['edp'],
        ),
      ).toEqual(one.best[0]);
    });
  });
});

describe('lower bounds', () => {
  it('let nothing be filled from a storage where nothing is counted (F.7.5)', () => {
    const { problem } = writtenInstance(outermostPassesOn);
    const context = contextOf(problem, { ...usualOptions, objective: ['cycles'] });
    const [fastest] = searchChunk(context, 'linear-pruned', { order: whole, hooks: noHooks }).best;
    expect(fastest?.cycles).toBe(2);
    expect(context.floors.whole.cycles).toBeLessThanOrEqual(2);
  });

  it('of utilization allow for the computes that the reference counts where iterations are short', () => {
    const { problem, model } = writtenInstance(shortSums);
    const asReference = { problem, model: { ...model, referenceQuirks: true } };
    const context = instanceContext(asReference, { imperfect: true, objective: ['utilization'] });
    const most = Math.max(...allCandidates(context).map(({ utilization }) => utilization));
    const [found] = searchChunk(context, 'linear-pruned', { order: whole, hooks: noHooks }).best;
    expect(found?.utilization).toBe(most);
    expect(context.floors.whole.utilization).toBeGreaterThanOrEqual(most);
  });

  it('are never above what a mapping reaches', { timeout: timeoutOf(80) }, () => {
    let tight = 0;
    checkSearches(80, cases, (problem) => {
      const context = contextOf(problem);
      const { whole: floor } = context.floors;
      const { mapspace } = context;
      const point = mapspace.createPoint();
      const spatial = mapspace.tiling.spatial.length * mapspace.tiling.dimensions;
      for (const { key, cycles, energyPj, utilization } of allCandidates(context)) {
        expect(floor.cycles).toBeLessThanOrEqual(cycles);
        expect(floor.energyPj).toBeLessThanOrEqual(energyPj);
        expect(floor.utilization).toBeGreaterThanOrEqual(utilization);
        mapspace.readKey(key, point);
        const parallelism = point.factors.subarray(0, spatial).reduce((product, factor) => product * factor, 1);
        const given = context.floors.given(parallelism, point.keep);
        expect(given.cycles).toBeLessThanOrEqual(cycles);
        expect(given.energyPj).toBeLessThanOrEqual(energyPj);
        if (given.cycles === cycles) tight += 1;
      }
    });
    expect(tight).toBeGreaterThan(100);
  });
});
