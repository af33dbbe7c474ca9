// The shape of a tile's memory: one range of addresses, a region of plain banks below and a region of interleaved pairs of
// banks above (section 1; the assembly guide, memory architecture).

import { remembered } from '../../../math/remembered.js';
import type { Generation } from '../generation.js';
import { figureOf } from '../parameters.js';

export type MemoryMap = ReturnType<typeof mapOf>;

/** Interleaved memory of a tile, beside what loops may read past the end. */
export function interleavedRoomBytes(generation: Generation): number {
  const { end, interleavedStart } = memoryMap(generation);
  return end - interleavedStart - figureOf(generation, 'overReadBytes');
}

const maps = new Map<Generation, MemoryMap>();

export function memoryMap(generation: Generation): MemoryMap {
  return remembered(maps, generation, () => mapOf(generation));
}

function mapOf(generation: Generation) {
  const start = figureOf(generation, 'memoryStart');
  const bankBytes = figureOf(generation, 'bankBytes');
  const interleavedStart = start + figureOf(generation, 'region0Bytes');
  const end = start + figureOf(generation, 'memoryBytes');
  return {
    start,
    /** First address of the interleaved region. */
    interleavedStart,
    /** One past the last address. */
    end,
    /** The address bit that is 0 in the plain region, of addresses that have memory. */
    regionBit: figureOf(generation, 'regionBit'),
    bankBytes,
    /** Of interleaved memory: two banks. */
    elementBytes: 2 * bankBytes,
    plainBanks: (interleavedStart - start) / bankBytes,
  };
}
