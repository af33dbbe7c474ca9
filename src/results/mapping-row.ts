// A mapping that a search has found: what it was found under, what it costs, and the row of it.

import { machineModel } from '../machines/models.js';
import { alternativesOf } from '../mapping/alternatives.js';
import { mappingEntries } from '../mapping/codec.js';
import type { Problem } from '../mapping/problem.js';
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

/** The problem and its plan under the choices of the machine that a mapping was found with. */
export function foundUnder({ problem, plan }: Searched, { alternative }: RankedMapping): Searched {
  if (alternative === undefined) return { problem, plan };
  const found = alternativesOf(problem)[alternative]!;
  return { problem: found, plan: alternativePlan(found, plan) };
}

export function evaluateFound(searched: Searched, ranked: RankedMapping): Evaluation {
  const { plan } = foundUnder(searched, ranked);
  return evaluateMapping(plan, ranked.mapping, machineModel(plan));
}

export function mappingRow(ranked: RankedMapping, context: RowContext): MappingRow {
  const { problem, options, result } = context;
  const { workload, architecture } = problem;
  return {
    ...costColumns(evaluateFound(context, ranked), architecture),
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
    mapping: JSON.stringify(mappingEntries(foundUnder(context, ranked).problem, ranked.mapping)),
    configHash: context.configHash,
    version: context.version,
    seed: options.seed,
    count: workload.count,
    algorithm: options.algorithm,
    index: ranked.index,
  };
}
