// What a slice costs to move (section 2.2): whole tiles of the first kind, or the granules of memory that hold any of it.
// A granule is fetched once, however many pieces of the slice lie in it. Whether the hardware moves tiles or
// granules is not public (section 5, point 5), so that both are offered and tiles are the default.

import { productOf } from '../../../math/product.js';
import { illegal, legal } from '../../verdict.js';
import { type Box, checkBox, elementsOf, MOST_RUNS, physicalBox, type Run, runsOf } from './box.js';
import { typeBits } from './element-type.js';
import { granulesTouched } from './granules.js';
import type { Layout } from './layout.js';
import { tileContents } from './tile-contents.js';
import { type Cover, tileCover, tilesOf } from './tile-cover.js';
import type { Verdict } from './verdict.js';

export interface SliceTraffic {
  /** Tiles of the first kind that the slice touches; single elements where nothing is tiled. */
  readonly tiles: number;
  readonly bytesMoved: number;
  /** The slice itself at the width of its type. */
  readonly bytesUseful: number;
  /** Present when moved in granules. */
  readonly granules?: number;
}

export function sliceTraffic(
  layout: Layout,
  box: Box,
  { granuleBytes }: { readonly granuleBytes?: number | undefined } = {},
): Verdict<SliceTraffic> {
  const checked = checkBox(layout, box);
  if (checked.kind === 'illegal') return checked;
  const bytesUseful = Math.ceil((elementsOf(box) * typeBits(layout.elementType)) / 8);
  const cover = coverOf(layout, box);
  if (!cover) return illegal('slice_size', `a slice that falls into more than ${MOST_RUNS} pieces`);
  const tiles = cover.untiled * cover.tiled.reduce((product, one) => product * tilesOf(one), 1);
  if (granuleBytes === undefined) {
    return legal({ tiles, bytesMoved: Math.ceil((tiles * bitsPerTile(layout)) / 8), bytesUseful });
  }
  const granules = granulesTouched(layout, { box, cover, granuleBytes });
  if (granules.kind === 'illegal') return granules;
  return legal({ tiles, bytesMoved: granules.value * granuleBytes, bytesUseful, granules: granules.value });
}

function coverOf(layout: Layout, box: Box): Cover | undefined {
  const physical = physicalBox(layout, box);
  const [step] = layout.steps;
  if (!step) return { untiled: elementsOf(box), tiled: [] };
  const missing = Array<number>(step.missing).fill(0);
  const lo = [...missing, ...physical.lo];
  const hi = [...missing.map(() => 1), ...physical.hi];
  const runs: (readonly Run[])[] = [];
  let from = 0;
  for (const [at, combines] of step.combines.entries()) {
    if (combines) continue;
    const part = runsOf(step.before.slice(from, at + 1), { lo: lo.slice(from, at + 1), hi: hi.slice(from, at + 1) });
    if (!part) return undefined;
    runs.push(part);
    from = at + 1;
  }
  const untiled = runs.length - step.tile.length;
  const lengths = runs.slice(0, untiled).map((part) => part.reduce((sum, { lo, hi }) => sum + hi - lo, 0));
  return {
    untiled: productOf(lengths),
    tiled: step.tile.map((size, at) => tileCover(runs[untiled + at]!, size)),
  };
}

/** What a tile takes in memory, with the padding of the tiles within it; where those reach beyond it, its own size. */
function bitsPerTile(layout: Layout): number {
  const own = productOf(layout.steps[0]?.tile ?? []);
  return (tileContents(layout)?.elementsPadded ?? own) * layout.elementBits;
}
