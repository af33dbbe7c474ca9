// The public API and nothing else: what the command line is made of, for programs. Every step returns an `Outcome`, a
// value unless there were errors and whatever there is to say; nothing here prints, exits or throws for a user's mistake.
//
//   const spec = readSpec(files, { compat: 'auto', overrides: [] });
//   const problem = buildProblem(spec.value, { compat: 'auto' });
//   const plan = compilePlan(workload, architecture, constraints, { ...defaultModelOptions, cumulativeFanout: false });
//   const result = await runSearch(problem.value, plan, options);

export type { Architecture, ComputeLevel, EnergySource, StorageLevel } from './arch/architecture.js';
export type { Diagnostic, DiagnosticCode, Outcome, Severity } from './diagnostics/diagnostic.js';
export { hasErrors } from './diagnostics/diagnostic.js';
export { type DiagnosticJson, diagnosticToJson, renderDiagnostic } from './diagnostics/render.js';
export type { Position, SourceFile, Span } from './diagnostics/span.js';
export { positionAt } from './diagnostics/span.js';
export { machineModel, machineRules } from './machines/models.js';
export { type BuiltMapping, buildMapping } from './mapping/build-mapping.js';
export { type MappingEntry, mappingEntries } from './mapping/codec.js';
export type { Constraints } from './mapping/constraints.js';
export type { LevelMapping, Mapping, SpatialLoop, TemporalLoop } from './mapping/mapping.js';
export { buildProblem, type Problem } from './mapping/problem.js';
export { evaluateMapping } from './model/evaluate.js';
export type { DataspaceCounts, Evaluation, LevelEvaluation, NetworkEvaluation } from './model/evaluation.js';
export { compilePlan, defaultModelOptions, type EvalPlan, type ModelOptions } from './model/plan.js';
export { type RunHooks, runSearch } from './parallel/run-search.js';
export type {
  Algorithm,
  Metric,
  Progress,
  RankedMapping,
  SearchOptions,
  SearchResult,
  StopReason,
} from './search/result.js';
export type { Compat } from './spec/compat.js';
export type { InputFile } from './spec/read/input-file.js';
export { loadInput } from './spec/read/load.js';
export { type ReadOptions, readSpec } from './spec/read-spec.js';
export type { Spec } from './spec/spec.js';
export type { Dataspace, Workload } from './workload/workload.js';
