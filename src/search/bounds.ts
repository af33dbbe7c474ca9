// Lower bounds that no mapping can beat: what must be computed, and every dataspace's words once through every level
// that keeps it. Admissible, simple, and far from tight; the chain search has better ones.
//
// For one dataspace kept at levels i0 < i1 < ... (innermost first): every compute touches its operand at i0, one access
// serving at most as many computes as instances below share it; each further keeper passes every word at least once.
// Computes that can hand operands to their neighbours (F.6) may leave i0 alone, all but once per word.

import { type KeepSpace, keepMask } from '../mapspace/keep-space.js';
import type { Mapspace } from '../mapspace/mapspace.js';
import { maskWhere } from '../math/bits.js';
import { remembered } from '../math/remembered.js';
import { wordPrice } from '../model/charge/word-price.js';
import type { EvalPlan } from '../model/plan.js';
import type { Met } from '../model/sparse/cases.js';
import { denseFloor } from '../model/sparse/dense-floor.js';
import { distinctWords } from '../workload/distinct-words.js';
import { computeCount, type Dataspace, dataspaceSize } from '../workload/workload.js';
import { compulsoryCycles, type Passed } from './compulsory-cycles.js';
import { MappingFloor } from './mapping-floor.js';
import { type Figures, metricValue } from './objective.js';
import type { Metric } from './result.js';

/** Sums of rounded terms may exceed the truth by rounding alone. */
const slack = 1 - 1e-12;

/** More keep masks than this per dataspace are bounded by what their levels have in common. */
const maskBudget = 4096;

/** `met`: of the mappings that are looked at. */
export function floorsOf(mapspace: Mapspace, plan: EvalPlan, met: readonly Met[] = []) {
  const { options } = plan;
  const { problem, keeps, perfect } = mapspace;
  const { workload, architecture } = problem;
  const computes = computeCount(workload);
  const dense = denseFloor(plan, problem.constraints, { met, imperfect: mapspace.imperfect });
  const { cycleShare = 1, lostCycles = 0 } = dense ?? {};
  const busyComputes = computes * cycleShare;
  const energies = workload.dataspaces.map((dataspace, t) =>
    energyFloor(mapspace, { dataspace, t, links: options.linkTransfers }),
  );
  const floor = new MappingFloor(problem, { busyComputes, lostCycles, leastCycles: 0, schedule: undefined, slack });
  const keepers = architecture.levels.map((storage, level) => ({ storage, forced: surelyKept(mapspace, level) }));
  const passed = (t: number, level: number): Passed => energies[t]!.wordsAt(level, keeps[t]!);
  let transfer = compulsoryCycles(keepers, workload.dataspaces, passed);
  const outermost = keepers.findLastIndex(({ storage }) => storage.kind === 'storage');
  // Nothing fills the outermost storage, so what is rounded off there is known where it is one.
  if (dense !== null && keepers[outermost]!.storage.instances === 1) {
    const served = (t: number): Passed => {
      const { read, write } = passed(t, outermost);
      return { read: dense.servedWords(t, outermost, read), write: dense.servedWords(t, outermost, write) };
    };
    transfer = Math.max(transfer, compulsoryCycles([keepers[outermost]!], workload.dataspaces, served) + lostCycles);
  }
  const figures = (parallelism: number, traffic: number): Figures => {
    const least = floor.of(traffic, parallelism, transfer);
    // With short last iterations the model averages and truncates counts; only cycles are bounded then, and what uses the instances.
    // The reference counts more computes than there are (F.1).
    const utilization = perfect || !options.referenceQuirks ? least.utilization : 1;
    return perfect ? { ...least } : { ...least, energyPj: 0, utilization };
  };
  const least = energies.reduce((sum, energy, t) => sum + energy.least(keeps[t]!), 0);
  return {
    /** Computes that take a cycle, at least. */
    busyComputes,
    /** Cycles that rounding may take off what bandwidths make of words. */
    lostCycles,
    /** Over the whole mapspace. */
    whole: figures(mapspace.parallelism.greatest, least),
    given: (parallelism: number, keep: Int32Array) => {
      const traffic = energies.reduce((sum, energy, t) => sum + energy.of(keep[t]!), 0);
      return figures(parallelism, traffic);
    },
  };
}

export type Floors = Readonly<ReturnType<typeof floorsOf>>;

/** The bound for one metric in its own direction: least energy or cycles, greatest utilization. */
export function boundOf(metric: Metric, floor: Figures): number {
  return Math.abs(metricValue(metric, floor));
}

function energyFloor(
  { problem }: Mapspace,
  { dataspace, t, links }: { dataspace: Dataspace; t: number; links: boolean },
) {
  const { workload, architecture, constraints } = problem;
  const { levels } = architecture;
  const { name, readWrite } = dataspace;
  const innermostLoops = constraints.levels[0]!.spatial;
  const forwarding = links && innermostLoops !== null && !((innermostLoops.noLinkTransfer >> t) & 1);
  /** Levels that do not merge this dataspace's traffic; what they count is left out (B.5). */
  const passive = maskWhere(constraints.levels, ({ noCoalesce }) => ((noCoalesce >> t) & 1) === 1);
  const all = distinctWords(workload.bounds, dataspace);
  /** Words of the bounding box, holes included. */
  const box = dataspaceSize(workload, dataspace);
  /** Operands that computes certainly ask for. */
  const operands = forwarding ? 0 : computeCount(workload);
  let below = 1;
  /** Most computes that one access at a level can serve. */
  const sharing = levels.map(({ fanoutX, fanoutY }) => {
    below *= fanoutX * fanoutY;
    return below;
  });
  const perMask = new Map<number, number>();
  const of = (mask: number): number => remembered(perMask, mask, () => count(mask));

  return {
    of,

    /**
     * Words that pass a level which keeps the dataspace at least: all once, or what computes ask where nobody inside can
     * keep it; and all once that fill it, where somebody further outside keeps them as well.
     */
    wordsAt: (level: number, { forced, free }: KeepSpace): { readonly write: number; readonly read: number } => {
      const innermost = ((forced & -forced) >> level) & 1 && free.every((other) => other > level);
      const words = innermost ? Math.max(all, operands / sharing[level]!) : all;
      // A level that passes traffic on fills nobody: beyond the outermost one that does not, nothing is counted (F.7.5).
      const isFilled = (forced & ~passive) >> (level + 1) !== 0;
      if (!readWrite) return { write: isFilled ? filled(level) : 0, read: words };
      // Every update but the first of each element reads what it adds to; the model takes the bounding box for the elements (F.7.1).
      return { write: words, read: Math.max(0, words - box * levels[level]!.instances) };
    },

    least: (space: KeepSpace): number => {
      if (space.count > maskBudget) return 0;
      let least = Number.POSITIVE_INFINITY;
      for (let rank = 0; rank < space.count; rank += 1) least = Math.min(least, of(keepMask(space, rank)));
      return least;
    },
  };

  /** All words once; fills are truncated to whole words per instance. */
  function filled(level: number): number {
    return Math.max(0, all - levels[level]!.instances);
  }

  function count(mask: number): number {
    const innermost = levels.findIndex((_, level) => (mask >> level) & 1);
    const kept = levels.flatMap((_, level) => (((mask & ~passive) >> level) & 1 ? [level] : []));
    return kept.reduce((sum, level, place) => {
      const { readPj, fillPj, updatePj } = wordPrice(levels[level]!, name);
      const served = level === innermost ? operands / sharing[level]! : 0;
      const passed = Math.max(served, all);
      if (readWrite) return sum + passed * updatePj;
      // The outermost keeper is never filled.
      const fills = place === kept.length - 1 ? 0 : filled(level);
      return sum + passed * readPj + fills * fillPj;
    }, 0);
  }
}

/** Dataspaces that a level keeps in every mapping, but those whose traffic it does not merge (B.5). */
function surelyKept({ problem, keeps }: Mapspace, level: number): number {
  return (
    maskWhere(keeps, ({ forced }) => ((forced >> level) & 1) === 1) & ~problem.constraints.levels[level]!.noCoalesce
  );
}
