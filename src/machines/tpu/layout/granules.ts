// Granules of memory that hold any element of a slice. Where tiles are whole granules, tiles of which the slice takes the same
// part are looked at once; where nothing is tiled, runs of memory are; otherwise every element is.

import { productOf } from '../../../math/product.js';
import { illegal, legal } from '../../verdict.js';
import { type Box, elementsOf, physicalBox, runsOf } from './box.js';
import type { Layout } from './layout.js';
import { fromRowMajor, placeOf } from './linear-index.js';
import { tileContents } from './tile-contents.js';
import { type Cover, type TileClass, tileCover, tilesOf } from './tile-cover.js';
import type { Verdict } from './verdict.js';

const MOST_ELEMENTS = 1 << 22;

export function granulesTouched(
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
