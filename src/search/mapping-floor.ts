// The figures that a mapping cannot fall below, from what its words cost at least, the instances it uses at most and the
// cycles that its traffic takes at least (F.9 to F.11).

import { leastLeaking } from '../arch/power-gating.js';
import type { Problem } from '../mapping/problem.js';
import { networkLatencyCycles } from '../model/charge/latency.js';
import type { ScheduleFloor } from '../model/seams.js';
import { computeCount } from '../workload/workload.js';
import type { Figures } from './objective.js';

export interface FloorOptions {
  /** Computes that take a cycle, at least. */
  readonly busyComputes: number;
  /** Cycles that rounding may take off what bandwidths make of words. */
  readonly lostCycles: number;
  /** Known of all mappings together. */
  readonly leastCycles: number;
  /** Of a machine's own. */
  readonly schedule: ScheduleFloor | undefined;
  /** A little below 1: sums of floating-point terms may exceed the truth by rounding alone. */
  readonly slack: number;
}

/** What a tile says of all instances inside it (`TileFloor`). */
export interface Slowing {
  readonly idleCycles: number;
  readonly workCycles: number;
}

export const noSlowing: Slowing = { idleCycles: 0, workCycles: 0 };

export class MappingFloor {
  /** Cycles that bandwidths make of compulsory traffic at least, network latencies left out: what rounding takes off is not taken yet. */
  readonly leastBusyCycles: number;
  /** Computes that take a cycle. */
  readonly busyComputes: number;
  /** Cycles that rounding may take off what bandwidths make of words. */
  readonly lostCycles: number;
  readonly #computes: number;
  /** Cycles times instances are no less, by a machine's own schedule. */
  readonly #work: number;
  readonly #idleCycles: number;
  /** Cycles of compute are whole: those of a machine need not be. */
  readonly #wholeComputes: boolean;
  /** Cycles of transfers are added to those of compute. */
  readonly #adds: boolean;
  readonly #computePj: number;
  readonly #leakPj: number;
  readonly #latencyCycles: number;
  readonly #instances: number;
  readonly #slack: number;
  readonly #figures = { cycles: 0, energyPj: 0, utilization: 0 };

  constructor({ workload, architecture }: Pick<Problem, 'workload' | 'architecture'>, of: FloorOptions) {
    const { levels, compute } = architecture;
    const { busyComputes, lostCycles, leastCycles, schedule, slack } = of;
    this.#slack = slack;
    this.#computes = computeCount(workload);
    this.busyComputes = busyComputes;
    this.lostCycles = lostCycles;
    this.#work = schedule?.work ?? 0;
    this.#idleCycles = schedule?.idleCycles ?? 0;
    this.#wholeComputes = schedule?.ofTile === undefined;
    this.#adds = schedule?.composition === 'serial';
    this.#computePj = this.#computes * compute.energyPj;
    this.#leakPj = levels.reduce((sum, { energy }, i) => sum + energy.leakPj * leastLeaking(levels, i), 0);
    this.#latencyCycles = networkLatencyCycles(levels);
    this.#instances = compute.instances;
    this.leastBusyCycles = this.#adds ? 0 : Math.max(0, leastCycles - this.#latencyCycles) + lostCycles;
  }

  /** `pj`: storage and networks; `busyCycles`: of transfers. The object is overwritten by the next call. */
  of(pj: number, across: number, busyCycles: number): Figures {
    const worked = this.#work / across + this.#idleCycles;
    const computed = this.#wholeComputes ? Math.ceil(this.busyComputes / across - 1e-9) : 0; // or as part of the work
    const computing = Math.max(computed, worked * this.#slack);
    const busy = this.#adds
      ? Math.max(computing, (worked + busyCycles) * this.#slack)
      : Math.max(computing, this.#whole(busyCycles));
    const cycles = busy + this.#latencyCycles;
    const figures = this.#figures;
    figures.cycles = cycles;
    figures.energyPj = (this.#computePj + pj + this.#leakPj * busy) * this.#slack;
    figures.utilization = Math.min(1, this.#computes / (this.#instances * cycles));
    return figures;
  }

  /** As few instances as would take as long: what slows all of them down counts as less parallelism. */
  slowed(across: number, by: Slowing): number {
    if (by === noSlowing) return across;
    const { idleCycles, workCycles } = by;
    return (1 + 1e-12) / (Math.max(1 / across, workCycles / this.#work) + idleCycles / this.#work);
  }

  /** Parallelism of a mapping that takes so many cycles, at most. */
  slowest(cycles: number): number {
    const busy = Math.max(cycles - this.#latencyCycles, 0);
    const working = this.#work / Math.max(busy / this.#slack - this.#idleCycles, 0);
    const computing = this.busyComputes / Math.max(busy - this.lostCycles, 0);
    return Math.min(Math.max(computing, this.#work === 0 ? 0 : working), Number.MAX_VALUE) * (1 + 2e-12);
  }

  /** Storage and networks of a mapping that takes so much energy and so many cycles, pJ. */
  remainingPj(energyPj: number, cycles: number): number {
    return energyPj / this.#slack - this.#computePj - this.#leakPj * (cycles - this.#latencyCycles);
  }

  /** Cycles where traffic takes at least `busyCycles`. */
  cyclesOf(busyCycles: number): number {
    return this.#whole(busyCycles) + this.#latencyCycles;
  }

  /** Cycles of traffic of a mapping that takes so many, at least. */
  busyOf(cycles: number): number {
    return cycles - this.#latencyCycles + this.lostCycles;
  }

  /** The same figures where traffic takes at least `busyCycles`. The object is overwritten by the next call. */
  raise({ cycles, energyPj }: Figures, busyCycles: number): Figures {
    const figures = this.#figures;
    figures.cycles = Math.max(cycles, this.cyclesOf(busyCycles));
    figures.energyPj = energyPj + this.#leakPj * (figures.cycles - cycles) * this.#slack;
    figures.utilization = Math.min(1, this.#computes / (this.#instances * figures.cycles));
    return figures;
  }

  #whole(busyCycles: number): number {
    return Math.ceil((busyCycles - this.lostCycles) * this.#slack - 1e-9);
  }
}
