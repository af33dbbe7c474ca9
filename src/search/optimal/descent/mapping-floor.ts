// The figures that a mapping cannot fall below, from what its words cost at least, the instances it uses at most and the
// cycles that its traffic takes at least (F.9 to F.11).

import { leastLeaking } from '../../../arch/power-gating.js';
import { computeCount } from '../../../workload/workload.js';
import type { Figures } from '../../objective.js';
import type { SearchContext } from '../../search-context.js';

/** Sums of floating-point terms may exceed the truth by rounding alone. */
const slack = 1 - 1e-11;

export class MappingFloor {
  /** Cycles that compulsory traffic takes at least, network latencies left out. */
  readonly leastBusyCycles: number;
  /** Computes that take a cycle. */
  readonly busyComputes: number;
  /** Cycles that rounding may take off what bandwidths make of words. */
  readonly lostCycles: number;
  readonly #computes: number;
  /** Cycles times instances are no less, by a machine's own schedule. */
  readonly #work: number;
  readonly #idleCycles: number;
  /** Cycles of transfers are added to those of compute. */
  readonly #adds: boolean;
  readonly #computePj: number;
  readonly #leakPj: number;
  readonly #latencyCycles: number;
  readonly #instances: number;
  readonly #figures = { cycles: 0, energyPj: 0, utilization: 0 };

  constructor({ mapspace, floors, machine }: Pick<SearchContext, 'mapspace' | 'floors' | 'machine'>) {
    const { workload, architecture } = mapspace.problem;
    const { levels, compute } = architecture;
    this.#computes = computeCount(workload);
    this.busyComputes = floors.busyComputes;
    this.lostCycles = floors.lostCycles;
    const schedule = machine?.schedule.floor;
    this.#work = schedule?.work ?? 0;
    this.#idleCycles = schedule?.idleCycles ?? 0;
    this.#adds = schedule?.composition === 'serial';
    this.#computePj = this.#computes * compute.energyPj;
    this.#leakPj = levels.reduce((sum, { energy }, i) => sum + energy.leakPj * leastLeaking(levels, i), 0);
    this.#latencyCycles = levels.reduce(
      (sum, level) => sum + level.networkFillLatencyCycles + level.networkDrainLatencyCycles,
      0,
    );
    this.#instances = compute.instances;
    this.leastBusyCycles = this.#adds ? 0 : floors.whole.cycles - this.#latencyCycles;
  }

  /** `pj`: storage and networks; `busyCycles`: of transfers. The object is overwritten by the next call. */
  of(pj: number, across: number, busyCycles: number): Figures {
    const worked = this.#work / across + this.#idleCycles;
    const computing = Math.max(Math.ceil(this.busyComputes / across - 1e-9), worked * slack);
    const busy = this.#adds
      ? Math.max(computing, (worked + busyCycles) * slack)
      : Math.max(computing, this.#whole(busyCycles));
    const cycles = busy + this.#latencyCycles;
    const figures = this.#figures;
    figures.cycles = cycles;
    figures.energyPj = (this.#computePj + pj + this.#leakPj * busy) * slack;
    figures.utilization = Math.min(1, this.#computes / this.#instances / cycles);
    return figures;
  }

  /** Storage and networks of a mapping that takes so much energy and so many cycles, pJ. */
  remainingPj(energyPj: number, cycles: number): number {
    return energyPj / slack - this.#computePj - this.#leakPj * (cycles - this.#latencyCycles);
  }

  /** Cycles where traffic takes at least `busyCycles`. */
  cyclesOf(busyCycles: number): number {
    return this.#whole(busyCycles) + this.#latencyCycles;
  }

  /** The same figures where traffic takes at least `busyCycles`. The object is overwritten by the next call. */
  raise({ cycles, energyPj }: Figures, busyCycles: number): Figures {
    const figures = this.#figures;
    figures.cycles = Math.max(cycles, this.cyclesOf(busyCycles));
    figures.energyPj = energyPj + this.#leakPj * (figures.cycles - cycles) * slack;
    figures.utilization = Math.min(1, this.#computes / this.#instances / figures.cycles);
    return figures;
  }

  #whole(busyCycles: number): number {
    return Math.ceil((busyCycles - this.lostCycles) * slack - 1e-9);
  }
}
