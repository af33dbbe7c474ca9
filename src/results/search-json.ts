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
  const { architecture, workload, options, result, count, configHash } = document;
  const { objective, algorithm, seed } = options;
  const { stopReason, optimal, gap, lowerBound, counters, boundKind } = result;
  const { nodes, evaluations, valid } = counters;
  const { elapsedSeconds, threads } = document.timing;
  return {
    ...{ schemaVersion, architecture, workload, objective, algorithm, seed, stopReason, optimal, gap, lowerBound },
    mapspaceSize: result.mapspaceSize.toString(),
    mappings: result.mappings.map((ranked) => ({
      ...rankedJson(ranked, document),
      ...costJson(document.foundAs(ranked).evaluation),
    })),
    frontier: result.frontier.map((ranked) => rankedJson(ranked, document)),
    timing: { elapsedSeconds, nodes, evaluations, threads, valid },
    diagnostics: document.diagnostics.map(diagnosticToJson),
    valid: result.mappings.length > 0,
    boundKind,
    mapspaceSizeIsExact: result.sizeIsExact,
    count,
    configHash,
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
  const { rank, index, cycles, energyPj, edpPjCycles, utilization, bufferUtilization } = ranked;
  const figures = { rank, index, cycles, energyPj, edpPjCycles, utilization, bufferUtilization };
  return { ...figures, mapping: entries, loopNest, binding, ...(machine && { machine }) };
}
