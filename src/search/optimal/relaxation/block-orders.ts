// What the order of one link's temporal loops can do for each dataspace, as far as a bound needs to know: which loops
// that do not move its tile stand inside the first one that does (its stationary run, F.13), and which loop that first
// one can be. Choices that another choice beats for every dataspace at once are left out.

import { bitCount } from '../../../math/bits.js';
import type { Effort } from '../../infeasible/effort.js';
import type { OrderClasses } from '../../order-classes.js';
import type { Link } from '../space/chain.js';

export interface BlockOrder {
  /** Per dataspace: mask of the dimensions in its stationary run. */
  readonly run: readonly number[];
  /** Per dataspace: mask of the dimensions that can be the first to move its tile. */
  readonly first: readonly number[];
}

/**
 * `moving[t]`: mask of the dimensions that dataspace t depends on. Undefined where there are more orders than `effort` is
 * left for.
 */
export function* blockOrders(
  link: Link,
  moving: readonly number[],
  { classes, effort }: { readonly classes: OrderClasses; readonly effort: Effort },
): Generator<void, BlockOrder[] | undefined, void> {
  const usable = link.allowed.reduce(
    (mask, places, d) => (places.some((place) => place > 0) ? mask | (1 << d) : mask),
    0,
  );
  if (usable === 0) return [{ run: moving.map(() => 0), first: moving.map(() => 0) }];
  const found = new Map<string, { run: number[]; first: number[] }>();
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
      const one = readOrder(sequence, moving);
      found.set(`${one.run} ${one.first}`, one);
    }
  }
  return undominated([...found.values()]);
}

/** What one order, dimensions inner to outer, means to each dataspace. */
export function readOrder(sequence: Uint8Array, moving: readonly number[]): { run: number[]; first: number[] } {
  const run: number[] = [];
  const first: number[] = [];
  moving.forEach((mask, t) => {
    let inside = 0;
    let starts = 0;
    for (const d of sequence) {
      if ((mask >> d) & 1) {
        starts = 1 << d;
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

function undominated(orders: { run: number[]; first: number[] }[]): BlockOrder[] {
  const kept: { run: number[]; first: number[] }[] = [];
  const byWidth = [...orders].sort((a, b) => width(b.run) - width(a.run));
  for (const { run, first } of byWidth) {
    // The one that says no less of what comes first, if it can be.
    const more = (other: BlockOrder): number => width(first.map((mask, t) => mask & ~other.first[t]!));
    const by = kept
      .filter((other) => run.every((mask, t) => (mask & ~other.run[t]!) === 0))
      .reduce<(typeof kept)[number] | null>((best, one) => (best && more(best) <= more(one) ? best : one), null);
    if (by === null) kept.push({ run: [...run], first: [...first] });
    else by.first = by.first.map((mask, t) => mask | first[t]!);
  }
  return kept;
}

function width(masks: readonly number[]): number {
  return masks.reduce((bits, mask) => bits + bitCount(mask), 0);
}
