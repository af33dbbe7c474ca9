// From the outside in: factors link by link, in the order of their lower bounds, down to complete mappings. A partial
// mapping's bound is what the relaxed problem charges for the part that is chosen plus the least it charges inside.

import { bitCount } from '../../mapspace/loop-order.js';
import type { CandidatePool } from '../candidate-pool.js';
import type { Figures } from '../objective.js';
import type { SearchContext } from '../search-context.js';
import { takenBack } from './assumed.js';
import { BoundValue } from './bound-value.js';
import type { Step } from './closing-terms.js';
import { compulsoryCycles } from './inside.js';
import { keepMasks } from './keeps.js';
import { loopMask } from './lattice.js';
import { Leaf } from './leaf.js';
import type { MappingFloor } from './mapping-floor.js';
import { NextTiles } from './next-tiles.js';
import { type Charge, Charges, noCharge, type Outside, setCharge, transferCycles } from './outside.js';
import type { Relaxation } from './relaxation.js';
import { DEMAND, type Edge, PENDING } from './tables.js';

/** Tiles looked at between two moments for the caller. */
const stride = 2048;

export interface Relaxations {
  readonly energy: Relaxation;
  readonly time: Relaxation | null;
}

interface Child {
  readonly value: number;
  readonly at: number;
}

/** What is charged outside a tile, and one table of what is inside: of energy, and of cycles where those add up. */
interface Combined {
  readonly charged: Charge;
  readonly across: number;
  readonly table: Float64Array;
  readonly cycles: Float64Array | undefined;
}

/** What holds for all tiles inside the loops of a link while one tile outside them is looked at. */
interface Opened {
  /** By class of parallelism inside: `BoundValue.limits`. */
  readonly limits: Float64Array;
  /** By group of edges: what is taken back of the tables (`takenBack`). */
  readonly back: Float64Array;
  across: number;
  busyCycles: number;
}

export class Descent {
  nodes = 0;
  /** Everything below this first-metric value has been looked at. */
  lowerBound = 0;
  readonly leaf: Leaf;
  readonly #relaxation: Relaxation;
  /** The same tables made of cycles, where those of the machine's schedule add up; same contexts, edges and groups. */
  readonly #time: Relaxation | null;
  readonly #value: BoundValue;
  readonly #next: NextTiles;
  readonly #leastBusyCycles: number;
  readonly #charged = noCharge();
  readonly #other = noCharge();
  readonly #throughs: Charges[] = [];
  /** By link: see `#open`. */
  readonly #opened: Opened[] = [];
  /** Temporal loops that the constraints allow. */
  readonly #mostLoops: number;

  constructor(
    context: SearchContext,
    { energy, time }: Relaxations,
    { pool, floor }: { readonly pool: CandidatePool; readonly floor: MappingFloor },
  ) {
    this.#relaxation = energy;
    this.#time = time;
    this.#next = new NextTiles(energy);
    this.#value = new BoundValue(context, { pool, floor });
    this.#leastBusyCycles = floor.leastBusyCycles;
    this.#mostLoops = context.mapspace.problem.constraints.maxTemporalLoops ?? Number.POSITIVE_INFINITY;
    this.leaf = new Leaf(context, { energy, time }, { pool, floor });
  }

  /** Visits what can still matter; yields so that the caller can look at the clock. False answers end it. */
  *run(): Generator<void, void, void> {
    const { boundaries, chain, copies } = this.#relaxation;
    const made = copies.most[0]!; // nothing outside
    const busy = Math.max(this.#leastBusyCycles, compulsoryCycles(this.#relaxation));
    const charges = new Charges(boundaries[0]!.contexts.list.length);
    boundaries[0]!.contexts.list.forEach((codes, at) => {
      // Nothing stands outside the backing store: what still waits there has been charged once.
      if (codes.some((code) => (code >= 0 && code < PENDING) || code === DEMAND)) return;
      charges.lower(at, { ...noCharge(), busy });
    });
    yield* this.#storage(0, chain.lattice.top, { charges, across: 1, loops: 0, made });
  }

  *#storage(k: number, node: number, outside: Outside): Generator<void, void, void> {
    const { chain, links, footprints } = this.#relaxation;
    const { inner, keeps } = links[k]!;
    const charge = noCharge();
    for (const mask of keepMasks(chain.links[k]!)) {
      if (!footprints.fits(chain.links[k]!, mask, node)) continue;
      const charges = new Charges(inner.list.length);
      let any = false;
      for (const [at, keep] of keeps.entries()) {
        if (keep.mask !== mask) continue;
        outside.charges.read(keep.outer, charge);
        if (charge.pj === Number.POSITIVE_INFINITY) continue;
        any = true;
        charge.pj += keep.extraPj + takenBack(this.#relaxation, k, { made: outside.made, assumed: keep.assumed });
        if (this.#time !== null) {
          const { extraPj, assumed } = this.#time.links[k]!.keeps[at]!;
          charge.added += extraPj + takenBack(this.#time, k, { made: outside.made, assumed });
        }
        charges.lower(keep.inner, charge);
      }
      if (!any) continue;
      this.leaf.keep(k, mask);
      yield* this.#loops(k, node, { ...outside, charges });
    }
  }

  /** All tiles inside the loops of link k, best bound first. */
  *#loops(k: number, c: number, outside: Outside): Generator<void, void, void> {
    const children: Child[] = [];
    const { alive, leastPj } = this.#relaxation.links[k]!;
    const least = outside.charges.least();
    const { nodes } = this.#relaxation.tiles.inside(k);
    const limits = this.#open(k, outside, this.#busyCycles(least));
    const mostPj = limits.at(-1)! - least.pj; // the most parallelism there can be allows the most
    const steps = this.#next.steps(k, c);
    for (let step = 0; step < steps.at.length || this.#next.more(k, c, { steps, mostPj }); step += 1) {
      const at = steps.at[step]!;
      if (leastPj[at]! > mostPj) break; // cheapest first: so are all that follow
      if (step % stride === stride - 1) yield;
      const place = alive[at]!;
      const u = nodes[place]!;
      const loops = steps.loops[step]!;
      this.nodes += 1;
      if (outside.loops + bitCount(loops) > this.#mostLoops) continue;
      if (!this.#within(k, place, least.pj)) continue;
      const value = this.#bestThrough(k, outside, { c, u, loops, place });
      if (value < Number.POSITIVE_INFINITY) children.push({ value, at: u });
    }
    children.sort((a, b) => a.value - b.value || a.at - b.at);
    for (const { value, at } of children) {
      if (k === 0) this.lowerBound = Math.max(this.lowerBound, this.#value.proven(value));
      if (!this.#value.worth(value)) break;
      this.leaf.loops(k, c, at);
      yield* this.#spreads(k, { c, u: at }, outside);
    }
  }

  *#spreads(k: number, { c, u }: { c: number; u: number }, outside: Outside): Generator<void, void, void> {
    yield;
    const { links, boundaries, chain } = this.#relaxation;
    const tables = links[k]!;
    const inside = boundaries[k + 1]!;
    const standing = this.#relaxation.tiles.outside(k + 1);
    const loops = loopMask(chain.lattice, c, u);
    const through: Edge[] = [];
    const charged = this.#through(k);
    const time = this.#time?.links[k];
    this.#turn(k, { c, u, loops }, outside);
    for (const edge of tables.edges) {
      if (!this.#charge(k, edge, outside, loops)) continue;
      charged.set(through.length, this.#charged);
      through.push(edge);
    }
    if (through.length === 0) return;
    const least = charged.least(through.length);
    const charge = noCharge();
    const children: (Child & { readonly node: number; readonly outside: Outside })[] = [];
    const choices = this.#next.spreads(k, u);
    for (let choice = 0; choice < choices.s.length; choice += 1) {
      const s = choices.s[choice]!;
      const place = choices.place[choice]!;
      const node = standing.nodes[place]!;
      const across = outside.across * tables.link.spreads[s]!.elements;
      if (!this.#mayMatter(k + 1, { place, across, outside: least })) continue;
      tables.terms.turn(s, { below: node, above: u, loops }, outside.made);
      time?.terms.turn(s, { below: node, above: u, loops }, outside.made);
      const charges = new Charges(inside.contexts.list.length);
      for (let at = 0; at < through.length; at += 1) {
        const { group } = through[at]!;
        const cost = tables.terms.cost(group);
        if (cost === Number.POSITIVE_INFINITY) continue;
        charged.read(at, charge);
        charge.pj += cost;
        if (time !== undefined) charge.added += time.terms.cost(group);
        charges.lower(tables.terms.groups[group]!.below, charge);
      }
      const made = this.#relaxation.copies.extend(outside.made, k, s);
      const next = { charges, across, loops: outside.loops + bitCount(loops), made };
      const value = this.#bestInside(k + 1, place, next);
      if (value < Number.POSITIVE_INFINITY) children.push({ value, at: s, node, outside: next });
    }
    children.sort((a, b) => a.value - b.value || a.at - b.at);
    for (const child of children) {
      if (!this.#value.worth(child.value)) break;
      this.leaf.spread(k, { s: child.at, below: child.node, made: outside.made });
      if (k + 1 === chain.links.length) yield* this.leaf.evaluate(this.#floorOf(child.outside));
      else yield* this.#storage(k + 1, child.node, child.outside);
    }
  }

  /** Least value of the first metric for mappings through tile u, Infinity where none can enter the pool. */
  #bestThrough(k: number, outside: Outside, at: Step & { readonly place: number }): number {
    const { edges, inside: tables } = this.#relaxation.links[k]!;
    const { made } = outside;
    const time = this.#time?.links[k];
    const parallelism = this.#relaxation.parallelism[k]!;
    const { limits, back } = this.#opened[k]!;
    const first = at.place * parallelism.length;
    let least = Number.POSITIVE_INFINITY;
    this.#turn(k, at, outside);
    for (const edge of edges) {
      const before = outside.charges.pj(edge.outer) + back[edge.group]!;
      if (before === Number.POSITIVE_INFINITY || (edge.fixed & at.loops) !== 0) continue;
      const table = tables[edge.group]!;
      let may = false;
      for (let b = 0; b < parallelism.length && !may; b += 1) {
        const pj = before + table[first + b]!;
        if (pj > limits[b]! || pj === Number.POSITIVE_INFINITY) continue;
        may = least === Number.POSITIVE_INFINITY || this.#value.of(pj, outside.across * parallelism[b]!, 0) < least;
      }
      if (!may || !this.#charge(k, edge, outside, at.loops)) continue;
      const charged = this.#charged;
      charged.pj += back[edge.group]!;
      if (time !== undefined) charged.added += takenBack(this.#time!, k, { made, assumed: time.assumed[edge.group]! });
      const value = this.#least(k, at.place, {
        charged,
        across: outside.across,
        table,
        cycles: time?.inside[edge.group],
      });
      if (value < least) least = value;
    }
    return least;
  }

  #bestInside(k: number, place: number, outside: Outside): number {
    const { boundaries } = this.#relaxation;
    let least = Number.POSITIVE_INFINITY;
    const charged = this.#other;
    const { made } = outside;
    const { tables, assumed } = boundaries[k]!;
    const time = this.#time?.boundaries[k];
    for (let context = 0; context < tables.length; context += 1) {
      const table = tables[context]!;
      outside.charges.read(context, charged);
      if (charged.pj === Number.POSITIVE_INFINITY) continue;
      charged.pj += takenBack(this.#relaxation, k, { made, assumed: assumed[context]! });
      if (time !== undefined) charged.added += takenBack(this.#time!, k, { made, assumed: time.assumed[context]! });
      const value = this.#least(k, place, { charged, across: outside.across, table, cycles: time?.tables[context] });
      if (value < least) least = value;
    }
    return least;
  }

  /** Least value of the first metric over the classes of what is inside a tile, with what has been charged outside. */
  #least(k: number, place: number, { charged, across, table, cycles }: Combined): number {
    const { throttles } = this.#relaxation;
    const parallelism = this.#relaxation.parallelism[k]!;
    const { pj, refilled } = charged;
    const busyCycles = this.#busyCycles(charged);
    const first = place * parallelism.length;
    let least = Number.POSITIVE_INFINITY;
    for (let b = 0; b < parallelism.length; b += 1) {
      const inside = table[first + b]!;
      if (inside === Number.POSITIVE_INFINITY) continue;
      const refills = throttles === null ? 0 : throttles.cycles(k, b, { refilled, across });
      const busy = cycles === undefined ? Math.max(busyCycles, refills) : busyCycles + cycles[first + b]!;
      const value = this.#value.of(pj + inside, across * parallelism[b]!, busy);
      if (value < least) least = value;
    }
    return least;
  }

  /** Before the tiles inside the loops of link k are looked at; returns the limits. */
  #open(k: number, { across, made }: Outside, busyCycles: number): Float64Array {
    const parallelism = this.#relaxation.parallelism[k]!;
    const { assumed } = this.#relaxation.links[k]!;
    this.#opened[k] ??= {
      limits: new Float64Array(parallelism.length),
      back: new Float64Array(assumed.length),
      across,
      busyCycles,
    };
    const opened = this.#opened[k]!;
    const { limits, back } = opened;
    opened.across = across;
    opened.busyCycles = busyCycles;
    this.#value.limits(limits, { across, parallelism, busyCycles });
    for (let group = 0; group < back.length; group += 1)
      back[group] = takenBack(this.#relaxation, k, { made, assumed: assumed[group]! });
    return limits;
  }

  /** Cheap first look: whether the least of all inside a tile, with `pj` outside, is within the limits of its class. */
  #within(k: number, place: number, pj: number): boolean {
    const { limits, across, busyCycles } = this.#opened[k]!;
    const { least } = this.#relaxation.links[k]!;
    const parallelism = this.#relaxation.parallelism[k]!;
    const cycles = this.#time === null ? null : this.#time.links[k]!.least;
    const first = place * limits.length;
    for (let b = 0; b < limits.length; b += 1) {
      const all = pj + least[first + b]!;
      if (all > limits[b]! || all === Number.POSITIVE_INFINITY) continue;
      if (cycles === null) return true;
      const busy = busyCycles + cycles[first + b]!;
      if (this.#value.of(all, across * parallelism[b]!, busy) < Number.POSITIVE_INFINITY) return true;
    }
    return false;
  }

  /** The same for a tile below the fan-outs. */
  #mayMatter(
    k: number,
    { place, across, outside }: { readonly place: number; readonly across: number; readonly outside: Charge },
  ): boolean {
    const parallelism = this.#relaxation.parallelism[k]!;
    const first = place * parallelism.length;
    const busyCycles = this.#busyCycles(outside);
    const inside = this.#relaxation.boundaries[k]!.least;
    const cycles = this.#time === null ? null : this.#time.boundaries[k]!.least;
    for (let b = 0; b < parallelism.length; b += 1) {
      const pj = inside[first + b]!;
      if (pj === Number.POSITIVE_INFINITY) continue;
      const busy = cycles === null ? busyCycles : busyCycles + cycles[first + b]!;
      if (this.#value.of(outside.pj + pj, across * parallelism[b]!, busy) < Number.POSITIVE_INFINITY) return true;
    }
    return false;
  }

  /**
   * Adds the charges of an edge at the step that its link's closings have turned to to `#charged`; false where the loops
   * contradict it.
   */
  #charge(k: number, edge: Edge, outside: Outside, loops: number): boolean {
    const before = outside.charges.read(edge.outer, this.#other);
    if (before.pj === Number.POSITIVE_INFINITY || (edge.fixed & loops) !== 0) return false;
    const { chain, flows, links, throttles } = this.#relaxation;
    const { closings } = links[k]!;
    setCharge(this.#charged, before);
    let readHere = 0;
    let writeHere = 0;
    const time = this.#time === null ? undefined : this.#time.links[k]!.closings;
    const charged = this.#charged;
    for (const place of edge.settled) {
      const { closing, first } = closings.settlements[place]!;
      const flow = flows[closing.t]!;
      // Some loop moves the tile, and one of those that may be the first in this order.
      if ((first & loops) === 0) return false;
      const words = closings.words(place);
      charged.pj += closings.pj(place);
      if (time !== undefined) charged.added += time.pj(place);
      if (throttles !== null && closing.child === throttles.keeper && closing.t === throttles.t)
        charged.refilled += Math.max(0, closings.delivered(place) - flow.words * outside.made.copies[closing.t]!);
      if (closing.parent !== 0 && closing.parent !== k) continue;
      const scaled = words * (chain.links[closing.parent]!.storage.bandwidthScale.get(flow.name) ?? 1);
      if (closing.parent === 0 && flow.readWrite) charged.write += scaled;
      else if (closing.parent === 0) charged.read += scaled;
      else if (flow.readWrite) writeHere += scaled;
      else readHere += scaled;
    }
    const here = transferCycles(chain.links[k]!.storage, readHere / outside.across, writeHere / outside.across);
    charged.busy = Math.max(charged.busy, here);
    return true;
  }

  /** Cycles of what has been charged: added to those of compute where the machine's schedule adds up (`MappingFloor`). */
  #busyCycles({ read, write, busy, added }: Charge): number {
    if (this.#time !== null) return added;
    return Math.max(busy, transferCycles(this.#relaxation.chain.links[0]!.storage, read, write));
  }

  /** Room for the charges of the edges of link k, which nobody needs any more once the descent goes on inside. */
  #through(k: number): Charges {
    this.#throughs[k] ??= new Charges(this.#relaxation.links[k]!.edges.length);
    return this.#throughs[k]!;
  }

  #turn(k: number, step: Step, { made }: Outside): void {
    this.#relaxation.links[k]!.closings.turn(step, made);
    if (this.#time !== null) this.#time.links[k]!.closings.turn(step, made);
  }

  /** What a complete choice of factors and keeps costs at least, whatever the orders. */
  #floorOf(outside: Outside): Figures {
    const least = outside.charges.least();
    return this.#value.figures(least.pj, outside.across, this.#busyCycles(least));
  }
}
