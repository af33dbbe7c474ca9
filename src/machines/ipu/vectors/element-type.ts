// The element types of vertex fields and their sizes in bytes.

import { byName } from '../../../math/by-name.js';

const sizes = byName({
  1: ['bool', 'char', 'uchar', 'quarter'],
  2: ['short', 'ushort', 'half'],
  4: ['int', 'uint', 'float'],
  8: ['longlong', 'ulonglong'],
});

export type ElementType = keyof typeof sizes;

export const elementTypes = Object.keys(sizes) as readonly ElementType[];

export function sizeOf(type: ElementType): number {
  return sizes[type];
}
