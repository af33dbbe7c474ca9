// A dense problem that never costs more than the sparse one, mapping by mapping: what a search may bound with. Every
// charge of the dense model is kept and scaled by the least part of it that sparsity can leave, whatever the mapping:
//
// * A word is nonzero with the mean density d, so a tile holds something with at least that probability. A level that
//   stores a dataspace in a format, or takes it from one that does, moves at least d of its words (G.5, G.7.1).
// * A condition is empty with at most the probability that one word of it is zero: an optimization conditioned on C leaves
//   at least the product of their densities, at its level and inside (G.6, G.7.2). What it gates still costs gated energy.
// * Both operands of a compute are nonzero with at least the product of their densities (G.7.4).
// * A tile takes at least d of its words, rounded down (G.2): so it fits uncompressed into a capacity that is as much larger.
//   Where nonzeros may be anywhere, the fullest tile takes all its words.
//
// * The innermost rank that spans anything has metadata for each word that is nonzero, if it lists these (G.4).
//
// Other metadata is left out, which only adds. Where the model rounds against a charge, the difference is taken off.

import type { StorageLevel } from '../../arch/architecture.js';
import type { Problem } from '../../mapping/problem.js';
import { productOf } from '../../math/product.js';
import type { EvalPlan } from '../plan.js';
import type { Known } from './cases.js';
import { beyondListed, cuttingLevels } from './cut-tiles.js';
import { type Reach, sharesOf } from './shares.js';
import { heldWords, layOutSparsity } from './sparse-layout.js';

export interface DenseFloor {
  readonly architecture: Problem['architecture'];
  /** Part of the computes that take a cycle, at least: one of them, as nothing takes no time. */
  readonly cycleShare: number;
  /** Cycles that rounding of words may take off what bandwidths make of them. */
  readonly lostCycles: number;
  /** Words that count for sure of at least so many that pass one instance of a level in one direction. */
  readonly servedWords: (t: number, i: number, words: number) => number;
  /** Null where nothing is gated or skipped. */
  readonly under: ((reach: Reach) => Raised) | null;
  /** Metadata of a dataspace that level i keeps whole, beyond what is charged for it anyway; null where there is none. */
  readonly cut: (t: number, i: number, child: number) => Cut | null;
  /** What met take of the sparse capacities, exactly; null where it hangs on more than their words. */
  readonly room: Room | null;
}

/** Metadata of what is cut into tiles of a level inside. */
export interface Cut {
  /** What as many bits again as are charged anyway cost to read: pJ a word, and words of bandwidth for each that is served. */
  readonly pj: number;
  readonly words: number;
  /** How many times as many there are more, by extents of the child's tile. */
  readonly beyond: (tile: ArrayLike<number>) => number;
}

export interface Room {
  /** Words; null = unlimited. */
  capacity(i: number): number | null;
  /** That level i takes for a tile of so many words. */
  held(t: number, i: number, words: number): number;
}

/** By how much the floor is higher where reads reach further than a word. */
export interface Raised {
  /** Of cycles of computes. */
  readonly cycles: number;
  /** Added for all computes. */
  readonly computePj: number;
  /** Of what compute asks of level i: energy, and words that bandwidth has to serve. */
  demand(t: number, i: number): { readonly pj: number; readonly words: number };
}

/** Densities and probabilities are rounded to six decimals before they are multiplied (G.7.4); those of one are exact. */
const rounding = 2e-6;

/** Null where nothing is sparse. `known`: of the mappings that are looked at. */
export function denseFloor(plan: EvalPlan, constraints: Problem['constraints'], known: Known): DenseFloor | null {
  const layout = layOutSparsity(plan);
  if (layout === null) return null;
  const { architecture, workload } = plan;
  const shares = sharesOf(layout, constraints, known);
  const words = workload.dataspaces.reduce((product, _, t) => product * shares.density(t), 1);
  const lostPj = shares.lost.pj();
  const levels = architecture.levels.map((level, i): StorageLevel => {
    if (level.kind === 'fanout') return level;
    const charges = workload.dataspaces.map(({ name }, t) => [name, shares.energy(t, i)] as const);
    const scales = workload.dataspaces.map(
      ({ name }, t) => [name, (level.bandwidthScale.get(name) ?? 1) * shares.words(t, i)] as const,
    );
    return {
      charges: Object.fromEntries(charges),
      ...level,
      ...shares.room(i),
      minUtilization: 0,
      bandwidthScale: new Map(scales),
    };
  });
  const { cycles, energy } = shares.computes();
  const computes = productOf(workload.bounds);
  const margin = words === 1 ? 1 : words > 0 ? Math.max(0, 1 - rounding / words) : 0;
  const energyPj = architecture.compute.energyPj * energy * margin - lostPj / computes;
  return {
    architecture: { ...architecture, levels, compute: { ...architecture.compute, energyPj } },
    cycleShare: Math.max(cycles * margin, 1 / computes),
    lostCycles: shares.lost.cycles(),
    servedWords: shares.servedWords,
    cut: (t, i, child) => {
      const listed = shares.metadata.listed(t, i);
      const words = shares.metadata.words(t, i);
      if (words === 0 || cuttingLevels(layout, constraints, { t, i })[0] !== child) return null;
      const { energy: own, blockSize, clusterSize } = architecture.levels[i]!;
      const pj = (own.readPj * shares.energy(t, i).readMetadata) / (blockSize * clusterSize);
      return { pj, words: words / shares.words(t, i), beyond: beyondListed(layout, { t, i, child }, listed) };
    },
    room: layout.densities.every(({ shapeless }) => shapeless)
      ? {
          capacity: (i) => architecture.levels[i]!.effectiveCapacityWords,
          held: (t, i, words) => heldWords(layout, { t, i, tile: { words, extents: [words] } }),
        }
      : null,
    under: layout.optimizations.every(({ kind }) => kind === 'spatial skipping')
      ? null
      : (reach) => {
          const raised = sharesOf(layout, constraints, { ...known, reach });
          const own = raised.computes();
          const demands: ReturnType<Raised['demand']>[] = [];
          return {
            cycles: ratioOf(own.cycles, cycles),
            computePj: computes * architecture.compute.energyPj * margin * Math.max(0, own.energy - energy),
            demand: (t, i) => {
              demands[t * levels.length + i] ??= {
                pj: ratioOf(raised.demandPj(t, i), shares.demandPj(t, i)),
                words: ratioOf(raised.words(t, i), shares.words(t, i)),
              };
              return demands[t * levels.length + i]!;
            },
          };
        },
  };
}

function ratioOf(raised: number, least: number): number {
  return least > 0 ? Math.max(1, raised / least) : 1;
}
