// How the loops of an edge close, from the innermost out: what settles hangs on its stationary run, and is charged at the tile
// that stands when just the loops of the run are inside. Runs of one order contain each other (F.13), so there is such a
// tile for every dataspace. What is charged there may also be more than bandwidths let pass (F.9): an entry that would be
// faster counts in a lower class of parallelism; cycles are the same either way.

import { bitCount } from '../../../math/bits.js';
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
  readonly #tables: Tables;
  readonly #k: number;
  #kept = new Map<string, StageCharges>();

  constructor(tables: Tables, k: number) {
    this.#tables = tables;
    this.#k = k;
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
    const { size } = this.#tables.problem.chain.lattice;
    if ((this.#kept.size + 1) * size > mostKept) this.#kept = new Map();
    const charges = new StageCharges(this.#tables, this.#k, of);
    this.#kept.set(key, charges);
    return charges;
  }
}

/** Settlements that are charged at a stage, all up to there, and the dimensions whose loops have closed. */
interface Charged {
  readonly here: readonly number[];
  readonly soFar: readonly number[];
  readonly closed: number;
}

export class StageCharges {
  /** Whether any entry may come to count in a lower class. */
  readonly slows: boolean;
  readonly #tables: Tables;
  readonly #k: number;
  readonly #of: Charged;
  readonly #limited: readonly number[];
  /** By tile; NaN where not known yet. */
  readonly #pj: Float64Array;
  /** By tile: highest class that bandwidths allow, and words that fill the innermost keeper of the outputs (`Throttles`). */
  readonly #reach: Uint8Array;
  readonly #refilled: Float64Array;

  constructor(tables: Tables, k: number, of: Charged) {
    const { throttles, links, parallelism, problem } = tables;
    const { settlements } = links[k]!.closings;
    const { size } = problem.chain.lattice;
    this.#tables = tables;
    this.#k = k;
    this.#of = of;
    this.#limited =
      throttles === null || parallelism.count(k) === 1
        ? []
        : of.soFar.filter((at) => throttles.concerns(settlements[at]!.closing));
    this.slows = this.#limited.length > 0;
    this.#pj = new Float64Array(size).fill(Number.NaN);
    this.#reach = new Uint8Array(this.slows ? size : 0).fill(unknown);
    const refills = this.#limited.some((at) => throttles!.refills(settlements[at]!.closing));
    this.#refilled = new Float64Array(refills ? size : 0);
  }

  /** Charged at a tile at least. */
  pj(node: number): number {
    const known = this.#pj[node]!;
    if (!Number.isNaN(known)) return known;
    const { closings } = this.#tables.links[this.#k]!;
    const at = { node, closed: this.#of.closed };
    const pj = this.#of.here.reduce((sum, place) => sum + closings.leastPj(closings.settlements[place]!, at), 0);
    this.#pj[node] = pj;
    return pj;
  }

  /** Class in which what is in class b inside the link counts at a tile. */
  landed(node: number, b: number): number {
    if (this.#reach[node] === unknown) this.#limit(node);
    const highest = Math.min(b, this.#reach[node]!);
    const refilled = this.#refilled.length === 0 ? 0 : this.#refilled[node]!;
    if (refilled === 0) return highest;
    const { throttles, parallelism } = this.#tables;
    const most = throttles!.slowest(this.#k, b, refilled);
    return most < parallelism.ends[this.#k]![highest]! ? parallelism.classAt(this.#k, most) : highest;
  }

  #limit(node: number): void {
    const { throttles, parallelism, links } = this.#tables;
    const { closings } = links[this.#k]!;
    const load = throttles!.load(this.#k);
    for (const place of this.#limited) {
      const settlement = closings.settlements[place]!;
      load.add(settlement.closing, closings.leastWords(settlement, { node, closed: this.#of.closed }));
    }
    this.#reach[node] = parallelism.classAt(this.#k, load.rate);
    if (this.#refilled.length > 0) this.#refilled[node] = load.refilled;
  }
}
