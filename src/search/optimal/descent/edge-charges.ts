// What the edges of a link charge at the tiles at hand, on top of what has been charged outside.

import type { ClosingTerms } from '../charges/closing-terms.js';
import type { Energies } from '../charges/energies.js';
import {
  filledWords,
  leastTaking,
  type Passing,
  passingsOf,
  passingWords,
  takesWhole,
  waitingAlong,
} from '../charges/passing.js';
import type { Step } from '../charges/settlement.js';
import type { Context } from '../contexts.js';
import { addsUp, type Costs } from '../costs.js';
import type { Open } from '../relaxation/spread-terms.js';
import type { Edge, Tables } from '../relaxation/tables.js';
import type { BoundValue } from './bound-value.js';
import { Charge, type Outside } from './outside.js';
import { Ports } from './ports.js';

/** A way to the context outside an edge, and the dimensions that loop inside it, a mask. */
interface Way {
  readonly outside: Outside;
  readonly way: number;
  readonly loops: number;
}

/** Instances in use outside each link, and what fan-outs make, as far as that is known. */
interface Reached extends Pick<Outside, 'instances' | 'made'> {
  /** The spatial choice, and the tile below it. */
  readonly s: number;
  readonly node: number;
}

export class EdgeCharges {
  readonly ports: Ports;
  /** What the edge charged last, and all outside it; overwritten by the next. */
  readonly charged: Charge;
  readonly #costs: Costs;
  readonly #tables: Tables;
  readonly #adds: boolean;
  readonly #load: Energies['load'];

  constructor(costs: Costs) {
    this.#costs = costs;
    this.#adds = addsUp(costs);
    this.#load = costs[1]?.problem.energies.load ?? null;
    this.#tables = costs[0];
    this.ports = new Ports(costs[0].problem);
    this.charged = new Charge(this.ports);
  }

  /** Turns the closings of link k to tiles outside and inside its loops. */
  turn(k: number, step: Step, { made }: Outside): void {
    for (const one of this.#costs) one!.links[k]!.closings.turn(step, made);
  }

  /** Charges an edge at the step that its link has turned to; false where the loops contradict it. */
  charge(k: number, edge: Edge, { outside, way, loops }: Way): boolean {
    if (outside.charges.pj(way) === Number.POSITIVE_INFINITY || (edge.fixed & loops) !== 0) return false;
    const { charged } = this;
    outside.charges.read(way, charged);
    const { links, throttles } = this.#tables;
    const { closings } = links[k]!;
    for (const place of edge.settled) {
      const { closing, first } = closings.settlements[place]!;
      // Some loop moves the tile, and one of those that may be the first in this order.
      if ((first & loops) === 0) return false;
      for (let cost = 0; cost < this.#costs.length; cost += 1)
        charged.costs[cost] = charged.costs[cost]! + this.#costs[cost]!.links[k]!.closings.pj(place);
      if (throttles?.refills(closing) === true) {
        const filling = { crossing: this.#towards(throttles.keeper, closings, place), copies: outside.made.copies };
        charged.refilled += throttles.refilled(closing.t, k, filling);
      }
      const { t, parent: p } = closing;
      if (p === null) continue;
      this.ports.hand(charged, { t, p, words: closings.words(place), raised: closings.raised(place) }, outside);
    }
    return true;
  }

  /** Words of a closing that cross on their way to the storage of link p. */
  #towards(p: number, closings: ClosingTerms, place: number): number {
    const { child, passing } = closings.settlements[place]!.closing;
    if (child === p) return closings.delivered(place);
    const last = passing.find(({ along }) => along === p)!;
    return closings.passed(place, last) * passingWords(this.#tables.problem, last);
  }

  /**
   * Adds what children take in that an edge charges, and pass on to those that have waited along, below the spatial choice that
   * its link has turned to; `outside`: what is known as far as there.
   */
  fill(k: number, { settled, group }: Edge, charge: Charge, outside: Reached): void {
    if (this.ports.count === 0) return;
    const { closings, terms } = this.#tables.links[k]!;
    const { problem } = this.#tables;
    for (const one of terms.groups[group]!.open) this.#fillMore(k, one, charge, outside);
    for (const place of settled) {
      const { t, child, passing, parent } = closings.settlements[place]!.closing;
      if (parent === null || child >= this.#tables.links.length) continue;
      const raised = problem.cuts === null ? 0 : closings.raisedBelow(place, outside.node) - closings.raised(place);
      if (raised > 0) this.ports.hand(charge, { t, p: parent, words: closings.words(place), raised }, outside);
      const served = leastTaking(problem, t, k + 1, child);
      // Elements side by side that hold the same take in everything, each.
      const alike = problem.costs[k]!.idle[t]![outside.s]!;
      charge.taken[t] = takesWhole(problem.flows[t]!) ? closings.timesAt(place) * alike : 0;
      if (this.ports.isLimited(child)) {
        const words = terms.filled(group, t, closings.again(place)) * served;
        this.ports.fill(charge, { t, p: child, words }, this.#mostInstances(child, outside));
      }
      for (const one of passing) {
        if (!this.ports.isLimited(one.child) && !this.ports.isLimited(one.along)) continue;
        this.#pass(charge, one, closings.passed(place, one) * alike * served, outside);
      }
    }
  }

  /** The same at fan-outs further inside, where more of the children are known than had been, and of those that wait along. */
  #fillMore(k: number, { t, waiting }: Open, charge: Charge, outside: Reached): void {
    const { problem } = this.#tables;
    const { copies } = problem;
    const before = charge.taken[t]!;
    if (before === 0) return;
    const after = before * problem.costs[k]!.idle[t]![outside.s]!;
    charge.taken[t] = after;
    const wordsOf = (p: number): number => passingWords(problem, { t, child: k, along: p });
    for (const [at, p] of waiting.entries()) {
      const along = waiting[at + 1];
      if (!this.ports.isLimited(p)) continue;
      const each = (times: number, link: number): number =>
        (times * copies.leastServed(t, link, p)) / this.#mostInstances(p, outside, link);
      const more = each(after, k + 1) - each(before, k);
      this.ports.fill(charge, { t, p, words: more * wordsOf(p) }, 1);
      if (along !== undefined)
        this.ports.handInside(charge, { t, p, words: more * wordsOf(along) }, { instances: 1, copies: 1 });
    }
  }

  /** Adds what the backing store passes on once, to children that no loop moves, where it keeps the dataspaces of `mask`. */
  passOnce(charge: Charge, context: Context, mask: number, outside: Outside): void {
    if (this.ports.count === 0) return;
    const { problem } = this.#tables;
    context.forEach((state, t) => {
      if (((mask >> t) & 1) === 0) return;
      for (const one of passingsOf(t, 0, waitingAlong(problem, t, state))) this.#pass(charge, one, 1, outside);
    });
  }

  /** As `LeafTraffic.pass`, with less known. */
  #pass(charge: Charge, passing: Passing, times: number, outside: Pick<Outside, 'instances' | 'made'>): void {
    const { problem } = this.#tables;
    const { t, child, along } = passing;
    const copies = outside.made.copies[t]!;
    const handed = { t, p: child, words: times * passingWords(problem, passing) };
    this.ports.handInside(charge, handed, { instances: this.#mostInstances(child, outside), copies });
    const words = filledWords(problem, passing, { times, copies });
    this.ports.fill(charge, { t, p: along, words }, this.#mostInstances(along, outside));
  }

  /** Of the storage of link p in use, where what is outside link `from` is known. */
  #mostInstances(p: number, { instances }: Pick<Outside, 'instances'>, from: number = instances.length - 1): number {
    return instances[from]! * this.#tables.problem.copies.mostElements(from, p);
  }

  /** What tables of cycles, or of energy with them, may come to at most where a mapping costs `pj` on so many instances. */
  mostWith(value: BoundValue, pj: number, across: number): number {
    return this.#load?.mostPj ?? value.mostBusy(pj, across);
  }

  /** Cycles of what has been charged: added to those of compute where the machine's schedule adds up (`MappingFloor`). */
  busyCycles(charge: Charge): number {
    return this.#adds ? charge.costs[1]! : this.ports.busyCycles(charge);
  }

  /** The same with what tables of cycles say of the inside: `busyCycles` are of what `charged` such a cost, with so many instances outside. */
  busyWith(inside: number, busyCycles: number, charged: number, instances: readonly number[]): number {
    const load = this.#load;
    if (load === null) return busyCycles + inside;
    if (load.mostPj !== null) return charged + inside > load.mostPj ? Number.MAX_VALUE : busyCycles;
    const k = Math.min(load.link, instances.length - 1);
    return Math.max(busyCycles, ((charged + inside) * load.most[k]!) / instances[k]!);
  }
}
