// The judge: memory by moving whole arrays about, as XLA's page describes tiling a second time: pad to whole tiles,
// split each dimension in two, move the places within a tile to the end. Shares nothing with the code under test.

import type { Tile } from '../../../../src/machines/tpu/layout/tiling.js';

export interface Case {
  readonly dims: readonly number[];
  readonly minorToMajor: readonly number[];
  readonly tiles: readonly Tile[];
}

interface Block {
  readonly dims: readonly number[];
  /** Row-major. */
  readonly data: readonly number[];
}

/** At each place of memory the logical row-major number of the element there, -1 for padding. */
export function imageByMoving({ dims, minorToMajor, tiles }: Case): {
  dims: readonly number[];
  data: readonly number[];
} {
  const numbered: Block = { dims, data: Array.from({ length: size(dims) }, (_, number) => number) };
  let block = transpose(numbered, [...minorToMajor].reverse());
  for (const tile of tiles) block = tiled(merge(block, tile), tile);
  return block;
}

function tiled(block: Block, tile: Tile): Block {
  const sizes = tile.filter((one): one is number => typeof one === 'number');
  const full = [...Array<number>(block.dims.length - sizes.length).fill(1), ...sizes];
  const padded = pad(
    block,
    block.dims.map((one, at) => Math.ceil(one / full[at]!) * full[at]!),
  );
  const split = padded.dims.flatMap((one, at) => [one / full[at]!, full[at]!]);
  const outer = full.map((_, at) => 2 * at);
  const order = [...outer, ...full.map((_, at) => 2 * at + 1)];
  const moved = transpose({ dims: split, data: padded.data }, order);
  // Dimensions without a tile were split in n and 1.
  const kept = moved.dims.filter((_, at) => at < full.length || at >= moved.dims.length - sizes.length);
  return { dims: kept, data: moved.data };
}

/** Row-major data stays where it is when neighboring dimensions become one. */
function merge({ dims, data }: Block, tile: Tile): Block {
  const merged = [...dims];
  for (let at = tile.length - 1; at >= 0; at -= 1) {
    if (tile[at] !== '*') continue;
    const place = dims.length - tile.length + at;
    merged.splice(place, 2, merged[place]! * merged[place + 1]!);
  }
  return { dims: merged, data };
}

function pad({ dims, data }: Block, larger: readonly number[]): Block {
  const padded = everyIndex(larger).map((index) => {
    if (index.some((one, at) => one >= dims[at]!)) return -1;
    return data[offset(index, dims)]!;
  });
  return { dims: larger, data: padded };
}

function transpose({ dims, data }: Block, order: readonly number[]): Block {
  const moved = order.map((from) => dims[from]!);
  const result = everyIndex(moved).map((index) => {
    const source = Array<number>(dims.length);
    order.forEach((from, at) => {
      source[from] = index[at]!;
    });
    return data[offset(source, dims)]!;
  });
  return { dims: moved, data: result };
}

function everyIndex(dims: readonly number[]): number[][] {
  return dims.reduce<number[][]>(
    (sofar, one) => sofar.flatMap((index) => Array.from({ length: one }, (_, place) => [...index, place])),
    [[]],
  );
}

function offset(index: readonly number[], dims: readonly number[]): number {
  let result = 0;
  for (const [at, one] of index.entries()) result = result * dims[at]! + one;
  return result;
}

function size(dims: readonly number[]): number {
  return dims.reduce((product, one) => product * one, 1);
}
