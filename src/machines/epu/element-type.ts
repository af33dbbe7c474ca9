// Types that a core computes with. A variable of any of them takes one register of 32 bits unless narrow ones are packed,
// which the documentation leaves open.

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
