// Local memory of the cores (F4, L7): registers of 32 bits, as many of them live in every core as tiles are resident.

import { type ElementType, elementBytes, registerBytes, registersPerElement } from './element-type.js';
import type { Core } from './parameters.js';
import type { Problem } from './verdict.js';

/** Whether narrow variables share registers is not documented; unpacked is safe. */
export type Packing = 'unpacked' | 'packed';

export const packings: readonly Packing[] = ['unpacked', 'packed'];

export interface Residence {
  readonly type: ElementType;
  readonly packing: Packing;
}

/** In each core. */
export function registersOf(tiles: number, { type, packing }: Residence): number {
  return packing === 'packed'
    ? Math.ceil((tiles * elementBytes(type)) / registerBytes)
    : tiles * registersPerElement(type);
}

export function registersPerCore({ localMemoryBytes }: Core): number {
  return localMemoryBytes / registerBytes;
}

/** Share of local memory that so many live registers take. */
export function localMemoryUtilization(core: Core, registers: number): number {
  return registers / registersPerCore(core);
}

export function registerFindings(core: Core, registers: number, liveRegisters: number): readonly Problem[] {
  const free = Math.max(0, registersPerCore(core) - liveRegisters);
  if (registers + liveRegisters <= registersPerCore(core)) return [];
  const beside = liveRegisters > 0 ? ` beside ${liveRegisters} live ones` : '';
  const message = `${registers} registers${beside} are more than the ${registersPerCore(core)} of a core`;
  return [{ code: 'E_REGCAP', message, instead: `${free} more can be live at a time` }];
}
