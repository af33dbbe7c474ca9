// What an address means (section 1). The bit that selects the region says nothing of addresses without
// memory, so the range is checked first.

import type { Generation } from '../generation.js';
import { figureOf } from '../parameters.js';
import { hex } from '../verdict.js';
import { type MemoryMap, memoryMap } from './memory-map.js';

export type Place =
  | ReturnType<typeof plainPlace>
  | ReturnType<typeof interleavedPlace>
  | { readonly kind: 'nowhere'; readonly code: 'address-range' | 'unpopulated'; readonly reason: string };

export function placeOf(generation: Generation, address: number): Place {
  const map = memoryMap(generation);
  const limit = 2 ** figureOf(generation, 'addressBits');
  if (!Number.isInteger(address) || address < 0 || address >= limit) {
    return { kind: 'nowhere', code: 'address-range', reason: `${hex(address)} is not an address of 21 bits` };
  }
  if (address < map.start || address >= map.end) {
    const range = `${hex(map.start)} to ${hex(map.end - 1)}`;
    return { kind: 'nowhere', code: 'unpopulated', reason: `there is no memory at ${hex(address)}, only at ${range}` };
  }
  return address < map.interleavedStart ? plainPlace(map, address) : interleavedPlace(map, address);
}

/** A number for each bank of the tile: the plain ones, then even and odd of each element. Undefined outside of memory. */
export function bankOf(map: MemoryMap, address: number): number | undefined {
  if (address < map.start || address >= map.end) return undefined;
  if (address < map.interleavedStart) return Math.floor((address - map.start) / map.bankBytes);
  const offset = address - map.interleavedStart;
  return map.plainBanks + 2 * Math.floor(offset / map.elementBytes) + (Math.floor(offset / 8) % 2);
}

function plainPlace(map: MemoryMap, address: number) {
  const { start, bankBytes, regionBit } = map;
  return {
    kind: 'plain' as const,
    region: 0 as const,
    /** From 0; `field` is the same in the address bits, which do not begin at 0 on every generation. */
    bank: Math.floor((address - start) / bankBytes),
    field: Math.floor((address % 2 ** regionBit) / bankBytes),
    /** Which 64-bit word of the bank. */
    word: Math.floor((address % bankBytes) / 8),
  };
}

function interleavedPlace({ interleavedStart, elementBytes }: MemoryMap, address: number) {
  const offset = address - interleavedStart;
  return {
    kind: 'interleaved' as const,
    region: 1 as const,
    element: Math.floor(offset / elementBytes),
    /** Which of the element's two banks. */
    half: offset & 8 ? 'odd' : 'even',
    word: Math.floor((offset % elementBytes) / 16),
  };
}
