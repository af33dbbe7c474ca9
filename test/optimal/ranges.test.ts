// Searches that take the mapspace apart by cycles find what a walk over every mapping finds; and what shuts out too much is found out.

import { describe, expect, it, vi } from 'vitest';
import type { CyclesRange } from '../../src/search/optimal/part.js';
import { listedChoices } from '../support/choices.js';
import { timeoutOf } from '../support/properties.js';
import { seededNumbers } from '../support/seeded-numbers.js';
import { fittedInstance } from './drawn-mapping.js';
import { type Instance, type InstanceOptions, randomInstance, smallInstances, suits } from './instance.js';
import { loadedAnew } from './loaded-anew.js';

/** What is done wrong at the moment, and how often ranges were made. */
const wrong = vi.hoisted(() => ({ what: '', made: 0 }));

vi.mock('../../src/search/optimal/regions/ranges.js', async (original) => {
  const actual = await original<typeof import('../../src/search/optimal/regions/ranges.js')>();
  return {
    ...actual,
    rangesOf: (...args: Parameters<typeof actual.rangesOf>): CyclesRange[] => {
      wrong.made += 1;
      const ranges = actual.rangesOf(...args);
      return wrong.what === 'cycles of no range' ? ranges.filter((_, at) => at % 2 === 0) : ranges;
    },
    blendIn: (...args: Parameters<typeof actual.blendIn>) => {
      const blend = actual.blendIn(...args);
      if (wrong.what === 'energy and cycles together, less') return { ...blend, mostPj: blend.mostPj * 0.8 };
      if (wrong.what !== 'cycles of ports that add up') return blend;
      return { ...blend, shares: blend.shares.map((one) => ({ ...one, share: one.share * 1.5 })) };
    },
    blendBound: (...args: Parameters<typeof actual.blendBound>) =>
      actual.blendBound(...args) * (wrong.what === 'a bound of both, higher' ? 1.3 : 1),
  };
});

/** Products, of which outlines are drawn. */
const products: InstanceOptions = {
  ...smallInstances,
  maxBound: 16,
  maxDimensions: 3,
  constraints: 'none',
  flags: 'none',
  families: ['gemm', 'mttkrp', 'attention', 'three-inputs'],
  objectives: [['edp']],
};

const mostMappings = 2500;

const anew = loadedAnew(async () => ({ ...(await import('./exact-checks.js')), ...(await import('./instance.js')) }));

const complaintsAbout = (instance: Instance): string[] | undefined => {
  const fitted = fittedInstance(instance, mostMappings);
  return fitted && anew().bestComplaints(fitted);
};

/** Whether some of so many cases is answered wrongly. */
function foundOut(cases: number): boolean {
  for (let seed = 0; seed < cases; seed += 1) {
    const instance = randomInstance(listedChoices(seededNumbers(`range ${seed}`, 500)), products);
    if (suits(instance, products) && (complaintsAbout(instance)?.length ?? 0) > 0) return true;
  }
  return false;
}

describe('mappings by the cycles that they take', () => {
  it('hold the best of all, ties by canonical order', { timeout: timeoutOf(80) }, () => {
    wrong.made = 0;
    anew().checkInstances(80, products, complaintsAbout);
    if (process.env['MAPPER_OPTIMAL_CASE'] === undefined) expect(wrong.made).toBeGreaterThan(5);
  });

  it.each([
    'cycles of no range',
    'energy and cycles together, less',
    'cycles of ports that add up',
    'a bound of both, higher',
  ])('are found out with %s', (what) => {
    wrong.what = what;
    try {
      expect(foundOut(2000)).toBe(true);
    } finally {
      wrong.what = '';
    }
  });
});
