// How the loops of an edge close, from the innermost out: what settles hangs on its stationary run, and is charged at the tile
// that stands when just the loops of the run are inside. Runs of one order contain each other (F.13), so there is such a
// tile for every dataspace. What is charged there may also be more than bandwidths let pass (F.9): an entry that would be
// faster counts in a lower class of parallelism; cycles are the same either way.

import { bitCount } from '../../../math/bits.js';
import { LoopTiles } from '../space/loop-tiles.js';
import { nodesAt } from '../space/tile-sets.js';
import type { Edge, Tables } from './tables.js';

/** Not known yet. */
const unknown = 255;

/** Figures by tile that are kept for edges that charge the same. */
const mostKept = 2 ** 22;

export interface Stage {
  /** Dimensions whose loops close before anything is charged, a mask. */
  readonly over: number;
  readonly charges: StageCharges;
}

/** The stages of the edges of a link: many edges charge the same. */
export class EdgeStages {
  readonly tiles: LoopTiles;
  readonly #tables: Tables;
  readonly #k: number;
  #kept = new Map<string, StageCharges>();
  #words = new Map<string, Float64Array>();

  constructor(tables: Tables, k: number) {
    const { lattice, links } = tables.problem.chain;
    const within = nodesAt(tables.tiles.inside(k), tables.links[k]!.alive);
    this.#tables = tables;
    this.#k = k;
    this.tiles = new LoopTiles(lattice, {
      allowed: links[k]!.allowed,
      inside: within,
      outside: tables.tiles.outside(k).nodes,
    });
  }

  /** Words that cross where a settlement is charged (`ClosingTerms.leastWords`), by tile; NaN where not known yet. */
  wordsOf(place: number, closed: number): Float64Array {
    const key = `${place} ${closed}`;
    const known = this.#words.get(key);
    if (known !== undefined) return known;
    this.#makeRoom();
    const words = new Float64Array(this.tiles.nodes.length).fill(Number.NaN);
    this.#words.set(key, words);
    return words;
  }

  #makeRoom(): void {
    if ((this.#kept.size + this.#words.size + 1) * this.tiles.nodes.length <= mostKept) return;
    this.#kept = new Map();
    this.#words = new Map();
  }

  /** From the innermost out. */
  of({ settled }: Edge): Stage[] {
    const { settlements } = this.#tables.links[this.#k]!.closings;
    const charged = settled.filter((at) => settlements[at]!.closing.parent !== null);
    const runs = [...new Set(charged.map((at) => settlements[at]!.run))].sort((a, b) => bitCount(a) - bitCount(b));
    const stages: Stage[] = [];
    let closed = 0;
    for (const run of runs) {
      const here = charged.filter((at) => settlements[at]!.run === run);
      const soFar = charged.filter((at) => (settlements[at]!.run & ~run) === 0);
      stages.push({ over: run & ~closed, charges: this.#charges({ here, soFar, closed: run }) });
      closed = run;
    }
    return stages;
  }

  #charges(of: Charged): StageCharges {
    const key = `${of.here} ${of.soFar} ${of.closed}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    this.#makeRoom();
    const charges = new StageCharges(this.#tables, this.#k, { ...of, stages: this });
    this.#kept.set(key, charges);
    return charges;
  }
}

/** Edges that charge the same. */
export interface Way {
  readonly groups: readonly number[];
  readonly stages: readonly Stage[];
  /** Dimensions whose loops have closed after the stages, a mask. */
  readonly closed: number;
}

/** Some edges of a link, those together that charge the same. */
export function waysOf(edges: readonly Edge[], stages: EdgeStages): Way[] {
  const together = new Map<string, Edge[]>();
  for (const edge of edges) {
    const key = edge.settled.join();
    together.set(key, [...(together.get(key) ?? []), edge]);
  }
  return [...together.values()].map((same) => {
    const through = stages.of(same[0]!);
    const closed = through.reduce((all, { over }) => all | over, 0);
    return { groups: [...new Set(same.map(({ group }) => group))], stages: through, closed };
  });
}

/** Settlements that are charged at a stage, all up to there, and the dimensions whose loops have closed. */
interface Charged {
  readonly here: readonly number[];
  readonly soFar: readonly number[];
  readonly closed: number;
}

interface Charging extends Charged {
  readonly stages: EdgeStages;
}

export class StageCharges {
  /** Whether any entry may come to count in a lower class. */
  readonly slows: boolean;
  readonly #tables: Tables;
  readonly #k: number;
  readonly #of: Charging;
  readonly #limited: readonly number[];
  /** By place of the tile (`LoopTiles`); NaN where not known yet. */
  readonly #pj: Float64Array;
  /** Highest class that bandwidths allow, and words that fill the innermost keeper of the outputs (`Throttles`). */
  readonly #reach: Uint8Array;
  readonly #refilled: Float64Array;

  constructor(tables: Tables, k: number, of: Charging) {
    const { throttles, links, parallelism } = tables;
    const { settlements } = links[k]!.closings;
    const { length } = of.stages.tiles.nodes;
    this.#tables = tables;
    this.#k = k;
    this.#of = of;
    this.#limited =
      throttles === null || parallelism.count(k) === 1
        ? []
        : of.soFar.filter((at) => throttles.concerns(settlements[at]!.closing));
    this.slows = this.#limited.length > 0;
    this.#pj = new Float64Array(length).fill(Number.NaN);
    this.#reach = new Uint8Array(this.slows ? length : 0).fill(unknown);
    const refills = this.#limited.some((at) => throttles!.refills(settlements[at]!.closing));
    this.#refilled = new Float64Array(refills ? length : 0);
  }

  /** Charged at a tile at least. */
  pj(at: number): number {
    const known = this.#pj[at]!;
    if (!Number.isNaN(known)) return known;
    const { closings } = this.#tables.links[this.#k]!;
    const node = this.#of.stages.tiles.nodes[at]!;
    let pj = 0;
    for (const place of this.#of.here)
      pj += closings.leastPj(closings.settlements[place]!, node, this.#words(place, at));
    this.#pj[at] = pj;
    return pj;
  }

  /** Class in which what is in class b inside the link counts at a tile. */
  landed(at: number, b: number): number {
    if (this.#reach[at] === unknown) this.#limit(at);
    const highest = Math.min(b, this.#reach[at]!);
    const refilled = this.#refilled.length === 0 ? 0 : this.#refilled[at]!;
    if (refilled === 0) return highest;
    const { throttles, parallelism } = this.#tables;
    const most = throttles!.slowest(this.#k, b, refilled);
    return most < parallelism.ends[this.#k]![highest]! ? parallelism.classAt(this.#k, most) : highest;
  }

  #limit(at: number): void {
    const { throttles, parallelism, links } = this.#tables;
    const { settlements } = links[this.#k]!.closings;
    const load = throttles!.load(this.#k);
    for (const place of this.#limited) load.add(settlements[place]!.closing, this.#words(place, at));
    this.#reach[at] = parallelism.classAt(this.#k, load.rate);
    if (this.#refilled.length > 0) this.#refilled[at] = load.refilled;
  }

  #words(place: number, at: number): number {
    const { stages, closed } = this.#of;
    const words = stages.wordsOf(place, closed);
    if (Number.isNaN(words[at]!)) {
      const { closings } = this.#tables.links[this.#k]!;
      words[at] = closings.leastWords(closings.settlements[place]!, { node: stages.tiles.nodes[at]!, closed });
    }
    return words[at]!;
  }
}
