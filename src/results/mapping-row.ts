// A mapping that a search has found: what it was found under, what it costs, and the row of it.

import { machineModel } from '../machines/models.js';
import { alternativesOf } from '../mapping/alternatives.js';
import { type MappingEntry, mappingEntries } from '../mapping/codec.js';
import type { Problem } from '../mapping/problem.js';
import { remembered } from '../math/remembered.js';
import { evaluateMapping } from '../model/evaluate.js';
import type { Evaluation } from '../model/evaluation.js';
import { alternativePlan, type EvalPlan } from '../model/plan.js';
import type { RankedMapping, SearchOptions, SearchResult } from '../search/result.js';
import { costColumns, type MappingRow } from './row.js';

export interface Searched {
  readonly problem: Problem;
  readonly plan: EvalPlan;
}

export interface RowContext extends Searched {
  readonly options: SearchOptions;
  readonly configHash: string;
  readonly result: SearchResult;
  readonly version: string;
}

/** A mapping under the choices of the machine that it was found with. */
export interface Found extends Searched {
  readonly evaluation: Evaluation;
  readonly entries: readonly MappingEntry[];
}

const known = new WeakMap<RankedMapping, Found>();

/** Costed once for all that is said of it. Layers that are the same search share their mappings. */
export function foundAs(searched: Searched, ranked: RankedMapping): Found {
  return remembered(known, ranked, () => {
    const { problem, plan } = underChoices(searched, ranked);
    const evaluation = evaluateMapping(plan, ranked.mapping, machineModel(plan));
    return { problem, plan, evaluation, entries: mappingEntries(problem, ranked.mapping) };
  });
}

function underChoices({ problem, plan }: Searched, { alternative }: RankedMapping): Searched {
  if (alternative === undefined) return { problem, plan };
  const chosen = alternativesOf(problem)[alternative]!;
  return { problem: chosen, plan: alternativePlan(chosen, plan) };
}

export function mappingRow(ranked: RankedMapping, context: RowContext): MappingRow {
  const { problem, options, result } = context;
  const { workload, architecture } = problem;
  const { evaluation, entries } = foundAs(context, ranked);
  return {
    ...costColumns(evaluation, architecture),
    architecture: architecture.name,
    workload: workload.name,
    objective: options.objective.join(','),
    rank: ranked.rank,
    cycles: ranked.cycles,
    energyPj: ranked.energyPj,
    edpPjCycles: ranked.edpPjCycles,
    utilization: ranked.utilization,
    bufferUtilization: ranked.bufferUtilization,
    optimal: result.optimal,
    gap: result.gap,
    lowerBound: result.lowerBound,
    stopReason: result.stopReason,
    mapping: JSON.stringify(entries),
    configHash: context.configHash,
    version: context.version,
    seed: options.seed,
    count: workload.count,
    algorithm: options.algorithm,
    index: ranked.index,
  };
}
