// The tables between the loops and the fan-outs of a link, filled: for every tile below the fan-outs, every spatial choice
// and every group of edges, what is inside and what the choice costs at least.

import { takenBackHere } from './assumed.js';
import { nodeAbove, type Spread } from './chain.js';
import { demandSets } from './demands.js';
import type { Lattice } from './lattice.js';
import type { Relaxation } from './relaxation.js';
import type { AnswerRow, Choices } from './spread-terms.js';

export interface SpreadFill {
  readonly k: number;
  /** Places of the tiles below the fan-outs from which something goes on. */
  readonly alive: Int32Array;
  /** `LinkTables.inside`, by group; entries are lowered. */
  readonly inside: readonly Float64Array[];
  /** By group and class: entries from this much on are of no use. */
  readonly limits: readonly Float64Array[];
}

export function* fillSpreads(relaxation: Relaxation, fill: SpreadFill): Generator<void, void, void> {
  const { k, alive, inside, limits } = fill;
  const { chain, copies, tiles, throttles } = relaxation;
  const { terms, link } = relaxation.links[k]!;
  const { groups } = terms;
  const { spreads } = link;
  const { nodes } = tiles.outside(k + 1);
  const { place: placeOf } = tiles.inside(k);
  const parallelism = relaxation.parallelism[k]!;
  const classes = relaxation.parallelism[k + 1]!.length;
  const within = new Within(relaxation.boundaries[k + 1]!.tables, classes);
  const into = landings(relaxation, k);
  const { sets, demands } = demandSets(relaxation, { k, spreads: spreads.length, groups: terms.questionsOf() });
  const most = sets.map(() => new Float64Array(spreads.length));
  const answers = terms.rows();
  const rows = groups.map(({ questions }) => questions.map((question, t) => answers[t]![question]!));
  const mostPj = limits.map((own) => own.reduce((greatest, pj) => Math.max(greatest, pj), Number.NEGATIVE_INFINITY));
  const back = groups.map(({ below }) => takenBackHere(relaxation, k, relaxation.boundaries[k + 1]!.assumed[below]!));
  const leastBack = back.map((own) => own.reduce((least, pj) => Math.min(least, pj), Number.POSITIVE_INFINITY));
  const choices = { count: 0, spread: new Int32Array(spreads.length), above: new Int32Array(spreads.length) };
  const pj = new Float64Array(spreads.length);
  const at = { below: 0, above: 0 };
  for (const from of alive) {
    relaxation.prepared += spreads.length;
    yield;
    at.below = nodes[from]!;
    choose(choices, chain.lattice, spreads, at.below);
    const { count: chosen, spread, above } = choices;
    within.turn(from);
    terms.fillRows(answers, { below: at.below, choices, outside: copies.most[k]! });
    sets.forEach((set, index) => {
      for (let choice = 0; choice < chosen; choice += 1) {
        at.above = above[choice]!;
        most[index]![choice] = set.most(spread[choice]!, at);
      }
    });
    for (let g = 0; g < groups.length; g += 1) {
      const context = groups[g]!.below;
      const count = within.counts[context]!;
      if (count === 0) continue;
      const slack = mostPj[g]! - within.cheapest[context]!;
      if (!(leastSum(rows[g]!) + leastBack[g]! < slack)) continue;
      sumRows(pj, rows[g]!, chosen);
      const finite = within.finite[context]!;
      const values = within.values[context]!;
      const least = inside[g]!;
      const limit = limits[g]!;
      const demand = demands[g]!;
      for (let choice = 0; choice < chosen; choice += 1) {
        const s = spread[choice]!;
        const cost = pj[choice]! + back[g]![s]!;
        if (!(cost < slack)) continue;
        const base = placeOf[above[choice]!]! * parallelism.length;
        for (let place = 0; place < count; place += 1) {
          const value = values[place]! + cost;
          let landed = into[s * classes + finite[place]!]!;
          if (demand >= 0 && most[demand]![choice]! < parallelism[landed]!)
            landed = relaxation.classAt(k, most[demand]![choice]!);
          if (value >= limit[landed]!) continue;
          if (value < least[base + landed]!) least[base + landed] = value;
          if (demand >= 0) sets[demand]!.landed(k, landed, s);
        }
      }
    }
  }
  throttles?.end(k);
}

/** Class inside link k by spatial choice and class inside the next, `[s * classes + b]`. */
function landings(relaxation: Relaxation, k: number): Int32Array {
  const { chain, parallelism, throttles } = relaxation;
  const inner = parallelism[k + 1]!.map((_, b) => b);
  const into = Int32Array.from(
    chain.links[k]!.spreads.flatMap(({ elements }) => inner.map((b) => relaxation.classOf(k, elements, b))),
  );
  throttles?.begin(k, parallelism[k]!.length);
  if (throttles !== null && k + 1 < chain.links.length) {
    into.forEach((b, at) => {
      throttles.carry(k, b, at % inner.length);
    });
  }
  return into;
}

function choose(into: Choices, lattice: Lattice, spreads: readonly Spread[], below: number): void {
  into.count = 0;
  for (let s = 0; s < spreads.length; s += 1) {
    const above = nodeAbove(lattice, below, spreads[s]!);
    if (above < 0) continue;
    into.spread[into.count] = s;
    into.above[into.count] = above;
    into.count += 1;
  }
}

function leastSum(rows: readonly AnswerRow[]): number {
  let least = 0;
  for (let t = 0; t < rows.length; t += 1) least += rows[t]!.least;
  return least;
}

function sumRows(sum: Float64Array, rows: readonly AnswerRow[], count: number): void {
  sum.fill(0, 0, count);
  for (let t = 0; t < rows.length; t += 1) {
    const { pj } = rows[t]!;
    for (let at = 0; at < count; at += 1) sum[at] = sum[at]! + pj[at]!;
  }
}

/** What the tables hold for one tile, by context: classes within reach are few. */
class Within {
  readonly finite: readonly Int32Array[];
  readonly values: readonly Float64Array[];
  readonly counts: Int32Array;
  readonly cheapest: Float64Array;
  readonly #tables: readonly Float64Array[];
  readonly #classes: number;

  constructor(tables: readonly Float64Array[], classes: number) {
    this.#tables = tables;
    this.#classes = classes;
    this.finite = tables.map(() => new Int32Array(classes));
    this.values = tables.map(() => new Float64Array(classes));
    this.counts = new Int32Array(tables.length);
    this.cheapest = new Float64Array(tables.length);
  }

  turn(place: number): void {
    const classes = this.#classes;
    this.#tables.forEach((table, context) => {
      let count = 0;
      let least = Number.POSITIVE_INFINITY;
      for (let b = 0; b < classes; b += 1) {
        const pj = table[place * classes + b]!;
        if (pj === Number.POSITIVE_INFINITY) continue;
        if (pj < least) least = pj;
        this.finite[context]![count] = b;
        this.values[context]![count] = pj;
        count += 1;
      }
      this.counts[context] = count;
      this.cheapest[context] = least;
    });
  }
}
