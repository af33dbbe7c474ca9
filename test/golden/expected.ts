// What the reference printed for a case, and where an evaluation differs from it. Counts and cycles must be exact;
// printed ratios and energies are rounded, so they are compared to 1e-6.

import type { Evaluation } from '../../src/model/evaluation.js';
import type { EvalPlan } from '../../src/model/plan.js';
import type { Judgement } from '../judges/walk.js';

export interface ExpectedDataspace {
  readonly partition_size: number;
  readonly utilized_capacity: number;
  readonly utilized_instances: number;
  readonly reads: number;
  readonly fills: number;
  readonly updates: number;
  readonly temporal_reductions: number;
  readonly address_generations: number;
  readonly energy_pJ: number;
  readonly temporal_reduction_energy_pJ: number;
  readonly addr_gen_energy_pJ: number;
  readonly read_bw_per_instance: number;
  readonly write_bw_per_instance: number;
}

export interface ExpectedLevel {
  readonly dataspaces: Readonly<Record<string, ExpectedDataspace>>;
  readonly specs: {
    readonly size?: number | '-';
    readonly effective_size?: number | '-';
    readonly word_bits: number;
    readonly block_size?: number;
    /** `8 (4*2)`. */
    readonly instances: string;
    readonly leakage_energy_pJ?: number;
    readonly area_um2?: number;
  };
  readonly cycles: number;
  readonly energy_pJ?: number;
  readonly area_um2?: number;
  readonly utilized_instances?: number;
  readonly computes?: number;
  readonly bandwidth_throttling?: number;
}

export type ExpectedTraffic = Readonly<Record<string, number>>;

export interface Expected {
  readonly error?: string;
  readonly stage?: 'frontend' | 'model';
  readonly levels?: Readonly<Record<string, ExpectedLevel>>;
  readonly networks?: Readonly<Record<string, Readonly<Record<string, ExpectedTraffic>>>>;
  readonly cycles?: number;
  readonly energy_pJ?: number;
  /** Full precision, where the corpus has it. */
  readonly energy_pJ_hp?: number;
  readonly level_energy_pJ?: Readonly<Record<string, number>>;
  readonly utilization_percent?: number;
  readonly mapping_text?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Comparison {
  readonly differences: readonly string[];
  /** Numbers compared, so that a test can see that it tested something. */
  readonly compared: number;
}

/** What is compared, in the form that evaluator and judge share. */
interface Figures {
  readonly cycles: number;
  readonly energyPj: number;
  readonly utilization: number;
  readonly computes: number;
  readonly compute: { readonly utilizedInstances: number; readonly cycles: number; readonly energyPj: number };
  readonly levels: ReadonlyMap<string, LevelFigures>;
  readonly networks: ReadonlyMap<string, Readonly<Record<string, TrafficFigures>>>;
}

interface LevelFigures {
  readonly cycles: number;
  readonly slowdown: number;
  readonly energyPj: number;
  readonly leakageEnergyPj: number;
  readonly utilizedInstances: number;
  readonly dataspaces: Readonly<Record<string, DataspaceFigures>>;
}

type DataspaceFigures = Evaluation['levels'][number]['dataspaces'][string];

type TrafficFigures = Evaluation['networks'][number]['dataspaces'][string];

export function compareEvaluation(evaluation: Evaluation, plan: EvalPlan, expected: Expected): Comparison {
  return compare(
    {
      ...evaluation,
      levels: new Map(evaluation.levels.map((level) => [level.name, level])),
      networks: new Map(evaluation.networks.map(({ name, dataspaces }) => [name, dataspaces])),
    },
    plan,
    expected,
  );
}

export function compareJudgement(judgement: Judgement, plan: EvalPlan, expected: Expected): Comparison {
  const names = plan.workload.dataspaces.map(({ name }) => name);
  const figures: Figures = {
    ...judgement,
    compute: {
      utilizedInstances: judgement.computeInstances,
      cycles: judgement.computeCycles,
      energyPj: judgement.computeEnergyPj,
    },
    levels: new Map(
      judgement.levels.map((level) => [
        level.name,
        {
          ...level,
          dataspaces: Object.fromEntries(
            level.dataspaces.flatMap((one, d) =>
              one.kept
                ? [[names[d]!, { ...one, scalarReads: one.reads, scalarFills: one.fills, scalarUpdates: one.updates }]]
                : [],
            ),
          ),
        },
      ]),
    ),
    networks: new Map(
      judgement.networks.map(({ name, dataspaces }) => [
        name,
        Object.fromEntries(dataspaces.map((one, d) => [names[d]!, one])),
      ]),
    ),
  };
  return compare(figures, plan, expected);
}

function compare(got: Figures, { architecture }: EvalPlan, expected: Expected): Comparison {
  const differences: string[] = [];
  let compared = 0;
  const exact = (what: string, value: unknown, want: unknown): void => {
    if (want === undefined) return;
    compared += 1;
    if (value !== want) differences.push(`${what}: ${value}, expected ${want}`);
  };
  /** Printed with ten decimals. */
  const near = (what: string, value: number | undefined, want: number | undefined): void => {
    if (want === undefined) return;
    compared += 1;
    const tolerance = 1e-6 * Math.abs(want) + 1e-9;
    if (!(Math.abs((value ?? Number.NaN) - want) <= tolerance)) differences.push(`${what}: ${value}, expected ${want}`);
  };

  exact('cycles', got.cycles, expected.cycles);
  near('energyPj', got.energyPj, expected.energy_pJ_hp ?? expected.energy_pJ);
  near('utilization', got.utilization * 100, expected.utilization_percent);

  for (const [name, want] of Object.entries(expected.levels ?? {})) {
    if (name === architecture.compute.name) {
      const { compute } = architecture;
      exact(`${name}.instances`, `${compute.instances} (${compute.meshX}*${compute.meshY})`, want.specs.instances);
      exact(`${name}.wordBits`, compute.wordBits, want.specs.word_bits);
      exact(`${name}.computes`, got.computes, want.computes);
      exact(`${name}.utilizedInstances`, got.compute.utilizedInstances, want.utilized_instances);
      exact(`${name}.cycles`, got.compute.cycles, want.cycles);
      near(`${name}.energyPj`, got.compute.energyPj, want.energy_pJ);
      near(`${name}.area`, (compute.areaUm2 ?? 0) * compute.instances, want.area_um2);
      continue;
    }
    const level = architecture.levels.find((one) => one.name === name);
    if (!level) {
      differences.push(`${name}: no such level`);
      continue;
    }
    exact(`${name}.instances`, `${level.instances} (${level.meshX}*${level.meshY})`, want.specs.instances);
    exact(`${name}.wordBits`, level.wordBits, want.specs.word_bits);
    exact(`${name}.blockSize`, level.blockSize, want.specs.block_size);
    // The reference gives a fan-out level one word, which nothing ever uses.
    if (level.kind === 'storage') {
      exact(`${name}.capacityWords`, level.capacityWords ?? '-', want.specs.size);
      exact(`${name}.effectiveCapacityWords`, level.effectiveCapacityWords ?? '-', want.specs.effective_size);
    }
    near(`${name}.area`, level.areaUm2 ?? 0, want.specs.area_um2);
    const figures = got.levels.get(name);
    if (!figures) {
      const idle = level.kind === 'fanout' && Object.keys(want.dataspaces).length === 0;
      if (!idle) differences.push(`${name}: missing`);
      continue;
    }
    exact(`${name}.cycles`, figures.cycles, want.cycles);
    near(`${name}.slowdown`, figures.slowdown, want.bandwidth_throttling);
    near(`${name}.leakageEnergyPj`, figures.leakageEnergyPj, want.specs.leakage_energy_pJ);
    near(`${name}.energyPj`, figures.energyPj, expected.level_energy_pJ?.[name]);
    for (const dataspace of Object.keys(figures.dataspaces)) {
      const counts = figures.dataspaces[dataspace]!;
      const idle = counts.scalarReads + counts.scalarFills + counts.scalarUpdates === 0;
      if (!(dataspace in want.dataspaces) && !idle) differences.push(`${name}.${dataspace}: not expected`);
    }
    for (const [dataspace, counts] of Object.entries(want.dataspaces)) {
      const one = figures.dataspaces[dataspace];
      const at = `${name}.${dataspace}`;
      exact(`${at}.reads`, one?.scalarReads, counts.reads);
      exact(`${at}.fills`, one?.scalarFills, counts.fills);
      exact(`${at}.updates`, one?.scalarUpdates, counts.updates);
      exact(`${at}.temporalReductions`, one?.temporalReductions, counts.temporal_reductions);
      exact(`${at}.addressGenerations`, one?.addressGenerations, counts.address_generations);
      exact(`${at}.partitionSize`, one?.partitionSize, counts.partition_size);
      exact(`${at}.utilizedCapacity`, one?.utilizedCapacity, counts.utilized_capacity);
      exact(`${at}.utilizedInstances`, figures.utilizedInstances, counts.utilized_instances);
      near(`${at}.energyPj`, one?.energyPj, counts.energy_pJ);
      near(`${at}.temporalReductionEnergyPj`, one?.temporalReductionEnergyPj, counts.temporal_reduction_energy_pJ);
      near(`${at}.addressGenerationEnergyPj`, one?.addressGenerationEnergyPj, counts.addr_gen_energy_pJ);
      near(`${at}.readBandwidth`, one?.readBandwidthWordsPerCycle, counts.read_bw_per_instance);
      near(`${at}.writeBandwidth`, one?.writeBandwidthWordsPerCycle, counts.write_bw_per_instance);
    }
  }

  for (const [name, want] of Object.entries(expected.networks ?? {})) {
    const network = got.networks.get(name);
    const silent = Object.values(want).every((traffic) => traffic['Energy (total)'] === 0);
    if (!network) {
      if (!silent) differences.push(`${name}: missing`);
      continue;
    }
    for (const [dataspace, traffic] of Object.entries(want)) {
      const one = network[dataspace];
      const at = `${name}.${dataspace}`;
      if (!one) {
        if (traffic.Ingresses !== 0) differences.push(`${at}: missing`);
        continue;
      }
      exact(`${at}.fanout`, one.fanout, traffic.Fanout);
      near(`${at}.ingresses`, one.ingresses, traffic.Ingresses);
      near(`${at}.linkTransfers`, one.linkTransfers, traffic['Link transfers']);
      near(`${at}.spatialReductions`, one.spatialReductions, traffic['Spatial reductions']);
      near(`${at}.averageHops`, one.averageHops, traffic['Average number of hops']);
      near(`${at}.energyPj`, one.energyPj, traffic['Energy (total)']! + traffic['Link transfer energy (total)']!);
      for (const [label, accesses] of Object.entries(traffic)) {
        const signature = /^@multicast (\d+) @scatter (\d+)$/.exec(label);
        if (!signature) continue;
        const [multicast, scatter] = signature.slice(1).map(Number);
        const record = one.accesses.find((each) => each.multicast === multicast && each.scatter === scatter);
        near(`${at} ${label}`, record?.accesses, accesses);
      }
    }
  }
  return { differences, compared };
}
