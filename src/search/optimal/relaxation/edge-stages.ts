// How the loops of an edge close, from the innermost out: what settles hangs on its stationary run, and is charged at the tile
// that stands when just the loops of the run are inside. Runs of one order contain each other (F.13), so there is such a
// tile for every dataspace. What is charged there may also be more than bandwidths let pass (F.9): an entry that would be
// faster counts in a lower class of parallelism; cycles are the same either way.

import { bitCount } from '../../../math/bits.js';
import { LoopTiles } from '../space/loop-tiles.js';
import { nodesAt } from '../space/tile-sets.js';
import { landedUnder, passedBy } from './landings.js';
import type { Edge, Tables } from './tables.js';

/** Not known yet. */
const unknown = 255;

/** Figures by tile that are kept for edges that charge the same. */
const mostKept = 2 ** 25;

/** What crosses where a settlement is charged (`ClosingTerms.leastWords`), and what that costs, by tile; NaN where not known yet. */
interface Figures {
  readonly place: number;
  readonly words: Float64Array;
  readonly pj: Float64Array;
}

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
  #figures = new Map<string, Figures>();

  /** `outside`: the storage, tiles that can matter, by id. */
  constructor(tables: Tables, k: number, outside = tables.tiles.outside(k).nodes) {
    const { lattice, links } = tables.problem.chain;
    const within = nodesAt(tables.tiles.inside(k), tables.links[k]!.alive);
    this.#tables = tables;
    this.#k = k;
    this.tiles = new LoopTiles(lattice, {
      allowed: links[k]!.allowed,
      inside: within,
      outside,
    });
  }

  /** Of a settlement that is charged where the loops of some dimensions have closed. */
  figuresOf(place: number, closed: number): Figures {
    const key = `${place} ${closed}`;
    const known = this.#figures.get(key);
    if (known !== undefined) return known;
    this.#makeRoom();
    const table = (): Float64Array => new Float64Array(this.tiles.nodes.length).fill(Number.NaN);
    const figures = { place, words: table(), pj: table() };
    this.#figures.set(key, figures);
    return figures;
  }

  #makeRoom(): void {
    if ((this.#kept.size + 2 * this.#figures.size + 2) * this.tiles.nodes.length <= mostKept) return;
    this.#kept = new Map();
    this.#figures = new Map();
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
    const charges = new StageCharges(this.#tables, this.#k, { stages: this, ...of });
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
  readonly #here: readonly Figures[];
  readonly #limited: readonly Figures[];
  readonly #settled: readonly number[];
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
    const figures = (place: number): Figures => of.stages.figuresOf(place, of.closed);
    const limits = parallelism.count(k) === 1 ? null : throttles;
    this.#here = of.here.map(figures);
    this.#settled = of.soFar.filter((at) => limits?.concerns(settlements[at]!.closing));
    this.#limited = this.#settled.map(figures);
    this.slows = this.#limited.length > 0;
    this.#pj = new Float64Array(length).fill(Number.NaN);
    this.#reach = new Uint8Array(this.slows ? length : 0).fill(unknown);
    const refills = this.#limited.some(({ place }) => throttles!.refills(settlements[place]!.closing));
    this.#refilled = new Float64Array(refills ? length : 0);
  }

  /** Charged at a tile at least. */
  pj(at: number): number {
    const known = this.#pj[at]!;
    if (!Number.isNaN(known)) return known;
    let pj = 0;
    for (let one = 0; one < this.#here.length; one += 1) pj += this.#leastPj(this.#here[one]!, at);
    this.#pj[at] = pj;
    return pj;
  }

  /** Class in which what is in class b inside the link counts at a tile. */
  landed(at: number, b: number): number {
    if (this.#reach[at] === unknown) this.#limit(at);
    const refilled = this.#refilled.length === 0 ? 0 : this.#refilled[at]!;
    return landedUnder(this.#tables, this.#k, b, { reach: this.#reach[at]!, refilled });
  }

  #limit(at: number): void {
    const node = this.#of.stages.tiles.nodes[at]!;
    const words = (limited: number): number => this.#words(this.#limited[limited]!, at);
    const step = { u: node, c: node };
    const { reach, refilled } = passedBy(this.#tables, this.#k, { settled: this.#settled, words, step });
    this.#reach[at] = reach;
    if (this.#refilled.length > 0) this.#refilled[at] = refilled;
  }

  #leastPj(figures: Figures, at: number): number {
    const { place, pj } = figures;
    if (Number.isNaN(pj[at]!)) {
      const { closings } = this.#tables.links[this.#k]!;
      const node = this.#of.stages.tiles.nodes[at]!;
      pj[at] = closings.leastPj(closings.settlements[place]!, node, this.#words(figures, at));
    }
    return pj[at]!;
  }

  #words({ place, words }: Figures, at: number): number {
    if (Number.isNaN(words[at]!)) {
      const { stages, closed } = this.#of;
      const { closings } = this.#tables.links[this.#k]!;
      words[at] = closings.leastWords(closings.settlements[place]!, { node: stages.tiles.nodes[at]!, closed });
    }
    return words[at]!;
  }
}
