// What the order of one link's temporal loops can do for each dataspace, as far as a bound needs to know: which loops
// that do not move its tile stand inside the first one that does (its stationary run, F.13), and which loop that first
// one can be. Choices that another choice beats for every dataspace that settles there at once are left out.

import { bitCount, bitsOf } from '../../../math/bits.js';
import { remembered } from '../../../math/remembered.js';
import type { Effort } from '../../infeasible/effort.js';
import type { OrderClasses } from '../../order-classes.js';
import type { Flow } from '../charges/flows.js';
import type { RelaxedProblem } from '../charges/relaxed-problem.js';
import type { Closing, Settlement } from '../charges/settlement.js';
import type { Link } from '../space/chain.js';

export interface ReadOrder {
  /** Per dataspace: mask of the dimensions in its stationary run. */
  readonly run: readonly number[];
  /** Per dataspace: mask of the dimensions that can be the first to move its tile; all that do where it makes no difference. */
  readonly first: readonly number[];
}

export interface BlockOrder extends ReadOrder {
  /**
   * Per dataspace: of a window whose words hang on it, because neighbours forward them, those loops, its first one among them, that
   * another dataspace's run puts inside all others; 0 where none does.
   */
  readonly within: readonly number[];
}

/** Orders of one link's loops, by the dataspaces that settle there. */
export class BlockOrders {
  readonly #all: readonly ReadOrder[];
  readonly #forwarded: number;
  readonly #counted: number;
  readonly #settling = new Map<number, readonly BlockOrder[]>();

  /** Dataspaces, as masks, that neighbours may forward to compute, and of these such whose words hang on what their loops are inside of. */
  constructor(
    all: readonly ReadOrder[],
    { forwarded, counted }: { readonly forwarded: number; readonly counted: number },
  ) {
    this.#all = all;
    this.#forwarded = forwarded;
    this.#counted = counted;
  }

  /** Where the dataspaces of a mask settle: orders in which some loop moves each, as far as these are concerned. */
  of(mask: number): readonly BlockOrder[] {
    return remembered(this.#settling, mask, () => {
      const own = (masks: readonly number[]): number[] => masks.map((of, t) => ((mask >> t) & 1 ? of : 0));
      const settling = bitsOf(mask);
      const moving = this.#all.filter(({ first }) => settling.every((t) => first[t] !== 0));
      const seen = moving.map(({ run, first }) => ({
        run: own(run),
        first: own(first),
        within: own(run).map(() => 0),
      }));
      const told = withRuns(seen).map((one) => ({ ...one, within: withinRuns(one, this.#counted & mask) }));
      return undominated(told, this.#forwarded);
    });
  }
}

export function settledUnder({ run, first, within }: BlockOrder, closing: Closing): Settlement {
  const { t } = closing;
  return { closing, run: run[t]!, first: first[t]!, within: within[t]! };
}

/** Undefined where there are more orders than `effort` is left for. `counted`: as of `BlockOrders`. */
export function* blockOrders(
  link: Link,
  problem: Pick<RelaxedProblem, 'flows' | 'operands'>,
  { classes, effort, counted }: { readonly classes: OrderClasses; readonly effort: Effort; readonly counted: number },
): Generator<void, BlockOrders | undefined, void> {
  const { flows } = problem;
  const usable = link.allowed.reduce(
    (mask, places, d) => (places.some((place) => place > 0) ? mask | (1 << d) : mask),
    0,
  );
  const none = { run: flows.map(() => 0), first: flows.map(() => 0) };
  if (usable === 0) return new BlockOrders([none], { forwarded: 0, counted: 0 });
  const found = new Map<string, ReadOrder>();
  // Which loops exist depends on the factors, and pinned loops stand inside only where they exist: every subset counts.
  for (let mask = usable; mask > 0; mask = (mask - 1) & usable) {
    yield;
    const list = classes.representatives(link.temporal, mask, { effort });
    if (list === undefined) return undefined;
    const { count, dimensions } = list;
    effort.spend(dimensions.length);
    if (effort.exhausted) return undefined;
    const loops = dimensions.length / count;
    for (let order = 0; order < count; order += 1) {
      const sequence = dimensions.subarray(order * loops, (order + 1) * loops);
      const one = readOrder(sequence, flows);
      found.set(`${one.run} ${one.first}`, one);
    }
  }
  return new BlockOrders([...found.values()], { forwarded: problem.operands.counted, counted });
}

/** What one order, dimensions inner to outer, means to each dataspace. */
export function readOrder(sequence: Uint8Array, flows: readonly Flow[]): ReadOrder {
  const run: number[] = [];
  const first: number[] = [];
  flows.forEach(({ moving, window }, t) => {
    let inside = 0;
    let starts = 0;
    for (const d of sequence) {
      if ((moving >> d) & 1) {
        // Tiles that do not overlap are taken in whole, whatever moves them.
        starts = window === null ? moving : 1 << d;
        break;
      }
      inside |= 1 << d;
    }
    // A run that no loop ends goes on in the link outside: such a dataspace is not decided here.
    run[t] = starts === 0 ? 0 : inside;
    first[t] = starts;
  });
  return { run, first };
}

/** Per dataspace of `counted`, a mask: the shortest run of another one that some loop of its own may come first in. */
function withinRuns({ run, first }: ReadOrder, counted: number): number[] {
  return first.map((mask, t) => {
    if (((counted >> t) & 1) === 0) return 0;
    const around = run.filter((other, by) => by !== t && (other & mask) !== 0);
    return around.reduce((least, other) => (least === 0 || bitCount(other) < bitCount(least) ? other : least), 0);
  });
}

/**
 * Of orders that another one stands for, for every dataspace at once, none is left. A longer run costs no more, unless neighbours
 * forward the dataspace to compute, of `forwarded`, a mask: they may leave more while nothing moves than as something steps (F.6).
 */
function undominated(orders: readonly BlockOrder[], forwarded: number): BlockOrder[] {
  const kept: { run: number[]; first: number[]; within: readonly number[] }[] = [];
  const standsFor = (other: BlockOrder, { run, first, within }: BlockOrder): boolean =>
    run.every((mask, t) =>
      (forwarded >> t) & 1
        ? mask === other.run[t] && (first[t]! & ~other.first[t]!) === 0 && within[t] === other.within[t]
        : (mask & ~other.run[t]!) === 0 && (other.within[t] === 0 || other.within[t] === within[t]),
    );
  for (const order of orders.toSorted((a, b) => width(b.run) - width(a.run))) {
    const { run, first, within } = order;
    // The one that says no less of what comes first, if it can be.
    const more = (other: BlockOrder): number => width(first.map((mask, t) => mask & ~other.first[t]!));
    const by = kept
      .filter((other) => standsFor(other, order))
      .reduce<(typeof kept)[number] | null>((best, one) => (best && more(best) <= more(one) ? best : one), null);
    if (by === null) kept.push({ run: [...run], first: [...first], within });
    else by.first = by.first.map((mask, t) => mask | first[t]!);
  }
  return kept;
}

/** Of orders with the same runs one, that says of every loop which of them may have first. */
function withRuns(orders: readonly ReadOrder[]): ReadOrder[] {
  const byRuns = new Map<string, ReadOrder>();
  for (const { run, first } of orders) {
    const key = run.join();
    const known = byRuns.get(key);
    byRuns.set(key, { run, first: first.map((mask, t) => mask | (known?.first[t] ?? 0)) });
  }
  return [...byRuns.values()];
}

function width(masks: readonly number[]): number {
  return masks.reduce((bits, mask) => bits + bitCount(mask), 0);
}
