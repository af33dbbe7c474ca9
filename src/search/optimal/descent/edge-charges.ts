// What the edges of a link charge at the tiles at hand, on top of what has been charged outside.

import type { Step } from '../charges/closing-terms.js';
import type { Load } from '../charges/energies.js';
import { addsUp, type Costs } from '../costs.js';
import type { Edge, Tables } from '../relaxation/tables.js';
import { type Charge, noCharge, type Outside } from './outside.js';
import { Ports } from './ports.js';

export class EdgeCharges {
  readonly ports: Ports;
  /** What the edge charged last, and all outside it; overwritten by the next. */
  readonly charged: Charge;
  readonly #costs: Costs;
  readonly #tables: Tables;
  readonly #adds: boolean;
  readonly #load: Load | null;

  constructor(costs: Costs) {
    this.#costs = costs;
    this.#adds = addsUp(costs);
    this.#load = costs[1]?.problem.energies.load ?? null;
    this.#tables = costs[0];
    this.ports = new Ports(costs[0].problem);
    this.charged = noCharge(this.ports.count);
  }

  /** Turns the closings of link k to tiles outside and inside its loops. */
  turn(k: number, step: Step, { made }: Outside): void {
    for (const one of this.#costs) one!.links[k]!.closings.turn(step, made);
  }

  /** Charges an edge at the step that its link has turned to; false where the loops contradict it. */
  charge(k: number, edge: Edge, outside: Outside, loops: number): boolean {
    if (outside.charges.pj(edge.outer) === Number.POSITIVE_INFINITY || (edge.fixed & loops) !== 0) return false;
    const { charged } = this;
    outside.charges.read(edge.outer, charged);
    const { links, throttles } = this.#tables;
    const { closings } = links[k]!;
    for (const place of edge.settled) {
      const { closing, first } = closings.settlements[place]!;
      // Some loop moves the tile, and one of those that may be the first in this order.
      if ((first & loops) === 0) return false;
      for (let cost = 0; cost < this.#costs.length; cost += 1)
        charged.costs[cost] = charged.costs[cost]! + this.#costs[cost]!.links[k]!.closings.pj(place);
      if (throttles?.refills(closing) === true) {
        const filling = { crossing: closings.delivered(place), copies: outside.made.copies };
        charged.refilled += throttles.refilled(closing, k, filling);
      }
      const { t, parent: p } = closing;
      if (p !== null) this.ports.hand(charged, { t, p, words: closings.words(place) }, outside);
    }
    return true;
  }

  /** Cycles of what has been charged: added to those of compute where the machine's schedule adds up (`MappingFloor`). */
  busyCycles(charge: Charge): number {
    return this.#adds ? charge.costs[1]! : this.ports.busyCycles(charge);
  }

  /** The same with what tables of cycles say of the inside: `busyCycles` are of what `charged` such a cost, with so many instances outside. */
  busyWith(inside: number, busyCycles: number, charged: number, instances: readonly number[]): number {
    const load = this.#load;
    if (load === null) return busyCycles + inside;
    const k = Math.min(load.link, instances.length - 1);
    return Math.max(busyCycles, ((charged + inside) * load.most[k]!) / instances[k]!);
  }
}
