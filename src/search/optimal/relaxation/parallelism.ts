// Classes of spatial parallelism, boundary by boundary: cycles follow from how many instances the fan-outs inside use, and
// the tables keep the least energy for every class.

import { productOf } from '../../../math/product.js';
import { type Link, leastElements, mostElements } from '../space/chain.js';

/** Products beyond which they are not listed. */
const mostProducts = 1_000_000;

/** Steps between classes for what bandwidths slow down are no finer. */
const leastRatio = 1.02;
const usualRatio = 1.25;

/** Each class but the lowest spans this ratio where there are too many products for one each. */
const ratio = 1.12;

export class Parallelism {
  /** `ends[k][b]`: most parallelism of class b inside link k; the last entry is compute's. */
  readonly ends: readonly (readonly number[])[];

  constructor(ends: readonly (readonly number[])[]) {
    this.ends = ends;
  }

  /** Classes inside link k. */
  count(k: number): number {
    return this.ends[k]!.length;
  }

  /** Class inside link k of so much parallelism. */
  classAt(k: number, product: number): number {
    const ends = this.ends[k]!;
    let at = 0;
    while (at < ends.length - 1 && ends[at]! < product) at += 1;
    return at;
  }

  /** Class inside link k of `elements` of its own times the class `inner` of what is inside the next one. */
  classOf(k: number, elements: number, inner: number): number {
    return this.classAt(k, elements * this.ends[k + 1]![inner]!);
  }
}

export interface ClassOptions {
  readonly most: number;
  /** Of all links together, the least parallelism that can still matter; null where no bandwidth counts as less of it. */
  readonly slowest: number | null;
  /** Of all links together, the most parallelism that can matter: whatever has more counts as that much. */
  readonly fastest: number;
}

/**
 * Upper ends of the classes, ascending, for what is inside each link's loops and outside its storage; the last entry is
 * compute's. Fine where it matters, near the greatest product that the fan-outs inside can make; where bandwidths may slow
 * down what is inside, also in even steps down to the slowest.
 */
export function parallelismClasses(links: readonly Link[], { most, slowest, fastest }: ClassOptions): Parallelism {
  let products: Set<number> | null = new Set([1]);
  let greatest = 1;
  const widest = links.map(mostElements);
  const narrowest = links.map(leastElements);
  const classes: number[][] = [[1]];
  for (let k = links.length - 1; k >= 0; k -= 1) {
    const own = new Set(links[k]!.spreads.map(({ elements }) => elements));
    greatest *= widest[k]!;
    if (products !== null && own.size * products.size > mostProducts) products = null;
    if (products !== null) products = multiplied(products, own);
    const top = fastest / productOf(narrowest.slice(0, k));
    const capped = [...(products ?? [greatest])].map((product) => Math.min(product, top));
    const ends = endsOf(new Set(capped), slowest === null ? most : Math.ceil(most / 2));
    classes.unshift(slowest === null ? ends : withSlower(ends, slowest / productOf(widest.slice(0, k)), most));
  }
  return new Parallelism(classes);
}

/** With ends in even steps between, where there is room for them. */
function withSlower(ends: readonly number[], slowest: number, most: number): number[] {
  const greatest = ends.at(-1)!;
  const room = most - ends.length;
  if (room < 1 || slowest >= greatest) return [...ends];
  const ratio = slowest > 0 ? Math.max((greatest / slowest) ** (1 / room), leastRatio) : usualRatio;
  const all = new Set(ends);
  for (let end = greatest / ratio; end > slowest * (1 + 1e-9) && all.size < most; end /= ratio) all.add(end);
  if (slowest > 0 && all.size < most) all.add(slowest); // what is as slow counts as no faster
  return [...all].sort((a, b) => a - b);
}

function multiplied(products: ReadonlySet<number>, by: ReadonlySet<number>): Set<number> {
  const all = new Set<number>();
  for (const product of products) for (const elements of by) all.add(product * elements);
  return all;
}

function endsOf(products: ReadonlySet<number>, most: number): number[] {
  const sorted = [...products].sort((a, b) => a - b);
  if (sorted.length <= most) return sorted;
  const greatest = sorted.at(-1)!;
  if (most < 3) return [greatest];
  // The second lowest class spans all the rest, and what has no fan-out inside keeps a class of its own.
  const ends: number[] = [];
  let end = greatest;
  while (ends.length < most - 2 && end > 1) {
    ends.push(end);
    end = sorted.filter((product) => product <= end / ratio).at(-1) ?? 0;
  }
  if (end > 1) ends.push(end);
  return [1, ...ends.reverse()];
}
