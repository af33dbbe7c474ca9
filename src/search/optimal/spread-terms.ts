// The fan-outs of a link in the relaxed problem: from the tile below them to the tile above, every spatial choice with
// the fills and hops it costs at least, and at the last link the operands that compute asks for.

import type { Link } from './chain.js';
import { demandLink, firstTouchPj, multicastBetween, otherCopies, parentPj } from './energies.js';
import type { Relaxation } from './relaxation.js';
import { distinctDeliveries, productOver, type SpreadCosts } from './spread-cost.js';
import { type Boundary, type Codes, DEMAND, type Edge, PENDING } from './tables.js';
import { mayForward, newShare, spreadNode } from './windows.js';

/** What a context above the fan-outs says of compute's operands, where it is no link they are charged to. */
const WAITING = -1;
const NOTHING = -2;
const PASSED = -3;

/** How compute's operands are charged under one context above the fan-outs. */
interface Demand {
  /** Per dataspace: the link they are charged to, or WAITING, NOTHING, PASSED. */
  readonly parents: readonly number[];
  readonly below: number;
}

/** What an edge asks of one dataspace at the fan-outs. */
interface Variant {
  readonly t: number;
  /** As in `Demand.parents`. */
  readonly parent: number;
  /** Link whose storage is filled, -1 for none. */
  readonly child: number;
  readonly open: boolean;
  readonly run: number;
  readonly first: number;
}

export class SpreadTerms {
  readonly contexts: Codes[] = [];
  readonly #relaxation: Relaxation;
  readonly #k: number;
  readonly #link: Link;
  readonly #costs: SpreadCosts;
  readonly #inside: Boundary;
  readonly #demands: Demand[] = [];
  readonly #computes: number;

  constructor(relaxation: Relaxation, of: { k: number; costs: SpreadCosts; inside: Boundary }) {
    this.#relaxation = relaxation;
    this.#k = of.k;
    this.#link = relaxation.chain.links[of.k]!;
    this.#costs = of.costs;
    this.#inside = of.inside;
    const { bounds } = relaxation.chain.mapspace.problem.workload;
    this.#computes = bounds.reduce((product, bound) => product * bound, 1);
    of.inside.contexts.list.forEach((codes, below) => {
      for (const { above, parents } of this.#above(codes)) {
        // One context above may come from several below, each with charges of its own.
        this.contexts.push(above);
        this.#demands.push({ parents, below });
      }
    });
  }

  /** Context below the fan-outs for a context above. */
  below(context: number): number {
    return this.#demands[context]!.below;
  }

  /** What a spatial choice costs one edge at least; Infinity where it cannot stand under the edge's context. */
  cost(edge: Edge, spread: number, node: { below: number; above: number }): number {
    let pj = 0;
    const codes = this.contexts[edge.spread]!;
    for (let t = 0; t < codes.length; t += 1) pj += this.#costOf(this.#variant(edge, t), { spread, ...node });
    return pj;
  }

  /** Fills `inside` of every edge: the least over all spatial choices. */
  *fill(edges: readonly Edge[]): Generator<void, void, void> {
    const { chain, parallelism, flows } = this.#relaxation;
    const { size } = chain.lattice;
    const { spreads } = this.#link;
    // Many edges ask the same of a dataspace: each question is answered once per node and spatial choice.
    const asked = flows.map(() => new Map<string, number>());
    const variants = flows.map((): Variant[] => []);
    const of = edges.map((edge) =>
      flows.map((_, t) => {
        const variant = this.#variant(edge, t);
        const key = [variant.parent, variant.child, variant.open, variant.run, variant.first].join();
        const known = asked[t]!.get(key);
        if (known !== undefined) return known;
        asked[t]!.set(key, variants[t]!.length);
        variants[t]!.push(variant);
        return variants[t]!.length - 1;
      }),
    );
    const answers = variants.map((list) => new Float64Array(list.length));
    for (const below of this.#inside.nodes) {
      this.#relaxation.prepared += spreads.length;
      yield;
      for (let s = 0; s < spreads.length; s += 1) {
        const spread = spreads[s]!;
        const above = spreadNode(chain, below, spread.id, spread.total);
        if (above < 0) continue;
        const at = { spread: s, below, above };
        for (let t = 0; t < flows.length; t += 1) {
          for (let v = 0; v < variants[t]!.length; v += 1) answers[t]![v] = this.#costOf(variants[t]![v]!, at);
        }
        edges.forEach((edge, e) => {
          let pj = 0;
          for (let t = 0; t < flows.length; t += 1) pj += answers[t]![of[e]![t]!]!;
          if (pj === Number.POSITIVE_INFINITY) return;
          const table = this.#inside.tables[this.below(edge.spread)]!;
          for (let b = 0; b < parallelism.length; b += 1) {
            const value = table[b * size + below]! + pj;
            if (value === Number.POSITIVE_INFINITY) continue;
            const into = this.#relaxation.classOf(spread.elements, b) * size + above;
            if (value < edge.inside[into]!) edge.inside[into] = value;
          }
        });
      }
    }
  }

  #variant(edge: Edge, t: number): Variant {
    const code = this.contexts[edge.spread]![t]!;
    const open = ((edge.open >> t) & 1) === 1;
    const { idle } = this.#relaxation.flows[t]!;
    return {
      t,
      parent: this.#demands[edge.spread]!.parents[t]!,
      child: code >= PENDING && code !== DEMAND ? code - PENDING : -1,
      open,
      run: open ? idle : edge.order.run[t]! & idle,
      first: edge.order.first[t]!,
    };
  }

  #costOf(variant: Variant, at: { spread: number; below: number; above: number }): number {
    const { t, parent, child } = variant;
    let pj = 0;
    if (parent !== NOTHING) {
      if (this.#waits(t, at.spread) !== (parent === WAITING)) return Number.POSITIVE_INFINITY;
      if (parent >= 0) pj = this.#demandPj(t, parent, at);
    }
    return child < 0 ? pj : pj + this.#fillPj(variant, at);
  }

  #above(codes: Codes): { above: number[]; parents: number[] }[] {
    let ways: { above: number[]; parents: number[] }[] = [{ above: [], parents: [] }];
    codes.forEach((code, t) => {
      const options: { code: number; parent: number }[] = [];
      if (code !== DEMAND) options.push({ code, parent: NOTHING });
      else options.push(...this.#demandOptions(t));
      ways = ways.flatMap((way) =>
        options.map(({ code: next, parent }) => ({ above: [...way.above, next], parents: [...way.parents, parent] })),
      );
    });
    return ways;
  }

  /** Compute's operands are charged at the widest fan-outs on their way; until then they are passed on. */
  #demandOptions(t: number): { code: number; parent: number }[] {
    const { energies, chain } = this.#relaxation;
    const last = chain.links.length - 1;
    const options: { code: number; parent: number }[] = [];
    for (const parent of this.#relaxation.parents(t, this.#k)) {
      if (parent >= 0 && demandLink(energies, parent) === this.#k) options.push({ code: parent, parent });
    }
    const outside = this.#relaxation.parents(t, this.#k).some((parent) => demandLink(energies, parent) < this.#k);
    if (outside) options.push({ code: DEMAND, parent: PASSED });
    if (this.#k === last && this.#link.spreads.some((_, s) => this.#waits(t, s))) {
      options.push({ code: PENDING + chain.links.length, parent: WAITING });
    }
    return options;
  }

  /**
   * Whether compute's operands may be forwarded between neighbours while nothing moves, at a fan-out directly above it
   * that repeats them (F.6): then a stationary run saves accesses as it does for a storage below.
   */
  #waits(t: number, s: number): boolean {
    const { chain, flows } = this.#relaxation;
    const { tiling } = chain.mapspace;
    const flow = flows[t]!;
    if (this.#k !== this.#relaxation.chain.links.length - 1) return false;
    const last = this.#link.spatial.length - 1;
    if (last < 0 || tiling.spatial[this.#link.spatial[last]!]!.level !== 0) return false;
    if (!((this.#link.forwardedToCompute >> t) & 1)) return false;
    const factors = this.#link.spreads[s]!.factors[last]!;
    if (productOver(factors, flow.idle) > 1) return true;
    return flow.window !== null && factors.some((factor, d) => factor > 1 && ((flow.moving >> d) & 1) === 1);
  }

  #forwards(t: number, spread: number, above: number): boolean {
    const { chain, flows } = this.#relaxation;
    if (!((this.#link.forwarded >> t) & 1)) return false;
    return mayForward(chain, flows[t]!, this.#link.spreads[spread]!.total, above);
  }

  #demandPj(t: number, parent: number, at: { spread: number; below: number; above: number }): number {
    const { chain, flows, energies } = this.#relaxation;
    const flow = flows[t]!;
    const spread = this.#link.spreads[at.spread]!;
    let words = this.#computes / this.#costs.idle[t]![at.spread]!;
    if (flow.window !== null) {
      const forwards = flow.wild || this.#forwards(t, at.spread, at.above);
      const distinct = forwards ? 1 : distinctDeliveries(flow, spread, (d) => chain.lattice.value[d]![at.below]!);
      words = (this.#computes / spread.elements) * distinct;
    }
    return parentPj(energies, flow, parent, words / otherCopies(energies, parent));
  }

  /** Words that arrive at all children, and what taking them in and carrying them there costs. */
  #fillPj({ t, child, open, run, first }: Variant, at: { spread: number; below: number; above: number }): number {
    const { chain, flows, energies } = this.#relaxation;
    const flow = flows[t]!;
    if (child === chain.links.length) return 0;
    // Copies of the outputs above the child: this choice, the fan-outs outside, and those passed while it waited. Windows
    // of neighbouring elements overlap, so each element may save a whole share (F.7.1).
    const here = flow.window === null ? this.#costs.idle[t]![at.spread]! : this.#link.spreads[at.spread]!.elements;
    const copies = here * energies.outside[this.#k]! * multicastBetween(energies, this.#k + 1, child);
    const saved = open ? 0 : firstTouchPj(energies, flow, child, copies);
    if (flow.wild) return -saved;
    const spread = this.#link.spreads[at.spread]!;
    const left = (mask: number): Float64Array => this.#relaxation.remaining.left(mask);
    const kept = left(flow.idle & ~run)[at.below]! * productOver(spread.total, run);
    let words: number;
    if (flow.window === null) words = flow.words * kept;
    else if (open || this.#forwards(t, at.spread, at.above)) return -saved;
    else words = this.#windowFills({ t, first, deep: child !== this.#k + 1 }, at) * kept;
    // Outside its backing store nothing of a dataspace travels (F.7.5).
    const carried = this.#relaxation.keptOutside(t, this.#k + 1);
    const hops = carried ? words * this.#costs.hops[t]![at.spread]! : 0;
    if (open) return hops; // taken in once: where the run ends
    // The outermost keeper is never filled (F.7.5).
    const fillPj = this.#relaxation.keptOutside(t, child) ? energies.links[child]!.fillPj : 0;
    if (!flow.readWrite) return words * fillPj + hops;
    return Math.max(0, words - flow.words * copies) * fillPj + hops - saved;
  }

  #windowFills(
    { t, first, deep }: { t: number; first: number; deep: boolean },
    at: { spread: number; below: number; above: number },
  ): number {
    const { chain, flows } = this.#relaxation;
    const { lattice } = chain;
    const flow = flows[t]!;
    const window = flow.window!;
    const left = (mask: number): Float64Array => this.#relaxation.remaining.left(mask);
    const visits = left(flow.moving)[at.below]!;
    let least = 1;
    for (let rest = first; rest !== 0; rest &= rest - 1) {
      const d = 31 - Math.clz32(rest & -rest);
      const mask = window.dimensions[window.rank[d]!]!;
      const coincide = left(mask)[at.above]! > left(1 << d)[at.above]!;
      const step = window.coefficient[d]! * lattice.value[d]![at.above]!;
      const extent = (of: number): number => lattice.value[of]![at.below]!;
      const share = newShare(flow, { rank: window.rank[d]!, step, extent, deep }) / (coincide ? 2 : 1);
      if (share < least) least = share;
    }
    return (deep ? flow.points : flow.tile)[at.below]! * visits * least;
  }
}
