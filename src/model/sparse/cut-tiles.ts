// Formats of several ranks. What is stored in one is cut into the tiles of the level inside first, if these are more than a
// word: its innermost ranks repeat those of that level then, and span these tiles between them (G.3). Of whole tiles any rank may
// take all loops. Whichever is the innermost to span anything lists all nonzeros, if it is of a kind that lists.

import type { Constraints } from '../../mapping/constraints.js';
import { boxWords } from '../../workload/workload.js';
import { isBypassed, keeperInside } from './loop-order.js';
import type { SparseLayout } from './sparse-layout.js';

/** Dataspace `t` at level i. */
interface Stored {
  readonly t: number;
  readonly i: number;
}

/** Levels into whose tiles those that are stored are cut, where they are more than a word, outermost first; as far as they are known. */
export function cuttingLevels(layout: SparseLayout, constraints: Constraints, { t, i }: Stored): readonly number[] {
  const { formats, levels, plan, quirks, densities } = layout;
  const format = formats[t * levels + i];
  if (format?.compressed !== true || format.ranks.length < 2 || quirks || !densities[t]!.shapeless) return [];
  const passes = (j: number): boolean =>
    plan.architecture.levels[j]!.kind === 'fanout' || isBypassed(constraints, t, j);
  const child = keeperInside(constraints, t, { i, passes });
  return child === null ? [] : [child, ...cuttingLevels(layout, constraints, { t, i: child })];
}

/** Bits of metadata that come with every nonzero at least, where tiles are cut into those of level `cut`; null = of no level inside. */
export function listedBits({ formats, levels, densities }: SparseLayout, { t, i }: Stored, cut: number | null): number {
  const ranks = formats[t * levels + i]?.ranks ?? [];
  if (ranks.length === 0 || (ranks.length > 1 && !densities[t]!.shapeless)) return 0;
  const inner = cut === null ? ranks.length : (formats[t * levels + cut]?.ranks.length ?? 1);
  const bits = ranks.slice(0, inner).map((rank) => (listsNonzeros(rank) ? rank.format.metadataBits : 0));
  return Math.min(...bits);
}

/**
 * How many times as many bits of metadata as `listed` a word, beyond these, the whole dataspace has where level `child` holds a tile
 * with these extents. The tiles are spanned as if none overlapped, and each lists what it shares with its neighbours (G.3).
 */
export function beyondListed(
  { formats, levels, plan }: SparseLayout,
  { t, i, child }: Stored & { readonly child: number },
  listed: number,
): (tile: ArrayLike<number>) => number {
  const { dataspaces, bounds } = plan.workload;
  const dataspace = dataspaces[t]!;
  const { ranks, innerToOuter } = formats[t * levels + i]!;
  const [rank, ...others] = ranks.slice(formats[t * levels + child]?.ranks.length ?? 1);
  const spans = rank?.format.kind === 'UOP' && others.length === 0 && !innerToOuter;
  const whole = boxWords(dataspace, bounds);
  return (tile) => {
    const tiles = boxWords(
      dataspace,
      bounds.map((bound, d) => bound / tile[d]!),
    );
    const span = spans ? ((tiles + 1) * rank.format.payloadBits) / listed : 0; // G.4
    return (tiles * boxWords(dataspace, tile) + span) / whole - 1;
  };
}

/** Whether a rank has metadata for what is nonzero, and for nothing else. */
function listsNonzeros({ format }: { readonly format: { readonly kind: string } }): boolean {
  return format.kind === 'CP' || format.kind === 'RLE';
}
