// The best mappings seen so far: the top K by objective, ties broken by canonical order, and the frontier of cycles
// against energy where one is wanted. What a pool holds does not depend on the order in which mappings were offered.

import { compareKeys } from '../mapspace/canonical-key.js';
import { ParetoFront } from '../math/pareto.js';
import { compareFigures, type Figures, metricValue } from './objective.js';
import type { Metric, SearchOptions } from './result.js';

export interface Candidate extends Figures {
  /** Canonical key (canonical-key.ts). */
  readonly key: Float64Array;
  /** Of another problem than the one that is searched, which comes before it: what is as good here cannot replace it. */
  readonly elsewhere?: true;
}

/** `distinct`: of mappings that cost the same only the first in canonical order. */
export type PoolOptions = Pick<SearchOptions, 'objective' | 'top' | 'frontier' | 'distinct'>;

/** What later chunks may begin at: so many of the best, and of a frontier. */
export const mostHandedOn = 8;

export class CandidatePool {
  readonly #objective: readonly Metric[];
  readonly #top: number;
  readonly #distinct: boolean;
  readonly #best: Candidate[] = [];
  readonly #front: ParetoFront<{ readonly x: number; readonly y: number; readonly candidate: Candidate }> | null;
  #bar = Number.POSITIVE_INFINITY;
  #leastToCome = Number.NEGATIVE_INFINITY;
  #changes = 0;
  /** Asked at every step of a search. */
  #isSettled = false;

  constructor({ objective, top, frontier, distinct }: PoolOptions) {
    this.#objective = objective;
    this.#top = top;
    this.#distinct = distinct === true;
    this.#front = frontier ? new ParetoFront((a, b) => this.#compare(a.candidate, b.candidate)) : null;
  }

  /** Best first. */
  get best(): readonly Candidate[] {
    return this.#best;
  }

  /** The last of the top K; undefined while there are fewer. */
  get worst(): Candidate | undefined {
    return this.#best[this.#top - 1];
  }

  /** First metric of the last of the top K, Infinity while there are fewer. */
  get bar(): number {
    return this.#bar;
  }

  /** Another number whenever what it excludes may have changed. */
  get changes(): number {
    return this.#changes;
  }

  /** No mapping that is still to come has a lower first metric. */
  expect(least: number): void {
    this.#changes += 1;
    this.#leastToCome = least;
    this.#settle();
  }

  /** Whether what is still to come can only enter where it takes as many cycles as the last and less energy, or as much. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** Fewest cycles first. */
  get frontier(): readonly Candidate[] {
    return this.#front === null ? [] : this.#front.points.map(({ candidate }) => candidate);
  }

  /** The best, and where a frontier is wanted some of its mappings, evenly spaced; of this problem. */
  handedOn(most: number = mostHandedOn): readonly Candidate[] {
    const best = this.best.filter(({ elsewhere }) => elsewhere === undefined);
    const frontier = this.frontier.filter(({ elsewhere }) => elsewhere === undefined);
    const step = Math.max(1, Math.ceil(frontier.length / mostHandedOn));
    return [...best.slice(0, most), ...frontier.filter((_, at) => at % step === 0)];
  }

  /** Whether a mapping with these figures could enter, with its key where that is known. */
  wants(figures: Figures, key?: Float64Array): boolean {
    const last = this.worst;
    if (last === undefined || this.#rivals(figures, last, key)) return true;
    return this.#front !== null && !this.#front.dominates(figures.cycles, figures.energyPj);
  }

  /** Whether nothing at least as slow and as costly as this could enter: both are lower bounds. */
  excludes(floor: Figures): boolean {
    const last = this.worst;
    if (last === undefined || this.#rivals(floor, last)) return false;
    return this.#front === null || this.#front.dominates(floor.cycles, floor.energyPj);
  }

  /** Energy that so many cycles are known to take no more than, Infinity where no frontier is kept or none is known. */
  frontierPj(cycles: number): number {
    return this.#front === null ? Number.POSITIVE_INFINITY : this.#front.lowest(cycles);
  }

  offer(candidate: Candidate): void {
    this.#changes += 1;
    this.#front?.offer({ x: candidate.cycles, y: candidate.energyPj, candidate });
    if (this.#distinct) {
      const tie = this.#best.findIndex((one) => costsTheSame(one, candidate));
      if (tie >= 0 && this.#compare(candidate, this.#best[tie]!) >= 0) return;
      if (tie >= 0) this.#best.splice(tie, 1);
    }
    let at = this.#best.length;
    while (at > 0) {
      const order = this.#compare(candidate, this.#best[at - 1]!);
      if (order === 0) return;
      if (order > 0) break;
      at -= 1;
    }
    if (at >= this.#top) return;
    this.#best.splice(at, 0, candidate);
    if (this.#best.length > this.#top) this.#best.pop();
    if (this.worst === undefined) return;
    this.#bar = metricValue(this.#objective[0]!, this.worst);
    this.#settle();
  }

  #settle(): void {
    const known = this.worst !== undefined && this.#front === null && this.#objective[0] === 'cycles';
    this.#isSettled = known && this.#leastToCome >= this.#bar;
  }

  /** Whether figures of this problem can be before `last`, with their key where that is known. */
  #rivals(figures: Figures, last: Candidate, key?: Float64Array): boolean {
    // Asked of every mapping, of which most differ in the first metric.
    const first = metricValue(this.#objective[0]!, figures);
    if (first > this.#bar || (first < this.#bar && !this.#isSettled)) return first < this.#bar;
    const isLess = this.#isSettled && figures.cycles < this.#bar; // which nothing can be
    const order = compareFigures(this.#objective, isLess ? { ...figures, cycles: this.#bar } : figures, last);
    if (order !== 0 || last.elsewhere !== undefined) return order < 0;
    return key === undefined || compareKeys(key, last.key) <= 0;
  }

  #compare(a: Candidate, b: Candidate): number {
    const earlier = Number(b.elsewhere ?? false) - Number(a.elsewhere ?? false);
    return compareFigures(this.#objective, a, b) || earlier || compareKeys(a.key, b.key);
  }
}

/** But for the last digits, which depend on the order of the sums. */
function costsTheSame(a: Figures, b: Figures): boolean {
  return a.cycles === b.cycles && a.energyPj.toPrecision(10) === b.energyPj.toPrecision(10);
}
