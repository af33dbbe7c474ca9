// The element types of vertex fields and their sizes in bytes.

const sizes = {
  bool: 1,
  char: 1,
  uchar: 1,
  quarter: 1,
  short: 2,
  ushort: 2,
  half: 2,
  int: 4,
  uint: 4,
  float: 4,
  longlong: 8,
  ulonglong: 8,
} as const;

export type ElementType = keyof typeof sizes;

export const elementTypes = Object.keys(sizes) as readonly ElementType[];

export function sizeOf(type: ElementType): number {
  return sizes[type];
}
