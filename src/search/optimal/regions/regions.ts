// The mapspace taken apart by spatial choices where it is hard: the region with the lowest bound is searched for a while, and
// halved if that was not enough. Every region has tables of its own, which know more of its fan-outs. Where cases of what sparsity
// leaves are bounded better than all at once (`model/sparse/cases`), the mapspace is first divided into these.

import { addUp, type Counters, noWork } from '../../finder.js';
import type { BusyPort } from '../charges/energies.js';
import type { Reach } from '../descent/inside.js';
import {
  countersOf,
  countingCycles,
  entriesOf,
  isPart,
  type Known,
  openPart,
  type Part,
  prepare,
  untoldOf,
  type Whole,
} from '../part.js';
import type { Standing } from '../relaxation/standing.js';
import { anySurvivors } from '../relaxation/survivors.js';
import type { Chain } from '../space/chain.js';
import { busyPorts, isSamePort } from './bottleneck.js';
import { type Outlines, outlineOf } from './outline.js';
import { byKeeps, differ, halves, withSpreads } from './region.js';

/** Entries of tables that count as a step of a descent, in which four times fewer are filled. */
const entriesPerStep = 2000;

/**
 * What takes as long as looking at a tile, about: so many entries of tables, and so many edges of the outermost link asked for
 * what survives. Counted once a part has been searched, so that a search of large tables does not go on for ever, either.
 */
const entriesPerTile = 250;
const edgesPerTile = 60;

/** To ask at a leaf about all orders takes as long as to look at so many tiles, about: counted once a part has been searched. */
const stepsPerLeaf = 8;

/** A region is searched for so many times the steps that its tables count as, or the least, before it is halved: for as long as they took. */
const worth = 4;

/** But no more than so many: tables that take long tell most of what there is to know. */
const mostSteps = 20_000;

/**
 * Tiles looked at take as long as one mapping evaluated, about, and to ask at a leaf about all orders as long as so many of these: what
 * is easy is over before so many more, and needs no further tables.
 */
const tilesPerEvaluation = 20;
const evaluationsPerLeaf = 10;

/** Where the bound is within this share of the best found, what comes of halving is searched for twice as long. */
const near = 0.9;

/**
 * Share of the best found from which on the bound of the whole is worth so many times longer a search, as long as it rises by
 * this share of what is left whenever the search has become twice as long, or from the other share on in any case.
 */
const hopeful = 0.4;
const longer = 20;
const rising = 1 / 20;
const nearlyThere = 0.95;

/** Share of the best found below which a bound leaves so much to search that what survives is not worth asking. */
const hopeless = 0.2;

/** The same up to which tables of cycles are worth while for all mappings. */
const told = 0.5;

/** Times longer that a region is searched where only keeps are left to halve it by: less is known of either half. */
const alikeTimes = 20;

/** Share of the bound that is left without tables of a port's cycles, up to which parts of a region are worth such tables as well. */
const telling = 0.97;

/** Whose cycles larger parts have had tables of: the busiest ports take turns, and what has survived one need not come again at the next. */
interface Turns {
  readonly taken: number;
  /** Ports whose cycles have told next to nothing. */
  readonly idle: readonly BusyPort[];
}

interface Region {
  readonly whole: Whole;
  readonly chain: Chain;
  readonly reach: Reach | null;
  /** Tiles of mappings that can still matter; null for all. */
  readonly standing: Standing | null;
  readonly turns: Turns;
  /** Nothing in the region is below. */
  readonly bound: number;
  /** How many times longer than usual it is searched before it is halved. */
  readonly patience: number;
}

export class Regions {
  readonly #all: Whole;
  readonly #outlines: Outlines;
  readonly #leastSteps: number;
  /** Null where it is too large. */
  #whole: Part | null;
  /** Of what has been searched to the end, or halved. */
  #past = noWork;
  /** Still to be searched. */
  #open: Region[] = [];
  /** When its bound was looked at last, in least searches, and what it was of the best found. */
  #looked = { times: 0, share: 0 };
  /** What is being searched: its part, null while that is laid out. */
  #now: { readonly part: Part | null; readonly bound: number } | null;

  /** `steps`: of a descent before its region is halved. */
  constructor(
    whole: Part | null,
    all: Whole,
    { outlines, steps }: { readonly outlines: Outlines; readonly steps: number },
  ) {
    this.#outlines = outlines;
    this.#whole = whole;
    this.#all = all;
    this.#leastSteps = steps;
    this.#now = { part: whole, bound: Number.NEGATIVE_INFINITY };
    all.of.pool.expect(Number.NEGATIVE_INFINITY);
  }

  /** Searches all; to be run to its end. A value per unit of work, the first before any. */
  *search(): Generator<void, void, void> {
    yield;
    const all = this.#all;
    const cases = casesOf(all);
    const unknown = { patience: 1, reach: null, standing: null, turns: { taken: 0, idle: [] } };
    const whole = { whole: all, chain: all.chain, bound: Number.NEGATIVE_INFINITY, ...unknown };
    if (cases.length > 0) for (const one of cases) this.#open.push({ ...whole, whole: one, chain: one.chain });
    else {
      const region = yield* this.#outlined(whole);
      const known = { ...untoldOf(all.measured()), standing: region.standing };
      const filled = this.#whole && (yield* this.#filled(this.#whole, region, known));
      this.#whole = filled;
      if (filled === null) this.#divide(region);
      else yield* this.#look(yield* this.#counted(filled, region), region);
    }
    this.#now = null;
    for (let next = this.#take(); next !== null; next = this.#take()) {
      const { whole, bound, reach, standing } = next;
      const busy = inTurn(busyPorts(whole.context, next.chain, whole.of.pool), next.turns);
      this.#now = { part: null, bound };
      const known = { measured: whole.measured(), reach, standing };
      const whatever = byKeeps(next.chain) === null; // nothing is smaller
      const counted = busy && (yield* this.#partOf(next, { ...known, busy }));
      const part = counted ?? (yield* this.#partOf(next, { ...known, busy: null, whatever }));
      if (part === null) this.#divide(next);
      else yield* this.#look(part, next);
    }
  }

  /** The whole, without what its outline shows to be hopeless. */
  *#outlined(region: Region): Generator<void, Region, void> {
    const { context, chain, of, measured } = region.whole;
    const outline = yield* outlineOf(region.whole, this.#outlines, (bound) => {
      this.#now = { part: null, bound };
    });
    if (outline === null) return region;
    this.#past = addUp([
      this.#past,
      { ...noWork, steps: outline.entries / entriesPerTile, prepared: outline.prepared },
    ]);
    const { standing, bound } = outline;
    const part = yield* openPart(context, chain, of, { ...untoldOf(measured()), standing });
    this.#whole = isPart(part) ? part : null;
    return { ...region, standing, bound };
  }

  /** A region with its tables filled; null where they are too large. */
  *#partOf(region: Region, known: Known): Generator<void, Part | null, void> {
    const { whole, chain } = region;
    const part = yield* openPart(whole.context, chain, whole.of, known);
    return isPart(part) ? yield* this.#filled(part, region, known) : null;
  }

  /** The same of a part that has been opened: with fewer classes, if it turns out to take more memory than there is. */
  *#filled(part: Part, { whole, bound }: Region, known: Known): Generator<void, Part | null, void> {
    this.#now = { part, bound };
    if (yield* prepare(part)) return part;
    this.#past = this.counters();
    this.#now = { part: null, bound };
    const again = yield* openPart(whole.context, part.chain, whole.of, { ...known, sure: true });
    if (!isPart(again)) return null;
    yield* prepare(again);
    return again;
  }

  /** A region whose tables are too large is open in two. */
  #divide(region: Region): void {
    const standing = region.standing && { ...region.standing, most: null }; // of a part more may be charged inside
    for (const chain of byKeeps(region.chain) ?? []) this.#open.push({ ...region, standing, chain });
  }

  /** The whole, with cycles of the busiest storage counted where its energy tells little of the best found. */
  *#counted(whole: Part, { standing }: Region): Generator<void, Part, void> {
    const { context, chain, of } = this.#all;
    const [busy] = busyPorts(context, chain, of.pool);
    if (busy === undefined || !whole.oneRoot) return whole;
    const share = yield* this.#begun(whole);
    if (share === 0 || share > told) return whole;
    const counted = yield* countingCycles(whole, context, of, { standing, busy });
    if (counted === null) return whole;
    const { nodes } = whole.descent;
    this.#past = addUp([this.#past, { ...noWork, nodes, steps: nodes }]);
    this.#whole = counted;
    return counted;
  }

  /** The share that the bound of the whole is of the best found, as soon as there is one. */
  *#begun(whole: Part): Generator<void, number, void> {
    for (const _ of whole.descent.run()) {
      if (whole.descent.isUnderWay) break;
      yield;
    }
    return this.#all.of.value.share(whole.descent.lowerBound);
  }

  /** Proven lower bound of the first metric, 0 for none. */
  lowerBound(): number {
    const { pool, value } = this.#all.of;
    if (pool.isSettled) return value.settledAt();
    const now = this.#now === null ? Number.POSITIVE_INFINITY : boundOf(this.#now);
    const open = this.#open.reduce((all, { bound }) => Math.min(all, bound), now);
    const least = value.proven(open);
    return Number.isFinite(least) ? least : 0;
  }

  counters(): Counters {
    const part = this.#now?.part ?? null;
    return part === null ? this.#past : addUp([this.#past, countersOf(part)]);
  }

  /** Searches a region for as long as it is worth; what is left of it is open, in two. */
  *#look(part: Part, { whole, bound, patience, reach, turns }: Region): Generator<void, void, void> {
    this.#now = { part, bound };
    const times = patience * (differ(part.chain, part.measured.flows) ? 1 : alikeTimes);
    const steps = Math.max(this.#leastSteps, entriesOf(part) / entriesPerStep);
    let most = times * Math.min(worth * steps, mostSteps);
    let begun = 0;
    for (const _ of part.descent.run()) {
      const { nodes, leaf } = part.descent;
      const steps = nodes + leaf.steps;
      if (begun === 0 && part.descent.lowerBound > 0) begun = steps;
      if (begun > 0 && steps - begun >= most && !this.#isEasy(part)) {
        if (casesOf(whole).length === 0 && halves(part.chain, part.measured.flows) === null) {
          most = Number.POSITIVE_INFINITY;
          continue;
        }
        yield* this.#leave(part, { whole, bound, patience, reach, turns });
        break;
      }
      yield;
    }
    this.#past = this.counters();
    const tables = part === this.#whole ? 0 : entriesOf(part) / entriesPerTile;
    const more = tables + part.descent.surveyed / edgesPerTile + part.descent.leaf.asked * stepsPerLeaf;
    this.#past = { ...this.#past, steps: this.#past.steps + more };
    this.#now = null;
  }

  /**
   * Whether all mappings have been searched for less than the least steps take where they are evaluations, or, where the bound
   * is not far from the best found and rises, so many times longer: new tables would take as long.
   */
  #isEasy(part: Part): boolean {
    const { nodes, leaf, lowerBound } = part.descent;
    if (part !== this.#whole) return false;
    const times = (nodes / tilesPerEvaluation + leaf.evaluations + leaf.asked * evaluationsPerLeaf) / this.#leastSteps;
    if (times < 1) return true;
    const share = this.#all.of.value.share(lowerBound);
    const { times: looked, share: had } = this.#looked;
    const isTwice = times >= 2 * looked;
    if (isTwice) this.#looked = { times, share };
    const stands = isTwice && looked > 0 && share <= nearlyThere && share - had < rising * (1 - had);
    return share > hopeful && share < 1 && times < longer && !stands;
  }

  /** What can still matter of a region is open: its cases, or in two. */
  *#leave(
    part: Part,
    { whole, bound: before, patience: had, reach, turns: turnsBefore }: Omit<Region, 'chain' | 'standing'>,
  ): Generator<void, void, void> {
    const proven = boundOf({ part, bound: before });
    const share = this.#all.of.value.share(proven);
    const bound = this.#settle(proven) ? Number.NEGATIVE_INFINITY : proven;
    const patience = share > near ? 2 * had : Math.min(had, 1);
    // Where mappings differ in what the outermost storage keeps, only some have been looked at.
    const reached = part.oneRoot ? part.descent.reach : reach;
    const turns = this.#turnsAfter(part, turnsBefore);
    const cases = casesOf(whole);
    // A case has a floor of its own, by which parallelism is counted: what another one's bandwidths let matter says nothing of it.
    const known = { reach: reached && { ...reached, across: Number.POSITIVE_INFINITY }, standing: null, turns };
    for (const one of cases) this.#open.push({ whole: one, chain: one.chain, bound, patience, ...known });
    if (cases.length > 0) return;
    const { standing, spreads } = share < hopeless ? anySurvivors(part.costs[0]) : yield* part.descent.survivors();
    const chain = withSpreads(part.chain, spreads);
    if (chain.links.some((link) => link.spreads.length === 0)) return;
    for (const half of halves(chain, part.measured.flows) ?? [chain])
      this.#open.push({ whole, chain: half, bound, patience, reach: reached, standing, turns });
  }

  #turnsAfter(part: Part, turns: Turns): Turns {
    const load = part.costs[1]?.problem.energies.load ?? null;
    if (load === null) return turns;
    // Those of the whole are coarse, and know little of who waits along: a region's tell more.
    const tells = part === this.#whole || part.descent.untold <= telling;
    return { taken: turns.taken + 1, idle: tells ? turns.idle : [...turns.idle, load] };
  }

  /**
   * Bounds of what is open count cycles no more, once neither that nor what a region leaves can take fewer than have been found;
   * whether that has come about now.
   */
  #settle(left: number): boolean {
    const { pool } = this.#all.of;
    const least = this.#open.reduce((all, { bound }) => Math.min(all, bound), left);
    if (pool.isSettled || least < pool.bar) return false;
    pool.expect(least);
    if (pool.isSettled) this.#open = this.#open.map((one) => ({ ...one, bound: Number.NEGATIVE_INFINITY }));
    return pool.isSettled;
  }

  /** The region with the lowest bound; null where none can hold anything better. */
  #take(): Region | null {
    this.#open = this.#open.filter(({ bound }) => this.#all.of.value.worth(bound));
    let first = 0;
    for (let at = 1; at < this.#open.length; at += 1) if (this.#open[at]!.bound < this.#open[first]!.bound) first = at;
    return this.#open.splice(first, 1)[0] ?? null;
  }
}

function inTurn(ports: readonly BusyPort[], { taken, idle }: Turns): BusyPort | null {
  const left = ports.filter((port) => !idle.some((one) => isSamePort(one, port)));
  return left[taken % left.length] ?? null;
}

function casesOf({ divide, context }: Whole): readonly Whole[] {
  return divide(context);
}

/** Where mappings differ in what the outermost storage keeps, each has a root of its own in the descent. */
function boundOf({ part, bound }: { readonly part: Part | null; readonly bound: number }): number {
  return part?.oneRoot ? Math.max(bound, part.descent.lowerBound) : bound;
}
