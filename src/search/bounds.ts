// Lower bounds that no mapping can beat: what must be computed, and every dataspace's words once through every level
// that keeps it. Admissible, simple, and far from tight; the chain search has better ones.
//
// For one dataspace kept at levels i0 < i1 < ... (innermost first): every compute touches its operand at i0, one access
// serving at most as many computes as instances below share it; each further keeper passes every word at least once.
// Computes that can hand operands to their neighbours (F.6) may leave i0 alone, all but once per word.

import type { StorageLevel } from '../arch/architecture.js';
import { leastLeaking } from '../arch/power-gating.js';
import { type KeepSpace, keepMask } from '../mapspace/keep-space.js';
import type { Mapspace } from '../mapspace/mapspace.js';
import { transferCycles } from '../model/charge/bandwidth.js';
import type { EvalPlan } from '../model/plan.js';
import { denseFloor } from '../model/sparse/dense-floor.js';
import { distinctWords } from '../workload/distinct-words.js';
import { computeCount, type Dataspace } from '../workload/workload.js';
import { type Figures, metricValue } from './objective.js';
import type { Metric } from './result.js';

/** Sums of rounded terms may exceed the truth by rounding alone. */
const slack = 1 - 1e-12;

/** More keep masks than this per dataspace are bounded by what their levels have in common. */
const maskBudget = 4096;

export interface Floors {
  /** Computes that take a cycle, at least. */
  readonly busyComputes: number;
  /** Cycles that rounding may take off what bandwidths make of words. */
  readonly lostCycles: number;
  /** Over the whole mapspace. */
  readonly whole: Figures;
  /** With these spatial factors in use and these keep masks (level masks per dataspace). */
  given(parallelism: number, keep: Int32Array): Figures;
}

export function floorsOf(mapspace: Mapspace, plan: EvalPlan): Floors {
  const { options } = plan;
  const { problem, keeps, perfect } = mapspace;
  const { workload, architecture } = problem;
  const computes = computeCount(workload);
  const { cycleShare = 1, lostCycles = 0 } = denseFloor(plan, problem.constraints) ?? {};
  const busyComputes = computes * cycleShare;
  const energies = workload.dataspaces.map(
    (dataspace, t) => new EnergyFloor(mapspace, { dataspace, t, links: options.linkTransfers }),
  );
  const compute = computes * architecture.compute.energyPj;
  const leak = architecture.levels.reduce(
    (sum, { energy }, i) => sum + energy.leakPj * leastLeaking(architecture.levels, i),
    0,
  );
  const latency = architecture.levels.reduce(
    (sum, level) => sum + level.networkFillLatencyCycles + level.networkDrainLatencyCycles,
    0,
  );
  const transfer = Math.max(0, compulsoryCycles(mapspace) - lostCycles);
  const figures = (parallelism: number, traffic: number): Figures => {
    const busy = Math.max(Math.ceil((busyComputes / parallelism) * slack), Math.ceil(transfer * slack));
    const cycles = busy + latency;
    // With short last iterations the model averages and truncates counts; only cycles are bounded then.
    const energyPj = perfect ? (compute + traffic + leak * busy) * slack : 0;
    return { cycles, energyPj, utilization: Math.min(1, computes / architecture.compute.instances / cycles) };
  };
  const least = energies.reduce((sum, energy, t) => sum + energy.least(keeps[t]!), 0);
  return {
    busyComputes,
    lostCycles,
    whole: figures(mapspace.parallelism.greatest, least),
    given: (parallelism, keep) =>
      figures(
        parallelism,
        energies.reduce((sum, energy, t) => sum + energy.of(keep[t]!), 0),
      ),
  };
}

/** The bound for one metric in its own direction: least energy or cycles, greatest utilization. */
export function boundOf(metric: Metric, floor: Figures): number {
  return Math.abs(metricValue(metric, floor));
}

class EnergyFloor {
  readonly #perMask = new Map<number, number>();
  readonly #levels: readonly StorageLevel[];
  readonly #name: string;
  readonly #readWrite: boolean;
  readonly #words: number;
  /** Operands that computes certainly ask for. */
  readonly #operands: number;
  /** Most computes that one access at a level can serve. */
  readonly #sharing: readonly number[];
  /** Levels that do not merge this dataspace's traffic; what they count is left out (B.5). */
  readonly #passive: number;

  constructor({ problem }: Mapspace, { dataspace, t, links }: { dataspace: Dataspace; t: number; links: boolean }) {
    const { workload, architecture, constraints } = problem;
    const innermost = constraints.levels[0]!.spatial;
    const forwarding = links && innermost !== null && !((innermost.noLinkTransfer >> t) & 1);
    this.#passive = constraints.levels.reduce(
      (mask, { noCoalesce }, level) => ((noCoalesce >> t) & 1 ? mask | (1 << level) : mask),
      0,
    );
    this.#levels = architecture.levels;
    this.#name = dataspace.name;
    this.#readWrite = dataspace.readWrite;
    this.#words = distinctWords(workload.bounds, dataspace);
    this.#operands = forwarding ? 0 : computeCount(workload);
    let below = 1;
    this.#sharing = architecture.levels.map(({ fanoutX, fanoutY }) => {
      below *= fanoutX * fanoutY;
      return below;
    });
  }

  of(mask: number): number {
    let energy = this.#perMask.get(mask);
    if (energy === undefined) {
      energy = this.#count(mask);
      this.#perMask.set(mask, energy);
    }
    return energy;
  }

  least(space: KeepSpace): number {
    if (space.count > maskBudget) return 0;
    let least = Number.POSITIVE_INFINITY;
    for (let rank = 0; rank < space.count; rank += 1) least = Math.min(least, this.of(keepMask(space, rank)));
    return least;
  }

  #count(mask: number): number {
    const innermost = this.#levels.findIndex((_, level) => (mask >> level) & 1);
    const kept = this.#levels.flatMap((_, level) => (((mask & ~this.#passive) >> level) & 1 ? [level] : []));
    return kept.reduce((sum, level, place) => {
      const { energy, charges, blockSize, clusterSize, instances } = this.#levels[level]!;
      const { read = 1, fill = 1, update = 1 } = charges?.[this.#name] ?? {};
      const perWord = blockSize * clusterSize;
      const served = level === innermost ? this.#operands / this.#sharing[level]! : 0;
      const passed = Math.max(served, this.#words);
      if (this.#readWrite) return sum + (passed * energy.updatePj * update) / perWord;
      // Fills are truncated to whole words per instance; the outermost keeper is never filled.
      const filled = place === kept.length - 1 ? 0 : Math.max(0, this.#words - instances);
      return sum + (passed * energy.readPj * read + filled * energy.fillPj * fill) / perWord;
    }, 0);
  }
}

/** Cycles that the words which a level must pass in any case take at its bandwidth. */
function compulsoryCycles({ problem, keeps }: Mapspace): number {
  const { workload, architecture, constraints } = problem;
  return architecture.levels.reduce((slowest, level, index) => {
    let read = 0;
    let write = 0;
    workload.dataspaces.forEach((dataspace, t) => {
      if (!((keeps[t]!.forced >> index) & 1) || (constraints.levels[index]!.noCoalesce >> t) & 1) return;
      const scale = level.bandwidthScale.get(dataspace.name) ?? 1;
      const words = distinctWords(workload.bounds, dataspace) / level.instances;
      if (dataspace.readWrite) write += words * scale;
      else read += words * scale;
    });
    return Math.max(slowest, transferCycles(level, read, write));
  }, 0);
}
