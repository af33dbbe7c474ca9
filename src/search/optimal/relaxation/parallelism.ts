// Classes of spatial parallelism, boundary by boundary: cycles follow from how many instances the fan-outs inside use, and
// the tables keep the least energy for every class.

import type { Link } from '../space/chain.js';

/** Products beyond which they are not listed. */
const mostProducts = 1_000_000;

/** Shares of the greatest product that get classes of their own where bandwidths slow down what is inside. */
const slower: readonly number[] = [0.985, 0.97, 0.95, 0.92];

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

/**
 * Upper ends of at most `most` classes, ascending, for what is inside each link's loops and outside its storage; the last
 * entry is compute's. Fine where it matters, near the greatest product that the fan-outs inside can make; finer still
 * outside the storage of link `throttled`, whose bandwidth may bind.
 */
export function parallelismClasses(links: readonly Link[], most: number, throttled: number): Parallelism {
  let products: Set<number> | null = new Set([1]);
  let greatest = 1;
  const classes: number[][] = [[1]];
  for (const [at, { spreads }] of links.toReversed().entries()) {
    const own = new Set(spreads.map(({ elements }) => elements));
    greatest *= Math.max(...own);
    if (products !== null && own.size * products.size > mostProducts) products = null;
    if (products !== null) products = multiplied(products, own);
    if (products === null) classes.unshift([greatest]);
    else if (links.length - 1 - at < throttled && most >= 2 * slower.length)
      classes.unshift(withSlower(endsOf(products, most - slower.length)));
    else classes.unshift(endsOf(products, most));
  }
  return new Parallelism(classes);
}

function withSlower(ends: readonly number[]): number[] {
  const greatest = ends.at(-1)!;
  return [...new Set([...ends, ...slower.map((share) => share * greatest)])].sort((a, b) => a - b);
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
