// What can stand next inside a tile: what a link's loops, or its fan-outs, make of it. The descent comes to the same tiles
// thousands of times, so the answers are kept while there is room for them.

import { loopsBetween, type Tables } from '../relaxation/tables.js';
import { FittingSpreads } from '../space/fitting-spreads.js';

/** Tiles inside the loops, cheapest first, found as far as they were asked for. */
export interface Steps {
  /** Index into `LinkTables.alive`, and the dimensions that loop, a mask. */
  readonly at: number[];
  readonly loops: number[];
  /** How many of `alive` have been looked at. */
  looked: number;
  /** Whether there was room to keep them so far. */
  kept: boolean;
}

/** Spatial choices and the places of the tiles below them (`TileSets.outside`). */
export interface Spreads {
  readonly s: Int32Array;
  readonly place: Int32Array;
}

/** Answers that are kept. */
const mostKept = 2 ** 21;

export class NextTiles {
  readonly #tables: Tables;
  readonly #steps: Map<number, Steps>[];
  readonly #spreads: Map<number, Spreads>[];
  readonly #scratch: { readonly s: Int32Array; readonly place: Int32Array }[];
  /** By link, once asked for. */
  readonly #fitting: FittingSpreads[] = [];
  #room = mostKept;

  constructor(tables: Tables) {
    const { links } = tables.problem.chain;
    this.#tables = tables;
    this.#steps = links.map(() => new Map());
    this.#spreads = links.map(() => new Map());
    this.#scratch = links.map(({ spreads: { length } }) => ({
      s: new Int32Array(length),
      place: new Int32Array(length),
    }));
  }

  /** What the loops of link k make of tile c, to be asked for more (`more`). */
  steps(k: number, c: number): Steps {
    const known = this.#steps[k]!.get(c);
    if (known !== undefined) return known;
    const steps: Steps = { at: [], loops: [], looked: 0, kept: this.#room > 0 };
    if (steps.kept) this.#steps[k]!.set(c, steps);
    return steps;
  }

  /** Looks at alive tiles, cheapest first, until one more is found; false where none is that costs at most `mostPj`. */
  more(k: number, c: number, { steps, mostPj }: { readonly steps: Steps; readonly mostPj: number }): boolean {
    const { alive, leastPj } = this.#tables.links[k]!;
    const { nodes } = this.#tables.tiles.inside(k);
    while (steps.looked < alive.length && leastPj[steps.looked]! <= mostPj) {
      const at = steps.looked;
      steps.looked += 1;
      const loops = loopsBetween(this.#tables, k, { c, u: nodes[alive[at]!]! });
      if (loops < 0) continue;
      steps.at.push(at);
      steps.loops.push(loops);
      if (steps.kept) this.#keep(k, c, steps);
      return true;
    }
    return false;
  }

  /** One step more; where that is one too many, none of them are kept any longer. */
  #keep(k: number, c: number, steps: Steps): void {
    this.#room -= 1;
    if (this.#room >= 0) return;
    this.#room += steps.at.length;
    this.#steps[k]!.delete(c);
    steps.kept = false;
  }

  /** What the fan-outs of link k make of tile u. */
  spreads(k: number, u: number): Spreads {
    const known = this.#spreads[k]!.get(u);
    if (known !== undefined) return known;
    const { lattice, links } = this.#tables.problem.chain;
    const { spreads } = links[k]!;
    const standing = this.#tables.tiles.outside(k + 1);
    this.#fitting[k] ??= new FittingSpreads(lattice, 'quotient', { ...links[k]!, among: [...spreads.keys()] });
    const fitting = this.#fitting[k]!;
    const fits = fitting.of(u);
    const { s: found, place: places } = this.#scratch[k]!;
    let count = 0;
    for (let at = 0; at < fits; at += 1) {
      const place = standing.place[fitting.made[at]!]!;
      if (place < 0) continue;
      found[count] = fitting.found[at]!;
      places[count] = place;
      count += 1;
    }
    const spread = { s: found.slice(0, count), place: places.slice(0, count) };
    if (this.#room >= count) {
      this.#spreads[k]!.set(u, spread);
      this.#room -= count;
    }
    return spread;
  }
}
