// The least part of every dense charge that sparsity can leave, by dataspace and level (dense-floor.ts says why).

import type { StorageLevel } from '../../arch/architecture.js';
import type { Problem } from '../../mapping/problem.js';
import { bitCount, maskOf, maskWhere } from '../../math/bits.js';
import { greatestCommonDivisor } from '../../math/distinct-sums.js';
import { productOf } from '../../math/product.js';
import { boxWords, dataspaceExtents } from '../../workload/workload.js';
import { transferCycles } from '../charge/bandwidth.js';
import { type Known, leastMet } from './cases.js';
import { cuttingLevels, listedBits } from './cut-tiles.js';
import { Hypergeometric } from './hypergeometric.js';
import { childKeeper, firstKeepers, isBypassed } from './loop-order.js';
import type { Format, Optimization, SparseLayout } from './sparse-layout.js';
import { allDivide, leastTileDensity } from './tile-density.js';

/** What a read by compute reaches at least: conditions hold for all of it at once. */
export interface Reach {
  /** By dimension: factors of fan-outs between compute and the storage that it reads. */
  readonly totals: readonly number[];
  /** Elements at other fan-outs that one word of the target serves, by dimensions that do not move it. */
  readonly multicast: number;
  /** No fan-out that these factors leave out lies between compute and this level; -1 where some may. */
  readonly within: number;
}

/** Parts of the dense charges by dataspace and level. `met`, `imperfect`: of the mappings that are looked at. */
export function sharesOf(
  layout: SparseLayout,
  constraints: Problem['constraints'],
  { met, imperfect, reach = null }: Known & { readonly reach?: Reach | null },
) {
  const { plan, formats, densities, confidence, dimensions, optimizations, operands, quirks } = layout;
  const { workload, architecture } = plan;
  const { levels } = architecture;
  const formatAt = (t: number, i: number): Format | null => formats[t * levels.length + i]!;
  const tiles = imperfect || !allDivide(constraints, workload) ? 'short' : 'whole';

  const metadata = { words: metadataPart, listed: leastListed };
  const lost = { cycles: lostCycles, pj: lostPj };
  return { density, energy: energyParts, demandPj, words: wordsPart, metadata, servedWords, lost, room, computes };

  /** Nonzeros by words of the dataspace. */
  function density(t: number): number {
    return Math.min(1, densities[t]!.expectedNonzeros({ words: 1, extents: [1, 1] }));
  }

  /** The same by words of any of its tiles, at least. */
  function tileDensity(t: number): number {
    return leastTileDensity(layout, t, tiles);
  }

  /** Whether it is a condition of accesses to more than a word each: these meet as many steps of it. */
  function meetsBlocks(t: number): boolean {
    return optimizations.some(({ level, options }) =>
      options.some(
        ({ target, conditionOn }) =>
          conditionOn.includes(t) && firstKeepers(constraints, target, level).some((i) => levels[i]!.blockSize > 1),
      ),
    );
  }

  /** Of the energy of its reads, fills and updates, and of reads what their metadata costs of that. */
  function energyParts(t: number, i: number) {
    const { energy, sparsity, blockSize } = levels[i]!;
    const sparse = sparsity!.energy;
    const stored = storedPart(t, i) * fullVectors(t, i) * confidence[i]!;
    const above = leastLeft(acting(t, i, 'above'));
    const here = acting(t, i, 'here');
    const partly = (wholePj: number, gatedPj: number, skippedPj: number): number =>
      here.reduce((least, { kind, left }) => {
        // Beside an optimization outside it is not known how much is gated here.
        const gated = above < 1 || wholePj === 0 ? 0 : (kind === 'gating' ? gatedPj : skippedPj) / wholePj;
        return Math.min(least, left + (1 - left) * Math.min(1, gated));
      }, above);
    const passed = Math.min(above, leastLeft(here));
    const rows = metadataRows(t, i);
    /** In units of the whole access that the charges scale. */
    const metadata = (pj: number, wholePj: number): number => (wholePj === 0 ? 0 : (rows * blockSize * pj) / wholePj);
    const readMetadata = passed * metadata(sparse.metadataReadPj, energy.readPj);
    return {
      readMetadata,
      read: partly(energy.readPj, sparse.gatedReadPj, sparse.skippedReadPj) * stored + readMetadata,
      fill: above * (stored + metadata(sparse.metadataFillPj, energy.fillPj)),
      update:
        partly(energy.updatePj, sparse.gatedUpdatePj, sparse.skippedUpdatePj) * stored +
        passed * metadata(sparse.metadataUpdatePj, energy.updatePj),
    };
  }

  /** pJ a word that compute asks for, in units of a row. */
  function demandPj(t: number, i: number): number {
    const { energy } = levels[i]!;
    const { read, update } = energyParts(t, i);
    const readPj = energy.readPj * read;
    return workload.dataspaces[t]!.readWrite ? readPj + energy.updatePj * update : readPj;
  }

  /** Of its words that bandwidth has to serve, metadata among them: what is gated passes, what is skipped does not. */
  function wordsPart(t: number, i: number): number {
    return passing(t, i) * storedPart(t, i) + metadataPart(t, i);
  }

  function metadataPart(t: number, i: number): number {
    const { sparsity, wordBits } = levels[i]!;
    return (passing(t, i) * metadataRows(t, i) * sparsity!.metadataRowBits) / wordBits;
  }

  /** Of accesses, those that are not skipped. */
  function passing(t: number, i: number): number {
    const skipping = acting(t, i, 'here').filter(({ kind }) => kind === 'skipping');
    return Math.min(leastLeft(acting(t, i, 'above')), leastLeft(skipping));
  }

  /**
   * Of so many words, at least, that pass one instance in one direction those that bandwidth surely has to serve: metadata that does
   * not fill a word of data is not counted (G.7.6), and what is left of more words is no less.
   */
  function servedWords(t: number, i: number, words: number): number {
    const [part, metadata] = [wordsPart(t, i), words * metadataPart(t, i)];
    if (part === 0 || (workload.dataspaces[t]!.readWrite && acting(t, i, 'here').length > 0)) return 0;
    return words - Math.max(0, metadata - Math.floor(metadata * (1 + 1e-12))) / part;
  }

  /** Cycles for the words that are rounded off at a level: reads of optimized outputs, metadata in words of data. */
  function lostCycles(): number {
    const outermost = levels.findLastIndex(({ kind }) => kind === 'storage');
    return levels.reduce((most, level, i) => {
      let read = 0;
      let write = 0;
      for (const [t, { name, readWrite }] of workload.dataspaces.entries()) {
        const scale = level.bandwidthScale.get(name) ?? 1;
        const stored = level.kind !== 'fanout' && metadataRows(t, i) > 0 ? scale * lostPart(formatAt(t, i)!, level) : 0;
        read += stored + (readWrite && acting(t, i, 'here').length > 0 ? scale : 0);
        write += ((i < outermost ? 1 : 0) + (readWrite ? 1 : 0)) * stored; // fills and updates
      }
      return Math.max(most, transferCycles(level, read, write));
    }, 0);
  }

  /** Of a word of data that metadata does not fill (G.7.6), the most that is not counted: its bits are multiples of a divisor. */
  function lostPart({ unitBits }: Format, { wordBits }: StorageLevel): number {
    const whole = Number.isInteger(wordBits) && unitBits.every(Number.isInteger);
    return whole ? 1 - unitBits.reduce(greatestCommonDivisor, wordBits) / wordBits : 1;
  }

  /** pJ that rounding of optimized reads of outputs may take off, all levels and instances together. */
  function lostPj(): number {
    return levels.reduce((sum, { kind, energy, blockSize, instances }, i) => {
      const rounded = workload.dataspaces.filter(({ readWrite }, t) => readWrite && acting(t, i, 'here').length > 0);
      return kind === 'fanout' ? sum : sum + (rounded.length * instances * energy.readPj) / blockSize;
    }, 0);
  }

  /** A capacity in which all that fits compressed fits as it is. */
  function room(i: number): Pick<StorageLevel, 'capacityWords' | 'effectiveCapacityWords'> {
    const { capacityWords, effectiveCapacityWords } = levels[i]!;
    const packed = densities.flatMap((_, t) => (formatAt(t, i)?.compressed ? [t] : []));
    if (effectiveCapacityWords === null || (packed.length === 0 && confidence[i] === 1))
      return { capacityWords, effectiveCapacityWords };
    const measured = packed.some((t) => ['banded', 'measured'].includes(workload.dataspaces[t]!.density?.kind ?? ''));
    // Of nonzeros anywhere the fullest tile is full, up to as many as there are in all.
    const always = (t: number): boolean =>
      densities[t] instanceof Hypergeometric &&
      densities[t].mostNonzeros({ words: Number.POSITIVE_INFINITY, extents: [] }, 1) > effectiveCapacityWords;
    const least = Math.min(1, ...packed.map((t) => (always(t) ? 1 : tileDensity(t))));
    if (measured || confidence[i] !== 1 || least === 0) return { capacityWords: null, effectiveCapacityWords: null };
    const words = Math.floor((effectiveCapacityWords + packed.length) / least + 1e-6);
    return { capacityWords: words, effectiveCapacityWords: words };
  }

  /** Of the cycles and of the energy of all computes. */
  function computes(): { readonly cycles: number; readonly energy: number } {
    const { gating, skipping, gatedPj } = architecture.compute.sparsity!;
    const { energyPj } = architecture.compute;
    const [a, b] = operands as [number, number];
    const optimized = operands.map((t) => optionsOn(t).length > 0);
    // An operand that was filtered by the other's zeros meets only what that left.
    const idle = spatialConditions();
    const own = (t: number): number => (idle.includes(t) ? leftOf(null, [t]) : density(t));
    const meeting = (t: number, other: number, filtered: boolean): number =>
      filtered ? Math.min(own(t), leastLeft(optionsOn(other))) : own(t);
    const effectual = meeting(a, b, optimized[1]!) * meeting(b, a, optimized[0]!);
    const stored = (t: number): boolean => levels.some((_, i) => formatAt(t, i) !== null);
    // Those that an optimization took are gone; of the rest, those with an absent operand can be skipped, and those
    // without both never are.
    const absent = (t: number): number => (stored(t) ? 1 - density(t) : 0);
    const alive = skipping ? (1 - absent(a)) * (1 - absent(b)) : 1 - absent(a) * absent(b);
    const unfiltered = leastLeft(optionsOn(a)) * leastLeft(optionsOn(b));
    const cycles = Math.max(effectual, unfiltered * alive);
    // Instances without work save energy, and no cycles. What zeros of an operand leave work meets fewer of them later.
    const others = idle.filter((t) => t !== a && t !== b);
    const met = effectual * leftOf(null, others);
    const busy = Math.max(met, unfiltered * alive * leftOf(null, idle));
    const actual = gating ? met : busy;
    const gatedShare = energyPj > 0 ? Math.min(1, gatedPj / energyPj) : 0;
    return { cycles, energy: actual + (busy - actual) * gatedShare };
  }

  /** Dataspaces whose zeros leave instances without work. */
  function spatialConditions(): readonly number[] {
    const all = optimizations.flatMap(({ kind, options }) => (kind === 'spatial skipping' ? options : []));
    return [...new Set(all.flatMap(({ conditionOn }) => conditionOn))];
  }

  /** Of the words that move, and of the instances that hold anything. */
  function storedPart(t: number, i: number): number {
    const spatial = optimizations.filter(
      ({ kind, level, options }) => kind === 'spatial skipping' && level > i && options[0]!.target === t,
    );
    const working = spatial.reduce((product, one) => product * leftOf(null, one.options[0]!.conditionOn), 1);
    const outside = isFormattedOutside(t, i);
    if (formatAt(t, i) === null && !outside) return working;
    // The reference takes the fullest tiles for empty ones now and then (I.10).
    if (quirks && outside && densities[t] instanceof Hypergeometric) return 0;
    return working * tileDensity(t);
  }

  /** Rows of metadata that come with every word of a tile, of the innermost rank that spans anything (G.4). */
  function metadataRows(t: number, i: number): number {
    const format = formatAt(t, i);
    const rowBits = levels[i]!.sparsity!.metadataRowBits;
    if (format === null || rowBits === 0 || quirks || confidence[i] !== 1) return 0;
    // Further outside there may be tiles that are all zero.
    const filled = format.ranks.length > 1 ? tileDensity(t) : 1;
    return (storedPart(t, i) * filled * leastListed(t, i)) / rowBits;
  }

  function leastListed(t: number, i: number): number {
    const cutting = cuttingLevels(layout, constraints, { t, i });
    const cut = cutting.findLast((child) => leastMet(met, { target: t, t, child }) > 1);
    return listedBits(layout, { t, i }, cut ?? null);
  }

  /** Of full vectors: the last one is seldom full, but tiles that are not sent count among the empty ones (G.7.7). */
  function fullVectors(t: number, i: number): number {
    const isPacked = formatAt(t, i)?.compressed === true && levels[i]!.blockSize > 1;
    return isPacked && isFormattedOutside(t, i) ? tileDensity(t) : 1;
  }

  /** Whether what it is filled from may have metadata: then empty tiles never arrive (G.5). */
  function isFormattedOutside(t: number, i: number): boolean {
    return firstKeepers(constraints, t, i + 1).some((j) => formatAt(t, j) !== null);
  }

  /** Optimizations of dataspace t that may take anything at level i, or outside it, and what they leave at least. */
  function acting(t: number, i: number, where: 'here' | 'above'): readonly Acting[] {
    return optionsOn(t).filter(({ level, left }) => {
      if (left === 1) return false; // of dense conditions
      if (where === 'here') return level <= i && firstKeepers(constraints, t, level).includes(i);
      return firstKeepers(constraints, t, level).some((keeper) => keeper > i);
    });
  }

  function optionsOn(t: number): readonly Acting[] {
    return optimizations.flatMap(({ kind, level, options }) =>
      options.flatMap(({ target, conditionOn }) => {
        if (target !== t) return [];
        const child = childKeeper(architecture, constraints, t, level);
        const access = kind === 'spatial skipping' ? null : { target, child, steps: stepsOf(t, level) };
        return [{ kind, level, left: leftOf(access, conditionOn) }];
      }),
    );
  }

  /**
   * Steps of the loops that target and condition share which one access of a block takes at least, where it goes to compute: the
   * first spatial loop that moves the target stands for its words, all that are shared lie outside it or are it (G.6); where a
   * temporal loop comes before, a word meets all that they span.
   */
  function stepsOf(t: number, from: number): number {
    const [keeper, ...others] = firstKeepers(constraints, t, from);
    if (reach === null || quirks || keeper === undefined || others.length > 0 || keeper > reach.within) return 0;
    if (levels.slice(0, keeper).some(({ kind }, i) => kind !== 'fanout' && !isBypassed(constraints, t, i))) return 0;
    const { totals } = reach;
    const box = totals.map(() => 1);
    let most = 1;
    for (const [d, total] of totals.entries()) {
      if (((dimensions[t]! >> d) & 1) === 0) continue;
      box[d] = total;
      most = Math.max(most, boxWords(workload.dataspaces[t]!, box));
      box[d] = 1;
    }
    return levels[keeper]!.blockSize / most;
  }

  /** Of accesses to a target, null for none in particular, where some condition is not empty. */
  function leftOf(access: Access | null, conditionOn: readonly number[]): number {
    return conditionOn.reduce((product, other) => product * filledPart(access, other), 1);
  }

  /**
   * Probability that the tile of a condition which goes with one access of the target holds something, at least: it spans the
   * fan-outs on the way along every dimension but those that both share (G.6).
   */
  function filledPart(access: Access | null, other: number): number {
    const model = densities[other]!;
    if (!model.shapeless)
      return access !== null && meetsBlocks(other) ? leastTileDensity(layout, other, 'any') : tileDensity(other);
    if (access === null) return density(other);
    if (access.child !== null) {
      const { target, child } = access;
      const words = leastMet(met, { target, t: other, child });
      return words === 1 ? density(other) : 1 - model.empty({ words, extents: [words] });
    }
    if (reach === null) return density(other);
    const { totals, multicast } = reach;
    const { dataspaces, bounds } = workload;
    const own = dimensions[access.target]!;
    const apart = dimensions[other]! & ~own;
    const box = bounds.map((_, d) => ((apart >> d) & 1 ? totals[d]! : 1));
    const extents = dataspaceExtents(dataspaces[other]!, box);
    const idle = maskWhere(bounds, (bound) => bound > 1) & ~own;
    const ranks = dataspaces[other]!.projection.map((terms) =>
      maskOf(terms.filter(({ coefficient }) => coefficient !== 0).map(({ dimension }) => dimension)),
    );
    // What multicasts the target moves the condition, along a rank of its own each.
    const widens = (idle & ~apart) === 0 && ranks.every((mask) => bitCount(mask & idle) <= 1);
    const shared = totals.reduce(
      (product, total, d) => (((dimensions[other]! & own) >> d) & 1 ? product * total : product),
      1,
    );
    const steps =
      shared > 1 && ranks.every((mask) => bitCount(mask) <= 1)
        ? Math.min(shared, Math.ceil(access.steps * shared - 1e-9))
        : 1;
    const words = productOf(extents) * (widens ? multicast : 1) * Math.max(1, steps);
    return words === 1 ? density(other) : 1 - model.empty({ words, extents });
  }

  function leastLeft(acting: readonly Acting[]): number {
    return acting.reduce((least, { left }) => Math.min(least, left), 1);
  }
}

interface Access {
  readonly target: number;
  /** Level that tiles of it go to; null for words that go to compute, or where that is not known. */
  readonly child: number | null;
  /** Of what is shared, for each of its iterations side by side; see `stepsOf`. */
  readonly steps: number;
}

interface Acting {
  readonly kind: Optimization['kind'];
  readonly level: number;
  readonly left: number;
}
