// How many copies of outputs are credited with first touches that read nothing (F.7.1, F.8) while the fan-outs outside a tile are
// still to be chosen: no more than some spatial choice of each makes, nor than iterations are left outside that do not move them.

import type { Chain } from '../space/chain.js';
import type { Copies } from './copies.js';
import type { Flow, Remaining } from './flows.js';

/** Iterations of some dimensions, a mask, outside the storage of a link, by tile: the most that are left to any that it stands for. */
export type MostLeft = (k: number, mask: number) => Float64Array;

interface Problem {
  readonly chain: Chain;
  readonly flows: readonly Flow[];
  readonly remaining: Remaining;
  readonly copies: Copies;
}

/** By tile, outside link k: copies of output t. */
export class Credited {
  readonly #problem: Problem;
  readonly #mostLeft: MostLeft | null;
  /** `[k][t]`, once asked for. */
  readonly #kept: Float64Array[][];
  readonly #filled: Float64Array[][];
  readonly #sure: Float64Array[][];

  /** `mostLeft`: null where every tile stands for itself. */
  constructor(problem: Problem, mostLeft: MostLeft | null) {
    this.#problem = problem;
    this.#mostLeft = mostLeft;
    const perBoundary = (): Float64Array[][] => [...problem.chain.links, null].map(() => []);
    this.#kept = perBoundary();
    this.#filled = perBoundary();
    this.#sure = perBoundary();
  }

  /** Whether tiles stand for others. */
  get isRounded(): boolean {
    return this.#mostLeft !== null;
  }

  /** Credited to its storage where that keeps the output. */
  kept(k: number, t: number): Float64Array {
    const mostLeft = this.#mostLeft;
    if (mostLeft === null) return this.sure(k, t);
    const own = this.#kept[k]!;
    own[t] ??= this.#atMost(k, t, (idle) => mostLeft(k, idle));
    return own[t];
  }

  /** Credited to storages that its loops are outside of. */
  filled(k: number, t: number): Float64Array {
    if (this.#mostLeft === null) return this.sure(k, t);
    const own = this.#filled[k]!;
    own[t] ??= this.#atMost(k, t, null);
    return own[t];
  }

  /** Credited to every keeper inside, for each copy that fan-outs on the way there make, at least. */
  sure(k: number, t: number): Float64Array {
    const own = this.#sure[k]!;
    own[t] ??= this.#atMost(k, t, (idle) => this.#problem.remaining.left(idle));
    return own[t];
  }

  #atMost(k: number, t: number, left: ((idle: number) => Float64Array) | null): Float64Array {
    const { chain, flows, copies } = this.#problem;
    const { window, idle } = flows[t]!;
    const most = copies.most[k]!.copies[t]!;
    // Windows of neighbouring elements overlap: each may have a share of its own (`Copies`).
    if (left === null || window !== null || most === 1) return new Float64Array(chain.lattice.size).fill(most);
    return left(idle).map((iterations) => Math.min(most, iterations));
  }
}
