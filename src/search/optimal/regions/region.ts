// A region of the mapspace: all mappings whose spatial choices are among some of each link's. What fan-outs multicast, how
// many copies of outputs they make and how many instances are in use couples everything inside to everything outside; in a
// narrow region it is known, and the bound with it.

import { type Met, wordsAcross } from '../../../model/sparse/cases.js';
import type { Blend } from '../charges/energies.js';
import type { Flow } from '../charges/flows.js';
import { productOver } from '../charges/spread-cost.js';
import type { Reach } from '../descent/inside.js';
import type { Part, Whole } from '../part.js';
import type { Standing } from '../relaxation/standing.js';
import { type Chain, chainWith, type Link, linkWith, type Spread } from '../space/chain.js';
import type { Weighed } from './ranges.js';
import { noTurns, type Turns } from './turns.js';

export interface Region {
  readonly whole: Whole;
  /** Of a range of cycles: whose cycles are counted; null where that is not known, or there is no range. */
  readonly weighed: Weighed | null;
  /** What `standing` has been told by, where that is energy and cycles together. */
  readonly blend: Blend | null;
  readonly chain: Chain;
  readonly reach: Reach | null;
  /** Tiles of mappings that can still matter; null for all. */
  readonly standing: Standing | null;
  readonly turns: Turns;
  /** Nothing in the region is below. */
  readonly bound: number;
  /** How many times longer than usual it is searched before it is halved. */
  readonly patience: number;
  /** How far its outline has been drawn (`regions/outline`): of a few tiles (`regions/weighing`), or as far as that is worth while. */
  readonly outlined: 'not yet' | 'roughly' | 'enough';
}

/** All mappings, of which nothing is known. */
export function regionOf(whole: Whole): Region {
  return {
    whole,
    weighed: null,
    blend: null,
    chain: whole.chain,
    reach: null,
    standing: null,
    turns: noTurns,
    bound: Number.NEGATIVE_INFINITY,
    patience: 1,
    outlined: 'enough',
  };
}

/** Where mappings differ in what the outermost storage keeps, each has a root of its own in the descent. */
export function boundOf({ part, bound }: { readonly part: Part | null; readonly bound: number }): number {
  return part?.oneRoot ? Math.max(bound, part.descent.lowerBound) : bound;
}

/** What tells spatial choices apart, best first: instances in use, and what serves or is shared by many of them. */
type Feature = (spread: Spread) => number;

/**
 * The region in two: at the link and by the feature of its spatial choices that varies most, or where all of each link are alike,
 * by whether the outermost storage that may keep a dataspace does; null where nothing is left to choose.
 */
export function halves(chain: Chain, flows: readonly Flow[]): readonly [Chain, Chain] | null {
  return bySpreads(chain, flows) ?? byKeeps(chain);
}

/** The region in two, by whether the outermost storage that may keep a dataspace does; null where all keeps are settled. */
export function byKeeps(chain: Chain): readonly [Chain, Chain] | null {
  const { links } = chain;
  const k = links.findIndex(({ free }) => free !== 0);
  if (k < 0) return null;
  const { forced, free } = links[k]!;
  const one = free & -free;
  const having = (own: Pick<Link, 'forced' | 'free'>): Chain =>
    chainWith(chain, { links: links.with(k, linkWith(links[k]!, own)) });
  return [having({ forced: forced | one, free: free & ~one }), having({ forced, free: free & ~one })];
}

/**
 * What varies at the innermost link counts for as many times less, in orders of magnitude: tables know each of its spatial choices
 * by itself, while of those further outside they take the most that any of them can do.
 */
const innermost = 1 / 4;

/** Copies of outputs count for more: what is credited and passed on for them adds up over links, in narrow regions alone. */
const copied = 2;

/** The region in two, by spatial choices; null where those of each link are alike. */
export function bySpreads(chain: Chain, flows: readonly Flow[]): readonly [Chain, Chain] | null {
  const features = featuresOf(chain, flows);
  const last = chain.links.length - 1;
  let widest = 1;
  let cut: { k: number; feature: Feature; at: number } | null = null;
  for (const [k, { spreads }] of chain.links.entries()) {
    for (const { feature, weight } of features) {
      let least = Number.POSITIVE_INFINITY;
      let most = 0;
      for (const spread of spreads) {
        const value = feature(spread);
        if (value < least) least = value;
        if (value > most) most = value;
      }
      const width = (most / least) ** (weight * (k === last ? innermost : 1));
      if (width <= widest) continue;
      widest = width;
      cut = { k, feature, at: Math.sqrt(most * least) };
    }
  }
  if (cut === null) return null;
  const { k, feature, at } = cut;
  return [narrowed(chain, k, (spread) => feature(spread) > at), narrowed(chain, k, (spread) => feature(spread) <= at)];
}

function featuresOf(
  { lattice }: Chain,
  flows: readonly Flow[],
): { readonly feature: Feature; readonly weight: number }[] {
  const serving = flows.map(({ idle, readWrite }) => ({
    feature: ({ total }: Spread) => productOver(total, idle),
    weight: readWrite ? copied : 1,
  }));
  const factors = Array.from(
    { length: lattice.dimensions },
    (_, d): Feature =>
      ({ total }) =>
        total[d]!,
  );
  const served = flows.flatMap((_, t): Feature[] => [
    ({ served: { still } }) => 1 + ((still >> t) & 1),
    ({ served: { alike } }) => 1 + ((alike >> t) & 1),
  ]);
  const others = [({ elements }: Spread) => elements, ...factors, ...served];
  return [...serving, ...others.map((feature) => ({ feature, weight: 1 }))];
}

/** Whether one spatial choice of each link is left: what is taken of a bandwidth at several links is known together then. */
export function isSettled({ links }: Chain): boolean {
  return links.every(({ spreads }) => spreads.length === 1);
}

/** One of the smallest regions that keeps can make: every storage keeps whatever it may. */
export function keepingAll(chain: Chain): Chain {
  const links = chain.links.map((link): Link => linkWith(link, { forced: link.forced | link.free, free: 0 }));
  return chainWith(chain, { links });
}

/** With the spatial choices that make one access meet so much of a condition. */
export function meeting(chain: Chain, met: readonly Met[]): Chain {
  const { workload } = chain.mapspace.problem;
  return met.reduce((narrow, one) => {
    const { least, below } = one.across;
    const k = chain.links.findIndex(({ level }) => level === one.child) - 1;
    return narrowed(narrow, k, ({ total }) => {
      const words = wordsAcross(workload, one, total);
      return words >= least && words < below;
    });
  }, chain);
}

function narrowed(chain: Chain, k: number, belongs: (spread: Spread) => boolean): Chain {
  const links = chain.links.map(
    (link, at): Link => (at === k ? linkWith(link, { spreads: link.spreads.filter(belongs) }) : link),
  );
  return chainWith(chain, { links });
}

/** With these spatial choices of each link alone. */
export function withSpreads(chain: Chain, spreads: readonly (readonly boolean[])[]): Chain {
  const links = chain.links.map(
    (link, k): Link => linkWith(link, { spreads: link.spreads.filter((_, s) => spreads[k]![s]!) }),
  );
  return chainWith(chain, { links });
}
