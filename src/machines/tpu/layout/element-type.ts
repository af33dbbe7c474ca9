// Element types of XLA and their width. A layout may store an element in another number of bits, E(n); this is the width of
// the type itself, as arrays are counted without padding.

import { byName } from '../../../math/by-name.js';

const widths = byName({
  2: ['S2', 'U2'],
  4: ['S4', 'U4', 'F4E2M1FN'],
  8: [
    'PRED',
    'S8',
    'U8',
    'F8E3M4',
    'F8E4M3',
    'F8E4M3B11FNUZ',
    'F8E4M3FN',
    'F8E4M3FNUZ',
    'F8E5M2',
    'F8E5M2FNUZ',
    'F8E8M0FNU',
  ],
  16: ['S16', 'U16', 'BF16', 'F16'],
  32: ['S32', 'U32', 'F32'],
  64: ['S64', 'U64', 'F64', 'C64'],
  128: ['C128'],
});

export type ElementType = keyof typeof widths;

const elementTypes = Object.keys(widths) as readonly ElementType[];

/** Upper or lower case, as XLA prints types in both. */
export function elementType(name: string): ElementType | undefined {
  const upper = name.toUpperCase();
  return elementTypes.find((type) => type === upper);
}

/** PRED takes a whole byte unless a layout says E(1). */
export function typeBits(type: ElementType): number {
  return widths[type];
}
