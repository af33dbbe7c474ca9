// Cycles that transfers take (section 2.5): all bytes of a level at its bandwidths, and what neither the first block of the inputs nor the last
// of the outputs can hide. Bandwidths are looked up once.

import type { CountedNest } from '../../../model/seams.js';
import type { TpuProblem } from './problem.js';

export type CyclesOf = (nest: CountedNest) => number;

/** Of one level, none of it hidden; 0 where it has no bandwidth. */
export function transferCycles({ architecture, workload }: TpuProblem, i: number): CyclesOf {
  const { bandwidthScale, readBandwidth, writeBandwidth, sharedBandwidth } = architecture.levels[i]!;
  if (readBandwidth === null && writeBandwidth === null && sharedBandwidth === null) return () => 0;
  const scales = Float64Array.from(workload.dataspaces, ({ name }) => bandwidthScale.get(name) ?? 1);
  const reading = readBandwidth ?? Number.POSITIVE_INFINITY;
  const writing = writeBandwidth ?? Number.POSITIVE_INFINITY;
  const sharing = sharedBandwidth ?? Number.POSITIVE_INFINITY;
  return ({ levels, dataspaces, keep, reads, fills, updates }) => {
    const kept = keep[i]!;
    let read = 0;
    let write = 0;
    for (let t = 0, at = i; t < dataspaces; t += 1, at += levels) {
      if (((kept >> t) & 1) === 0) continue;
      read += reads[at]! * scales[t]!;
      write += (fills[at]! + updates[at]!) * scales[t]!;
    }
    return Math.max(read / reading, write / writing, (read + write) / sharing);
  };
}

/** The first block of each input before anything can start, and the last of the outputs when all is done: from and to the memory. */
export function edgeCycles({ architecture, workload, places, tiles, partOf }: TpuProblem): CyclesOf {
  const { memory, buffer } = places;
  const { readBandwidth, writeBandwidth, sharedBandwidth } = architecture.levels[memory]!;
  const sharing = sharedBandwidth ?? Number.POSITIVE_INFINITY;
  const reading = Math.min(readBandwidth ?? Number.POSITIVE_INFINITY, sharing);
  const writing = Math.min(writeBandwidth ?? Number.POSITIVE_INFINITY, sharing);
  if (reading === Number.POSITIVE_INFINITY && writing === Number.POSITIVE_INFINITY) return () => 0;
  const blocks = partOf.map((part) => tiles[part]);
  const bandwidths = workload.dataspaces.map(({ readWrite }) => (readWrite ? writing : reading));
  return ({ dimensions, dataspaces, keep, fed }) => {
    const from = (buffer + 1) * dimensions;
    const kept = keep[memory]! & keep[buffer]!;
    let cycles = 0;
    for (let t = 0; t < dataspaces; t += 1) {
      if (((kept >> t) & 1) === 0) continue;
      const block = blocks[t]!;
      cycles += (block.movedPerWord(fed, from) * block.words(fed, from)) / bandwidths[t]!;
    }
    return cycles;
  };
}
