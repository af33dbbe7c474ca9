// The best partition of a contraction that fits, over all ways to split positions, input and output channels over the tiles and
// output channels in time. Of splits that leave a tile the same positions, the one with the fewest tiles is looked at: it moves fewest weights.

import type { Generation } from '../generation.js';
import { interleavedRoomBytes } from '../memory/memory-map.js';
import { figureOf } from '../parameters.js';
import { illegal, legal, type Verdict } from '../verdict.js';
import { loadsInterleaved } from './amp-kernel.js';
import { type Contraction, macsOf } from './contraction.js';
import { cycleTerms, type Spread, totalCycles } from './contraction-cycles.js';
import { type AmpShape, ampShape, partialBytes } from './rates.js';
import { reductionOver } from './reduction.js';
import { channelGroups, type Partition, type TileShare, tileShare, tilesOf } from './tile-share.js';

export interface PlanOptions {
  readonly tiles: number;
  readonly coefficientBytesPerCycle: number;
  /** Of a tile's memory, for what is there only during the work. */
  readonly memoryProportion: number;
  /** Look at this partition only. */
  readonly partition?: Partition;
}

export function planContraction(
  generation: Generation,
  work: Contraction,
  options: PlanOptions,
): Verdict<ContractionPlan> {
  const amp = ampShape(generation, work.precision);
  const tiles = figureOf(generation, 'tiles');
  if (options.tiles > tiles) return illegal('no-unit', `${options.tiles} tiles, and ${generation} has ${tiles}`);
  let best: { readonly partition: Partition; readonly cycles: number } | undefined;
  let nearest: MemoryExcess | undefined;
  for (const partition of options.partition ? [options.partition] : partitions(work, amp, options.tiles)) {
    const used = tilesOf(partition);
    if (used > options.tiles) return illegal('no-unit', `${used} tiles are split over, and there are ${options.tiles}`);
    const share = tileShare(work, amp, partition);
    const excess = memoryExcess(generation, { work, partition, share }, options);
    if (excess) {
      if (!nearest || excess.bytes < nearest.bytes) nearest = excess;
      continue;
    }
    const cycles = totalCycles(cycleTerms(generation, { work, amp, partition, share, ...options }));
    if (!best || cycles < best.cycles) best = { partition, cycles };
  }
  if (!best) return illegal('memory-full', `${nearest!.what}: ${nearest!.bytes} B too much for a tile at best`);
  return legal(describe(generation, { work, amp, partition: best.partition }, options));
}

type ContractionPlan = ReturnType<typeof describe>;

function describe(
  generation: Generation,
  { work, amp, partition }: { readonly work: Contraction; readonly amp: AmpShape; readonly partition: Partition },
  options: PlanOptions,
) {
  const share = tileShare(work, amp, partition);
  const terms = cycleTerms(generation, { work, amp, partition, share, ...options });
  const cycles = totalCycles(terms);
  const macs = macsOf(work);
  const leastCycles = Math.ceil(macs / (options.tiles * amp.macsPerCycle));
  return {
    cycles,
    terms,
    partition,
    tilesUsed: tilesOf(partition),
    macs,
    /** What the units could not beat if they were always busy. */
    leastCycles,
    utilization: macs / (options.tiles * amp.macsPerCycle) / cycles,
    tflops: (2 * macs * figureOf(generation, 'clockMhz')) / cycles / 1e6,
    memory: memoryUse(work, partition, share),
  };
}

function* partitions(work: Contraction, amp: AmpShape, tiles: number): Generator<Partition> {
  const groups = channelGroups(work, amp);
  for (let serial = 1; serial <= groups.out; serial *= 2) {
    const mostOut = Math.min(tiles, Math.ceil(groups.out / serial));
    for (let outChannels = 1; outChannels <= mostOut; outChannels++) {
      const mostIn = Math.min(Math.floor(tiles / outChannels), groups.in);
      for (let inChannels = 1; inChannels <= mostIn; inChannels++) {
        const most = Math.min(work.positions, Math.floor(tiles / (outChannels * inChannels)));
        const positions = Math.ceil(work.positions / Math.ceil(work.positions / most));
        yield { positions, inChannels, outChannels, serial };
      }
    }
  }
}

interface MemoryExcess {
  readonly what: string;
  readonly bytes: number;
}

function memoryExcess(
  generation: Generation,
  { work, partition, share }: Spread,
  { memoryProportion, coefficientBytesPerCycle }: PlanOptions,
): MemoryExcess | undefined {
  const { residentBytes, temporaryBytes, bytes } = memoryUse(work, partition, share);
  const total = figureOf(generation, 'memoryBytes');
  const room = total - figureOf(generation, 'overReadBytes');
  const wide = loadsInterleaved(coefficientBytesPerCycle);
  const inside = share.partialBytes + (wide ? share.weightBytes : 0);
  const excesses = [
    { what: `${residentBytes} B of operands and results and ${temporaryBytes} B during the work`, bytes: bytes - room },
    { what: `${temporaryBytes} B during the work`, bytes: temporaryBytes - Math.floor(memoryProportion * total) },
    {
      what: `${inside} B of interleaved partial sums${wide ? ' and weights' : ''}`,
      bytes: inside - interleavedRoomBytes(generation),
    },
  ];
  const worst = excesses.reduce((most, one) => (one.bytes > most.bytes ? one : most));
  return worst.bytes > 0 ? worst : undefined;
}

/** Operands' copies and partial sums while computing; own and received partial sums while reducing. */
function memoryUse(work: Contraction, partition: Partition, share: TileShare) {
  const { residentBytes, inputBytes, weightBytes, partialBytes: own, outputs } = share;
  const [first] = reductionOver(partition.inChannels, outputs);
  const received = first!.received * partialBytes(work.precision);
  const temporaryBytes = Math.max(inputBytes + weightBytes + own, own + received);
  return { residentBytes, temporaryBytes, bytes: residentBytes + temporaryBytes };
}
