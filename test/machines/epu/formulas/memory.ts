// Room in the cores and copies that cover a tensor (F4, L3), from the figures of a core.

import { elementBytes, registerBytes, registersPerElement } from '../../../../src/machines/epu/element-type.js';
import { type Residence, registersPerCore } from '../../../../src/machines/epu/local-memory.js';
import type { Core } from '../../../../src/machines/epu/parameters.js';
import { tileElements } from '../../../../src/machines/epu/tiles.js';

export function localMemoryOfArray(core: Core): number {
  return core.localMemoryBytes * tileElements(core);
}

/** Tiles of one type that are resident at once. */
export function residentTiles(core: Core, { type, packing }: Residence): number {
  const registers = registersPerCore(core);
  if (packing === 'unpacked') return Math.floor(registers / registersPerElement(type));
  return Math.floor((registers * registerBytes) / elementBytes(type));
}

/** Side of the largest square plane that is resident at once. */
export function largestSquare(core: Core, residence: Residence): number {
  return core.arraySide * Math.floor(Math.sqrt(residentTiles(core, residence)));
}

/** Where copies of `size` along an axis start: the last one is shifted back so that it ends with the tensor. */
export function coveringOffsets(extent: number, size: number): readonly number[] {
  const steps = Array.from({ length: Math.ceil(extent / size) }, (_, step) => step * size);
  return steps.map((offset) => Math.max(0, Math.min(offset, extent - size)));
}
