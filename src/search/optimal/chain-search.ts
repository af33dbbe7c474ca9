// The provably optimal search as one object: prepares the relaxed problem where the mapspace allows it, descends, and says
// what it has proven. Pure: the caller brings the clock.

import type { CandidatePool } from '../candidate-pool.js';
import { type Counters, type Finder, noWork } from '../finder.js';
import type { SearchOptions } from '../result.js';
import { dividedContexts, type SearchContext } from '../search-context.js';
import { BoundValue } from './descent/bound-value.js';
import {
  type CyclesRange,
  chainFloor,
  countersOf,
  isPart,
  type Measured,
  measure,
  openPart,
  type Part,
  type PartOptions,
  prepare,
  untoldOf,
  type Whole,
} from './part.js';
import type { Outlines } from './regions/outline.js';
import { keepingAll, meeting } from './regions/region.js';
import { Regions } from './regions/regions.js';
import { leastBytes } from './relaxation/table-bytes.js';
import { type Chain, createChain, spreadsOutside } from './space/chain.js';
import { createLattice, type Lattice, latticeSize } from './space/lattice.js';
import { halvedBy, mirrorOf } from './space/mirror.js';

/** Spatial choices of one link beyond which they are not listed. */
const mostSpreads = 20_000;

/** What the program takes besides tables and lists, with what it has not cleaned up yet; at most half the limit. */
const programBytes = 128 * 2 ** 20;

/**
 * Where nothing has been found a coarse lattice is searched first, for something to drop table entries with: in lattices `from` so
 * many tiles on, one of `tiles` or of the given `share`, whichever is more. Then `outlines` are drawn (`regions/outline`). Regions are
 * searched for `steps` at least before they are halved.
 */
export interface Look {
  readonly from: number;
  readonly tiles: number;
  readonly share: number;
  readonly outlines: Outlines;
  readonly steps: number;
}

const usualLook: Look = {
  from: 1500,
  tiles: 800,
  share: 1 / 16,
  outlines: {
    from: 20_000,
    sizes: [1000, 5000, 25_000],
    worth: 4,
    ranges: { below: 0.5, tiles: 64, told: 0.35, few: 20 },
  },
  steps: 1000,
};

/** Steps of the descent in the coarse lattice: the first mappings that it comes to, once it does, are the good ones. */
const lookSteps = 1000;
const mostLookSteps = 20 * lookSteps;

export interface ChainSearch {
  /** One value per unit of work, the first before any; exhausted when everything that can matter has been looked at. */
  readonly work: Generator<void, void, void>;
  /** To be asked beside it (`withFinders`). */
  readonly finders: readonly Finder[];
  /** What it takes, at most. */
  readonly bytes: number;
  /** Proven lower bound of the first metric so far, 0 for none. */
  lowerBound(): number;
  /** Without those of the finders. */
  counters(): Counters;
}

/** Why the chain search cannot run here, or the search, which offers what it finds to `pool`. What grows fast with levels and dimensions is laid out a little at a time. */
export function* openChainSearch(
  context: SearchContext,
  pool: CandidatePool,
  look: Look = usualLook,
): Generator<void, ChainSearch | string, void> {
  const { mapspace, classes, inputs } = context;
  const { options, plan } = inputs;
  if (!mapspace.perfect) return 'factors need not divide their dimension';
  if (classes === null) return 'the older sliding-window rule holds';
  if (plan.flags.noCoalesce.some((mask) => mask !== 0)) return 'no_coalesce is in use';
  const { bounds } = mapspace.problem.workload;
  const memoryBytes = Math.max(options.memoryLimitBytes / 2, options.memoryLimitBytes - programBytes);
  const { dataspaces } = plan.workload;
  const tiles = { size: latticeSize(bounds), dimensions: bounds.length };
  const least = leastBytes(tiles, dataspaces.length, mapspace.tiling.temporal.length);
  if (least > memoryBytes) return tooLarge(least, memoryBytes, options);
  const optionsOf = (of: SearchContext, range: CyclesRange | null): PartOptions => {
    const floor = chainFloor(of, range);
    const mostCycles = range?.most ?? Number.POSITIVE_INFINITY;
    return { pool, floor, value: new BoundValue(of, { pool, floor, mostCycles }), memoryBytes };
  };
  const mirror = mirrorOf(context);
  const chainOf = (lattice: Lattice, space = mapspace): Chain | undefined => {
    const chain = createChain(space, lattice, { plan, mostSpreads });
    return chain && halvedBy(mirror, chain);
  };
  const lattice = createLattice(bounds);
  if (spreadsOutside(mapspace, lattice)) return 'a fan-out stands outside all storage';
  yield;
  const chain = chainOf(lattice);
  if (chain === undefined) return `there are more than ${mostSpreads} spatial choices at one fan-out`;
  const wholeOf = (one: SearchContext, own: Chain): Whole => {
    const of = optionsOf(one, null);
    let known: Measured | null = null;
    const measured = (): Measured => (known ??= measure(one, own, of.floor));
    const all = { context: one, of, chain: own, range: null, measured, divide };
    // What is measured hangs on cycles under a machine alone, where there are no ranges.
    const between = (range: CyclesRange): Whole => ({ ...all, of: optionsOf(one, range), range, between });
    return { ...all, between };
  };
  const divide = (one: SearchContext): readonly Whole[] =>
    dividedContexts(one)
      .map((part) => wholeOf(part, meeting(chainOf(lattice, part.mapspace)!, part.inputs.met ?? [])))
      .filter(({ chain }) => chain.links.every(({ spreads }) => spreads.length > 0));
  const all = wholeOf(context, chain);
  const unknown = untoldOf(all.measured());
  const whole = yield* openPart(context, chain, all.of, unknown);
  // What is too large, or may turn out to be, is taken apart, as far as that goes.
  const narrow =
    isPart(whole) && whole.bytes <= memoryBytes
      ? whole
      : yield* openPart(context, keepingAll(chain), all.of, { ...unknown, sure: true });
  if (!isPart(narrow)) return tooLarge(narrow.bytes, memoryBytes, options);
  const coarseChain = (): Chain | undefined =>
    chainOf(createLattice(bounds, Math.max(look.tiles, tiles.size * look.share)));
  const regions = new Regions(isPart(whole) ? whole : null, all, look);
  return {
    bytes: Math.min(isPart(whole) ? whole.bytes : memoryBytes, memoryBytes),
    work: regions.search(),
    finders: tiles.size < look.from ? [] : [coarseLook(all, coarseChain)],
    lowerBound: () => regions.lowerBound(), // never above the best found: see Descent
    counters: () => regions.counters(),
  };
}

/** Where nothing has been found, and up to the first mappings: its tables are gone before others are made. */
function coarseLook(all: Whole, chainOf: () => Chain | undefined): Finder {
  let begun = false;
  let part: Part | null = null;
  let past = noWork;
  return {
    due: () => !begun && all.of.pool.best.length === 0,
    *go() {
      begun = true;
      part = yield* coarsely(all, chainOf());
      if (part === null) return;
      yield* prepare(part);
      for (const _ of part.descent.run()) {
        const { steps, evaluations } = countersOf(part);
        if (steps >= (evaluations > 0 ? lookSteps : mostLookSteps)) break;
        yield;
      }
      past = countersOf(part);
      part = null;
    },
    counters: () => (part === null ? past : countersOf(part)),
  };
}

/** The part over a coarser lattice, or one of the smallest that keeps make of it; null where that is too large, too. */
function* coarsely({ context, of }: Whole, chain: Chain | undefined): Generator<void, Part | null, void> {
  // A factor that a constraint asks for may not be among the coarse ones.
  if (chain === undefined || chain.links.some(({ spreads }) => spreads.length === 0)) return null;
  const unknown = untoldOf(measure(context, chain, of.floor));
  for (const one of [chain, keepingAll(chain)]) {
    const part = yield* openPart(context, one, of, { ...unknown, sure: true });
    if (isPart(part)) return part;
  }
  return null;
}

function tooLarge(bytes: number | null, roomBytes: number, { memoryLimitBytes }: SearchOptions): string {
  if (bytes === null) return 'there are too many ways to order loops';
  const mebibytes = (count: number): string => `${Math.ceil(count / 2 ** 20)} MiB`;
  const room = `${mebibytes(roomBytes)} that a memory limit of ${mebibytes(memoryLimitBytes)} leaves beside the program`;
  return `even its coarsest tables take ${mebibytes(bytes)}, more than the ${room}`;
}
