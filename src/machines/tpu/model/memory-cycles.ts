// Cycles that transfers take (section 2.5): all bytes of a level at its bandwidths, and what neither the first block of the inputs nor the last
// of the outputs can hide. Bandwidths are looked up once.

import type { Box, CountedNest } from '../../../model/seams.js';
import type { TpuProblem } from './problem.js';

export type CyclesOf = (nest: CountedNest) => number;

/** Of one level, none of it hidden; 0 where it has no bandwidth. */
export function transferCycles({ architecture, workload }: TpuProblem, i: number): CyclesOf {
  const { bandwidthScale, readBandwidth, writeBandwidth, sharedBandwidth } = architecture.levels[i]!;
  if (readBandwidth === null && writeBandwidth === null && sharedBandwidth === null) return () => 0;
  const scales = Float64Array.from(workload.dataspaces, ({ name }) => bandwidthScale.get(name) ?? 1);
  const [reading, writing, sharing] = [readBandwidth, writeBandwidth, sharedBandwidth].map(
    (bandwidth) => bandwidth ?? Number.POSITIVE_INFINITY,
  ) as [number, number, number];
  return ({ levels, dataspaces, reads, fills, updates }) => {
    let read = 0;
    let write = 0;
    for (let t = 0, at = i; t < dataspaces; t += 1, at += levels) {
      read += reads[at]! * scales[t]!;
      write += (fills[at]! + updates[at]!) * scales[t]!;
    }
    return Math.max(read / reading, write / writing, (read + write) / sharing);
  };
}

/** The first block of each input before anything can start, and the last of the outputs when all is done: from and to the memory. */
export function edgeCycles(parts: TpuProblem): CyclesOf {
  const { memory, buffer } = parts.places;
  const blocks = blockCycles(parts);
  return ({ dimensions, keep, fed }) => blocks(fed, (buffer + 1) * dimensions, keep[memory]! & keep[buffer]!);
}

/** At which blocks go in and out; infinite where the memory has none. */
export function memoryBandwidths({ architecture, places }: TpuProblem) {
  const { readBandwidth, writeBandwidth, sharedBandwidth } = architecture.levels[places.memory]!;
  const sharing = sharedBandwidth ?? Number.POSITIVE_INFINITY;
  return {
    reading: Math.min(readBandwidth ?? sharing, sharing),
    writing: Math.min(writeBandwidth ?? sharing, sharing),
  };
}

/** Of blocks that are so large, of the dataspaces in the mask. */
export function blockCycles(parts: TpuProblem): (box: Box, from: number, mask: number) => number {
  const { workload, tiles, partOf } = parts;
  const { reading, writing } = memoryBandwidths(parts);
  if (reading === Number.POSITIVE_INFINITY && writing === Number.POSITIVE_INFINITY) return () => 0;
  const blocks = partOf.map((part) => tiles[part]);
  const bandwidths = workload.dataspaces.map(({ readWrite }) => (readWrite ? writing : reading));
  return (box, from, mask) => {
    let cycles = 0;
    for (let t = 0; t < blocks.length; t += 1) {
      if (((mask >> t) & 1) === 0) continue;
      const block = blocks[t]!;
      cycles += (block.movedPerWord(box, from) * block.words(box, from)) / bandwidths[t]!;
    }
    return cycles;
  };
}
