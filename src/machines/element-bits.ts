// Widths of the element types that workloads may name (`problem.types`), under the names that people use.

import { byName } from '../math/by-name.js';
import { own } from '../math/own.js';

const bits = byName<string>({
  4: ['int4', 's4', 'u4'],
  8: ['int8', 's8', 'u8', 'uint8', 'pred', 'fp8', 'f8'],
  16: ['int16', 's16', 'u16', 'uint16', 'bf16', 'bfloat16', 'fp16', 'f16', 'half'],
  32: ['int32', 's32', 'u32', 'uint32', 'fp32', 'f32', 'float'],
});

export const elementTypeNames: readonly string[] = Object.keys(bits);

/** Undefined for names nobody knows. Upper and lower case are the same. */
export function elementBits(name: string): number | undefined {
  return own(bits, name.toLowerCase());
}
