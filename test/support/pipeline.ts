// The real pipeline from texts to an evaluation, as the command line runs it, for golden cases.

import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { buildMapping } from '../../src/mapping/build-mapping.js';
import type { Mapping } from '../../src/mapping/mapping.js';
import { buildProblem } from '../../src/mapping/problem.js';
import { evaluateMapping } from '../../src/model/evaluate.js';
import type { Evaluation } from '../../src/model/evaluation.js';
import { compilePlan, defaultModelOptions, type EvalPlan, type ModelOptions } from '../../src/model/plan.js';
import type { Compat } from '../../src/spec/compat.js';
import type { InputFile } from '../../src/spec/read/input-file.js';
import { readSpec } from '../../src/spec/read-spec.js';

export interface CaseTexts {
  readonly architecture: string;
  readonly problem: string;
  readonly mapping: string;
  readonly ert?: string | undefined;
  readonly art?: string | undefined;
  /** Last-iteration trip counts beside the mapping. */
  readonly imperfect?: string | undefined;
}

export interface PipelineOptions {
  readonly compat: Compat;
  readonly model?: Partial<ModelOptions>;
}

/** What there is: a rejected input ends early, with errors among the diagnostics. */
export interface PipelineResult {
  readonly diagnostics: readonly Diagnostic[];
  readonly plan?: EvalPlan;
  readonly mapping?: Mapping;
  readonly evaluation?: Evaluation;
}

export function runPipeline(texts: CaseTexts, { compat, model }: PipelineOptions): PipelineResult {
  const spec = readSpec(inputsOf(texts), { compat, overrides: [] });
  if (!spec.value) return { diagnostics: spec.diagnostics };
  const problem = buildProblem(spec.value, { compat });
  const read = [...spec.diagnostics, ...problem.diagnostics];
  if (!problem.value) return { diagnostics: read };

  const built = buildMapping(spec.value, problem.value, { compat });
  const diagnostics = [...read, ...built.diagnostics];
  if (!built.value) return { diagnostics };

  const { workload, architecture } = problem.value;
  const plan = compilePlan(workload, architecture, built.value.constraints, {
    ...defaultModelOptions,
    slidingWindow: compat === 'timeloop-2024' ? 'before-2025' : 'current',
    referenceQuirks: compat !== 'none',
    ...model,
    cumulativeFanout: compat !== 'none',
  });
  const { mapping } = built.value;
  const evaluation = evaluateMapping(plan, mapping);
  return { diagnostics: [...diagnostics, ...evaluation.diagnostics], plan, mapping, evaluation };
}

function inputsOf({ architecture, problem, mapping, ert, art, imperfect }: CaseTexts): InputFile[] {
  const input = (role: InputFile['role'], text: string | undefined): InputFile[] =>
    text === undefined ? [] : [{ source: { name: `${role}.yaml`, text }, directory: null, role }];
  return [
    ...input('architecture', architecture),
    ...input('problem', problem),
    ...input('mapping', mapping),
    ...input('ert', ert),
    ...input('art', art),
    ...input('any', imperfect),
  ];
}
