// The entries between the loops and the fan-outs of a link: for tiles below the fan-outs, every spatial choice and every group of
// edges. From the inside out what they cost at least; the other way round what may be inside at most.

import { type DemandSet, demandSets } from '../charges/demands.js';
import { type GroupFill, groupFills } from './group-fill.js';
import { slowedLandings, slowedTo } from './landings.js';
import { raise } from './limit-tables.js';
import type { Limits } from './pruning.js';
import { SpreadBlock, type Wanted } from './spread-block.js';
import type { Table } from './table.js';
import type { Tables } from './tables.js';
import type { WantedChoices } from './wanted-choices.js';

export interface SpreadFill {
  readonly k: number;
  /** Places of the tiles below the fan-outs from which something goes on. */
  readonly alive: Int32Array;
  /** `LinkTables.inside`, by group: tables are made as soon as there is something to put in. */
  readonly inside: (Table | null)[];
  readonly make: () => Table;
  /** By group: what is of no use; and how much sooner, by spatial choice and class below (`Pruning.sooner`). */
  readonly limits: readonly Limits[];
  readonly sooner: Float64Array | null;
  /** By place inside the loops: nought where nothing is wanted; null where all is. */
  readonly above: Uint8Array | null;
  /** The same by group. */
  readonly stands: readonly (Uint8Array | null)[];
  /** By group: the most that may be inside, by place inside the loops; null where nothing is known of that. */
  readonly most: readonly (Table | null)[] | null;
  /** By group: what has entries where any are wanted, and so none where it is null; null where all are. */
  readonly within: readonly (Table | null)[] | null;
}

/** The other way round: what may cost how much at most. */
export interface SpreadLimits extends Pick<SpreadFill, 'k' | 'alive'> {
  /** By group and entry inside the loops; by context and entry below the fan-outs, raised. */
  readonly inside: readonly (Table | null)[];
  /** The most of those inside the loops (`mostOf`). */
  readonly most: Float64Array;
  readonly below: (Table | null)[];
  /** By spatial choice: set where some tile may use it. */
  readonly used: Uint8Array;
}

export class Filling {
  readonly #tables: Tables;
  readonly #fill: SpreadFill;
  readonly #block: SpreadBlock;
  readonly #groups: readonly GroupFill[];
  /** The class that each class counts for, by entry inside the loops; null where that is itself (`SlowTiles`). */
  readonly #slowed: Int32Array | null;
  readonly #pj: Float64Array;
  readonly #picked: Int32Array;
  /** By spatial choice: the least that any group is given back. */
  readonly #leastBack: Float64Array;
  /** By choice: what it costs any group at least, NaN where nobody has asked. */
  readonly #leastPj: Float64Array;
  #looked = 0;
  readonly #outsides: readonly WantedChoices[];
  readonly #sooner: Float64Array;
  readonly #wanted: Wanted;

  constructor(tables: Tables, fill: SpreadFill) {
    const { k, limits, alive, above, stands, most, within } = fill;
    const { terms, link } = tables.links[k]!;
    const spreads = link.spreads.length;
    const { sets, demands } = demandSets(tables.problem, tables.throttles, { k, spreads, groups: terms.questionsOf() });
    this.#tables = tables;
    this.#fill = fill;
    this.#sooner = fill.sooner ?? new Float64Array(spreads * tables.parallelism.count(k + 1));
    this.#block = new SpreadBlock(tables, k, { sets, tiles: alive.length, above });
    const choices = this.#block.choices.spread.length;
    const tiles = this.#block.choices.below.length;
    this.#groups = groupFills(tables, k, { limits, sets, demands, choices, tiles, stands, most, within });
    this.#leastBack = new Float64Array(spreads).fill(Number.POSITIVE_INFINITY);
    for (const { back } of this.#groups)
      for (let s = 0; s < spreads; s += 1) this.#leastBack[s] = Math.min(this.#leastBack[s]!, back[s]!);
    const inner = tables.parallelism.count(k + 1);
    this.#leastPj = new Float64Array(choices);
    this.#outsides = [...new Set(this.#groups.map(({ outside }) => outside))];
    this.#wanted = {
      outsidePj: leastOutside(this.#outsides),
      sooner: this.#sooner.map((pj, at) => pj + this.#leastBack[Math.floor(at / inner)]!),
      room: (tile) => this.#roomFor(tile, null),
    };
    this.#slowed = tables.slow?.k === k ? slowedLandings(tables, tables.slow) : null;
    this.#pj = new Float64Array(spreads);
    this.#picked = new Int32Array(spreads);
  }

  /** Spatial choices of the tiles at hand. */
  get costed(): number {
    const { tiles, start } = this.#block.choices;
    return start[tiles]!;
  }

  #turn(first: number): number {
    return this.#block.turn(this.#fill.alive, first, this.#wanted);
  }

  /** What the spatial choice and all outside may cost at most. */
  #roomFor(tile: number, outside: WantedChoices | null): number {
    const { within } = this.#block;
    let room = Number.NEGATIVE_INFINITY;
    for (const group of this.#groups) {
      if ((outside === null || group.outside === outside) && within.counts[group.context]![tile] !== 0)
        room = Math.max(room, group.mostPj - within.cheapest[group.context]![tile]!);
    }
    return room;
  }

  /** The choices that some group of edges may still want, tile by tile: most want nothing of most. */
  #sift(tiles: number): void {
    this.#leastPj.fill(Number.NaN);
    for (const outside of this.#outsides) this.#siftFor(outside, tiles);
  }

  #siftFor(outside: WantedChoices, tiles: number): void {
    const { within, choices } = this.#block;
    const { pj, wanted, first, least } = outside;
    const sooner = this.#sooner;
    let count = 0;
    for (let tile = 0; tile < tiles; tile += 1) {
      const slack = this.#roomFor(tile, outside);
      first[tile] = count;
      let cheapest = Number.POSITIVE_INFINITY;
      for (let choice = choices.start[tile]!; choice < choices.start[tile + 1]!; choice += 1) {
        const outsidePj = pj === null ? 0 : pj[choices.place[choice]!]!;
        const dearest = slack - sooner[choices.spread[choice]! * within.classes + within.top[tile]!]!;
        if (!(outsidePj < dearest) || !(this.#leastOf(choice) + outsidePj < dearest)) continue;
        if (outsidePj < cheapest) cheapest = outsidePj;
        wanted[count] = choice;
        count += 1;
      }
      least[tile] = cheapest;
    }
    first[tiles] = count;
  }

  /** What a choice costs any group at least. */
  #leastOf(choice: number): number {
    const known = this.#leastPj[choice]!;
    if (!Number.isNaN(known)) return known;
    let pj = this.#leastBack[this.#block.choices.spread[choice]!]!;
    for (const rows of this.#block.rows) {
      let least = Number.POSITIVE_INFINITY;
      for (let q = 0; q < rows.length; q += 1) if (rows[q]!.pj[choice]! < least) least = rows[q]!.pj[choice]!;
      pj += least;
    }
    this.#leastPj[choice] = pj;
    return pj;
  }

  /** Looks at as many tiles as there is room for, from `first` of those alive on; returns the first that is left. */
  lower(first: number): number {
    const next = this.#turn(first);
    this.#sift(next - first);
    for (const group of this.#groups) {
      for (let tile = 0; tile < next - first; tile += 1) this.#lowerTile(group, tile);
    }
    return next;
  }

  /** Sums over groups of edges since it was asked last. */
  looked(): number {
    const looked = this.#looked;
    this.#looked = 0;
    return looked;
  }

  #lowerTile(group: GroupFill, tile: number): void {
    const { context, back, limit, outside } = group;
    let table: Table | null = null;
    const { within, choices } = this.#block;
    const count = within.counts[context]![tile]!;
    const slack = group.mostPj - within.cheapest[context]![tile]!;
    const start = outside.first[tile]!;
    const end = outside.first[tile + 1]!;
    if (count === 0 || start === end) return;
    if (!(this.#leastSum(group, tile) < slack)) return;
    const picked = this.#pick(group, start, end);
    this.#looked += picked;
    const { spread, entry, place: places } = choices;
    const { classes } = within;
    const pj = this.#sums(group, picked);
    const finite = within.finite[context]!;
    const values = within.values[context]!;
    const first = tile * classes;
    const last = first + count;
    const { into, only } = group;
    const sooner = this.#sooner;
    for (let at = 0; at < picked; at += 1) {
      const choice = this.#picked[at]!;
      const s = spread[choice]!;
      const cost = pj[at]! + back[s]!;
      if (!(cost < slack)) continue;
      const landings = s * classes;
      const base = entry[choice]!;
      const outsidePj = outside.pj === null ? 0 : outside.pj[places[choice]!]!;
      if (!(cost + outsidePj < slack)) continue;
      const most = group.most === null ? Number.POSITIVE_INFINITY : group.most.get(places[choice]!);
      for (let place = first; place < last; place += 1) {
        const value = values[place]! + cost;
        const b = landings + finite[place]!;
        if (value + outsidePj >= group.mostPj - sooner[b]!) continue;
        const landed = this.#landed(group, { tile, choice }, into[b]!);
        if (value + outsidePj >= limit[landed]! || value > most - sooner[b]!) continue;
        if (only !== null && only.get(base + landed) === Number.POSITIVE_INFINITY) continue;
        table ??= this.#tableOf(group);
        table.lower(base + landed, value);
        if (group.demand?.isNoted) this.#note(group.demand, group.demandAt, { choice, landed });
      }
    }
  }

  /** As `lower`, the other way round. */
  raise(first: number, limits: SpreadLimits): number {
    const { alive } = this.#fill;
    const next = this.#turn(first);
    this.#sift(next - first);
    for (const group of this.#groups) {
      const inside = limits.inside[group.g]!;
      if (inside === null) continue;
      for (let tile = 0; tile < next - first; tile += 1)
        this.#raiseTile(group, { tile, place: alive[first + tile]!, inside }, limits);
    }
    return next;
  }

  #raiseTile(
    group: GroupFill,
    { tile, place, inside }: { readonly tile: number; readonly place: number; readonly inside: Table },
    { below, used }: SpreadLimits,
  ): void {
    const { context, back, outside, into } = group;
    const { within: known, choices } = this.#block;
    const count = known.counts[context]![tile]!;
    const { classes } = known;
    const start = outside.first[tile]!;
    const end = outside.first[tile + 1]!;
    if (count === 0 || start === end) return;
    const slack = group.mostPj - known.cheapest[context]![tile]!;
    if (!(this.#leastSum(group, tile) < slack)) return;
    const like = this.#tables.boundaries[this.#fill.k + 1]!.tables[context]!;
    const picked = this.#pick(group, start, end);
    const pj = this.#sums(group, picked);
    const sooner = this.#sooner;
    for (let next = 0; next < picked; next += 1) {
      const choice = this.#picked[next]!;
      const s = choices.spread[choice]!;
      const cost = pj[next]! + back[s]!;
      if (!(cost < slack)) continue;
      for (let at = tile * classes; at < tile * classes + count; at += 1) {
        const b = known.finite[context]![at]!;
        const landed = this.#landed(group, { tile, choice }, into[s * classes + b]!);
        const limit = inside.get(choices.entry[choice]! + landed) - cost;
        if (!(known.values[context]![at]! + sooner[s * classes + b]! <= limit)) continue;
        used[s] = 1;
        raise(below, context, { like, entry: place * classes + b, limit });
      }
    }
  }

  #tableOf({ g }: GroupFill): Table {
    const { inside, make } = this.#fill;
    inside[g] ??= make();
    return inside[g]!;
  }

  /** Class that a choice counts for with what compute asks of storages, or with what nothing hides for its tile. */
  #landed(
    { demand, demandAt }: GroupFill,
    { tile, choice }: { readonly tile: number; readonly choice: number },
    reached: number,
  ): number {
    if (this.#slowed !== null) return this.#slowed[this.#block.choices.entry[choice]! + reached]!;
    if (demand === null || demand.constant) return reached;
    return slowedTo(this.#tables, this.#fill.k, reached, this.#block.mostOf(demandAt, tile, choice));
  }

  #note(demand: DemandSet, at: number, { choice, landed }: { readonly choice: number; readonly landed: number }): void {
    const { choices, written } = this.#block;
    const words = demand.constant ? demand.written(choices.spread[choice]!) : written[at]![choice]!;
    demand.landed(this.#fill.k, landed, words);
  }

  /** The least that any choice wanted of a tile costs a group, with what is outside. */
  #leastSum({ questions, leastBack, outside }: GroupFill, tile: number): number {
    const { rows } = this.#block;
    let least = leastBack + outside.least[tile]!;
    for (let t = 0; t < rows.length; t += 1) least += rows[t]![questions[t]!]!.least[tile]!;
    return least;
  }

  /** Picks the choices, of some that are wanted, whose tiles are wanted of the group; returns how many. */
  #pick({ stands, outside: { wanted } }: GroupFill, start: number, end: number): number {
    const { place } = this.#block.choices;
    const picked = this.#picked;
    let count = 0;
    for (let at = start; at < end; at += 1) {
      const choice = wanted[at]!;
      if (stands !== null && stands[place[choice]!] === 0) continue;
      picked[count] = choice;
      count += 1;
    }
    return count;
  }

  /** What the answers to a group's questions about so many picked choices add up to. */
  #sums({ questions }: GroupFill, count: number): Float64Array {
    const { rows } = this.#block;
    const sums = this.#pj;
    const picked = this.#picked;
    sums.fill(0, 0, count);
    for (let t = 0; t < rows.length; t += 1) {
      const { pj } = rows[t]![questions[t]!]!;
      for (let at = 0; at < count; at += 1) sums[at] = sums[at]! + pj[picked[at]!]!;
    }
    return sums;
  }
}

/** By place, whatever waits outside; null for nothing. */
function leastOutside([first, ...others]: readonly WantedChoices[]): Float64Array | null {
  let least = first?.pj ?? null;
  for (const { pj } of others) least = least && pj && least.map((own, place) => Math.min(own, pj[place]!));
  return least;
}
