// What a child takes in of a window where the order of the loops of one link is known, visit by visit (F.13): which of them bring
// a slice, a whole tile or nothing, and after which a neighbour may have had the same before (F.6).

import { broughtAgain } from '../../../mapping/constraints.js';
import type { OrderList } from '../../../mapspace/walker.js';
import { newWords } from '../../../model/charge/window.js';
import type { Flow } from './flows.js';
import { alwaysLeaves } from './leaving.js';
import { orderedOperands } from './ordered-operands.js';
import { type Between, forSteps, type Ordered, orderAt, type Steps } from './ordered-steps.js';
import type { Inside } from './question-variant.js';
import type { RelaxedProblem } from './relaxed-problem.js';
import type { Closing } from './settlement.js';

/** What a child takes in as one loop steps. */
interface Slice extends Readonly<Steps> {
  /** Words of the child's tile that are new. */
  readonly fresh: number;
}

export class OrderedVisits {
  readonly #problem: RelaxedProblem;
  /** Dataspaces, a mask, of which visits may bring all again wherever they lead. */
  readonly #again: number;

  constructor(problem: RelaxedProblem) {
    this.#problem = problem;
    this.#again = broughtAgain(problem.chain.mapspace.problem.constraints);
  }

  /** Whether neighbours may forward words to the child after some steps: of windows alone, then (`Forwarding`). */
  counts({ t, child, stepping }: Closing, { spread }: Inside): boolean {
    const { chain, forwarding, operands } = this.#problem;
    if ((this.#again >> t) & 1) return false;
    const s = spread[Math.min(child, chain.links.length) - 1]!;
    return child < chain.links.length ? forwarding[child - 1]![t]!.ever(s) : operands.areCounted({ t, stepping, s });
  }

  /** By order: words that cross at least, distinct deliveries of all instances; null where they are not known. */
  words(of: Between, orders: OrderList): Float64Array | null {
    const { length } = this.#problem.chain.links;
    if (of.child === length) return orderedOperands(this.#problem, of, orders);
    return Float64Array.from({ length: orders.count }, (_, order) =>
      this.#taken({ order: orderAt(orders, order), ...of }),
    );
  }

  /**
   * What a storage takes in; 0 unless there is one fan-out at most on the way, the last. Of the visits that loops further outside make
   * only the very first is counted where it is not known that the others lead away.
   */
  #taken(of: Ordered): number {
    const { t, child, inside, outer } = of;
    const { flows, remaining, deliveries, left: leftAt } = this.#problem;
    const flow = flows[t]!;
    if (flow.wild || flow.readWrite || !isLastFanout(this.#problem, of)) return 0;
    const steps = slicesOf(this.#problem, flow, of);
    const innermost = steps[0];
    if (innermost === undefined) return 0;
    const link = child - 1;
    const s = inside.spread[link]!;
    const node = inside.below[link]!;
    const everybody = deliveries[link]![t]!.of(s, node);
    const left = leftAt[link]![t]!;
    // A visit that brings nothing, between two others, leaves neighbours without what is asked for.
    const serves = !stands(this.#problem, flow, of);
    // Steps of the innermost loop follow whole tiles, but where the steps of another bring a slice as well.
    const follows = innermost.fresh === flow.tile[node] || goesOn(this.#problem, flow, of, steps);
    let words = 0;
    steps.forEach(({ times, displacement, fresh }, at) => {
      const isLike = at === 0 ? follows : fresh === innermost.fresh;
      const sent = serves && isLike ? left.after({ s, node }, displacement) : everybody;
      words += times * fresh * Math.min(sent, everybody);
    });
    const outside = remaining.left(flow.moving | flow.idle)[outer]!;
    const leaves = alwaysLeaves(this.#problem.chain.lattice, remaining, flow, {
      d: innermost.d,
      u: of.above,
      c: outer,
      spanOf: (mask) => (serves ? left.spanOf({ s, node }, mask) : 0),
    });
    return words * outside + flow.tile[node]! * everybody * (leaves ? outside : 1);
  }
}

function isSpread(factors: readonly number[]): boolean {
  return factors.some((factor) => factor > 1);
}

/** Whether no fan-out is in use between the loops and the child but one of the child's own. */
function isLastFanout({ chain }: RelaxedProblem, { k, child, inside }: Ordered): boolean {
  for (let link = k; link < child - 1; link += 1)
    if (chain.links[link]!.spreads[inside.spread[link]!]!.elements > 1) return false;
  const { factors } = chain.links[child - 1]!.spreads[inside.spread[child - 1]!]!;
  return factors.filter(isSpread).length <= 1;
}

/** Of every loop from the innermost that moves the window outwards. */
function slicesOf(problem: RelaxedProblem, flow: Flow, of: Ordered): Slice[] {
  const { coefficient, rank } = flow.window!;
  const { value } = problem.chain.lattice;
  const node = of.inside.below[of.child - 1]!;
  const whole = flow.tile[node]!;
  const slices: Slice[] = [];
  forSteps(problem, flow, of, ({ d, times, displacement }) => {
    const own = rank[d]!;
    const first = slices[0];
    if (own < 0 && first === undefined) return;
    let fresh = whole;
    if (first === undefined) {
      const width = flow.widths[own]![node]!;
      fresh = newWords(whole, width, width, coefficient[d]! * value[d]![of.above]!);
    } else if (displacement.every((distance) => distance === 0)) fresh = 0;
    else if (displacement.every((distance, r) => distance === first.displacement[r])) fresh = first.fresh;
    slices.push({ d, times, displacement: displacement.slice(), fresh });
  });
  return slices;
}

/** Whether a loop that moves nothing stands inside the innermost one that moves the window. */
function stands({ chain }: RelaxedProblem, { moving }: Flow, { k, child, order, inside }: Ordered): boolean {
  if (!((moving >> order[0]!) & 1)) return true;
  for (let link = k + 1; link < child; link += 1) {
    const { id } = chain.links[link]!.spreads[inside.spread[link]!]!;
    if (inside.below[link - 1] !== inside.below[link]! + id) return true;
  }
  return false;
}

/** Whether the steps of some loop outside the innermost one may bring the same slice, and no loop of another rank comes before. */
function goesOn(
  { remaining }: RelaxedProblem,
  { window, moving }: Flow,
  { order, outer }: Ordered,
  steps: readonly Slice[],
): boolean {
  if (steps.some(({ fresh }, at) => at > 0 && fresh === steps[0]!.fresh)) return true;
  const movers = Array.from(order).filter((d) => (moving >> d) & 1);
  const own = window!.dimensions[window!.rank[movers[0]!]!]!;
  return movers.every((d) => (own >> d) & 1) && remaining.left(own)[outer]! > 1;
}
