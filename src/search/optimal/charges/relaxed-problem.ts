// What every bound is made from, once for a chain and a kind of cost, and never changed: the dataspaces, what their words cost
// at each link, what the fan-outs can make of them, and who can keep them.

import type { Chain } from '../space/chain.js';
import { FittingSpreads } from '../space/fitting-spreads.js';
import type { Footprints } from '../space/footprints.js';
import { Copies } from './copies.js';
import { Credited, type MostLeft } from './credited.js';
import type { CutTiles } from './cut-tiles.js';
import { Deliveries } from './deliveries.js';
import type { Energies } from './energies.js';
import type { Filtered, More } from './filtered.js';
import { type Flow, Remaining } from './flows.js';
import { ForwardedOperands } from './forwarded-operands.js';
import { Forwarding } from './forwarding.js';
import { LeftAfter } from './left-after.js';
import { type SpreadCosts, spreadCosts, twinsOf } from './spread-cost.js';

export interface Charged {
  readonly flows: readonly Flow[];
  readonly footprints: Footprints;
  readonly energies: Energies;
  /** Null where no metadata is more than what a word costs counts. */
  readonly cuts: CutTiles | null;
  /** Null where every tile stands for itself. */
  readonly mostLeft: MostLeft | null;
  /** Null where nothing is gated or skipped. */
  readonly filtered: Filtered | null;
  /** Whether hops are part of the cost. */
  readonly hops: boolean;
  /** By link and spatial choice: false where none that costs the same is of any use to tables; null where all may be. */
  readonly used: readonly (readonly boolean[])[] | null;
}

export class RelaxedProblem {
  readonly chain: Chain;
  readonly flows: readonly Flow[];
  readonly remaining: Remaining;
  readonly footprints: Footprints;
  readonly energies: Energies;
  readonly cuts: CutTiles | null;
  readonly filtered: Filtered | null;
  /** Per link. */
  readonly costs: readonly SpreadCosts[];
  /** Per link, by spatial choice: the first one that costs the same; and those that are the first, and of use. */
  readonly twins: readonly Int32Array[];
  readonly spreads: readonly Int32Array[];
  /** `[k][t]`: what the fan-outs of link k hand out, and forward. */
  readonly deliveries: readonly (readonly Deliveries[])[];
  readonly forwarding: readonly (readonly Forwarding[])[];
  /** The same: what neighbours leave of windows after a step. */
  readonly left: readonly (readonly LeftAfter[])[];
  readonly copies: Copies;
  readonly credited: Credited;
  readonly operands: ForwardedOperands;
  /** Per link: dimensions that some spatial choice of it steps, a mask. */
  readonly #spreading: readonly number[];
  /** Per link, once asked for. */
  readonly #above: FittingSpreads[] = [];

  constructor(chain: Chain, { flows, footprints, energies, cuts, mostLeft, filtered, hops, used }: Charged) {
    this.chain = chain;
    this.flows = flows;
    this.footprints = footprints;
    this.energies = energies;
    this.cuts = cuts;
    this.filtered = filtered;
    this.remaining = new Remaining(chain.lattice);
    this.costs = chain.links.map((link) => spreadCosts(chain, link, { flows, hops }));
    this.twins = chain.links.map((link, k) => twinsOf(link, flows, this.costs[k]!));
    this.spreads = this.twins.map((own, k) => own.filter((first, s) => first === s && (used === null || used[k]![s]!)));
    this.deliveries = chain.links.map((link) => flows.map((flow) => new Deliveries(chain.lattice, link, flow)));
    this.forwarding = chain.links.map((link) => flows.map((flow, t) => new Forwarding(chain, link, { flow, t })));
    this.left = chain.links.map((_, k) =>
      flows.map((flow, t) => {
        const handed = { deliveries: this.deliveries[k]![t]!, forwarding: this.forwarding[k]![t]! };
        return new LeftAfter(chain, k, { flow, ...handed });
      }),
    );
    this.operands = new ForwardedOperands(this, { dense: filtered === null });
    this.copies = new Copies(this, this.operands);
    this.credited = new Credited(this, mostLeft);
    this.#spreading = chain.links.map(({ spreads }) =>
      spreads.reduce((mask, { stepped }) => stepped.reduce((all, d) => all | (1 << d), mask), 0),
    );
  }

  /** Links whose storage can be the next keeper of t at or outside the loops of link k; null stands for none at all. */
  parents(t: number, k: number): (number | null)[] {
    const found: number[] = [];
    for (let p = k; p >= 0; p -= 1) {
      const { forced, free } = this.chain.links[p]!;
      if (((forced | free) >> t) & 1) found.push(p);
      if ((forced >> t) & 1) return found;
    }
    return [...found, null];
  }

  /**
   * Whether the tile of dataspace t that a child at link `child` holds is the tile below the fan-outs of link k, where no loop
   * between them moves it: then no fan-out between them does either.
   */
  isNear(t: number, k: number, child: number): boolean {
    const { moving } = this.flows[t]!;
    for (let link = k + 1; link < Math.min(child, this.chain.links.length); link += 1) {
      if ((this.#spreading[link]! & moving) !== 0) return false;
    }
    return true;
  }

  /** Whether some spatial choice of the links `from` to `to` - 1 steps dimension d. */
  mayStep(d: number, from: number, to: number): boolean {
    for (let link = from; link < to; link += 1) if ((this.#spreading[link]! >> d) & 1) return true;
    return false;
  }

  /** Which of some spatial choices of link k make a tile above of a tile below its fan-outs. */
  fitting(k: number, among: Int32Array): FittingSpreads {
    const { lattice, links } = this.chain;
    return new FittingSpreads(lattice, 'product', { ...links[k]!, among });
  }

  /** Of those that differ; the same object every time. */
  above(k: number): FittingSpreads {
    this.#above[k] ??= this.fitting(k, this.spreads[k]!);
    return this.#above[k]!;
  }

  /** What a word is priced in: cycles of a storage hang on the words that its bandwidth serves. */
  get priced(): keyof More {
    return this.energies.load?.mostPj === null ? 'words' : 'pj';
  }

  /** pJ that computes cost beyond their floor under spatial choice `s` of link k. */
  computePj(k: number, s: number): number {
    if (this.filtered === null || this.priced === 'words' || k !== this.chain.links.length - 1) return 0;
    return this.filtered.computePj(s);
  }

  /** Instances under spatial choice `s` of link k, by the cycles that computes take at least: fewer where more of them are left. */
  working(k: number, s: number): number {
    const { elements } = this.chain.links[k]!.spreads[s]!;
    return this.filtered === null || k !== this.chain.links.length - 1 ? elements : elements / this.filtered.cycles(s);
  }

  /** Whether some storage outside link k keeps t in every mapping. */
  keptOutside(t: number, k: number): boolean {
    for (let p = 0; p < k; p += 1) if ((this.chain.links[p]!.forced >> t) & 1) return true;
    return false;
  }
}
