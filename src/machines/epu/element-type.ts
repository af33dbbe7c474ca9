// Types that a core computes with. A variable of any of them takes one register of 32 bits unless narrow ones are packed,
// which the documentation leaves open.

import type { Core } from './parameters.js';

export const elementTypes = ['int8', 'int16', 'int32'] as const;
export type ElementType = (typeof elementTypes)[number];

const bytes: Readonly<Record<ElementType, number>> = { int8: 1, int16: 2, int32: 4 };

export const registerBytes = 4;

export function elementBytes(type: ElementType): number {
  return bytes[type];
}

/** Registers that an element fills as it passes through: lines move by registers, however narrow the type. */
export function registersPerElement(type: ElementType): number {
  return Math.ceil(bytes[type] / registerBytes);
}

/** Multiplications of a core in a cycle (C6). */
export function macLanes(core: Core, type: ElementType): number {
  return { int8: core.macLanesInt8, int16: core.macLanesInt16, int32: core.macLanesInt32 }[type];
}
