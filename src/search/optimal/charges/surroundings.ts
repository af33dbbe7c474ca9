// What everything outside a tile costs at least, given whose children inside wait for a loop that moves them. Whatever storages
// there are outside, and whatever they keep: all loops that are left stand there in some order, and a loop that moves one
// dataspace leaves few alone. A child takes its tile in again for every iteration of the loops outside its stationary run
// (F.13), and its words cost no less than at the cheapest storage that may hand them on, which has to be filled itself.

import { bitCount } from '../../../math/bits.js';
import { multicastBetween } from './copies.js';
import { firstTouchPj, parentPj } from './energies.js';
import type { RelaxedProblem } from './relaxed-problem.js';

/** Of the tiles inside the fan-outs of link k and outside: those of these nodes. Storages of the links up to `last` are outside. */
export interface Surrounded {
  readonly k: number;
  readonly last: number;
  readonly nodes: Int32Array;
}

/** One storage that may hand a dataspace's words on: per word, less what first touches save, no less than for all words once. */
interface Parent {
  readonly wordPj: number;
  readonly savedPj: number;
  readonly oncePj: number;
  readonly feedPj: number;
}

/** Dimensions that move the same waiting dataspaces: which dataspaces, and which dimensions, masks. */
interface Kind {
  readonly moved: number;
  readonly dimensions: number;
}

/** By waiting dataspace: the dimensions for whose iterations its child takes everything in again, under one order of the loops. */
type Again = readonly number[];

export class Surroundings {
  readonly #problem: RelaxedProblem;
  readonly #of: Surrounded;
  readonly #known = new Map<number, Float64Array>();

  constructor(problem: RelaxedProblem, of: Surrounded) {
    this.#problem = problem;
    this.#of = of;
  }

  /** What the outside costs at least of the dataspaces in a mask, which wait, by place of the tile. */
  waiting(mask: number): Float64Array {
    let known = this.#known.get(mask);
    if (known === undefined) {
      known = this.#tabulate(mask);
      this.#known.set(mask, known);
    }
    return known;
  }

  #tabulate(mask: number): Float64Array {
    const { flows, remaining, copies, chain } = this.#problem;
    const { k, last, nodes } = this.#of;
    const waiting = flows.filter((_, t) => (mask >> t) & 1);
    const parents = waiting.map(({ index }) => parentsOf(this.#problem, index, last));
    const words = waiting.map(
      (flow) => flow.leastWords && copies.leastWords(flow, flow.index, { k: 0, child: chain.links.length }),
    );
    const most = copies.most[k]!;
    const multicast = waiting.map(({ index }) => multicastBetween(most, index, { p: 0, k }));
    const across = copies.mostElements(0, k);
    const kinds = kindsOf(waiting.map(({ moving }) => moving));
    const subsets = Array.from({ length: 2 ** kinds.length }, (_, some) => ({
      spatial: remaining.left(kinds.reduce((all, kind, i) => ((some >> i) & 1 ? all : all | kind.dimensions), 0)),
      orders: ordersOf(
        kinds.filter((_, i) => (some >> i) & 1),
        kinds,
        waiting.length,
      ).map((again) => again.map((dimensions) => remaining.left(dimensions))),
    }));
    const table = new Float64Array(nodes.length);
    for (let place = 0; place < nodes.length; place += 1) {
      const node = nodes[place]!;
      let least = Number.POSITIVE_INFINITY;
      for (const { spatial, orders } of subsets) {
        if (spatial[node]! > across) continue;
        for (const again of orders) {
          let pj = 0;
          for (let t = 0; t < waiting.length; t += 1) {
            const times = Math.max(1, again[t]![node]! / multicast[t]!);
            pj += leastOf(parents[t]!, words[t]! * times);
          }
          if (pj < least) least = pj;
        }
      }
      table[place] = least;
    }
    return table;
  }
}

function leastOf(parents: readonly Parent[], words: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < parents.length; at += 1) {
    const { wordPj, savedPj, oncePj, feedPj } = parents[at]!;
    const pj = Math.max(words * wordPj - savedPj, oncePj) + feedPj;
    if (pj < least) least = pj;
  }
  return least;
}

const backingStore: Parent = { wordPj: 0, savedPj: 0, oncePj: 0, feedPj: 0 };

function parentsOf(problem: RelaxedProblem, t: number, last: number): Parent[] {
  const { flows, energies, copies, chain } = problem;
  const flow = flows[t]!;
  return problem.parents(t, last).map((p): Parent => {
    if (p === null) return backingStore;
    const words = copies.leastWords(flow, t, { k: p, child: chain.links.length }) * energies.bytes.leastFrom(t, p);
    const { updatePj, readPj } = energies.flows[t]![p]!;
    return {
      wordPj: parentPj(energies, flow, p, energies.bytes.leastFrom(t, p)),
      savedPj: firstTouchPj(energies, flow, p, copies.most[p]!.copies[t]!),
      oncePj: words * (flow.readWrite ? updatePj : readPj),
      feedPj: feedPj(problem, t, p),
    };
  });
}

/** Every word once on its way to the storage of link p, or from there, at least. */
export function feedPj(problem: RelaxedProblem, t: number, p: number): number {
  const { flows, energies, copies } = problem;
  const flow = flows[t]!;
  let least = Number.POSITIVE_INFINITY;
  for (const q of problem.parents(t, p - 1)) {
    if (q === null) return 0;
    const words = copies.leastWords(flow, t, { k: q, child: p });
    const { updatePj, readPj } = energies.flows[t]![q]!;
    const handed = words * energies.bytes.leastFrom(t, q) * (flow.readWrite ? updatePj : readPj);
    const filled = flow.readWrite ? 0 : words * energies.bytes.least(t, p) * energies.flows[t]![p]!.fillPj;
    least = Math.min(least, handed + filled + feedPj(problem, t, q));
  }
  return least;
}

function kindsOf(moving: readonly number[]): Kind[] {
  const kinds = new Map<number, number>();
  const all = moving.reduce((mask, one) => mask | one, 0);
  for (let rest = all; rest !== 0; rest &= rest - 1) {
    const one = rest & -rest;
    const moved = moving.reduce((mask, own, t) => ((own & one) !== 0 ? mask | (1 << t) : mask), 0);
    kinds.set(moved, (kinds.get(moved) ?? 0) | one);
  }
  return [...kinds].map(([moved, dimensions]) => ({ moved, dimensions }));
}

/** Every order of the loops of these kinds that no other beats; of the others there are no loops. */
function ordersOf(looping: readonly Kind[], all: readonly Kind[], count: number): Again[] {
  const found: number[][] = [];
  const again = new Array<number>(count).fill(0);
  const go = (still: number, inside: number): void => {
    // What moves nobody that still waits goes inside.
    const free = looping.reduce((mask, { moved, dimensions }) => (moved & still ? mask : mask | dimensions), inside);
    const next = looping.filter(({ moved, dimensions }) => (moved & still) !== 0 && (dimensions & free) === 0);
    if (next.length === 0) {
      for (let t = 0; t < count; t += 1) if ((still >> t) & 1) again[t] = 0;
      found.push([...again]);
      return;
    }
    for (const { moved, dimensions } of next) {
      for (let t = 0; t < count; t += 1) {
        if (((still & moved) >> t) & 1)
          again[t] = all.reduce(
            (mask, kind) => ((kind.moved >> t) & 1 || (kind.dimensions & ~free) === 0 ? mask : mask | kind.dimensions),
            0,
          );
      }
      go(still & ~moved, free | dimensions);
    }
  };
  go(2 ** count - 1, 0);
  const worse = (one: Again, other: Again): boolean => one.every((mask, t) => (other[t]! & ~mask) === 0);
  const size = (one: Again): number => one.reduce((sum, mask) => sum + bitCount(mask), 0);
  return found
    .sort((a, b) => size(a) - size(b))
    .filter((one, at) => !found.slice(0, at).some((other) => worse(one, other)));
}
