// An instance written as users write theirs.

import { expect } from 'vitest';
import { buildProblem } from '../../src/mapping/problem.js';
import { defaultModelOptions } from '../../src/model/plan.js';
import { readSpec } from '../../src/spec/read-spec.js';
import { listedChoices } from '../support/choices.js';
import type { Instance } from './instance.js';

export function writtenInstance(text: string, objective: Instance['objective'] = ['energy']): Instance {
  const source = { name: 'case.yaml', text };
  const spec = readSpec([{ source, directory: null, role: 'any' }], { compat: 'none', overrides: [] });
  const problem = buildProblem(spec.value!, { compat: 'none' }).value;
  expect(problem).toBeDefined();
  return { problem: problem!, model: defaultModelOptions, objective, choices: listedChoices([]) };
}

/** The product of an M x K and a K x N matrix, as a part of such a text; `densities` by operand. */
export function writtenProduct(m: number, n: number, k: number, densities = ''): string {
  return `
problem:
  shape:
    name: product
    dimensions: [M, N, K]
    data_spaces:
      - {name: A, projection: [[[M]], [[K]]]}
      - {name: B, projection: [[[K]], [[N]]]}
      - {name: Z, projection: [[[M]], [[N]]], read_write: true}
  instance: {M: ${m}, N: ${n}, K: ${k}, densities: {${densities}}}
`;
}
