// Whose cycles bound the mappings of a range (`regions/ranges`), and with these what of its spatial choices can matter at all: told by
// outlines of so few tiles that they take a tenth of a second. What a range lacks most is seldom a matter of tiles: a port that all
// spatial choices overload is busy for too long whatever the factors.

import type { BusyPort, Share } from '../charges/energies.js';
import type { Whole } from '../part.js';
import type { Chain } from '../space/chain.js';
import { allPorts, busyPorts, isSamePort } from './bottleneck.js';
import { byBlend, type Drawn, drawRoughly, type Ranging, type Sketch, survivorsBy } from './outline.js';
import { blendIn, type Weighed } from './ranges.js';
import { bySpreads, withSpreads } from './region.js';

/** Other weights are taken only where they tell so many times more: few tiles tell no more than about how much. */
const clearly = 1.1;

/** Of what is left to tell, the share that one half has to tell for both to be looked at by themselves. */
const rising = 0.1;

/** A range, or a part of it, with the spatial choices that can matter. */
interface Piece {
  readonly chain: Chain;
  readonly bound: number;
}

export interface Weighing {
  readonly weighed: Weighed;
  /** What can matter. */
  readonly pieces: readonly Piece[];
  /** Whether these are halves, worth weighing by themselves. */
  readonly isHalved: boolean;
}

/** What few tiles tell of a sketch. */
interface Seen {
  readonly sketch: Sketch;
  readonly shares: readonly Share[];
  readonly drawn: Drawn;
  /** What mappings come to at least, of the most that they are worth. */
  readonly ratio: number;
  readonly isHopeless: boolean;
}

/** With the ports that may share in the weight as well, in turn. */
interface InTurn extends Pick<Weighed, 'next'> {
  readonly seen: Seen;
}

export class Weigher {
  /** Of its tables: entries looked at, and spatial choices costed. */
  entries = 0;
  prepared = 0;
  readonly #ranging: Ranging;

  constructor(ranging: Ranging) {
    this.#ranging = ranging;
  }

  /** `known`: of a larger part of the range, null where there was none. Null where few tiles have nothing to tell. */
  *weigh(whole: Whole, known: Weighed | null): Generator<void, Weighing | null, void> {
    const alone = known === null ? yield* this.#alone(whole) : yield* this.#as(whole, known);
    if (alone === null) return null;
    const { seen, next } = yield* this.#shared(whole, alone);
    const { sketch, shares, drawn, isHopeless } = seen;
    const weighed = { shares, next };
    if (isHopeless) return { weighed, pieces: [], isHalved: false };
    const { spreads } = yield* survivorsBy(sketch, drawn.tables);
    const chain = withSpreads(whole.chain, spreads);
    if (chain.links.some(({ spreads }) => spreads.length === 0)) return { weighed, pieces: [], isHalved: false };
    const { bound } = drawn.least;
    const halved = yield* this.#halved({ ...whole, chain }, seen);
    if (halved === null) return { weighed, pieces: [{ chain, bound }], isHalved: false };
    return { weighed, pieces: halved.map((one) => ({ ...one, bound: Math.max(bound, one.bound) })), isHalved: true };
  }

  *#as(whole: Whole, { shares, next }: Weighed): Generator<void, InTurn | null, void> {
    const seen = yield* this.#see(whole, shares);
    return seen && { seen, next };
  }

  /** By one port: the busiest of the best mapping known, unless another tells clearly more. */
  *#alone(whole: Whole): Generator<void, InTurn | null, void> {
    const [busiest] = busyPorts(whole.context, whole.chain, whole.of.pool);
    if (busiest === undefined) return null;
    const all: { readonly port: BusyPort; readonly seen: Seen }[] = [];
    let best: Seen | null = null;
    for (const port of [busiest, ...allPorts(whole.chain).filter((one) => !isSamePort(one, busiest))]) {
      const seen = yield* this.#see(whole, [{ ...port, share: 1 }]);
      if (seen === null) return null;
      all.push({ port, seen });
      best = this.#better(best, seen);
      if (best.isHopeless) break;
    }
    all.sort((a, b) => b.seen.ratio - a.seen.ratio);
    return { seen: best!, next: all.map(({ port }) => port) };
  }

  /** The same with half the weight on the port whose turn is next, where that tells clearly more. */
  *#shared(whole: Whole, { seen, next }: InTurn): Generator<void, InTurn, void> {
    const { shares } = seen;
    const port = next.find((one) => shares.length > 1 || !isSamePort(one, shares[0]!));
    if (port === undefined || seen.isHopeless) return { seen, next };
    const had = shares.find((one) => isSamePort(one, port))?.share ?? 0;
    const others = shares.filter((one) => !isSamePort(one, port));
    const both = [...others, { ...port, share: had }].map((one) => ({
      ...one,
      share: one.share / 2 + (isSamePort(one, port) ? 1 / 2 : 0),
    }));
    const other = yield* this.#see(whole, both);
    if (other !== null && this.#better(seen, other) === other) return { seen: other, next };
    return { seen, next: [...next.filter((one) => one !== port), port] };
  }

  /** Where few tiles tell clearly more of one half: whatever can matter of both. */
  *#halved(whole: Whole, { shares, ratio }: Seen): Generator<void, readonly Piece[] | null, void> {
    const { chain, measured } = whole;
    const { told, few } = this.#ranging;
    const { flows } = measured();
    const choices = chain.links.reduce((product, { spreads }) => product * spreads.length, 1);
    if (ratio <= told || choices <= few) return null;
    const two = bySpreads(chain, flows);
    if (two === null) return null;
    const seen: Seen[] = [];
    for (const half of two) {
      const one = yield* this.#see({ ...whole, chain: half }, shares);
      if (one === null) return null;
      seen.push(one);
    }
    if (Math.max(...seen.map((one) => one.ratio)) - ratio < rising * (1 - ratio)) return null;
    return seen
      .filter(({ isHopeless }) => !isHopeless)
      .map(({ sketch, drawn }) => ({ chain: sketch.whole.chain, bound: drawn.least.bound }));
  }

  *#see(whole: Whole, shares: readonly Share[]): Generator<void, Seen | null, void> {
    const blend = blendIn(whole, shares);
    const sketch = byBlend(whole, blend);
    const drawn = yield* drawRoughly(sketch, this.#ranging.tiles);
    if (drawn === null) return null;
    this.entries += drawn.tables.entries;
    this.prepared += drawn.tables.prepared;
    const ratio = Math.min(1, drawn.least.pj / blend.mostPj);
    return { sketch, shares, drawn, ratio, isHopeless: !whole.of.value.worth(drawn.least.bound) };
  }

  #better(one: Seen | null, other: Seen): Seen {
    if (one === null) return other;
    const tells = other.ratio > Math.max(this.#ranging.told, clearly * one.ratio);
    return other.isHopeless || tells ? other : one;
  }
}
