// What the edges of a link charge at the tiles at hand, on top of what has been charged outside.

import { transferCycles } from '../../../model/charge/bandwidth.js';
import type { Step } from '../charges/closing-terms.js';
import type { Costs } from '../costs.js';
import type { Edge, Tables } from '../relaxation/tables.js';
import { type Charge, noCharge, type Outside } from './outside.js';

export class EdgeCharges {
  /** What the edge charged last, and all outside it; overwritten by the next. */
  readonly charged = noCharge();
  readonly #costs: Costs;
  readonly #tables: Tables;

  constructor(costs: Costs) {
    this.#costs = costs;
    this.#tables = costs[0];
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
    const { problem, links, throttles } = this.#tables;
    const { chain, flows } = problem;
    const { closings } = links[k]!;
    let readHere = 0;
    let writeHere = 0;
    for (const place of edge.settled) {
      const { closing, first } = closings.settlements[place]!;
      const flow = flows[closing.t]!;
      // Some loop moves the tile, and one of those that may be the first in this order.
      if ((first & loops) === 0) return false;
      const words = closings.words(place);
      for (let cost = 0; cost < this.#costs.length; cost += 1)
        charged.costs[cost] = charged.costs[cost]! + this.#costs[cost]!.links[k]!.closings.pj(place);
      if (throttles?.refills(closing) === true) {
        const filling = { crossing: closings.delivered(place), copies: outside.made.copies };
        charged.refilled += throttles.refilled(closing, k, filling);
      }
      if (closing.parent === null || (closing.parent !== 0 && closing.parent !== k)) continue;
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
  busyCycles({ costs, read, write, busy }: Charge): number {
    if (this.#costs.length > 1) return costs[1]!;
    return Math.max(busy, transferCycles(this.#tables.problem.chain.links[0]!.storage, read, write));
  }
}
