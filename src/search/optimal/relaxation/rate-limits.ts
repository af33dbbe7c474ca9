// How fast what is inside the loops of a link can be at most, as far as the words that an edge charges must leave a storage
// outside and enter one inside (F.9). An entry that would be faster counts in a lower class of parallelism: cycles are the
// same either way.

import type { Edge, Tables } from './tables.js';

/** By place of a tile outside or inside the loops. */
interface Limits {
  /** Highest class that the tile reaches. */
  readonly reach: Uint8Array;
  /** Words that fill the innermost keeper of the outputs besides what compute writes there (`Throttles`); null: none. */
  readonly refilled: Float64Array | null;
}

export class EdgeLimits {
  /** Null where nothing is slowed down. */
  readonly within: Limits | null;
  readonly outside: Limits | null;
  readonly #tables: Tables;
  readonly #k: number;

  constructor(tables: Tables, k: number, of: { within: Limits | null; outside: Limits | null }) {
    this.#tables = tables;
    this.#k = k;
    this.within = of.within;
    this.outside = of.outside;
  }

  /** Class in which what is in class b inside the link counts, at a tile with these limits. */
  landed({ reach, refilled }: Limits, place: number, b: number): number {
    const highest = Math.min(b, reach[place]!);
    if (refilled === null || refilled[place] === 0) return highest;
    const { throttles, parallelism } = this.#tables;
    const most = throttles!.slowest(this.#k, b, refilled[place]!);
    return most < parallelism.ends[this.#k]![highest]! ? parallelism.classAt(this.#k, most) : highest;
  }
}

/** The limits of the edges of a link: many edges charge the same. */
export class RateLimits {
  readonly #tables: Tables;
  readonly #k: number;
  readonly #known = new Map<string, EdgeLimits>();
  /** By settlement. */
  readonly #words = { inside: new Map<number, Float64Array>(), outside: new Map<number, Float64Array>() };

  constructor(tables: Tables, k: number) {
    this.#tables = tables;
    this.#k = k;
  }

  of({ settled }: Edge): EdgeLimits {
    const { throttles, links, parallelism } = this.#tables;
    const { settlements } = links[this.#k]!.closings;
    const limited =
      throttles === null || parallelism.count(this.#k) === 1
        ? []
        : settled.filter((at) => throttles.concerns(settlements[at]!.closing));
    const key = limited.join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const limits = new EdgeLimits(this.#tables, this.#k, this.#limits(limited));
    this.#known.set(key, limits);
    return limits;
  }

  #limits(settled: readonly number[]): { within: Limits | null; outside: Limits | null } {
    if (settled.length === 0) return { within: null, outside: null };
    const { closings } = this.#tables.links[this.#k]!;
    const onRun = settled.some((at) => closings.hangsOnRun(closings.settlements[at]!));
    return {
      within: this.#at(settled, 'inside'),
      outside: onRun ? this.#at(settled, 'outside') : null,
    };
  }

  #at(settled: readonly number[], side: 'inside' | 'outside'): Limits | null {
    const { parallelism, links } = this.#tables;
    const throttles = this.#tables.throttles!;
    const { settlements } = links[this.#k]!.closings;
    const crossing = settled.map((at) => this.#crossing(at, side));
    const refills = settled.some((at) => throttles.refills(settlements[at]!.closing));
    const highest = parallelism.count(this.#k) - 1;
    const { length } = crossing[0]!;
    const reach = new Uint8Array(length);
    const refilled = refills ? new Float64Array(length) : null;
    let slows = refills;
    for (let place = 0; place < length; place += 1) {
      const load = throttles.load(this.#k);
      for (let at = 0; at < settled.length; at += 1)
        load.add(settlements[settled[at]!]!.closing, crossing[at]![place]!);
      reach[place] = parallelism.classAt(this.#k, load.rate);
      if (refilled !== null) refilled[place] = load.refilled;
      slows ||= reach[place]! < highest;
    }
    return slows ? { reach, refilled } : null;
  }

  /** Words that cross the fan-outs below the loops at least where a settlement is charged, by place of the tile. */
  #crossing(at: number, side: 'inside' | 'outside'): Float64Array {
    const known = this.#words[side].get(at);
    if (known !== undefined) return known;
    const { tiles, links } = this.#tables;
    const { closings } = links[this.#k]!;
    const settlement = closings.settlements[at]!;
    const words = Float64Array.from(tiles[side](this.#k).nodes, (node) =>
      closings.leastWords(settlement, side === 'inside' ? { u: node } : { c: node }),
    );
    this.#words[side].set(at, words);
    return words;
  }
}
