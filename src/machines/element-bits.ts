// Widths of the element types that workloads may name (`problem.types`), under the names that people use.

import { own } from '../math/own.js';

const bits: Readonly<Record<string, number>> = {
  int4: 4,
  s4: 4,
  u4: 4,
  int8: 8,
  s8: 8,
  u8: 8,
  uint8: 8,
  pred: 8,
  fp8: 8,
  f8: 8,
  int16: 16,
  s16: 16,
  u16: 16,
  uint16: 16,
  bf16: 16,
  bfloat16: 16,
  fp16: 16,
  f16: 16,
  half: 16,
  int32: 32,
  s32: 32,
  u32: 32,
  uint32: 32,
  fp32: 32,
  f32: 32,
  float: 32,
}; // prettier-ignore

export const elementTypeNames: readonly string[] = Object.keys(bits);

/** Undefined for names nobody knows. Upper and lower case are the same. */
export function elementBits(name: string): number | undefined {
  return own(bits, name.toLowerCase());
}
