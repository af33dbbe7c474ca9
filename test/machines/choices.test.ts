// What a machine leaves open is searched: the proof goes over all of it, and no choice that somebody states does better.

import { describe, expect, it } from 'vitest';
import { alternativesOf, searchedChoices } from '../../src/mapping/alternatives.js';
import type { Metric } from '../../src/search/result.js';
import { convolutionOf, problemOf, productOf, searched } from './searched.js';

const strided = convolutionOf('C: 8, M: 16, R: 3, S: 3, N: 1, P: 7, Q: 5, Wstride: 2, Hstride: 2');
const few = convolutionOf('C: 3, M: 4, R: 3, S: 1, N: 1, P: 8, Q: 1, Wstride: 2, Hstride: 2');
const pointwise = convolutionOf('C: 64, M: 64, R: 1, S: 1, N: 1, P: 7, Q: 7');

interface Case {
  readonly machine: string;
  readonly name: string;
  readonly workload: string;
}

const cases: readonly Case[] = [
  { machine: 'epu-q8', name: 'strided convolution', workload: strided },
  { machine: 'epu-q16', name: 'pointwise convolution', workload: pointwise },
  { machine: 'epu-q8', name: 'matrix product', workload: productOf(12, 40, 96) },
  { machine: 'ipu-mk2', name: 'one row', workload: productOf(1, 256, 512) },
  { machine: 'tpu-v5e', name: 'strided convolution', workload: few },
  {
    machine: 'tpu-v2',
    name: 'groups',
    workload: convolutionOf('G: 32, C: 1, M: 1, R: 3, S: 3, N: 1, P: 8, Q: 8', 'grouped_cnn_layer'),
  },
];

describe.each(cases)('$machine, $name', ({ machine, workload }) => {
  it.each<Metric>(['cycles', 'edp'])('%s: the least of all fixed choices, and proven', async (metric) => {
    const alternatives = alternativesOf(problemOf({ machine, workload }));
    expect(alternatives.length).toBeGreaterThan(1);
    const options = { objective: [metric], top: 3 };
    const open = await searched({ machine, workload }, options);
    expect(open.optimal).toBe(true);
    const fixed = await Promise.all(
      alternatives.map(({ choices }) => searched({ machine, workload, set: stated(choices!) }, options)),
    );
    const figures = fixed.flatMap(({ mappings }) => mappings.map((one) => figureOf(metric, one))).sort((a, b) => a - b);
    expect(open.mappings.map((one) => figureOf(metric, one))).toEqual(figures.slice(0, 3));
  });

  it('a frontier over all choices', async () => {
    const alternatives = alternativesOf(problemOf({ machine, workload }));
    const open = await searched({ machine, workload }, { frontier: true });
    const fixed = await Promise.all(
      alternatives.map(({ choices }) => searched({ machine, workload, set: stated(choices!) }, { frontier: true })),
    );
    for (const { cycles, energyPj } of fixed.flatMap(({ frontier }) => frontier))
      expect(open.frontier.some((one) => one.cycles <= cycles && one.energyPj <= energyPj)).toBe(true);
  });
});

it('a stated choice is not searched', () => {
  const problem = problemOf({ machine: 'epu-q8', workload: strided, set: { on_cores: 'rows' } });
  expect(searchedChoices(problem)).toEqual({ strided_fetch: ['rau', 'flow'] });
  const both = problemOf({ machine: 'epu-q8', workload: strided, set: { on_cores: 'rows', strided_fetch: 'flow' } });
  expect(both.others).toBeUndefined();
});

describe('layouts that mirror each other', () => {
  const square = convolutionOf('C: 3, M: 4, R: 3, S: 3, N: 1, P: 6, Q: 6');
  const oblong = convolutionOf('C: 3, M: 4, R: 3, S: 3, N: 1, P: 6, Q: 7');
  const layoutsOf = (workload: string): readonly string[] =>
    searchedChoices(problemOf({ machine: 'tpu-v5e', workload }))!.layouts!.map((one) => JSON.stringify(one));

  it('are searched once where rows and columns are alike', () => {
    expect(layoutsOf(square).length).toBeLessThan(layoutsOf(oblong).length);
  });

  it('none that is left out does better', async () => {
    const options = { objective: ['cycles', 'energy'] as const };
    const open = await searched({ machine: 'tpu-v5e', workload: square }, options);
    const searchedOnes = layoutsOf(square);
    const others = layoutsOf(oblong).filter((layouts) => !searchedOnes.includes(layouts));
    expect(others.length).toBeGreaterThan(0);
    const [best] = open.mappings;
    for (const layouts of others) {
      const fixed = await searched({ machine: 'tpu-v5e', workload: square, set: { layouts } }, options);
      expect(fixed.mappings[0]!.cycles).toBeGreaterThanOrEqual(best!.cycles);
    }
  });
});

function figureOf(metric: Metric, { cycles, edpPjCycles }: { cycles: number; edpPjCycles: number }): number {
  return metric === 'cycles' ? cycles : edpPjCycles;
}

function stated(choices: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(choices).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
