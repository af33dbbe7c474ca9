// What is left to look at of a part of the mapspace, once the tables of a larger one have told: tiles, and by what tables are kept for
// the tiles that some mapping worth having may pass there. A mapping passes the same contexts and groups of edges in either.
// Groups that differ in the order of the loops alone stand together: what leaves add to the descent's charge is told from the least
// of all orders there are (`OrderExcess`), of which the cheapest may be too slow.

import { remembered } from '../../../math/remembered.js';
import type { Waits } from '../charges/question-variant.js';
import type { RelaxedProblem } from '../charges/relaxed-problem.js';
import { type Context, keyOf, untold } from '../contexts.js';
import type { Spread } from '../space/chain.js';
import { nodesAt, type StandingTiles, type TileSet } from '../space/tile-sets.js';
import { Table } from './table.js';
import type { Tables } from './tables.js';

/** By what tables are kept for, ids of tiles in the lattice, ascending; none of any other table. */
export type StandingTables = ReadonlyMap<string, Int32Array>;

/** The same: how much everything inside each of these tiles may cost at most. */
export type MostTables = ReadonlyMap<string, Float64Array>;

export interface Most {
  readonly groups: readonly MostTables[];
  readonly contexts: readonly MostTables[];
  /** By link and spatial choice: whether some mapping worth having may use it. */
  readonly used: readonly (readonly boolean[])[];
}

export interface Standing extends StandingTiles {
  /** By link: inside its loops, by group of edges; outside its storage, by context. */
  readonly groups: readonly StandingTables[];
  readonly contexts: readonly StandingTables[];
  /** By link as well, where they are known of the same mapspace: a part of it assumes less multicast, and so charges more inside. */
  readonly most: Most | null;
  /** Whether contexts say who waits along. */
  readonly tellsAlong: boolean;
  /** What compute's operands wait for, by spatial choice of the last link: in a narrower part more is counted, and fewer may. */
  readonly waits: ReadonlyMap<Spread, readonly (Waits | null)[]>;
}

/** Groups are told apart by the context below the fan-outs, and by what is asked above it. */
function groupKey(below: Context, asks: string): string {
  return `${keyOf(below)} | ${asks}`;
}

/** What stands, found table by table from the outside in. */
export class FoundStanding {
  readonly #tables: Tables;
  readonly #inside: Int32Array[] = [];
  readonly #outside: Int32Array[] = [];
  readonly #groups: StandingTables[] = [];
  readonly #contexts: StandingTables[] = [];
  readonly #most: { readonly groups: MostTables[]; readonly contexts: MostTables[] } = { groups: [], contexts: [] };

  constructor(tables: Tables) {
    this.#tables = tables;
    // Outside everything there is the whole space alone, whatever the context.
    const whole = nodesAt(tables.tiles.outside(0), Int32Array.of(0));
    this.#outside.push(whole);
    const keys = tables.boundaries[0]!.contexts.list.map(keyOf);
    this.#contexts.push(new Map(keys.map((key) => [key, whole])));
    this.#most.contexts.push(new Map(keys.map((key) => [key, Float64Array.of(Number.POSITIVE_INFINITY)])));
  }

  /** Inside the loops of link k, by group of edges; null where nothing does. */
  insideLoops(k: number, figures: readonly (Table | null)[]): void {
    const { links, boundaries, tiles } = this.#tables;
    const below = boundaries[k + 1]!.contexts.list;
    const keys = links[k]!.terms.groups.map((group) => groupKey(below[group.below]!, group.asks));
    const { found, most, all } = this.#find({ figures, keys, nodes: tiles.inside(k).nodes });
    this.#groups.push(found);
    this.#most.groups.push(most);
    this.#inside.push(all);
  }

  /** Outside the storage of link k, by context. */
  outsideStorage(k: number, figures: readonly (Table | null)[]): Int32Array {
    const { boundaries, tiles } = this.#tables;
    const keys = boundaries[k]!.contexts.list.map(keyOf);
    const { found, most, all } = this.#find({ figures, keys, nodes: tiles.outside(k).nodes });
    this.#contexts.push(found);
    this.#most.contexts.push(most);
    this.#outside.push(all);
    return all;
  }

  /** `used`: as `Most.used`, where the figures are what may be inside at most; else null. */
  standing(used: Most['used'] | null): Standing {
    const { tellsAlong, problem } = this.#tables;
    const tables = { groups: this.#groups, contexts: this.#contexts, most: used && { ...this.#most, used } };
    return { inside: this.#inside, outside: this.#outside, ...tables, tellsAlong, waits: waitsOf(problem) };
  }

  #find(of: { figures: readonly (Table | null)[]; keys: readonly string[]; nodes: Int32Array }): {
    readonly found: StandingTables;
    readonly most: MostTables;
    readonly all: Int32Array;
  } {
    const { figures, keys, nodes } = of;
    const any = new Uint8Array(nodes.length);
    const figuresOf = new Map<string, Float64Array>();
    for (const [at, table] of figures.entries()) {
      if (table === null) continue;
      const own = remembered(figuresOf, keys[at]!, () => new Float64Array(nodes.length).fill(Number.NEGATIVE_INFINITY));
      table.forEach((figure, place) => {
        if (figure > own[place]!) own[place] = figure;
        any[place] = 1;
      });
    }
    const stands = (most: Float64Array, place: number): boolean => most[place]! > Number.NEGATIVE_INFINITY;
    return {
      found: new Map([...figuresOf].map(([key, most]) => [key, nodes.filter((_, place) => stands(most, place))])),
      most: new Map([...figuresOf].map(([key, most]) => [key, most.filter((_, place) => stands(most, place))])),
      all: nodes.filter((_, place) => any[place] === 1),
    };
  }
}

/** What stands of a part: more may be charged inside. */
export function forParts(standing: Standing | null): Standing | null {
  return standing && { ...standing, most: null };
}

/** What stands by both, of the same tables. */
export function standingBoth(one: Standing, other: Standing): Standing {
  return {
    ...one,
    inside: one.inside.map((nodes, k) => inBoth(nodes, other.inside[k]!)),
    outside: one.outside.map((nodes, k) => inBoth(nodes, other.outside[k]!)),
    groups: one.groups.map((tables, k) => tablesInBoth(tables, other.groups[k]!)),
    contexts: one.contexts.map((tables, k) => tablesInBoth(tables, other.contexts[k]!)),
    most: null,
  };
}

function tablesInBoth(one: StandingTables, other: StandingTables): StandingTables {
  return new Map([...one].map(([key, nodes]) => [key, inBoth(nodes, other.get(key) ?? none)]));
}

/** Both ascend. */
function inBoth(one: Int32Array, other: Int32Array): Int32Array {
  let at = 0;
  return one.filter((node) => {
    while (at < other.length && other[at]! < node) at += 1;
    return other[at] === node;
  });
}

function waitsOf({ chain, flows, operands }: RelaxedProblem): Standing['waits'] {
  const { spreads } = chain.links.at(-1)!;
  return new Map(spreads.map((spread, s) => [spread, flows.map((_, t) => operands.waits(t, s))]));
}

/** Groups of edges, by the place of the context below the fan-outs and what is asked above it. */
interface Asked {
  readonly groups: readonly { readonly below: number; readonly asks: string }[];
  readonly contexts: readonly Context[];
}

/** What tables of a part need entries for. */
export class StandingEntries {
  readonly #standing: Standing | null;

  /** Null: for whatever can stand. */
  constructor(problem: RelaxedProblem, standing: Standing | null) {
    this.#standing = standing !== null && waitAlike(problem, standing) ? standing : null;
  }

  hasGroup(k: number, below: Context, asks: string): boolean {
    return this.#groupTiles(k, below, asks)?.length !== 0;
  }

  hasContext(k: number, context: Context): boolean {
    return this.#contextTiles(k, context)?.length !== 0;
  }

  /** Of tables inside the loops of link k, by place: nought where nothing is wanted; null where all is. Some share theirs. */
  ofGroups(k: number, tiles: TileSet, { groups, contexts }: Asked): (Uint8Array | null)[] {
    return among(
      tiles,
      groups.map(({ below, asks }) => this.#groupTiles(k, contexts[below]!, asks)),
    );
  }

  /** The same outside its storage. */
  ofContexts(k: number, tiles: TileSet, contexts: readonly Context[]): (Uint8Array | null)[] {
    return among(
      tiles,
      contexts.map((context) => this.#contextTiles(k, context)),
    );
  }

  /** By group and place inside the loops of link k: what may be inside at most; null where nothing is known of that. */
  mostOfGroups(k: number, tiles: TileSet, { groups, contexts }: Asked): (Table | null)[] | null {
    if (!this.#standing?.most) return null;
    const { most, groups: standing } = this.#standing;
    return groups.map(({ below, asks }) => {
      const key = groupKey(this.#known(contexts[below]!), asks);
      return mostTable(tiles, standing[k]!.get(key), most.groups[k]!.get(key));
    });
  }

  /** The same by context outside its storage. */
  mostOfContexts(k: number, tiles: TileSet, contexts: readonly Context[]): (Table | null)[] | null {
    if (!this.#standing?.most) return null;
    const { most, contexts: standing } = this.#standing;
    return contexts.map((context) => {
      const key = keyOf(this.#known(context));
      return mostTable(tiles, standing[k]!.get(key), most.contexts[k]!.get(key));
    });
  }

  #groupTiles(k: number, below: Context, asks: string): Int32Array | null {
    if (this.#standing === null) return null;
    return this.#standing.groups[k]!.get(groupKey(this.#known(below), asks)) ?? none;
  }

  #contextTiles(k: number, context: Context): Int32Array | null {
    if (this.#standing === null) return null;
    return this.#standing.contexts[k]!.get(keyOf(this.#known(context))) ?? none;
  }

  #known(context: Context): Context {
    return this.#standing!.tellsAlong ? context : untold(context);
  }
}

const none = new Int32Array(0);
const nothing = new Float64Array(0);

function mostTable({ nodes, place }: TileSet, standing: Int32Array = none, most: Float64Array = nothing): Table {
  const table = new Table(nodes.length, 1, Number.NEGATIVE_INFINITY);
  for (let at = 0; at < standing.length; at += 1)
    if (place[standing[at]!]! >= 0) table.raise(place[standing[at]!]!, most[at]!);
  return table;
}

function among({ nodes, place }: TileSet, standing: readonly (Int32Array | null)[]): (Uint8Array | null)[] {
  const marked = new Map<Int32Array, Uint8Array>();
  const mark = (own: Int32Array): Uint8Array => {
    const stands = new Uint8Array(nodes.length);
    for (const node of own) if (place[node]! >= 0) stands[place[node]!] = 1;
    return stands;
  };
  return standing.map((own) => own && remembered(marked, own, () => mark(own)));
}

function waitAlike(problem: RelaxedProblem, { waits }: Standing): boolean {
  for (const [spread, own] of waitsOf(problem))
    if (!own.every((how, t) => how === waits.get(spread)?.[t])) return false;
  return true;
}
