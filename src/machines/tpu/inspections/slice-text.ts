// A slice as typed: a range `lo:hi` per dimension, separated by commas; one number stands for that coordinate alone, and a
// colon without numbers for the whole dimension.

import { misunderstood } from '../../answers.js';
import type { Misunderstanding } from '../../machine.js';
import type { Box } from '../layout/box.js';

export function readSlice(
  text: string,
  dims: readonly number[],
): { readonly kind: 'legal'; readonly value: Box } | Misunderstanding {
  const parts = text.replaceAll(/\s+/g, '').split(',');
  const ranges = parts.map((part, at) => readRange(part, dims[at] ?? 0));
  const known = ranges.filter((range) => range !== undefined);
  if (known.length === ranges.length) {
    return { kind: 'legal', value: { lo: known.map(([lo]) => lo), hi: known.map(([, hi]) => hi) } };
  }
  const bad = parts[ranges.indexOf(undefined)];
  return misunderstood(`--slice must be ranges separated by commas, got "${bad}"`, 'such as 0:8,0:128');
}

function readRange(part: string, size: number): readonly [number, number] | undefined {
  const match = /^(?:(-?\d+)?:(-?\d+)?|(-?\d+))$/.exec(part);
  if (!match) return undefined;
  const [, lo, hi, one] = match;
  const range = one === undefined ? [Number(lo ?? 0), Number(hi ?? size)] : [Number(one), Number(one) + 1];
  return range.every(Number.isSafeInteger) ? (range as [number, number]) : undefined;
}
