// What evaluating one mapping yields: every count, cycle and picojoule, in the shape and order of `mapper evaluate --json`.
// Scalar counts are per instance, `energyPj` is the total of all instances (F.8 to F.11).

import type { EnergySource, EstimateNote } from '../arch/architecture.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Fact, MachineModel } from './seams.js';
import type { SparseDataspace } from './sparse/sparse-counts.js';

export interface DataspaceCounts {
  readonly utilizedCapacity: number;
  readonly partitionSize: number;
  readonly scalarReads: number;
  readonly scalarFills: number;
  readonly scalarUpdates: number;
  readonly temporalReductions: number;
  readonly addressGenerations: number;
  /** All instances, storage accesses only. */
  readonly energyPj: number;
  readonly temporalReductionEnergyPj: number;
  readonly addressGenerationEnergyPj: number;
  readonly readBandwidthWordsPerCycle: number;
  readonly writeBandwidthWordsPerCycle: number;
  /** With sparse optimizations only: the counts above are then those of the dense computation. */
  readonly sparse?: SparseDataspace;
}

export interface LevelEvaluation {
  readonly name: string;
  readonly kind: 'storage' | 'fanout';
  readonly instances: number;
  readonly utilizedInstances: number;
  readonly cycles: number;
  /** 1 = not throttled by bandwidth. */
  readonly slowdown: number;
  /** All dataspaces and instances, leakage included. */
  readonly energyPj: number;
  readonly leakageEnergyPj: number;
  /** Of the network inferred below the level; not part of `energyPj`. */
  readonly networkEnergyPj: number;
  readonly energySource: EnergySource;
  /** Where the energies are estimated. */
  readonly estimate?: EstimateNote;
  /** Effective capacity; null = unbounded. */
  readonly capacityWords: number | null;
  readonly utilizedCapacityWords: number;
  readonly bufferUtilization: number | null;
  readonly areaUm2: number | null;
  /** Kept dataspaces only. */
  readonly dataspaces: Readonly<Record<string, DataspaceCounts>>;
}

export interface NetworkDataspace {
  readonly fanout: number;
  readonly ingresses: number;
  /** One entry per multicast signature. */
  readonly accesses: readonly {
    readonly multicast: number;
    readonly scatter: number;
    readonly accesses: number;
    readonly hops: number;
  }[];
  readonly linkTransfers: number;
  readonly spatialReductions: number;
  readonly averageHops: number;
  readonly energyPj: number;
}

export interface NetworkEvaluation {
  /** `outer <==> inner`. */
  readonly name: string;
  readonly energyPj: number;
  readonly dataspaces: Readonly<Record<string, NetworkDataspace>>;
}

export interface MachineEvaluation {
  readonly name: string;
  /** Cycles by part of the schedule; whether they add up or overlap is for the machine to say. */
  readonly parts: readonly { readonly name: string; readonly cycles: number }[];
  /** Beyond what levels, networks and computes cost. */
  readonly energies: readonly { readonly name: string; readonly energyPj: number }[];
  readonly facts: readonly Fact[];
  /** What was decided of what a compiler decides, by key of the machine section. */
  readonly choices: MachineModel['choices'];
}

export interface Evaluation {
  readonly valid: boolean;
  readonly cycles: number;
  readonly energyPj: number;
  readonly edpPjCycles: number;
  readonly utilization: number;
  readonly computes: number;
  readonly areaUm2: number | null;
  /** Words the backing stores must move at least once, and operations per word: see `operationalIntensity`. */
  readonly operationalIntensity: {
    readonly operations: number;
    readonly compulsoryWords: number;
    readonly opsPerByte: number;
  };
  /** Outermost first; fan-out levels only when they carry traffic or energy. */
  readonly levels: readonly LevelEvaluation[];
  readonly compute: {
    readonly name: string;
    readonly instances: number;
    readonly utilizedInstances: number;
    readonly computes: number;
    readonly cycles: number;
    readonly energyPj: number;
    /** What became of the computes, with sparse optimizations; the rest had no operands at all. */
    readonly sparse?: { readonly actual: number; readonly gated: number; readonly skipped: number };
    readonly energySource: EnergySource;
    readonly estimate?: EstimateNote;
  };
  readonly networks: readonly NetworkEvaluation[];
  /** What sets the cycles: `compute`, or the name of a level and its bandwidth. */
  readonly binding: {
    readonly kind: 'compute' | 'bandwidth' | 'schedule';
    readonly name: string;
    readonly detail: string;
  };
  /** What the machine's own model says; null for the generic one. */
  readonly machine: MachineEvaluation | null;
  /** The nest as people read it (H.3). */
  readonly loopNest: string;
  readonly diagnostics: readonly Diagnostic[];
}
