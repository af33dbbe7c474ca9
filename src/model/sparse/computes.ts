// What becomes of the computes by the states of their two operands (G.7.4): nonzero, a zero that is stored, or absent.

import type { Split } from './held.js';

export interface Operand {
  readonly density: number;
  /** Its innermost level knows what is empty. */
  readonly metadata: boolean;
  /** The part of the *other* operand's reads that an optimization took; null where there is none. */
  readonly filteredBy: number | null;
}

export function countComputes(
  computes: number,
  operands: readonly [Operand, Operand],
  { gating, skipping }: { readonly gating: boolean; readonly skipping: boolean },
): Readonly<Split> {
  const a = statesOf(operands[0]);
  const b = statesOf(operands[1]);
  // One of them is a stored zero: the operands are aligned, so nothing can be jumped over.
  const zero = computes * (a.nonzero * b.zero + a.zero * b.nonzero);
  const unaligned = computes * (a.nonzero * b.absent + a.absent * b.nonzero);
  const bothZero = computes * (a.zero * b.zero);
  const zeroAndAbsent = computes * (a.zero * b.absent + a.absent * b.zero);
  const skipped = skipping ? unaligned + zeroAndAbsent : 0;
  const idle = skipping ? zero + bothZero : zero + unaligned + bothZero + zeroAndAbsent;
  // Where both are absent there is nothing to compute.
  const never = Math.floor(computes * (a.absent * b.absent));
  const counts = { gated: gating ? Math.floor(idle) : 0, skipped: Math.floor(skipped) };
  return { actual: computes - counts.gated - counts.skipped - never, ...counts };
}

/** Computes that were filtered by an operand meet only what it left: its zeros are gone. */
function statesOf({ density, metadata, filteredBy }: Operand) {
  const rounded = Math.round(density * 1e6) / 1e6;
  const left = 1 - (filteredBy ?? 0);
  const nonzero = clamp(filteredBy === null ? rounded : left > 0 ? rounded / left : 1);
  const other = 1 - nonzero;
  return { nonzero, zero: metadata ? 0 : other, absent: metadata ? other : 0 };
}

function clamp(probability: number): number {
  return Math.min(1, Math.max(0, probability));
}
