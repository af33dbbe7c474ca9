// What a slice costs to move (section 2.2): whole tiles of the first kind, or the granules of memory that hold any of it.
// A granule is fetched once, however many pieces of the slice lie in it. Whether the hardware moves tiles or
// granules is not public (section 5, point 5), so that both are offered and tiles are the default.

import { productOf } from '../../../math/product.js';
import { illegal, legal } from '../../verdict.js';
import { type Box, checkBox, elementsOf, MOST_RUNS, physicalBox, type Run, runsOf } from './box.js';
import { typeBits } from './element-type.js';
import type { Layout } from './layout.js';
import { fromRowMajor, placeOf, tileContents } from './linear-index.js';
import { type Cover, type TileClass, tileCover, tilesOf } from './tile-cover.js';
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

// Granules of memory that hold any element of a slice. Where tiles are whole granules, tiles of which the slice takes the same
// part are looked at once; where nothing is tiled, runs of memory are; otherwise every element is.

const MOST_ELEMENTS = 1 << 22;

function granulesTouched(
  layout: Layout,
  { box, cover, granuleBytes }: { readonly box: Box; readonly cover: Cover; readonly granuleBytes: number },
): Verdict<number> {
  const granuleBits = granuleBytes * 8;
  const contents = tileContents(layout);
  if (contents && (contents.elementsPadded * layout.elementBits) % granuleBits === 0) {
    return legal(cover.untiled * inAllTiles(cover.tiled, contents, granuleBits));
  }
  if (layout.steps.length === 0 && granuleBits % layout.elementBits === 0) {
    const runs = runsOf(layout.physicalDims, physicalBox(layout, box));
    if (runs) return legal(tilesOf(tileCover(runs, granuleBits / layout.elementBits)));
  }
  return oneByOne(layout, box, granuleBits);
}

/** Per dimension a class of tiles: all their combinations, each times how many tiles it stands for. */
function inAllTiles(cover: readonly (readonly TileClass[])[], contents: Layout, granuleBits: number): number {
  let combinations: { count: number; places: readonly (readonly number[])[] }[] = [{ count: 1, places: [] }];
  for (const classes of cover) {
    combinations = combinations.flatMap((sofar) =>
      classes.map(({ count, places }) => ({
        count: sofar.count * count,
        places: [...sofar.places, places.flatMap(({ lo, hi }) => range(lo, hi))],
      })),
    );
  }
  return combinations.reduce((sum, { count, places }) => {
    const dims = places.map((list) => list.length);
    const touched = granulesOf(contents, {
      granuleBits,
      dims,
      elementOf: (at) => at.map((place, axis) => places[axis]![place]!),
    });
    return sum + count * touched;
  }, 0);
}

function oneByOne(layout: Layout, box: Box, granuleBits: number): Verdict<number> {
  const elements = elementsOf(box);
  if (elements > MOST_ELEMENTS) {
    return illegal('slice_size', `${elements} elements, each in its own place; at most ${MOST_ELEMENTS} are looked at`);
  }
  const dims = box.lo.map((low, at) => box.hi[at]! - low);
  return legal(
    granulesOf(layout, { granuleBits, dims, elementOf: (at) => at.map((place, axis) => place + box.lo[axis]!) }),
  );
}

interface Elements {
  readonly granuleBits: number;
  /** How many per dimension. */
  readonly dims: readonly number[];
  readonly elementOf: (at: readonly number[]) => readonly number[];
}

function granulesOf(layout: Layout, { granuleBits, dims, elementOf }: Elements): number {
  const touched = new Set<number>();
  const elements = productOf(dims);
  for (let number = 0; number < elements; number += 1) {
    const firstBit = placeOf(layout, elementOf(fromRowMajor(number, dims))) * layout.elementBits;
    const last = Math.floor((firstBit + layout.elementBits - 1) / granuleBits);
    for (let granule = Math.floor(firstBit / granuleBits); granule <= last; granule += 1) touched.add(granule);
  }
  return touched.size;
}

function range(lo: number, hi: number): number[] {
  return Array.from({ length: hi - lo }, (_, step) => lo + step);
}
