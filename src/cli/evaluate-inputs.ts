// From input files to one costed mapping: the pipeline that `mapper evaluate` and its batch share.

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { buildMapping } from '../mapping/build-mapping.js';
import type { Mapping } from '../mapping/mapping.js';
import type { Problem } from '../mapping/problem.js';
import { buildProblem } from '../mapping/problem.js';
import { evaluateMapping } from '../model/evaluate.js';
import type { Evaluation } from '../model/evaluation.js';
import type { EvalPlan } from '../model/plan.js';
import { compilePlan } from '../model/plan.js';
import type { InputFile, ReadOptions } from '../spec/read-spec.js';
import { readSpec } from '../spec/read-spec.js';

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
  const problem = collect(buildProblem(spec, read), diagnostics);
  if (!problem) return { kind: 'bad-input', diagnostics };
  const built = collect(buildMapping(spec, problem, read), diagnostics);
  if (!built) return { kind: 'invalid-mapping', diagnostics };
  const plan: EvalPlan = compilePlan(problem.workload, problem.architecture, built.constraints, model);
  const evaluation = evaluateMapping(plan, built.mapping);
  diagnostics.push(...evaluation.diagnostics);
  if (!evaluation.valid) return { kind: 'invalid-mapping', diagnostics };
  return { kind: 'evaluated', problem, mapping: built.mapping, evaluation, diagnostics };
}

function collect<T>(
  outcome: { readonly value: T | undefined; readonly diagnostics: readonly Diagnostic[] },
  diagnostics: Diagnostic[],
): T | undefined {
  diagnostics.push(...outcome.diagnostics);
  return outcome.value;
}
