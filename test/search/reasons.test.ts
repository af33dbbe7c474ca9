import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/mapping/problem.js';
import { compilePlan, defaultModelOptions } from '../../src/model/plan.js';
import { runSearch } from '../../src/parallel/run-search.js';
import { type Fitting, withReasons } from '../../src/search/nothing-fits.js';
import type { RankedMapping, SearchResult, StopReason } from '../../src/search/result.js';
import { usualOptions } from './random-search.js';
import { smallConv } from './small-conv.js';

const possible = smallConv([8, 4, 3], [{ name: 'RF', capacity: 3, keep: 7 }, { name: 'DRAM' }]);
const impossible = smallConv([8, 4, 3], [{ name: 'RF', capacity: 2, keep: 7 }, { name: 'DRAM' }]);

function empty(stopReason: StopReason): SearchResult {
  return {
    stopReason,
    optimal: false,
    gap: null,
    lowerBound: null,
    boundKind: null,
    mapspaceSize: 100n,
    sizeIsExact: true,
    mappings: [],
    frontier: [],
    counters: { evaluations: 7, valid: 0, nodes: 0 },
    diagnostics: [],
  };
}

function told(problem: Problem, stopReason: StopReason, fitting: Fitting | null): readonly string[] {
  const { diagnostics } = withReasons(empty(stopReason), { problem, options: usualOptions, fitting });
  return diagnostics.map(({ code, message }) => `${code} ${message}`);
}

describe('a result without mappings', () => {
  it('says that there are some, where they are known to be', () => {
    expect(told(possible, 'SampleLimit', { verdict: 'fits' })).toEqual([
      'W-ALGORITHM no valid mapping was found in 7 evaluations, although there is at least one',
    ]);
  });

  it.each([
    ['optimal', 'search longer'],
    ['random', 'search longer, or with --algorithm optimal'],
  ] as const)('asks no more of %s than it does not do already', (algorithm, hint) => {
    const options = { ...usualOptions, algorithm };
    const found = withReasons(empty('TimeLimit'), { problem: possible, options, fitting: { verdict: 'fits' } });
    expect(found.diagnostics.map((one) => one.hint)).toEqual([hint]);
  });

  it('is looked into more closely where nothing was known, and there is time', () => {
    expect(told(possible, 'SampleLimit', { verdict: 'unknown' })).toEqual([
      'W-ALGORITHM no valid mapping was found in 7 evaluations, although there is at least one',
    ]);
    expect(told(impossible, 'VictoryCondition', null)).toEqual([
      'E-INFEASIBLE RF holds 2 words, but 1 of W, 1 of I and 1 of O need 3',
    ]);
    const options = { problem: impossible, options: usualOptions, fitting: null };
    expect(withReasons(empty('SampleLimit'), options).stopReason).toBe('Exhausted');
  });

  it.each(['TimeLimit', 'Interrupted'] as const)('claims nothing that is not known after %s', (stopReason) => {
    expect(told(impossible, stopReason, { verdict: 'unknown' })).toEqual([
      'W-ALGORITHM no valid mapping was found in 7 evaluations; whether there is one is not known',
    ]);
  });

  it('names counts where everything else complies and all were tried', () => {
    expect(told(possible, 'Exhausted', { verdict: 'fits' })[0]).toMatch(/^E-OVERFLOW every mapping that fits /);
  });

  it('is not meddled with when it has mappings', () => {
    const result = { ...empty('Exhausted'), mappings: [{} as RankedMapping] };
    expect(withReasons(result, { problem: impossible, options: usualOptions, fitting: null })).toBe(result);
  });
});

it('counts that no longer are exact are named where they are what rejects every mapping', async () => {
  const vast = smallConv([2 ** 27, 2 ** 27, 1], [{ name: 'RF' }, { name: 'DRAM' }]);
  const { workload, architecture, constraints } = vast;
  const plan = compilePlan(workload, architecture, constraints, { ...defaultModelOptions, cumulativeFanout: false });
  const { diagnostics, mappings } = await runSearch(vast, plan, usualOptions);
  expect(mappings).toEqual([]);
  expect(diagnostics.map(({ code }) => code)).toEqual(['E-OVERFLOW']);
});
