// Shipped files from text to evaluation: what `mapper evaluate` does.

import { buildMapping } from '../../src/mapping/build-mapping.js';
import { buildProblem } from '../../src/mapping/problem.js';
import { evaluateMapping } from '../../src/model/evaluate.js';
import type { Evaluation } from '../../src/model/evaluation.js';
import { compilePlan, defaultModelOptions } from '../../src/model/plan.js';
import { type Read, readFiles, sentence } from './shipped-files.js';

export const modelOptions = { ...defaultModelOptions, cumulativeFanout: false };

export function evaluateFiles(architecture: string, workload: string, mapping: string): Read<Evaluation> {
  const { value: spec, said } = readFiles([architecture, workload, mapping]);
  if (!spec) return { value: undefined, said };
  const problem = buildProblem(spec, { compat: 'none' });
  if (!problem.value) return { value: undefined, said: [...said, ...problem.diagnostics.map(sentence)] };
  const built = buildMapping(spec, problem.value, { compat: 'none' });
  const all = [...said, ...problem.diagnostics.map(sentence), ...built.diagnostics.map(sentence)];
  if (!built.value) return { value: undefined, said: all };

  const { workload: computation, architecture: machine } = problem.value;
  const plan = compilePlan(computation, machine, built.value.constraints, modelOptions);
  const value = evaluateMapping(plan, built.value.mapping);
  return { value, said: [...all, ...value.diagnostics.map(sentence)] };
}
