// What neighbours leave to the parent of the words that a window's step brings to the children right below a fan-out (F.6): counted
// element by element under every arrangement of the spatial loops, as the model counts it.

import type { SpatialPosition } from '../../../mapspace/tiling.js';
import { remembered } from '../../../math/remembered.js';
import { distinctAmong, type Grid, neighboursServe, type Shifts } from '../../../model/charge/neighbours.js';
import type { Chain } from '../space/chain.js';
import { displacements, placesOf, rowsOf } from '../space/neighbours.js';
import type { Deliveries } from './deliveries.js';
import type { Flow } from './flows.js';
import type { Forwarding } from './forwarding.js';

/** Spatial choices of a link up to which what neighbours leave to the parent is counted for each. */
export const mostCounted = 64;

/** Spatial choice `s` above tile `node`. */
export interface Placed {
  readonly s: number;
  readonly node: number;
}

interface WindowAt {
  readonly flow: Flow;
  readonly deliveries: Deliveries;
  readonly forwarding: Forwarding;
}

export class LeftAfter {
  readonly #chain: Chain;
  readonly #k: number;
  readonly #flow: Flow;
  readonly #deliveries: Deliveries;
  readonly #forwarding: Forwarding;
  /** By factors and strides: the elements in every arrangement; by displacement besides: what neighbours leave of them. */
  readonly #places = new Map<string, readonly Shifts[] | null>();
  readonly #left = new Map<string, number>();
  /** By spatial choice, once asked for: the fan-out that is used, null where more than one is. */
  readonly #used: { readonly one: Used | null }[] = [];
  /** By spatial choice: what is left where words are passed on, by place of the window in the tile below; NaN for not yet. */
  readonly #passed: (Float64Array | undefined)[] = [];
  /** By spatial choice: what is left after a step of each dimension, by place of the window in the tile below; NaN for not yet. */
  readonly #stepped: (Float64Array | undefined)[] = [];

  /** Of a window at the fan-outs of link k. */
  constructor(chain: Chain, k: number, of: WindowAt) {
    this.#chain = chain;
    this.#k = k;
    this.#flow = of.flow;
    this.#deliveries = of.deliveries;
    this.#forwarding = of.forwarding;
  }

  /** Distinct deliveries of one visit that neighbours leave at least where dimension d steps right outside the fan-outs. */
  stepped(of: Placed, d: number): number {
    if (!this.#isCounted) return this.#deliveries.unserved(of.s);
    const { dimensions, value } = this.#chain.lattice;
    const { rank, coefficient, dimensions: ranks } = this.#flow.window!;
    this.#stepped[of.s] ??= new Float64Array(dimensions * this.#deliveries.windows).fill(Number.NaN);
    const known = this.#stepped[of.s]!;
    const at = this.#deliveries.windowOf(of.node) * dimensions + d;
    if (Number.isNaN(known[at]!)) {
      const { total } = this.#chain.links[this.#k]!.spreads[of.s]!;
      const stride = coefficient[d]! * value[d]![of.node]! * total[d]!;
      known[at] = this.after(
        of,
        ranks.map((_, r) => (r === rank[d] ? stride : 0)),
      );
    }
    return known[at]!;
  }

  /** The same after a displacement, one number per rank; no less than all of them where nobody can have been there. */
  after(of: Placed, displacement: readonly number[]): number {
    const used = this.#usedOf(of.s);
    if (used === null) return this.#deliveries.unserved(of.s);
    const { dimensions } = this.#flow.window!;
    if (dimensions.some((mask, r) => Math.abs(displacement[r]!) > this.spanOf(of, mask)))
      return Number.POSITIVE_INFINITY;
    const { s } = of;
    const strides = this.#stridesOf(used.own, of.node);
    return this.#least({ s, strides, displacement, otherwise: this.#deliveries.unserved(s) }, (shifts, grid) =>
      distinctAmong(shifts, neighboursServe(shifts, grid, displacement).fromParent),
    );
  }

  /** The greatest distance of two elements along the rank of these dimensions. */
  spanOf({ s, node }: Placed, dimensions: number): number {
    const { stepped, total } = this.#chain.links[this.#k]!.spreads[s]!;
    const { value } = this.#chain.lattice;
    const { coefficient } = this.#flow.window!;
    let span = 0;
    for (const d of stepped) if ((dimensions >> d) & 1) span += coefficient[d]! * value[d]![node]! * (total[d]! - 1);
    return span;
  }

  /**
   * What is left at least where the children pass on what others ask for: of this only the ratio of accesses to deliveries counts
   * (F.7.4), the least of all visits that there may be.
   */
  passed({ s, node }: Placed): number {
    const all = this.#deliveries.of(s, node);
    if (all === this.#deliveries.elements(s) || !this.#forwarding.ever(s)) return all;
    if (!this.#isCounted) return this.#deliveries.unshared(s);
    this.#passed[s] ??= new Float64Array(this.#deliveries.windows).fill(Number.NaN);
    const known = this.#passed[s]!;
    const place = this.#deliveries.windowOf(node);
    if (Number.isNaN(known[place]!)) known[place] = this.#countPassed({ s, node });
    return known[place]!;
  }

  #countPassed({ s, node }: Placed): number {
    const used = this.#usedOf(s);
    if (used === null) return this.#deliveries.unshared(s);
    const { own } = used;
    const { rank } = this.#flow.window!;
    // Alone on its rank a loop tells elements apart whatever its stride.
    const alone = own.map((_, d) => own.every((factor, e) => e === d || factor === 1 || rank[e] !== rank[d]));
    const strides = this.#stridesOf(own, node).map((stride, d) => (alone[d] ? Math.min(1, stride) : stride));
    const all = this.#deliveries.of(s, node);
    return this.#least({ s, strides, otherwise: this.#deliveries.unshared(s) }, (shifts, grid) =>
      leastPassed(shifts, grid, all),
    );
  }

  /** The least of all arrangements, kept by what they are asked about; `otherwise`: where there are too many of them. */
  #least({ s, strides, displacement, otherwise }: Question, of: (shifts: Shifts, grid: Grid) => number): number {
    return remembered(this.#left, `${s} ${strides} ${displacement}`, () => {
      const { own, position } = this.#usedOf(s)!;
      const { rank, dimensions } = this.#flow.window!;
      const places = remembered(this.#places, `${position.level} ${own} ${strides}`, () =>
        placesOf(position, own, { strides, rank, ranks: dimensions.length }),
      );
      const grid = rowsOf(position);
      return places === null ? otherwise : Math.min(...places.map((shifts) => of(shifts, grid)));
    });
  }

  /** The same above whatever tile. */
  leastPassed(s: number): number {
    if (!this.#isCounted || this.#deliveries.isConstant(s)) return this.#deliveries.unshared(s);
    const { size, digit, divisors, product } = this.#chain.lattice;
    const { places } = this.#chain.links[this.#k]!.spreads[s]!;
    const seen = new Set<number>();
    let least = Number.POSITIVE_INFINITY;
    for (let node = 0; node < size; node += 1) {
      const window = this.#deliveries.windowOf(node);
      if (seen.has(window)) continue;
      seen.add(window);
      const fits = places.every((place, d) => product[d]![place * divisors[d]!.length + digit[d]![node]!] !== -1);
      if (fits) least = Math.min(least, this.passed({ s, node }));
    }
    return least;
  }

  get #isCounted(): boolean {
    return this.#chain.links[this.#k]!.spreads.length <= mostCounted;
  }

  #usedOf(s: number): Used | null {
    this.#used[s] ??= { one: this.#findUsed(s) };
    return this.#used[s].one;
  }

  #findUsed(s: number): Used | null {
    const { spreads, spatial } = this.#chain.links[this.#k]!;
    const { factors } = spreads[s]!;
    const used = [...factors.keys()].filter((p) => factors[p]!.some((factor) => factor > 1));
    if (used.length > 1) return null;
    const [p = 0] = used;
    return { own: factors[p]!, position: this.#chain.mapspace.tiling.spatial[spatial[p]!]! };
  }

  #stridesOf(own: readonly number[], node: number): number[] {
    const { value } = this.#chain.lattice;
    const { rank, coefficient } = this.#flow.window!;
    return own.map((factor, d) => (factor === 1 || rank[d]! < 0 ? 0 : coefficient[d]! * value[d]![node]!));
  }
}

/** A fan-out, and its factor of each dimension. */
interface Used {
  readonly own: readonly number[];
  readonly position: SpatialPosition;
}

/** What arrangements of the fan-out that is used are asked about. */
interface Question {
  readonly s: number;
  readonly strides: readonly number[];
  readonly displacement?: readonly number[];
  readonly otherwise: number;
}

/** `all`: distinct deliveries where nobody is served. */
function leastPassed(shifts: Shifts, grid: Grid, all: number): number {
  const { count } = shifts;
  return displacements(shifts, grid).reduce((least, by) => {
    const { fromParent, served } = neighboursServe(shifts, grid, by);
    const accesses = distinctAmong(shifts, fromParent);
    return served === count || accesses >= all ? least : Math.min(least, (accesses / (count - served)) * count);
  }, all);
}
