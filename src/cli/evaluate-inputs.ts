// From input files to one costed mapping: the pipeline that `mapper evaluate` and its batch share.

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { error } from '../diagnostics/diagnostic.js';
import { machineModel, machineRules } from '../machines/models.js';
import { buildMapping } from '../mapping/build-mapping.js';
import type { Mapping } from '../mapping/mapping.js';
import type { Problem } from '../mapping/problem.js';
import { buildProblem } from '../mapping/problem.js';
import { evaluateMapping } from '../model/evaluate.js';
import type { Evaluation } from '../model/evaluation.js';
import type { EvalPlan } from '../model/plan.js';
import { compilePlan, defaultModelOptions } from '../model/plan.js';
import type { InputFile, ReadOptions } from '../spec/read-spec.js';
import { readSpec } from '../spec/read-spec.js';
import type { Spec } from '../spec/spec.js';

export type EvaluationOutcome = { readonly diagnostics: readonly Diagnostic[] } & (
  | {
      readonly kind: 'evaluated';
      readonly problem: Problem;
      readonly mapping: Mapping;
      readonly evaluation: Evaluation;
    }
  /** The files are sound, the mapping is not. */
  | { readonly kind: 'invalid-mapping' }
  | { readonly kind: 'bad-input' }
);

export interface EvaluateOptions {
  readonly read: ReadOptions;
  readonly model: Parameters<typeof compilePlan>[3];
}

export function evaluateInputs(inputs: readonly InputFile[], { read, model }: EvaluateOptions): EvaluationOutcome {
  const diagnostics: Diagnostic[] = [];
  const spec = collect(readSpec(inputs, read), diagnostics);
  if (!spec) return { kind: 'bad-input', diagnostics };
  const problem = collect(buildProblem(spec, { ...read, machines: machineRules }), diagnostics);
  if (!problem) return { kind: 'bad-input', diagnostics };
  const built = buildMapping(spec, problem, read);
  // Without a mapping every free factor is 1, and the complaints would be about factors.
  if (!built.value && spec.mapping.length === 0) {
    return { kind: 'bad-input', diagnostics: [...diagnostics, error('E-REQUIRED', 'no mapping is given', noMapping)] };
  }
  diagnostics.push(...built.diagnostics);
  if (!built.value) return { kind: 'invalid-mapping', diagnostics };
  const plan: EvalPlan = compilePlan(problem.workload, problem.architecture, built.value.constraints, model);
  const evaluation = evaluateMapping(plan, built.value.mapping, machineModel(plan));
  diagnostics.push(...evaluation.diagnostics);
  if (!evaluation.valid) return { kind: 'invalid-mapping', diagnostics };
  return { kind: 'evaluated', problem, mapping: built.value.mapping, evaluation, diagnostics };
}

/** What a specification with architecture and problem says about itself: the mapping too, if there is one. */
export function checkTogether(spec: Spec, read: ReadOptions): readonly Diagnostic[] {
  const problem = buildProblem(spec, { ...read, machines: machineRules });
  if (!problem.value || spec.mapping.length === 0) return problem.diagnostics;
  const built = buildMapping(spec, problem.value, read);
  const { workload, architecture } = problem.value;
  const diagnostics = [...problem.diagnostics, ...built.diagnostics];
  if (!built.value) return diagnostics;
  const options = { ...defaultModelOptions, cumulativeFanout: read.compat !== 'none' };
  const plan = compilePlan(workload, architecture, built.value.constraints, options);
  return [...diagnostics, ...evaluateMapping(plan, built.value.mapping, machineModel(plan)).diagnostics];
}

const noMapping = { hint: 'add a file with a top-level mapping: key' };

function collect<T>(
  outcome: { readonly value: T | undefined; readonly diagnostics: readonly Diagnostic[] },
  diagnostics: Diagnostic[],
): T | undefined {
  diagnostics.push(...outcome.diagnostics);
  return outcome.value;
}
