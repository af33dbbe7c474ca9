// What a search is asked and what it answers; `search.md` and the JSON contract name the same fields.

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Mapping } from '../mapping/mapping.js';

export type Metric = 'edp' | 'energy' | 'cycles' | 'utilization' | 'ed2p';

export type Algorithm = 'optimal' | 'exhaustive' | 'random' | 'linear-pruned' | 'random-pruned' | 'hybrid';

export type StopReason =
  | 'Optimal'
  | 'Exhausted'
  | 'VictoryCondition'
  | 'SampleLimit'
  | 'StepLimit'
  | 'TimeLimit'
  | 'Interrupted';

export interface SearchOptions {
  /** Lexicographic: the first decides, the next breaks exact ties. */
  readonly objective: readonly Metric[];
  readonly algorithm: Algorithm;
  readonly top: number;
  /** The best K differ in cycles or energy; absent where ties count. */
  readonly distinct?: true | undefined;
  readonly frontier: boolean;
  readonly threads: number;
  readonly seed: string;
  readonly timeLimitSeconds: number | null;
  readonly maxEvaluations: number | null;
  /** Stop after this many valid mappings in a row that are not better; null = never. */
  readonly victoryCondition: number | null;
  readonly imperfect: boolean;
  readonly memoryLimitBytes: number;
}

export interface RankedMapping {
  readonly rank: number;
  /** Under which of the machine's choices (`alternativesOf`); absent where there is one only. */
  readonly alternative?: number;
  /** Canonical index in the mapspace, decimal. */
  readonly index: string;
  readonly cycles: number;
  readonly energyPj: number;
  readonly edpPjCycles: number;
  readonly utilization: number;
  /** By storage level name, bounded levels only, outermost first. */
  readonly bufferUtilization: Readonly<Record<string, number>>;
  readonly mapping: Mapping;
}

export interface SearchResult {
  readonly stopReason: StopReason;
  readonly optimal: boolean;
  /** (best - lowerBound) / best for the first objective; null when nothing was proven or found. */
  readonly gap: number | null;
  readonly lowerBound: number | null;
  /** What the bound is, in a few words; null without a bound. */
  readonly boundKind: string | null;
  readonly mapspaceSize: bigint;
  /** Otherwise it is an upper bound. */
  readonly sizeIsExact: boolean;
  /** Best first; empty when nothing valid was found. */
  readonly mappings: readonly RankedMapping[];
  /** Non-dominated (cycles, energy) pairs, fewest cycles first; empty unless asked. */
  readonly frontier: readonly RankedMapping[];
  readonly counters: { readonly evaluations: number; readonly valid: number; readonly nodes: number };
  readonly diagnostics: readonly Diagnostic[];
}

export interface Progress {
  readonly evaluations: number;
  readonly valid: number;
  readonly bestObjective: number | null;
  readonly lowerBound: number | null;
  /** 0 to 1 where known. */
  readonly fraction: number | null;
}
