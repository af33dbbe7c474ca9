// One search as the JSON document of `mapper search --json`: the contract's keys in its order, additions after. Whatever
// depends on the clock or on timing stands in `timing`.

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { diagnosticToJson } from '../diagnostics/render.js';
import type { searchedChoices } from '../mapping/alternatives.js';
import type { RankedMapping, SearchOptions, SearchResult } from '../search/result.js';
import { costJson, type EvaluationDocument, type JsonObject, schemaVersion } from './evaluation-json.js';
import type { Found } from './mapping-row.js';

export interface SearchDocument extends Omit<EvaluationDocument, 'mapping' | 'evaluation'> {
  readonly count: number;
  readonly options: SearchOptions;
  readonly result: SearchResult;
  readonly timing: { readonly elapsedSeconds: number; readonly threads: number };
  readonly foundAs: (ranked: RankedMapping) => Pick<Found, 'entries' | 'evaluation'>;
  /** Of the machine, over which the search went. */
  readonly choices: ReturnType<typeof searchedChoices>;
}

export function searchJson(document: SearchDocument): JsonObject {
  const { options, result, timing } = document;
  return {
    schemaVersion,
    architecture: document.architecture,
    workload: document.workload,
    objective: options.objective,
    algorithm: options.algorithm,
    seed: options.seed,
    stopReason: result.stopReason,
    optimal: result.optimal,
    gap: result.gap,
    lowerBound: result.lowerBound,
    mapspaceSize: result.mapspaceSize.toString(),
    mappings: result.mappings.map((ranked) => ({
      ...rankedJson(ranked, document),
      ...costJson(document.foundAs(ranked).evaluation),
    })),
    frontier: result.frontier.map((ranked) => rankedJson(ranked, document)),
    timing: {
      elapsedSeconds: timing.elapsedSeconds,
      nodes: result.counters.nodes,
      evaluations: result.counters.evaluations,
      threads: timing.threads,
      valid: result.counters.valid,
    },
    diagnostics: document.diagnostics.map(diagnosticToJson),
    valid: result.mappings.length > 0,
    boundKind: result.boundKind,
    mapspaceSizeIsExact: result.sizeIsExact,
    count: document.count,
    configHash: document.configHash,
    ...(document.choices && { searchedChoices: document.choices }),
  };
}

/** A search that could not start: the same keys, nothing in them but why. */
export function failedSearchJson(diagnostics: readonly Diagnostic[]): JsonObject {
  return {
    schemaVersion,
    stopReason: null,
    optimal: false,
    gap: null,
    lowerBound: null,
    mappings: [],
    frontier: [],
    diagnostics: diagnostics.map(diagnosticToJson),
    valid: false,
  };
}

function rankedJson(ranked: RankedMapping, document: SearchDocument): JsonObject {
  const { entries, evaluation } = document.foundAs(ranked);
  const { loopNest, machine, binding } = evaluation;
  return {
    rank: ranked.rank,
    index: ranked.index,
    cycles: ranked.cycles,
    energyPj: ranked.energyPj,
    edpPjCycles: ranked.edpPjCycles,
    utilization: ranked.utilization,
    bufferUtilization: ranked.bufferUtilization,
    mapping: entries,
    loopNest,
    binding,
    ...(machine && { machine }),
  };
}
