// One evaluation as the JSON document of `mapper evaluate --json`: the contract's keys in its order, additions after.

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { diagnosticToJson } from '../diagnostics/render.js';
import type { MappingEntry } from '../mapping/codec.js';
import type { Evaluation, LevelEvaluation } from '../model/evaluation.js';

export const schemaVersion = 1;

export type JsonObject = Readonly<Record<string, unknown>>;

export interface EvaluationDocument {
  readonly architecture: string;
  readonly workload: string;
  readonly mapping: readonly MappingEntry[];
  readonly evaluation: Evaluation;
  readonly configHash: string;
  /** Those of the evaluation or search, and of reading the files. */
  readonly diagnostics: readonly Diagnostic[];
}

export function evaluationJson(document: EvaluationDocument): JsonObject {
  const { evaluation, diagnostics, architecture, workload, mapping, configHash } = document;
  const { valid, cycles, energyPj, edpPjCycles, utilization, computes, areaUm2 } = evaluation;
  const { loopNest, binding, machine, operationalIntensity } = evaluation;
  return {
    ...{ schemaVersion, valid, cycles, energyPj, edpPjCycles, utilization, computes, areaUm2 },
    ...costJson(evaluation),
    loopNest,
    diagnostics: diagnostics.map(diagnosticToJson),
    binding,
    ...(machine && { machine }),
    ...{ operationalIntensity, architecture, workload, mapping, configHash },
  };
}

/** What every level, the compute and the networks do and cost. */
export function costJson({ levels, compute, networks }: Evaluation): JsonObject {
  const { sparse, energySource, estimate, ...counts } = compute;
  return {
    levels: levels.map(levelJson),
    compute: { ...counts, ...sparse, energySource, ...(estimate && { estimate }) },
    networks,
  };
}

/** A mapping that cannot be costed: the same keys, nothing in them but why. */
export function invalidEvaluationJson(diagnostics: readonly Diagnostic[]): JsonObject {
  return {
    schemaVersion,
    valid: false,
    cycles: null,
    energyPj: null,
    edpPjCycles: null,
    utilization: null,
    computes: null,
    areaUm2: null,
    levels: [],
    compute: null,
    networks: [],
    loopNest: null,
    diagnostics: diagnostics.map(diagnosticToJson),
  };
}

function levelJson(level: LevelEvaluation): JsonObject {
  const dataspaces = Object.entries(level.dataspaces).map(([name, { sparse, ...counts }]) => [
    name,
    { ...counts, ...sparse },
  ]);
  return { ...level, dataspaces: Object.fromEntries(dataspaces) };
}
