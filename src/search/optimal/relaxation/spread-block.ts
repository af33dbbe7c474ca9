// Neighbouring tiles below the fan-outs of a link, looked at together: the spatial choices that make a tile of each, the answers
// to all questions about them, and what is inside. What a group of edges makes of them lies close together in its table, and so
// stays in the processor's caches.

import type { AnswerRow, Choices } from '../charges/choices.js';
import type { DemandSet } from '../charges/demands.js';
import type { FittingSpreads } from '../space/fitting-spreads.js';
import type { Table } from './table.js';
import type { Tables } from './tables.js';

/** Answers that are kept at most, choices among them, and tiles. */
const mostAnswers = 2 ** 21;
const mostChoices = 2 ** 16;
const mostTiles = 2 ** 11;

/** Which choices are worth costing for a tile: those whose least is below what there is room for. */
export interface Wanted {
  /** By spatial choice and class below, `[s * classes + b]`. */
  readonly sooner: Float64Array;
  readonly room: (tile: number) => number;
  /** What is outside at least, by place; null for nothing. */
  readonly outsidePj: Float64Array | null;
}

export class SpreadBlock {
  readonly choices: Choices;
  /** `[t][question]`. */
  readonly rows: readonly (readonly AnswerRow[])[];
  /** By set of demands and choice: the parallelism that bandwidths allow, NaN where not asked yet, and words that compute writes to the keeper. */
  readonly #most: readonly Float64Array[];
  readonly written: readonly Float64Array[];
  readonly within: Within;
  readonly #tables: Tables;
  readonly #k: number;
  readonly #sets: readonly DemandSet[];
  readonly #above: Uint8Array | null;
  readonly #fitting: FittingSpreads;

  /** Room for as many of `tiles` tiles as is sensible. `above`: as `SpreadFill.above`. */
  constructor(
    tables: Tables,
    k: number,
    of: { readonly sets: readonly DemandSet[]; readonly tiles: number; readonly above: Uint8Array | null },
  ) {
    const { sets, tiles: count, above } = of;
    const { terms } = tables.links[k]!;
    const spreads = tables.problem.spreads[k]!.length;
    const room = Math.max(spreads, Math.min(mostChoices, Math.floor(mostAnswers / terms.countQuestions())));
    const together = Math.min(count, mostTiles);
    const choices = Math.min(room, together * spreads);
    this.#tables = tables;
    this.#k = k;
    this.#sets = sets;
    this.#above = above;
    this.#fitting = tables.problem.above(k);
    this.choices = {
      tiles: 0,
      below: new Int32Array(together),
      start: new Int32Array(together + 1),
      spread: new Int32Array(choices),
      above: new Int32Array(choices),
      place: new Int32Array(choices),
      entry: new Int32Array(choices),
    };
    this.rows = terms.rows(choices, together);
    this.#most = sets.map(({ constant }) => new Float64Array(constant ? 0 : choices));
    this.written = sets.map(({ constant }) => new Float64Array(constant ? 0 : choices));
    const inner = tables.parallelism.count(k + 1);
    this.within = new Within(tables.boundaries[k + 1]!.tables, inner, together);
  }

  /**
   * Turns to the tiles at these places, from `first` on, as many as there is room for, and to the choices that are `wanted` once what
   * is inside a tile is known; returns the first that is left.
   */
  turn(places: Int32Array, first: number, wanted: Wanted): number {
    const next = this.#choose(places, first, wanted);
    const { links, problem } = this.#tables;
    links[this.#k]!.terms.fillRows(this.rows, this.choices, problem.copies.most[this.#k]!);
    for (const most of this.#most) most.fill(Number.NaN);
    return next;
  }

  #choose(places: Int32Array, first: number, wanted: Wanted): number {
    const { nodes } = this.#tables.tiles.outside(this.#k + 1);
    const apart = this.#tables.problem.spreads[this.#k]!;
    const { place } = this.#tables.tiles.inside(this.#k);
    const classes = this.#tables.parallelism.count(this.#k);
    const { below, start, spread, above, place: standings, entry } = this.choices;
    const { outsidePj } = wanted;
    let count = 0;
    let tile = 0;
    while (first + tile < places.length && tile < below.length && count + apart.length <= spread.length) {
      const node = nodes[places[first + tile]!]!;
      below[tile] = node;
      this.within.turn(tile, places[first + tile]!);
      const room = wanted.room(tile);
      const top = this.within.top[tile]!;
      const fitting = this.#fitting.of(node);
      for (let at = 0; at < fitting; at += 1) {
        const s = this.#fitting.found[at]!;
        if (!(wanted.sooner[s * this.within.classes + top]! < room)) continue;
        const made = this.#fitting.made[at]!;
        const standing = place[made]!;
        if (standing < 0 || this.#above?.[standing] === 0) continue;
        if (outsidePj !== null && !(wanted.sooner[s * this.within.classes + top]! + outsidePj[standing]! < room))
          continue;
        spread[count] = s;
        above[count] = made;
        standings[count] = standing;
        entry[count] = standing * classes;
        count += 1;
      }
      tile += 1;
      start[tile] = count;
    }
    this.choices.tiles = tile;
    return first + tile;
  }

  /** The parallelism that bandwidths allow a choice of a tile, by the demands at a place. */
  mostOf(demand: number, tile: number, choice: number): number {
    const most = this.#most[demand]!;
    if (Number.isNaN(most[choice]!)) {
      const set = this.#sets[demand]!;
      const s = this.choices.spread[choice]!;
      most[choice] = set.most(s, { below: this.choices.below[tile]!, above: this.choices.above[choice]! });
      this.written[demand]![choice] = set.written(s);
    }
    return most[choice]!;
  }
}

/** What the tables hold for each tile, by context: classes within reach are few. */
class Within {
  readonly classes: number;
  /** By context and tile: how many classes, and the least of them. */
  readonly counts: readonly Int32Array[];
  readonly cheapest: readonly Float64Array[];
  /** By tile: the highest class within reach. */
  readonly top: Int32Array;
  /** By context, `classes` a tile: the classes within reach, and what they cost. */
  readonly finite: readonly Int32Array[];
  readonly values: readonly Float64Array[];
  readonly #tables: readonly (Table | null)[];

  constructor(tables: readonly (Table | null)[], classes: number, tiles: number) {
    this.#tables = tables;
    this.classes = classes;
    this.counts = tables.map(() => new Int32Array(tiles));
    this.cheapest = tables.map(() => new Float64Array(tiles));
    this.top = new Int32Array(tiles);
    this.finite = tables.map(() => new Int32Array(classes * tiles));
    this.values = tables.map(() => new Float64Array(classes * tiles));
  }

  turn(tile: number, place: number): void {
    const { classes } = this;
    this.top[tile] = 0;
    for (let context = 0; context < this.#tables.length; context += 1) {
      const table = this.#tables[context]!;
      if (table === null) continue;
      const first = tile * classes;
      let count = 0;
      let least = Number.POSITIVE_INFINITY;
      for (let b = 0; b < classes; b += 1) {
        const pj = table.get(place * classes + b);
        if (pj === Number.POSITIVE_INFINITY) continue;
        if (pj < least) least = pj;
        this.finite[context]![first + count] = b;
        this.values[context]![first + count] = pj;
        if (b > this.top[tile]!) this.top[tile] = b;
        count += 1;
      }
      this.counts[context]![tile] = count;
      this.cheapest[context]![tile] = least;
    }
  }
}
