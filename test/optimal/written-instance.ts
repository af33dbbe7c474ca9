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
