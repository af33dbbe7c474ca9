// What the reference printed for a sparse case, and where an evaluation differs from it: counts, cycles and metadata
// exactly, energies to 1e-6.

import type { Architecture } from '../../src/arch/architecture.js';
import type { Evaluation } from '../../src/model/evaluation.js';
import type { MetadataUnits, SparseDataspace } from '../../src/model/sparse/sparse-counts.js';

type PerRank = 0 | Readonly<Record<string, readonly [number, number]>>;

interface ExpectedDataspace {
  readonly [count: string]: number | string | PerRank;
}

interface ExpectedLevel {
  readonly dataspaces: Readonly<Record<string, ExpectedDataspace>>;
  readonly specs: { readonly leakage_energy_pJ?: number };
  readonly cycles: number;
  readonly bandwidth_throttling?: number;
  readonly actual_computes?: number;
  readonly gated_computes?: number;
  readonly skipped_computes?: number;
  readonly energy_pJ?: number;
}

export interface ExpectedSparse {
  readonly levels: Readonly<Record<string, ExpectedLevel>>;
  readonly cycles: number;
  readonly energy_pJ: number;
  readonly energy_pJ_hp?: number;
  readonly utilization_percent: number;
  readonly mapping_text?: string;
}

export interface SparseComparison {
  readonly differences: readonly string[];
  readonly compared: number;
}

export function compareSparse(
  evaluation: Evaluation,
  architecture: Architecture,
  expected: ExpectedSparse,
): SparseComparison {
  const differences: string[] = [];
  let compared = 0;
  const exact = (what: string, value: unknown, want: unknown): void => {
    if (want === undefined) return;
    compared += 1;
    if (value !== want) differences.push(`${what}: ${value}, expected ${want}`);
  };
  const near = (what: string, value: number | undefined, want: unknown): void => {
    if (typeof want !== 'number') return;
    compared += 1;
    const tolerance = 1e-6 * Math.abs(want) + 1e-9;
    if (!(Math.abs((value ?? Number.NaN) - want) <= tolerance)) differences.push(`${what}: ${value}, expected ${want}`);
  };
  exact('cycles', evaluation.cycles, expected.cycles);
  near('energyPj', evaluation.energyPj, expected.energy_pJ_hp ?? expected.energy_pJ);
  near('utilization', evaluation.utilization * 100, expected.utilization_percent);
  if (expected.mapping_text !== undefined) exact('loopNest', evaluation.loopNest, expected.mapping_text);

  for (const [name, want] of Object.entries(expected.levels)) {
    if (name === architecture.compute.name) {
      const { compute } = evaluation;
      exact(`${name}.actual`, compute.sparse?.actual ?? compute.computes, want.actual_computes);
      exact(`${name}.gated`, compute.sparse?.gated ?? 0, want.gated_computes);
      exact(`${name}.skipped`, compute.sparse?.skipped ?? 0, want.skipped_computes);
      exact(`${name}.cycles`, compute.cycles, want.cycles);
      near(`${name}.energyPj`, compute.energyPj, want.energy_pJ);
      continue;
    }
    const level = evaluation.levels.find((one) => one.name === name);
    if (level === undefined) {
      if (Object.keys(want.dataspaces).length > 0) differences.push(`${name}: missing`);
      continue;
    }
    exact(`${name}.cycles`, level.cycles, want.cycles);
    near(`${name}.slowdown`, level.slowdown, want.bandwidth_throttling);
    near(`${name}.leakageEnergyPj`, level.leakageEnergyPj, want.specs.leakage_energy_pJ);
    for (const [dataspace, counts] of Object.entries(want.dataspaces)) {
      const one = level.dataspaces[dataspace];
      const at = `${name}.${dataspace}`;
      if (one === undefined) {
        differences.push(`${at}: missing`);
        continue;
      }
      exact(`${at}.reads`, one.scalarReads, counts.reads);
      exact(`${at}.fills`, one.scalarFills, counts.fills);
      exact(`${at}.updates`, one.scalarUpdates, counts.updates);
      exact(`${at}.temporalReductions`, one.temporalReductions, counts.temporal_reductions);
      exact(`${at}.addressGenerations`, one.addressGenerations, counts.address_generations);
      exact(`${at}.partitionSize`, one.partitionSize, counts.partition_size);
      exact(`${at}.utilizedCapacity`, one.utilizedCapacity, counts.utilized_capacity);
      near(`${at}.energyPj`, one.energyPj, counts.energy_pJ);
      near(`${at}.readBandwidth`, one.readBandwidthWordsPerCycle, counts.read_bw_per_instance);
      near(`${at}.writeBandwidth`, one.writeBandwidthWordsPerCycle, counts.write_bw_per_instance);
      if (one.sparse !== undefined) compareCounts(at, one.sparse, counts);
    }
  }

  function compareCounts(at: string, sparse: SparseDataspace, counts: ExpectedDataspace): void {
    near(`${at}.averageInstances`, sparse.averageInstances, counts.utilized_instances_avg);
    for (const kind of ['actual', 'gated', 'skipped'] as const) {
      const { scalarReads, scalarFills, scalarUpdates } = sparse[kind];
      exact(`${at}.${kind}.reads`, scalarReads, counts[`${kind}_reads`]);
      exact(`${at}.${kind}.fills`, scalarFills, counts[`${kind}_fills`]);
      exact(`${at}.${kind}.updates`, scalarUpdates, counts[`${kind}_updates`]);
    }
    for (const { rank, reads, fills, updates, capacity } of sparse.metadata?.ranks ?? []) {
      const units = (what: string, got: MetadataUnits): void => {
        const want = counts[what] as PerRank | undefined;
        if (want === undefined) return;
        const [metadata, payload] = want === 0 ? [0, 0] : want[`rank${rank}`]!;
        exact(`${at}.${what}.rank${rank}`, `${got.metadata} ${got.payload}`, `${metadata} ${payload}`);
      };
      units('format_capacity', capacity);
      units('actual_format_fills', fills);
      for (const kind of ['actual', 'gated', 'skipped'] as const) {
        units(`${kind}_format_reads`, reads[kind]);
        units(`${kind}_format_updates`, updates[kind]);
      }
    }
  }
  return { differences, compared };
}
