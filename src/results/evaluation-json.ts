// One evaluation as the JSON document of `mapper evaluate --json`: the contract's keys in its order, additions after.

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { diagnosticToJson } from '../diagnostics/render.js';
import type { MappingEntry } from '../mapping/codec.js';
import type { DataspaceCounts, Evaluation, LevelEvaluation } from '../model/evaluation.js';

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
  const { evaluation, diagnostics } = document;
  return {
    schemaVersion,
    valid: evaluation.valid,
    cycles: evaluation.cycles,
    energyPj: evaluation.energyPj,
    edpPjCycles: evaluation.edpPjCycles,
    utilization: evaluation.utilization,
    computes: evaluation.computes,
    areaUm2: evaluation.areaUm2,
    ...costJson(evaluation),
    loopNest: evaluation.loopNest,
    diagnostics: diagnostics.map(diagnosticToJson),
    binding: evaluation.binding,
    ...(evaluation.machine && { machine: evaluation.machine }),
    operationalIntensity: evaluation.operationalIntensity,
    architecture: document.architecture,
    workload: document.workload,
    mapping: document.mapping,
    configHash: document.configHash,
  };
}

/** What every level, the compute and the networks do and cost. */
export function costJson({ levels, compute, networks }: Evaluation): JsonObject {
  return {
    levels: levels.map(levelJson),
    compute: {
      name: compute.name,
      instances: compute.instances,
      utilizedInstances: compute.utilizedInstances,
      computes: compute.computes,
      energyPj: compute.energyPj,
      cycles: compute.cycles,
      ...compute.sparse,
      energySource: compute.energySource,
      ...(compute.estimate && { estimate: { ...compute.estimate } }),
    },
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
  return {
    name: level.name,
    instances: level.instances,
    utilizedInstances: level.utilizedInstances,
    cycles: level.cycles,
    slowdown: level.slowdown,
    energyPj: level.energyPj,
    leakageEnergyPj: level.leakageEnergyPj,
    capacityWords: level.capacityWords,
    bufferUtilization: level.bufferUtilization,
    dataspaces: Object.fromEntries(
      Object.entries(level.dataspaces).map(([name, counts]) => [name, countsJson(counts)]),
    ),
    kind: level.kind,
    networkEnergyPj: level.networkEnergyPj,
    energySource: level.energySource,
    ...(level.estimate && { estimate: { ...level.estimate } }),
    utilizedCapacityWords: level.utilizedCapacityWords,
    areaUm2: level.areaUm2,
  };
}

function countsJson(counts: DataspaceCounts): JsonObject {
  return {
    utilizedCapacity: counts.utilizedCapacity,
    partitionSize: counts.partitionSize,
    scalarReads: counts.scalarReads,
    scalarFills: counts.scalarFills,
    scalarUpdates: counts.scalarUpdates,
    temporalReductions: counts.temporalReductions,
    addressGenerations: counts.addressGenerations,
    energyPj: counts.energyPj,
    temporalReductionEnergyPj: counts.temporalReductionEnergyPj,
    addressGenerationEnergyPj: counts.addressGenerationEnergyPj,
    readBandwidthWordsPerCycle: counts.readBandwidthWordsPerCycle,
    writeBandwidthWordsPerCycle: counts.writeBandwidthWordsPerCycle,
    ...counts.sparse,
  };
}
