// The mapspace taken apart by spatial choices where it is hard: the region with the lowest bound is searched for a while, and
// halved if that was not enough. Every region has tables of its own, which know more of its fan-outs. Where cases of what sparsity
// leaves are bounded better than all at once (`model/sparse/cases`), the mapspace is first divided into these.

import { addUp, type Counters, noWork } from '../../finder.js';
import type { Blend, BusyPort } from '../charges/energies.js';
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
import { forParts } from '../relaxation/standing.js';
import { anySurvivors } from '../relaxation/survivors.js';
import { busyPorts } from './bottleneck.js';
import { Ease } from './ease.js';
import { OpenRegions } from './open-regions.js';
import { byBlend, byEnergy, type Outline, type Outlines, outlineOf, type Sketch, type SoFar } from './outline.js';
import { blendIn, leastWithin, mayRange, rangesOf } from './ranges.js';
import { boundOf, byKeeps, bySpreads, halves, isSettled, type Region, regionOf, withSpreads } from './region.js';
import { afresh, inTurn, turnsAfter } from './turns.js';
import { Weigher } from './weighing.js';

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

/** Where the bound is within this share of the best found, what comes of halving is searched for twice as long. */
const near = 0.9;

/** Share of the best found below which a bound leaves so much to search that what survives is not worth asking. */
const hopeless = 0.2;

/** The same up to which tables of cycles are worth while for all mappings. */
const told = 0.5;

/** Times longer that a region is searched where only keeps are left to halve it by: less is known of either half. */
const alikeTimes = 20;

export class Regions {
  readonly #all: Whole;
  readonly #outlines: Outlines;
  readonly #leastSteps: number;
  readonly #ease: Ease;
  /** Null where it is too large. */
  #whole: Part | null;
  /** Of what has been searched to the end, or halved. */
  #past = noWork;
  /** Still to be searched. */
  readonly #open = new OpenRegions();
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
    this.#ease = new Ease(steps);
    this.#now = { part: whole, bound: Number.NEGATIVE_INFINITY };
    all.of.pool.expect(Number.NEGATIVE_INFINITY);
  }

  /** Searches all; to be run to its end. A value per unit of work, the first before any. */
  *search(): Generator<void, void, void> {
    yield;
    const all = this.#all;
    const cases = casesOf(all);
    if (cases.length > 0) for (const one of cases) this.#open.add(regionOf(one));
    else {
      const region = yield* this.#outlined(regionOf(all));
      if (region !== null) yield* this.#begin(region);
    }
    this.#now = null;
    this.#whole = null; // its tables are not to be there beside those of regions
    const { value } = all.of;
    for (let next = this.#open.take(value); next !== null; next = this.#open.take(value)) {
      const region = yield* this.#drawn(next);
      if (region !== null) yield* this.#go(region);
    }
  }

  /** The whole, whose tables are laid out. */
  *#begin(region: Region): Generator<void, void, void> {
    const known = { ...untoldOf(region.whole.measured()), standing: region.standing };
    const filled = this.#whole && (yield* this.#filled(this.#whole, region, known));
    this.#whole = filled;
    if (filled === null) this.#divide(region);
    else yield* this.#look(yield* this.#counted(filled, region), region);
  }

  *#go(region: Region): Generator<void, void, void> {
    const { whole, chain, bound, reach, standing } = region;
    const busy = region.blend ?? this.#countedIn(region);
    this.#now = { part: null, bound };
    const known = { measured: whole.measured(), reach, standing };
    const whatever = byKeeps(chain) === null; // nothing is smaller
    const counted = busy && (yield* this.#partOf(region, { ...known, busy }));
    // What may be inside at most is told with cycles there.
    const bare = { ...known, standing: forParts(standing), busy: null, whatever };
    const part = counted ?? (yield* this.#partOf(region, bare));
    if (part === null) this.#divide(region);
    else yield* this.#look(part, region);
  }

  /** The whole, without what its outline shows to be hopeless; null where it is taken apart by cycles. */
  *#outlined(region: Region): Generator<void, Region | null, void> {
    const { whole, chain } = region;
    const { context, of, measured } = whole;
    const { below } = this.#outlines.ranges;
    const isWeak = ({ bound, leastPj }: SoFar): boolean => of.value.share(bound) < below && mayRange(whole, leastPj);
    const outline = yield* this.#outline(byEnergy(whole), region, isWeak);
    if (outline === null) return region;
    const { standing, bound, leastPj } = outline;
    if (standing === null) {
      const reach = { leastPj, across: Number.POSITIVE_INFINITY };
      for (const range of rangesOf(whole, leastPj)) {
        const own = whole.between(range);
        const least = Math.max(bound, leastWithin(own, leastPj));
        this.#open.add({ ...region, whole: own, bound: least, reach, outlined: 'not yet' });
      }
      return null;
    }
    const part = yield* openPart(context, chain, of, { ...untoldOf(measured()), standing });
    this.#whole = isPart(part) ? part : null;
    return { ...region, standing, bound };
  }

  /** A region whose outline has been drawn as far as that is worth while; null where nothing is left, or it is open again. */
  *#drawn(region: Region): Generator<void, Region | null, void> {
    switch (region.outlined) {
      case 'not yet':
        return yield* this.#weighed(region);
      case 'roughly':
        return yield* this.#within(region);
      case 'enough':
        return region;
    }
  }

  /** What few tiles leave of a region of mappings that take so many cycles is open, in two where that is better. */
  *#weighed(region: Region): Generator<void, Region | null, void> {
    this.#now = { part: null, bound: region.bound };
    const weigher = new Weigher(this.#outlines.ranges);
    const seen = yield* weigher.weigh(region.whole, region.weighed);
    this.#count(weigher);
    if (seen === null) return { ...region, outlined: 'enough' };
    const { weighed, pieces, isHalved } = seen;
    for (const { chain, bound } of pieces)
      this.#open.add({
        ...region,
        whole: { ...region.whole, chain },
        chain,
        weighed,
        bound: Math.max(region.bound, bound),
        outlined: isHalved ? 'not yet' : 'roughly',
      });
    return null;
  }

  /** Such a region without what its outline shows to be hopeless; null where nothing is left. */
  *#within(region: Region): Generator<void, Region | null, void> {
    const { whole, weighed } = region;
    const blend = blendIn(whole, weighed!.shares);
    const isHopeless = ({ bound }: SoFar): boolean => !whole.of.value.worth(bound);
    const outline = yield* this.#outline(byBlend(whole, blend), region, isHopeless);
    if (outline === null) return { ...region, outlined: 'enough' };
    const { standing, bound } = outline;
    return standing && { ...region, outlined: 'enough', bound: Math.max(region.bound, bound), standing, blend };
  }

  #countedIn({ whole, chain, weighed, turns }: Region): BusyPort | Blend | null {
    if (weighed !== null) return blendIn(whole, weighed.shares);
    const ports = busyPorts(whole.context, chain, whole.of.pool);
    return inTurn(ports, isSettled(chain) ? afresh(turns) : turns);
  }

  *#outline(sketch: Sketch, { bound }: Region, enough: (so: SoFar) => boolean): Generator<void, Outline | null, void> {
    const tell = (least: number): void => {
      this.#now = { part: null, bound: Math.max(bound, least) };
    };
    const outline = yield* outlineOf(sketch, this.#outlines, { tell, enough });
    if (outline !== null) this.#count(outline);
    return outline;
  }

  #count({ entries, prepared }: Pick<SoFar, 'entries' | 'prepared'>): void {
    this.#past = addUp([this.#past, { ...noWork, steps: entries / entriesPerTile, prepared }]);
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
    const standing = forParts(region.standing);
    for (const chain of byKeeps(region.chain) ?? []) this.#open.add({ ...region, standing, chain });
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
    const least = value.proven(this.#open.least(now));
    return Number.isFinite(least) ? least : 0;
  }

  counters(): Counters {
    const part = this.#now?.part ?? null;
    return part === null ? this.#past : addUp([this.#past, countersOf(part)]);
  }

  /** Searches a region for as long as it is worth; what is left of it is open, in two. */
  *#look(part: Part, region: Region): Generator<void, void, void> {
    const { whole, bound, patience } = region;
    this.#now = { part, bound };
    const times = patience * (bySpreads(part.chain, part.measured.flows) === null ? alikeTimes : 1);
    const steps = Math.max(this.#leastSteps, entriesOf(part) / entriesPerStep);
    let most = times * Math.min(worth * steps, mostSteps);
    let begun = 0;
    for (const _ of part.descent.run()) {
      const { nodes, leaf } = part.descent;
      const steps = nodes + leaf.steps;
      if (begun === 0 && part.descent.lowerBound > 0) begun = steps;
      if (begun > 0 && steps - begun >= most && !(part === this.#whole && this.#ease.lasts(part, this.#all.of.value))) {
        if (casesOf(whole).length === 0 && halves(part.chain, part.measured.flows) === null) {
          most = Number.POSITIVE_INFINITY;
          continue;
        }
        yield* this.#leave(part, region);
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

  /** What can still matter of a region is open: its cases, or in two. */
  *#leave(part: Part, region: Region): Generator<void, void, void> {
    const { whole, patience: had } = region;
    const proven = boundOf({ part, bound: region.bound });
    const share = this.#all.of.value.share(proven);
    const bound = this.#settle(proven) ? Number.NEGATIVE_INFINITY : proven;
    const patience = share > near ? 2 * had : Math.min(had, 1);
    // Where mappings differ in what the outermost storage keeps, only some have been looked at.
    const reach = part.oneRoot ? part.descent.reach : region.reach;
    const turns = turnsAfter(part, region.turns, part === this.#whole);
    const left = { ...region, bound, patience, reach, turns, standing: null, blend: null };
    const cases = casesOf(whole);
    // A case has a floor of its own, by which parallelism is counted: what another one's bandwidths let matter says nothing of it.
    const across = Number.POSITIVE_INFINITY;
    for (const one of cases)
      this.#open.add({ ...left, whole: one, chain: one.chain, reach: reach && { ...reach, across } });
    if (cases.length > 0) return;
    const { standing, spreads } = share < hopeless ? anySurvivors(part.costs[0]) : yield* part.descent.survivors();
    const chain = withSpreads(part.chain, spreads);
    if (chain.links.some((link) => link.spreads.length === 0)) return;
    for (const half of halves(chain, part.measured.flows) ?? [chain])
      this.#open.add({ ...left, chain: half, standing });
  }

  /**
   * Bounds of what is open count cycles no more, once neither that nor what a region leaves can take fewer than have been found;
   * whether that has come about now.
   */
  #settle(left: number): boolean {
    const { pool } = this.#all.of;
    const least = this.#open.least(left);
    if (pool.isSettled || least < pool.bar) return false;
    pool.expect(least);
    if (pool.isSettled) this.#open.forgetBounds();
    return pool.isSettled;
  }
}

function casesOf({ divide, context }: Whole): readonly Whole[] {
  return divide(context);
}
