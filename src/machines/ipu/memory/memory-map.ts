// The shape of a tile's memory: one range of addresses, a region of plain banks below and a region of interleaved pairs of
// banks above (section 1; the assembly guide, memory architecture).

import { figureOf, type Generation } from '../parameters.js';

export interface MemoryMap {
  readonly start: number;
  /** First address of the interleaved region. */
  readonly interleavedStart: number;
  /** One past the last address. */
  readonly end: number;
  /** The address bit that is 0 in the plain region, of addresses that have memory. */
  readonly regionBit: number;
  readonly bankBytes: number;
  /** Of interleaved memory: two banks. */
  readonly elementBytes: number;
  readonly plainBanks: number;
}

/** Interleaved memory of a tile, beside what loops may read past the end. */
export function interleavedRoomBytes(generation: Generation): number {
  const { end, interleavedStart } = memoryMap(generation);
  return end - interleavedStart - figureOf(generation, 'overReadBytes');
}

const maps = new Map<Generation, MemoryMap>();

export function memoryMap(generation: Generation): MemoryMap {
  const known = maps.get(generation);
  if (known) return known;
  const start = figureOf(generation, 'memoryStart');
  const bankBytes = figureOf(generation, 'bankBytes');
  const interleavedStart = start + figureOf(generation, 'region0Bytes');
  const end = start + figureOf(generation, 'memoryBytes');
  const map = {
    start,
    interleavedStart,
    end,
    regionBit: figureOf(generation, 'regionBit'),
    bankBytes,
    elementBytes: 2 * bankBytes,
    plainBanks: (interleavedStart - start) / bankBytes,
  };
  maps.set(generation, map);
  return map;
}
