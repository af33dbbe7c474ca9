// From the outside in: factors link by link, in the order of their lower bounds, down to complete mappings. A partial
// mapping's bound is what the relaxed problem charges for the part that is chosen plus the least it charges inside.

import type { CandidatePool } from '../candidate-pool.js';
import { metricValue } from '../objective.js';
import type { SearchContext } from '../search-context.js';
import { Leaf } from './leaf.js';
import { type Edge, keepMasks, type LinkTables, PENDING, type Relaxation } from './relaxation.js';

/** Sums of floating-point terms may exceed the truth by rounding alone. */
const slack = 1 - 1e-11;

/** What is chosen so far: one least charge per context that the inside may have. */
interface Outside {
  /** By context of the boundary, Infinity where it cannot be. */
  readonly pj: Float64Array;
  /** Spatial instances in use so far. */
  readonly across: number;
  /** Cycles that the traffic chosen so far takes at least. */
  readonly busyCycles: number;
}

interface Child {
  readonly value: number;
  readonly at: number;
}

export class Descent {
  nodes = 0;
  /** Everything below this first-metric value has been looked at. */
  lowerBound = 0;
  readonly leaf: Leaf;
  readonly #relaxation: Relaxation;
  readonly #context: SearchContext;
  readonly #pool: CandidatePool;
  readonly #basePj: number;
  readonly #leakPj: number;
  readonly #computes: number;
  readonly #latency: number;
  readonly #instances: number;

  constructor(context: SearchContext, relaxation: Relaxation, pool: CandidatePool) {
    const { workload, architecture } = context.mapspace.problem;
    this.#context = context;
    this.#relaxation = relaxation;
    this.#pool = pool;
    this.#computes = workload.bounds.reduce((product, bound) => product * bound, 1);
    this.#basePj = this.#computes * architecture.compute.energyPj;
    this.#leakPj = architecture.levels.reduce((sum, { energy }) => sum + energy.leakPj, 0);
    this.#latency = architecture.levels.reduce(
      (sum, level) => sum + level.networkFillLatencyCycles + level.networkDrainLatencyCycles,
      0,
    );
    this.#instances = architecture.compute.instances;
    this.leaf = new Leaf(context, relaxation.chain, pool);
  }

  /** Visits what can still matter; yields so that the caller can look at the clock. False answers end it. */
  *run(): Generator<number, void, void> {
    const { boundaries, chain } = this.#relaxation;
    const pj = new Float64Array(boundaries[0]!.contexts.list.length).fill(Number.POSITIVE_INFINITY);
    boundaries[0]!.contexts.list.forEach((codes, at) => {
      // Nothing stands outside the backing store: what still waits there has been charged once.
      if (codes.every((code) => code >= PENDING)) pj[at] = 0;
    });
    yield* this.#storage(0, chain.lattice.top, { pj, across: 1, busyCycles: 0 });
  }

  *#storage(k: number, node: number, outside: Outside): Generator<number, void, void> {
    const { chain, links } = this.#relaxation;
    const tables = links[k]!;
    for (const mask of keepMasks(chain.links[k]!)) {
      if (!this.#relaxation.fits(chain.links[k]!, mask, node)) continue;
      const pj = new Float64Array(tables.inner.list.length).fill(Number.POSITIVE_INFINITY);
      let any = false;
      for (const keep of tables.keeps) {
        if (keep.mask !== mask) continue;
        const value = outside.pj[keep.outer]! + keep.extraPj;
        if (value === Number.POSITIVE_INFINITY) continue;
        any = true;
        if (value < pj[keep.inner]!) pj[keep.inner] = value;
      }
      if (!any) continue;
      this.leaf.keep(k, mask);
      yield* this.#loops(k, node, { ...outside, pj });
    }
  }

  /** All tiles inside the loops of link k, best bound first. */
  *#loops(k: number, c: number, outside: Outside): Generator<number, void, void> {
    const children: Child[] = [];
    const tables = this.#relaxation.links[k]!;
    this.#eachInside(k, c, (u, loops) => {
      this.nodes += 1;
      const value = this.#bestThrough(k, tables, outside, { c, u, loops });
      if (value < Number.POSITIVE_INFINITY) children.push({ value, at: u });
    });
    children.sort((a, b) => a.value - b.value || a.at - b.at);
    for (const { value, at } of children) {
      if (k === 0) this.lowerBound = Math.max(this.lowerBound, value);
      if (!this.#worth(value)) break;
      this.leaf.loops(k, c, at);
      yield* this.#spreads(k, { c, u: at }, outside);
    }
    if (this.nodes % 16 === 0) yield this.nodes;
  }

  *#spreads(k: number, { c, u }: { c: number; u: number }, outside: Outside): Generator<number, void, void> {
    yield this.nodes;
    const { links, boundaries, chain } = this.#relaxation;
    const tables = links[k]!;
    const inside = boundaries[k + 1]!;
    const loops = this.#loopMask(c, u);
    const through: { edge: Edge; pj: number; busyCycles: number }[] = [];
    for (const edge of tables.edges) {
      const charged = this.#charge(k, edge, outside, { c, u, loops });
      if (charged !== undefined) through.push({ edge, ...charged });
    }
    const children: (Child & { readonly node: number; readonly outside: Outside })[] = [];
    tables.link.spreads.forEach((spread, s) => {
      const node = insideOf(this.#relaxation, u, spread);
      if (node < 0) return;
      const pj = new Float64Array(inside.contexts.list.length).fill(Number.POSITIVE_INFINITY);
      let busyCycles = Number.POSITIVE_INFINITY;
      for (const { edge, pj: charged, busyCycles: busy } of through) {
        const cost = tables.terms.cost(edge, s, { below: node, above: u });
        if (cost === Number.POSITIVE_INFINITY) continue;
        const below = tables.terms.below(edge.spread);
        if (charged + cost < pj[below]!) pj[below] = charged + cost;
        if (busy < busyCycles) busyCycles = busy;
      }
      const next: Outside = { pj, across: outside.across * spread.elements, busyCycles };
      const value = this.#bestInside(k + 1, node, next);
      if (value < Number.POSITIVE_INFINITY) children.push({ value, at: s, node, outside: next });
    });
    children.sort((a, b) => a.value - b.value || a.at - b.at);
    for (const child of children) {
      if (!this.#worth(child.value)) break;
      this.leaf.spread(k, tables.link.spreads[child.at]!);
      if (k + 1 === chain.links.length) this.leaf.evaluate();
      else yield* this.#storage(k + 1, child.node, child.outside);
    }
  }

  /** Least value of the first metric for mappings through tile u, Infinity where none can enter the pool. */
  #bestThrough(
    k: number,
    { edges }: LinkTables,
    outside: Outside,
    at: { c: number; u: number; loops: number },
  ): number {
    const { parallelism, chain } = this.#relaxation;
    const { size } = chain.lattice;
    let least = Number.POSITIVE_INFINITY;
    for (const edge of edges) {
      const charged = this.#charge(k, edge, outside, at);
      if (charged === undefined) continue;
      for (let b = 0; b < parallelism.length; b += 1) {
        const inside = edge.inside[b * size + at.u]!;
        if (inside === Number.POSITIVE_INFINITY) continue;
        const value = this.#value(charged.pj + inside, outside.across * parallelism[b]!, charged.busyCycles);
        if (value < least) least = value;
      }
    }
    return least;
  }

  #bestInside(k: number, node: number, outside: Outside): number {
    const { parallelism, boundaries, chain } = this.#relaxation;
    const { size } = chain.lattice;
    let least = Number.POSITIVE_INFINITY;
    boundaries[k]!.tables.forEach((table, context) => {
      const charged = outside.pj[context]!;
      if (charged === Number.POSITIVE_INFINITY) return;
      for (let b = 0; b < parallelism.length; b += 1) {
        const inside = table[b * size + node]!;
        if (inside === Number.POSITIVE_INFINITY) continue;
        const value = this.#value(charged + inside, outside.across * parallelism[b]!, outside.busyCycles);
        if (value < least) least = value;
      }
    });
    return least;
  }

  /** Charges of an edge with the factors at hand; undefined where they contradict it. */
  #charge(
    k: number,
    edge: Edge,
    outside: Outside,
    at: { c: number; u: number; loops: number },
  ): { pj: number; busyCycles: number } | undefined {
    let pj = outside.pj[edge.outer]!;
    if (pj === Number.POSITIVE_INFINITY || (edge.fixed & at.loops) !== 0) return undefined;
    const { links, chain, flows } = this.#relaxation;
    let read = 0;
    let write = 0;
    for (const closing of edge.closings) {
      if ((flows[closing.t]!.moving & at.loops) === 0) return undefined;
      pj += this.#relaxation.closingPj(k, closing, edge.order, at);
      if (closing.parent !== k) continue;
      const scale = chain.links[k]!.storage.bandwidthScale[flows[closing.t]!.name] ?? 1;
      const words = this.#relaxation.closingWords(k, closing, edge.order, at) * scale;
      if (flows[closing.t]!.readWrite) write += words;
      else read += words;
    }
    const { readBandwidth, writeBandwidth, sharedBandwidth } = links[k]!.link.storage;
    const cycles = Math.max(
      readBandwidth === null ? 0 : read / readBandwidth,
      writeBandwidth === null ? 0 : write / writeBandwidth,
      sharedBandwidth === null ? 0 : (read + write) / sharedBandwidth,
    );
    return { pj, busyCycles: Math.max(outside.busyCycles, (cycles / outside.across) * slack) };
  }

  #value(pj: number, across: number, busyCycles: number): number {
    const busy = Math.max(Math.ceil(this.#computes / across - 1e-9), Math.ceil(busyCycles - 1e-9));
    const cycles = busy + this.#latency;
    const energyPj = (this.#basePj + pj + this.#leakPj * busy) * slack;
    const utilization = Math.min(1, this.#computes / this.#instances / cycles);
    const floor = { cycles, energyPj, utilization };
    if (this.#pool.excludes(floor)) return Number.POSITIVE_INFINITY;
    return metricValue(this.#context.inputs.options.objective[0]!, floor);
  }

  /** Whether a bound that was found a while ago may still matter. */
  #worth(value: number): boolean {
    const worst = this.#pool.worst;
    if (worst === undefined || this.#context.inputs.options.frontier) return true;
    return value <= metricValue(this.#context.inputs.options.objective[0]!, worst);
  }

  #loopMask(c: number, u: number): number {
    const { digit } = this.#relaxation.chain.lattice;
    let mask = 0;
    for (let d = 0; d < digit.length; d += 1) if (digit[d]![c] !== digit[d]![u]) mask |= 1 << d;
    return mask;
  }

  /** Every tile u whose factors c / u the loops of link k may have. */
  #eachInside(k: number, c: number, visit: (u: number, loops: number) => void): void {
    const { chain } = this.#relaxation;
    const { lattice } = chain;
    const { allowed } = chain.links[k]!;
    const extend = (d: number, u: number, loops: number): void => {
      if (d === lattice.dimensions) {
        visit(u, loops);
        return;
      }
      const tile = lattice.value[d]![c]!;
      const list = lattice.divisors[d]!;
      for (const place of allowed[d]!) {
        if (tile % list[place]! !== 0) continue;
        extend(d + 1, u - lattice.offset[d]![place]!, place === 0 ? loops : loops | (1 << d));
      }
    };
    extend(0, c, 0);
  }
}

/** The tile below the fan-outs; -1 where the spatial factors do not divide the tile above. */
function insideOf(
  relaxation: Relaxation,
  u: number,
  spread: { readonly id: number; readonly total: readonly number[] },
): number {
  const { value } = relaxation.chain.lattice;
  for (let d = 0; d < spread.total.length; d += 1) {
    if (spread.total[d] !== 1 && value[d]![u]! % spread.total[d]! !== 0) return -1;
  }
  return u - spread.id;
}
