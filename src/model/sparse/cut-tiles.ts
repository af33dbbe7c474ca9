// Formats of several ranks. What is stored in one is cut into the tiles of the level inside first, if these are more than a
// word: its innermost rank lists their nonzeros then, whatever the loops (G.3). Of whole tiles an outer rank may take all loops, and
// the innermost span nothing: which of the two it is has to be known before its metadata can be charged.

import type { Constraints } from '../../mapping/constraints.js';
import { isBypassed, keeperInside } from './loop-order.js';
import type { SparseLayout } from './sparse-layout.js';

/**
 * The level whose tiles those of dataspace `t` at level i are cut into in the end, if they are more than a word; null where it is
 * not known.
 */
export function cuttingLevel(
  layout: SparseLayout,
  constraints: Constraints,
  { t, i }: { readonly t: number; readonly i: number },
): number | null {
  const { formats, levels, plan, quirks, densities, confidence } = layout;
  const ranks = formats[t * levels + i]?.ranks ?? [];
  if (ranks.length < 2 || !listsNonzeros(ranks[0]!) || quirks || confidence[i] !== 1 || !densities[t]!.shapeless)
    return null;
  const passes = (j: number): boolean =>
    plan.architecture.levels[j]!.kind === 'fanout' || isBypassed(constraints, t, j);
  const child = keeperInside(constraints, t, { i, passes });
  if (child === null || (formats[t * levels + child]?.ranks.length ?? 1) === 1) return child;
  return cuttingLevel(layout, constraints, { t, i: child });
}

/** Whether a rank has metadata for what is nonzero, and for nothing else. */
export function listsNonzeros({ format }: { readonly format: { readonly kind: string } }): boolean {
  return format.kind === 'CP' || format.kind === 'RLE';
}
