// From input files to one costed mapping: the pipeline that `mapper evaluate` and its batch share.

import { type Diagnostic, error, type Outcome } from '../diagnostics/diagnostic.js';
import { machineModel, machineRules } from '../machines/models.js';
import { alternativesOf } from '../mapping/alternatives.js';
import { buildMapping } from '../mapping/build-mapping.js';
import type { Mapping } from '../mapping/mapping.js';
import { buildProblem, type Problem } from '../mapping/problem.js';
import { evaluateMapping } from '../model/evaluate.js';
import type { Evaluation } from '../model/evaluation.js';
import { compilePlan, defaultModelOptions, type EvalPlan } from '../model/plan.js';
import { followsReference } from '../spec/compat.js';
import type { InputFile } from '../spec/read/input-file.js';
import { type ReadOptions, readSpec } from '../spec/read-spec.js';
import type { Spec } from '../spec/spec.js';

export type EvaluationOutcome = { readonly diagnostics: readonly Diagnostic[] } & (
  | {
      readonly kind: 'evaluated';
      readonly problem: Problem;
      readonly plan: EvalPlan;
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
  const costed = costUnderChoices(spec, problem, { read, model: { ...model, ...spec.switches } });
  // Without a mapping every free factor is 1, and the complaints would be about factors.
  if (!costed.mapping && spec.mapping.length === 0) {
    return { kind: 'bad-input', diagnostics: [...diagnostics, noMapping(spec)] };
  }
  diagnostics.push(...costed.diagnostics);
  const { evaluation, mapping, plan } = costed;
  if (!mapping || !plan || !evaluation?.valid) return { kind: 'invalid-mapping', diagnostics };
  return { kind: 'evaluated', problem: costed.problem, plan, mapping, evaluation, diagnostics };
}

/** What a specification with architecture and problem says about itself: the mapping too, if there is one. */
export function checkTogether(spec: Spec, read: ReadOptions): readonly Diagnostic[] {
  const problem = buildProblem(spec, { ...read, machines: machineRules });
  if (!problem.value || spec.mapping.length === 0) return problem.diagnostics;
  const model = { ...defaultModelOptions, cumulativeFanout: followsReference(read.compat) };
  return [...problem.diagnostics, ...costUnderChoices(spec, problem.value, { read, model }).diagnostics];
}

interface Costed {
  readonly problem: Problem;
  readonly plan?: EvalPlan;
  readonly mapping?: Mapping;
  readonly evaluation?: Evaluation;
  readonly diagnostics: readonly Diagnostic[];
}

/** Of what the machine may choose for a mapping, the product of energy and cycles decides, and among equals the machine's order. */
function costUnderChoices(spec: Spec, problem: Problem, options: EvaluateOptions): Costed {
  const costed = alternativesOf(problem).map((one) => cost(spec, one, options));
  const product = ({ evaluation }: Costed): number =>
    evaluation?.valid ? evaluation.edpPjCycles : Number.POSITIVE_INFINITY;
  return costed.reduce((best, one) => (product(one) < product(best) ? one : best));
}

function cost(spec: Spec, problem: Problem, { read, model }: EvaluateOptions): Costed {
  const { value: built, diagnostics } = buildMapping(spec, problem, read);
  if (!built) return { problem, diagnostics };
  const plan: EvalPlan = compilePlan(problem.workload, problem.architecture, built.constraints, model);
  const evaluation = evaluateMapping(plan, built.mapping, machineModel(plan));
  const said = [...diagnostics, ...evaluation.diagnostics];
  return { problem, plan, mapping: built.mapping, evaluation, diagnostics: said };
}

function noMapping({ mappingSpan: span }: Spec): Diagnostic {
  if (!span) return error('E-REQUIRED', 'no mapping is given', { hint: 'add a file with a top-level mapping: key' });
  const expected = 'a list of entries with target and type, such as {target: GLB, type: temporal, factors: [M=4]}';
  return error('E-REQUIRED', 'the mapping is empty', { span, expected });
}

function collect<T>(outcome: Outcome<T>, diagnostics: Diagnostic[]): T | undefined {
  diagnostics.push(...outcome.diagnostics);
  return outcome.value;
}
