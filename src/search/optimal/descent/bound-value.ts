// What a bound is worth beside what has been found: its first metric, or nothing where no mapping behind it can enter the pool.
// Once nothing can take fewer cycles, only as many (`CandidatePool.isSettled`), energy stands for them.

import { availableInstances } from '../../../mapspace/tiling.js';
import type { CandidatePool } from '../../candidate-pool.js';
import type { MappingFloor, Slowing } from '../../mapping-floor.js';
import { type Figures, metricValue } from '../../objective.js';
import type { Metric } from '../../result.js';
import type { SearchContext } from '../../search-context.js';

/** Rounding must not shut anything out. */
const generous = 1 + 1e-9;

/** What is slower than that counts as so slow: it must be told from what is as slow as it may be. */
const beyond = 1 + 1e-6;

export interface BoundOptions {
  readonly pool: CandidatePool;
  readonly floor: MappingFloor;
  /** Mappings that take more are of no interest. */
  readonly mostCycles: number;
}

export class BoundValue {
  readonly #pool: CandidatePool;
  readonly #floor: MappingFloor;
  readonly #first: Metric;
  readonly #frontier: boolean;
  /** Instances in use that the constraints ask for. */
  readonly #leastAcross: number;
  readonly #most: number;

  constructor({ inputs, mapspace }: SearchContext, of: BoundOptions) {
    this.#most = of.mostCycles;
    this.#pool = of.pool;
    this.#floor = of.floor;
    this.#first = inputs.options.objective[0]!;
    this.#frontier = inputs.options.frontier;
    const { minParallelism } = mapspace.problem.constraints;
    this.#leastAcross = minParallelism * availableInstances(mapspace.tiling) * (1 - 1e-12);
  }

  get #metric(): Metric {
    return this.#pool.isSettled ? 'energy' : this.#first;
  }

  /** What the last of the best found is worth. */
  get #bar(): number {
    return this.#pool.isSettled ? this.#pool.worst!.energyPj : this.#pool.bar;
  }

  /** First metric of mappings that cost `pj` and use `across` instances; Infinity where none can enter the pool. */
  of(pj: number, across: number, busyCycles: number): number {
    if (across < this.#leastAcross) return Number.POSITIVE_INFINITY;
    const floor = this.#floor.of(pj, across, busyCycles);
    if (floor.cycles > this.#most) return Number.POSITIVE_INFINITY;
    const value = metricValue(this.#metric, floor);
    if (!this.#frontier) {
      const bar = this.#bar;
      if (value < bar && !this.#pool.isSettled) return value; // which says nothing of cycles then
      if (value > bar) return Number.POSITIVE_INFINITY;
    }
    return this.#pool.excludes(floor) ? Number.POSITIVE_INFINITY : value;
  }

  /** Instances that count where all are slowed down so much. */
  slowed(across: number, slowing: Slowing): number {
    return this.#floor.slowed(across, slowing);
  }

  /** Whether such mappings can enter the pool. */
  matters(pj: number, across: number, busyCycles: number): boolean {
    return this.of(pj, across, busyCycles) < Number.POSITIVE_INFINITY;
  }

  /**
   * By class of parallelism inside: pJ beyond which no mapping can enter the pool that takes `busyCycles` at least. Rounded
   * up: what is within may still be out.
   */
  limits(
    into: Float64Array,
    of: {
      readonly across: number;
      readonly parallelism: readonly number[];
      readonly busyCycles: number;
      readonly slowing: Slowing;
    },
  ): void {
    for (let b = 0; b < into.length; b += 1)
      into[b] = this.limit(this.slowed(of.across * of.parallelism[b]!, of.slowing), of.busyCycles);
  }

  /** The same on so many instances. */
  limit(across: number, busyCycles: number): number {
    if (across < this.#leastAcross) return Number.NEGATIVE_INFINITY;
    const { cycles } = this.#floor.of(0, across, busyCycles);
    return cycles > this.#most ? Number.NEGATIVE_INFINITY : this.limitAt(cycles);
  }

  /** The same of a mapping that takes so many cycles. */
  limitAt(cycles: number): number {
    return this.#floor.remainingPj(this.#mostPj(cycles) * generous, cycles);
  }

  /** pJ that a cycle less is worth where a mapping takes so many. */
  slopePj(cycles: number): number {
    return this.#mostPj(cycles) / cycles;
  }

  /** Cycles of transfers beyond which no mapping can enter the pool that costs `pj` at least. Rounded up as well. */
  mostBusy(pj: number, across: number): number {
    const { energyPj } = this.#floor.of(pj, across, 0);
    return this.mostCycles(energyPj) * generous + this.#floor.lostCycles + 1;
  }

  /** Energy that a mapping of so many cycles may take at most, as far as its first metric tells. */
  #mostPj(cycles: number): number {
    const most = this.#worthPj(cycles);
    return this.#frontier ? Math.max(most, this.#pool.frontierPj(cycles)) : most;
  }

  /** Cycles that a mapping may take at most, where none takes less than so much energy; no bound where that is not above nought. */
  mostCycles(leastPj: number): number {
    return Math.min(this.#cyclesWorth(leastPj), this.#most * beyond + 1);
  }

  #cyclesWorth(leastPj: number): number {
    const { bar } = this.#pool;
    if (this.#frontier || bar === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
    const most = leastPj > 0 ? bar / leastPj : Number.POSITIVE_INFINITY;
    switch (this.#first) {
      case 'edp':
        return most;
      case 'ed2p':
        return Math.sqrt(most);
      case 'cycles':
        return bar;
      default:
        return Number.POSITIVE_INFINITY;
    }
  }

  #worthPj(cycles: number): number {
    const { bar } = this.#pool;
    switch (this.#first) {
      case 'edp':
        return bar / cycles;
      case 'ed2p':
        return bar / cycles / cycles;
      case 'energy':
        return bar;
      case 'cycles':
        if (cycles > bar) return Number.NEGATIVE_INFINITY;
        return cycles === bar || this.#pool.isSettled ? this.#pool.worst!.energyPj : Number.POSITIVE_INFINITY;
      case 'utilization':
        return Number.POSITIVE_INFINITY;
    }
  }

  /** What a choice costs at least. */
  figures(pj: number, across: number, busyCycles: number): Figures {
    return { ...this.#floor.of(pj, across, busyCycles) };
  }

  /** Whether a value that was found a while ago may still matter. */
  worth(value: number): boolean {
    return this.#frontier || value <= this.#bar;
  }

  /** What a bound is of the best that has been found, 0 where there is none or a negative one. */
  share(value: number): number {
    const best = this.proven(Number.POSITIVE_INFINITY);
    return best === Number.POSITIVE_INFINITY ? 0 : Math.max(0, value / best);
  }

  /** First metric of the best found, which is proven, once the pool is settled. */
  settledAt(): number {
    return metricValue(this.#first, this.#pool.best[0]!);
  }

  /** The least of what has been found and of `value`, which bounds all that is left. */
  proven(value: number): number {
    const [best] = this.#pool.best;
    return best === undefined ? value : Math.min(value, metricValue(this.#metric, best));
  }
}
