// The mapspace taken apart by spatial choices where it is hard: the region with the lowest bound is searched for a while, and
// halved if that was not enough. Every region has tables of its own, which know more of its fan-outs. Where cases of what sparsity
// leaves are bounded better than all at once (`model/sparse/cases`), the mapspace is first divided into these.

import type { Counters } from '../../finder.js';
import type { SearchContext } from '../../search-context.js';
import type { Reach } from '../descent/inside.js';
import { countersOf, entriesOf, type Measured, openPart, type Part, type PartOptions, prepare } from '../part.js';
import type { Chain } from '../space/chain.js';
import { halves } from './region.js';

/** A descent takes as many steps before its region is halved as take about a quarter as long as its tables did. */
const entriesPerStep = 2000;

/** Where the bound is within this share of the best found, what comes of halving is searched for twice as long. */
const near = 0.9;

/** The whole mapspace is searched so many times longer, for some eight times as long as its tables took: most searches end there. */
const firstPatience = 32;

/** All mappings, or a case of them, and what they are bounded with. */
export interface Whole {
  readonly context: SearchContext;
  readonly of: PartOptions;
  readonly chain: Chain;
  /** Null until some part of it has been opened. */
  measured: Measured | null;
  /** Cases that are bounded better; none where there is nothing to gain. */
  readonly divide: (context: SearchContext) => readonly Whole[];
}

interface Place {
  readonly whole: Whole;
  readonly chain: Chain;
}

interface Region extends Place {
  readonly reach: Reach | null;
  /** Nothing in the region is below. */
  readonly bound: number;
  /** How many times longer than usual it is searched before it is halved. */
  readonly patience: number;
}

export class Regions {
  readonly #all: Whole;
  readonly #leastSteps: number;
  readonly #whole: Part;
  /** Of what has been searched to the end, or halved. */
  #past: Counters = { evaluations: 0, valid: 0, nodes: 0, steps: 0, prepared: 0 };
  /** Still to be searched. */
  #open: Region[] = [];
  #now: { readonly part: Part; readonly bound: number } | null;
  /** Bound of the region that is being laid out. */
  #next = Number.POSITIVE_INFINITY;

  /** `leastSteps`: of a descent before its region is halved. */
  constructor(whole: Part, all: Whole, leastSteps: number) {
    this.#whole = whole;
    this.#all = all;
    this.#leastSteps = leastSteps;
    this.#now = { part: whole, bound: 0 };
  }

  /** Searches all; to be run to its end. A value per unit of work, the first before any. */
  *search(): Generator<void, void, void> {
    yield;
    const all = this.#all;
    const cases = casesOf(all);
    if (cases.length === 0)
      yield* this.#look(this.#whole, { ...all, whole: all, bound: 0, patience: firstPatience, reach: null });
    this.#now = null;
    this.#halve(cases, { bound: Number.NEGATIVE_INFINITY, patience: 1, reach: null });
    for (let next = this.#take(); next !== null; next = this.#take()) {
      const { whole, reach } = next;
      this.#next = next.bound;
      const known = whole.measured === null ? undefined : { measured: whole.measured, reach };
      const part = yield* openPart(whole.context, next.chain, whole.of, known);
      whole.measured = part!.measured; // what could be laid out with more spatial choices can be with fewer
      yield* this.#look(part!, next);
    }
  }

  /** Proven lower bound of the first metric, 0 for none. */
  lowerBound(): number {
    const now = this.#now === null ? this.#next : boundOf(this.#now.part, this.#now.bound);
    const least = this.#all.of.value.proven(this.#open.reduce((all, { bound }) => Math.min(all, bound), now));
    return Number.isFinite(least) ? least : 0;
  }

  counters(): Counters {
    return this.#now === null ? this.#past : sum(this.#past, countersOf(this.#now.part));
  }

  /** Searches a region for as long as it is worth; what is left of it is open, in two. */
  *#look(part: Part, { whole, bound, patience, reach }: Region): Generator<void, void, void> {
    this.#now = { part, bound };
    yield* prepare(part);
    let most = patience * Math.max(this.#leastSteps, entriesOf(part) / entriesPerStep);
    let begun = 0;
    for (const _ of part.descent.run()) {
      const { nodes, leaf } = part.descent;
      const steps = nodes + leaf.steps;
      if (begun === 0 && part.descent.lowerBound > 0) begun = steps;
      if (begun > 0 && steps - begun >= most) {
        const parts = this.#partsOf(part, whole);
        if (parts === null) {
          most = Number.POSITIVE_INFINITY;
          continue;
        }
        // Where mappings differ in what the outermost storage keeps, only some have been looked at.
        this.#halve(parts, { bound: boundOf(part, bound), patience, reach: part.oneRoot ? part.descent.reach : reach });
        break;
      }
      yield;
    }
    this.#past = this.counters();
    if (part !== this.#whole)
      this.#past = { ...this.#past, steps: this.#past.steps + entriesOf(part) / entriesPerStep };
    this.#now = null;
    this.#next = Number.POSITIVE_INFINITY;
  }

  #partsOf({ chain, costs }: Part, whole: Whole): readonly Place[] | null {
    const cases = casesOf(whole);
    return cases.length > 0
      ? cases
      : (halves(chain, costs[0].problem.flows)?.map((half) => ({ whole, chain: half })) ?? null);
  }

  #halve(parts: readonly Place[], { bound, patience, reach }: Omit<Region, keyof Place>): void {
    const close = this.#all.of.value.share(bound) > near;
    for (const place of parts)
      this.#open.push({ ...place, bound, reach, patience: close ? 2 * patience : Math.min(patience, 1) });
  }

  /** The region with the lowest bound; null where none can hold anything better. */
  #take(): Region | null {
    this.#open = this.#open.filter(({ bound }) => this.#all.of.value.worth(bound));
    let first = 0;
    for (let at = 1; at < this.#open.length; at += 1) if (this.#open[at]!.bound < this.#open[first]!.bound) first = at;
    return this.#open.splice(first, 1)[0] ?? null;
  }
}

function casesOf({ divide, context }: Whole): readonly Place[] {
  return divide(context).map((whole) => ({ whole, chain: whole.chain }));
}

/** Where mappings differ in what the outermost storage keeps, each has a root of its own in the descent. */
function boundOf({ oneRoot, descent }: Part, bound: number): number {
  return Math.max(bound, oneRoot ? descent.lowerBound : 0);
}

function sum(one: Counters, other: Counters): Counters {
  return {
    evaluations: one.evaluations + other.evaluations,
    valid: one.valid + other.valid,
    nodes: one.nodes + other.nodes,
    steps: one.steps + other.steps,
    prepared: one.prepared + other.prepared,
  };
}
