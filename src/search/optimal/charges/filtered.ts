// What gating and skipping leave at least of computes and of what they ask for. One access of a target meets all of its condition
// that the fan-outs on the way span (G.6): the more they span, the less often it is all zero.

import { remembered } from '../../../math/remembered.js';
import type { Raised } from '../../../model/sparse/dense-floor.js';
import type { Reach } from '../../../model/sparse/shares.js';
import type { Chain } from '../space/chain.js';
import type { Flow } from './flows.js';

/** How much more than the floor of one word. */
export interface More {
  readonly pj: number;
  readonly words: number;
}

export interface Demand {
  readonly t: number;
  /** Link of the storage that is asked. */
  readonly p: number;
  /** Elements that one word serves at all fan-outs on the way but those of the spatial choice, and those of them that are sure. */
  readonly multicast: number;
  readonly sure: number;
}

export class Filtered {
  readonly #chain: Chain;
  readonly #flows: readonly Flow[];
  readonly #floor: (reach: Reach) => Raised;
  /** `[k][s]` by multicast. */
  readonly #raised: Map<number, Raised>[][];
  readonly #known = new Map<string, Raised>();

  constructor(chain: Chain, flows: readonly Flow[], floor: (reach: Reach) => Raised) {
    this.#chain = chain;
    this.#flows = flows;
    this.#floor = floor;
    this.#raised = chain.links.map(() => []);
  }

  /** What compute asks under spatial choice `s` of link k. */
  demand(k: number, s: number, { t, p, multicast, sure }: Demand): More {
    const { level } = this.#chain.links[p]!;
    // Of a window it is not known what else a word serves.
    if (multicast === 1 || this.#flows[t]!.window !== null) return this.#under(k, s, 1).demand(t, level);
    // A product of shares of tiles that hold something over the multicast rises and then falls with it: the ends are least.
    const least = this.#under(k, s, sure).demand(t, level);
    const most = this.#under(k, s, multicast).demand(t, level);
    const open = multicast / sure;
    return {
      pj: Math.max(1, Math.min(least.pj * open, most.pj)),
      words: Math.max(1, Math.min(least.words * open, most.words)),
    };
  }

  /** Words that compute asks of the storage of link p under spatial choices of all links. */
  words(t: number, p: number, spread: ArrayLike<number>): number {
    const { links } = this.#chain;
    let totals: readonly number[] = links[p]!.spreads[spread[p]!]!.total;
    for (let link = p + 1; link < links.length; link += 1) {
      const { total } = links[link]!.spreads[spread[link]!]!;
      totals = totals.map((factor, d) => factor * total[d]!);
    }
    return this.#of(totals, 1, links[p]!.level).demand(t, links[p]!.level).words;
  }

  /** Of cycles of computes under spatial choice `s` of the last link. */
  cycles(s: number): number {
    return this.#under(this.#chain.links.length - 1, s, 1).cycles;
  }

  computePj(s: number): number {
    return this.#under(this.#chain.links.length - 1, s, 1).computePj;
  }

  #under(k: number, s: number, multicast: number): Raised {
    const own = this.#raised[k]!;
    own[s] ??= new Map();
    return remembered(own[s], multicast, () => {
      const { links } = this.#chain;
      return this.#of(links[k]!.spreads[s]!.total, multicast, k === links.length - 1 ? links[k]!.level : -1);
    });
  }

  /** Many spatial choices have the same factors in all. */
  #of(totals: readonly number[], multicast: number, within: number): Raised {
    const key = `${totals} ${multicast} ${within}`;
    return remembered(this.#known, key, () => this.#floor({ totals, multicast, within }));
  }
}
