// Which class of parallelism inside a link what is inside the next one lands in, under a spatial choice, and under what bandwidths
// allow.

import type { DemandSet } from '../charges/demands.js';
import type { Step } from '../charges/settlement.js';
import type { SlowTiles } from '../charges/slow-tiles.js';
import type { Tables } from './tables.js';

/** Class inside link k by spatial choice and class inside the next, `[s * classes + b]`. */
export function landings({ problem, parallelism }: Tables, k: number): Int32Array {
  const inner = parallelism.ends[k + 1]!.map((_, b) => b);
  return Int32Array.from(
    problem.chain.links[k]!.spreads.flatMap((_, s) =>
      inner.map((b) => parallelism.classOf(k, problem.working(k, s), b)),
    ),
  );
}

/** The same where the demands are known, if they are the same for every tile. */
export function landingsUnder(tables: Tables, k: number, demand: DemandSet | null): Int32Array {
  const into = landings(tables, k);
  if (demand === null || !demand.constant) return into;
  const classes = tables.parallelism.count(k + 1);
  const anywhere = { below: 0, above: 0 };
  return into.map((reached, at) => slowedTo(tables, k, reached, demand.most(Math.floor(at / classes), anywhere)));
}

/** Class inside link k of what reaches one, where bandwidths allow `most` parallelism. */
export function slowedTo({ parallelism }: Tables, k: number, reached: number, most: number): number {
  return most < parallelism.ends[k]![reached]! ? parallelism.classAt(k, most) : reached;
}

/** What storages pass of some settlements at a step, where so many words of each, by its index, cross the fan-outs of link k. */
export interface Crossing {
  readonly settled: readonly number[];
  readonly words: (index: number) => number;
  readonly step: Pick<Step, 'u' | 'c'>;
}

/** The highest class inside link k that bandwidths allow, and words that fill the innermost keeper of the outputs (`Throttles`). */
export interface Passed {
  readonly reach: number;
  readonly refilled: number;
}

export function passedBy({ throttles, links, parallelism }: Tables, k: number, of: Crossing): Passed {
  const { closings } = links[k]!;
  const load = throttles!.load(k);
  const { settled, words, step } = of;
  for (let index = 0; index < settled.length; index += 1) {
    const settlement = closings.settlements[settled[index]!]!;
    const crossing = words(index);
    load.add(settlement.closing, crossing, (passing) => closings.timesAlong(settlement, { passing, step, crossing }));
  }
  return { reach: parallelism.classAt(k, load.rate), refilled: load.refilled };
}

/** Class in which what is in class b inside link k counts then. */
export function landedUnder(tables: Tables, k: number, b: number, { reach, refilled }: Passed): number {
  const reached = Math.min(b, reach);
  if (refilled === 0) return reached;
  return slowedTo(tables, k, reached, tables.throttles!.slowest(k, b, refilled));
}

export function slowedLandings({ tiles, parallelism }: Tables, slow: SlowTiles): Int32Array {
  const ends = parallelism.ends[slow.k]!;
  const { nodes } = tiles.inside(slow.k);
  return Int32Array.from({ length: nodes.length * ends.length }, (_, entry) => {
    const node = nodes[Math.floor(entry / ends.length)]!;
    return parallelism.classAt(slow.k, slow.slowed(ends[entry % ends.length]!, node));
  });
}
