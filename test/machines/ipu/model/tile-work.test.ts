// The cycles of a tile's work against the planner's formula as it is transcribed for questions, and the bound that the proof rests on.

import { expect, it } from 'vitest';
import { ampCycles } from '../../../../src/machines/ipu/compute/amp-kernel.js';
import { ampShape } from '../../../../src/machines/ipu/compute/rates.js';
import { kernelOf, leastGroupCycles } from '../../../../src/machines/ipu/model/kernels.js';

const halves = { precision: 'half-half', inputBytes: 2, partialBytes: 2, resultBytes: 2 } as const;
const question = { amp: ampShape('mk2', 'half-half'), types: halves, coefficientBytesPerCycle: 8, window: [] };
const ampWith = (loadCycles: number) =>
  kernelOf('amp', { ...question, coefficientBytesPerCycle: question.amp.coefficientBytes / loadCycles }).cycles;

const elements = [...Array.from({ length: 40 }, (_, n) => n + 1), 96, 97, 500, 1000];
const groupCounts = [1, 2, 5, 32];

it('is the planner formula', () => {
  for (const loadCycles of [32, 64]) {
    const cycles = ampWith(loadCycles);
    for (const n of elements) {
      for (const inGroups of groupCounts) {
        for (const outGroups of groupCounts) {
          for (const groups of [1, 3]) {
            const planned = ampCycles({ elements: n, inGroups, outGroups, groups, loadCycles });
            expect(cycles.of({ elements: n, inGroups, outGroups, groups })).toBe(planned);
          }
        }
      }
    }
  }
});

it('is never below its bound', () => {
  const cycles = ampWith(64);
  for (const n of elements) {
    for (const inGroups of groupCounts) {
      for (const outGroups of groupCounts) {
        const work = { elements: n, inGroups, outGroups, groups: 1 };
        expect(cycles.of(work)).toBeGreaterThanOrEqual(cycles.least(work));
      }
    }
  }
});

it('meets the bound but for 116 cycles at the start, where one worker has an element less and sums are begun', () => {
  const cycles = ampWith(64);
  for (const outGroups of groupCounts) {
    const work = { elements: 95, inGroups: 1, outGroups, groups: 1 };
    expect(cycles.of(work) - cycles.least(work)).toBe(116);
    expect(cycles.least(work)).toBe(outGroups * (4 * 95 + leastGroupCycles(64)));
  }
});
