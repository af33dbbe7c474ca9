// Distinct deliveries of a sliding window per spatial choice, quickly: they depend on the tile below only where two
// dimensions of one rank loop at one fan-out.

import { productOf } from '../../../math/product.js';
import { remembered } from '../../../math/remembered.js';
import type { Link } from '../space/chain.js';
import type { Lattice } from '../space/lattice.js';
import type { Flow } from './flows.js';
import { distinctDeliveries, productOver } from './spread-cost.js';

const DEPENDS = -1;

export class Deliveries {
  readonly #flow: Flow;
  readonly #link: Link;
  readonly #lattice: Lattice;
  readonly #constant: Float64Array;
  readonly #elements: Float64Array;
  readonly #unserved: Float64Array;
  readonly #unshared: Float64Array;
  /** By spatial choice: what is known of all that step the window alike, by place of the window in the tile below; NaN for not yet. */
  readonly #known: (Float64Array | undefined)[] = [];
  readonly #alike = new Map<string, Float64Array>();
  readonly #moved: readonly number[];
  /** By node: place of its window among all. */
  #places = new Int32Array(0);

  constructor(lattice: Lattice, link: Link, flow: Flow) {
    this.#flow = flow;
    this.#link = link;
    this.#lattice = lattice;
    const ranks = flow.window?.dimensions ?? [];
    this.#moved = lattice.bounds.flatMap((_, d) => ((flow.moving >> d) & 1 ? [d] : []));
    this.#constant = Float64Array.from(link.spreads, ({ factors }) => {
      let product = 1;
      for (const own of factors) {
        for (const mask of ranks) {
          const looping = own.filter((factor, d) => factor > 1 && (mask >> d) & 1);
          if (looping.length > 1) return DEPENDS;
          product *= looping[0] ?? 1;
        }
      }
      return product;
    });
    const overFanouts = (left: typeof unserved): Float64Array =>
      Float64Array.from(link.spreads, ({ factors }) => productOf(factors.map((own) => left(ranks, own))));
    this.#elements = Float64Array.from(link.spreads, ({ total }) => productOver(total, flow.moving));
    this.#unserved = overFanouts(unserved);
    this.#unshared = overFanouts(unshared);
  }

  /** What is left of them where neighbours may forward words at every fan-out (F.6). */
  unserved(s: number): number {
    return this.#unserved[s]!;
  }

  /**
   * What is left at fan-outs whose children pass on what others ask for, above any tile: of these only the ratio of accesses to
   * deliveries counts (F.7.4), so forwarding saves nothing but where elements that share few words are served.
   */
  unshared(s: number): number {
    return this.#unshared[s]!;
  }

  /** Elements of the dimensions that move the window: distinct deliveries where no two stand at the same shift. */
  elements(s: number): number {
    return this.#elements[s]!;
  }

  /** Whether there are as many above every tile. */
  isConstant(s: number): boolean {
    return this.#constant[s] !== DEPENDS;
  }

  /** Per visit at least, above any tile: sums of loops are as many as where all have the same stride. */
  least(s: number): number {
    const constant = this.#constant[s]!;
    if (constant !== DEPENDS) return constant;
    const ranks = this.#flow.window!.dimensions;
    const positions = (own: readonly number[], mask: number): number =>
      own.reduce((sum, factor, d) => ((mask >> d) & 1 ? sum + factor - 1 : sum), 1);
    return productOf(this.#link.spreads[s]!.factors.flatMap((own) => ranks.map((mask) => positions(own, mask))));
  }

  /** Per visit, for spatial choice `s` above the tile of `node`. */
  of(s: number, node: number): number {
    const constant = this.#constant[s]!;
    if (constant !== DEPENDS) return constant;
    this.#known[s] ??= this.#alikeTo(s);
    const known = this.#known[s]!;
    const place = this.windowOf(node);
    if (Number.isNaN(known[place]!)) {
      const { value } = this.#lattice;
      known[place] = distinctDeliveries(this.#flow, this.#link.spreads[s]!, (d) => value[d]![node]!);
    }
    return known[place]!;
  }

  /** Dimensions that do not move the window change nothing, and there are many choices for them. */
  #alikeTo(s: number): Float64Array {
    const { moving } = this.#flow;
    const key = this.#link.spreads[s]!.factors.map((own) => own.filter((_, d) => (moving >> d) & 1)).join(';');
    return remembered(this.#alike, key, () => new Float64Array(this.windows).fill(Number.NaN));
  }

  /** How many windows the tile below can have: tiles that differ only where nothing moves it have the same. */
  get windows(): number {
    const { divisors } = this.#lattice;
    return productOf(this.#moved.map((d) => divisors[d]!.length));
  }

  /** Place of a tile's window among all. */
  windowOf(node: number): number {
    if (this.#places.length === 0) {
      const { size, digit, divisors } = this.#lattice;
      this.#places = Int32Array.from({ length: size }, (_, tile) =>
        this.#moved.reduce((place, d) => place * divisors[d]!.length + digit[d]![tile]!, 0),
      );
    }
    return this.#places[node]!;
  }
}

/**
 * A displacement along one rank leaves those elements to the parent that stand foremost in it, one for every combination of
 * shifts along the other ranks. Only a rank that several dimensions step can see a displacement as short as its shifts.
 */
function unserved(ranks: readonly number[], factors: readonly number[]): number {
  let product = 1;
  let most = 1;
  for (const mask of ranks) {
    const looping = factors.filter((factor, d) => factor > 1 && (mask >> d) & 1);
    if (looping.length !== 1) continue; // two of them: at least one shift
    product *= looping[0]!;
    if ((mask & (mask - 1)) !== 0) most = Math.max(most, looping[0]!);
  }
  return product / most;
}

/** Elements for each that stands at the same shift, at least: of a rank, all loops but the longest decide where that has to be. */
function unshared(ranks: readonly number[], factors: readonly number[]): number {
  return productOf(
    ranks.map((mask) => factors.reduce((most, factor, d) => ((mask >> d) & 1 ? Math.max(most, factor) : most), 1)),
  );
}
