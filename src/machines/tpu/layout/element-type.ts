// Element types of XLA and their width. A layout may store an element in another number of bits, E(n); this is the width of
// the type itself, as arrays are counted without padding.

const widths = {
  PRED: 8,
  S2: 2,
  S4: 4,
  S8: 8,
  S16: 16,
  S32: 32,
  S64: 64,
  U2: 2,
  U4: 4,
  U8: 8,
  U16: 16,
  U32: 32,
  U64: 64,
  F4E2M1FN: 4,
  F8E3M4: 8,
  F8E4M3: 8,
  F8E4M3B11FNUZ: 8,
  F8E4M3FN: 8,
  F8E4M3FNUZ: 8,
  F8E5M2: 8,
  F8E5M2FNUZ: 8,
  F8E8M0FNU: 8,
  BF16: 16,
  F16: 16,
  F32: 32,
  F64: 64,
  C64: 64,
  C128: 128,
} as const;

export type ElementType = keyof typeof widths;

export const elementTypes = Object.keys(widths) as readonly ElementType[];

/** Upper or lower case, as XLA prints types in both. */
export function elementType(name: string): ElementType | undefined {
  const upper = name.toUpperCase();
  return elementTypes.find((type) => type === upper);
}

/** PRED takes a whole byte unless a layout says E(1). */
export function typeBits(type: ElementType): number {
  return widths[type];
}
