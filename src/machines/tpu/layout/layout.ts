// An array and where its elements lie in memory: element type, bounds, order of the dimensions and tiles, checked, with the
// sizes that follow from them (section 2.1). The shape text of XLA is read by `shape-text`.

import { productOf } from '../../../math/product.js';
import { illegal, legal } from '../../verdict.js';
import { type ElementType, elementType, typeBits } from './element-type.js';
import { type Tile, type TileStep, tileStep } from './tiling.js';
import type { LayoutProblem, Verdict } from './verdict.js';

export interface LayoutParts {
  readonly elementType: string;
  /** Logical bounds. */
  readonly dims: readonly number[];
  /** The first entry is the most minor dimension; without it dimensions lie in their own order. */
  readonly minorToMajor?: readonly number[] | undefined;
  /** In the numeric form -1 is what is stored for a star. */
  readonly tiles?: readonly Tile[];
  /** E(n): bits that an element takes, where they are not those of its type. */
  readonly elementBits?: number | undefined;
}

export interface LayoutRules {
  /** XLA prints scalars as `U32[]{:T(256)}`: with `one`, dimensions that a tile has and the array lacks count as 1. */
  readonly missingDimensions: 'refused' | 'one';
}

export interface Layout {
  readonly elementType: ElementType;
  /** Bits that an element takes in memory. */
  readonly elementBits: number;
  readonly dims: readonly number[];
  readonly minorToMajor: readonly number[];
  readonly tiles: readonly Tile[];
  /** Major to minor, before any tile. */
  readonly physicalDims: readonly number[];
  readonly steps: readonly TileStep[];
  /** After all tiles, major to minor: their row-major order is the order of memory. */
  readonly finalDims: readonly number[];
  readonly elements: number;
  readonly elementsPadded: number;
  /** Without padding, at the width of the type. */
  readonly bytes: number;
  readonly bytesPadded: number;
}

export function layoutOf(parts: LayoutParts, rules: LayoutRules = { missingDimensions: 'refused' }): Verdict<Layout> {
  const { dims } = parts;
  const type = elementType(parts.elementType);
  const minorToMajor = parts.minorToMajor ?? dims.map((_, at) => dims.length - 1 - at);
  const tiles = (parts.tiles ?? []).map((tile) => tile.map((size) => (size === -1 ? '*' : size)));
  const problems = [
    ...(type ? [] : [problem('element_type', `unknown element type ${parts.elementType}`)]),
    ...dims.filter((size) => size < 0).map((size) => problem('negative_dim', `array bound ${size} is negative`)),
    ...orderProblems(minorToMajor, dims.length),
    ...tileProblems(tiles, dims.length, rules),
    ...(parts.elementBits === 0 ? [problem('element_bits', 'elements of 0 bits, E(0), hold nothing')] : []),
  ];
  const [first, ...others] = problems;
  if (first) return { kind: 'illegal', problems: [first, ...others] };
  const physicalDims = minorToMajor.toReversed().map((dimension) => dims[dimension]!);
  const steps = applyTiles(physicalDims, tiles);
  const finalDims = steps.at(-1)?.after ?? physicalDims;
  const [elements, elementsPadded] = [productOf(dims), productOf(finalDims)];
  const bits = typeBits(type!);
  const elementBits = parts.elementBits ?? bits;
  if (!steps.every(({ combined }) => isCountable(productOf(combined))) || !isCountable(elementsPadded * elementBits)) {
    return illegal(
      'size_overflow',
      `an array of ${elementsPadded} elements with padding is too large to count exactly`,
    );
  }
  const bytes = Math.ceil((elements * bits) / 8);
  const bytesPadded = Math.ceil((elementsPadded * elementBits) / 8);
  return legal({
    ...{ elementType: type!, elementBits, dims, minorToMajor, tiles, physicalDims, steps, finalDims },
    ...{ elements, elementsPadded, bytes, bytesPadded },
  });
}

/** Padded bytes for each byte of data; none for an array without elements. */
export function expansionOf({ bytes, bytesPadded }: Layout): number | undefined {
  return bytes === 0 ? undefined : bytesPadded / bytes;
}

function applyTiles(physicalDims: readonly number[], tiles: readonly Tile[]): TileStep[] {
  let dims = physicalDims;
  return tiles.map((tile) => {
    const step = tileStep(dims, tile);
    dims = step.after;
    return step;
  });
}

function orderProblems(minorToMajor: readonly number[], rank: number): LayoutProblem[] {
  const written = `{${minorToMajor.join(',')}}`;
  if (minorToMajor.length !== rank) {
    return [problem('mtm_rank', `minor-to-major order ${written} has ${minorToMajor.length} entries for rank ${rank}`)];
  }
  return minorToMajor.flatMap((dimension, at) => {
    if (dimension < 0 || dimension >= rank) {
      return [problem('mtm_range', `minor-to-major order ${written} names dimension ${dimension} of rank ${rank}`)];
    }
    const repeated = minorToMajor.indexOf(dimension) < at;
    return repeated ? [problem('mtm_duplicate', `minor-to-major order ${written} repeats dimension ${dimension}`)] : [];
  });
}

function tileProblems(tiles: readonly Tile[], arrayRank: number, { missingDimensions }: LayoutRules): LayoutProblem[] {
  let rank = arrayRank;
  return tiles.flatMap((tile, number) => {
    const written = `tile (${tile.join(',')})`;
    const below = number === 0 ? `an array of rank ${rank}` : `the ${rank} dimensions after the tile before it`;
    const fits = tile.length <= rank || missingDimensions === 'one';
    const sizes = tile.filter((size) => size !== '*');
    rank = Math.max(rank, tile.length) - (tile.length - sizes.length) + sizes.length;
    if (tile.length === 0) return [problem('tile_empty', 'a tile T() without dimensions')];
    return [
      ...sizes.filter((size) => size < 0).map((size) => problem('tile_negative', `${written} has dimension ${size}`)),
      ...(sizes.includes(0) ? [problem('tile_zero', `${written} has a dimension of 0`)] : []),
      ...(tile.at(-1) === '*' ? [problem('star_last', `${written} ends with *, with nothing to combine with`)] : []),
      ...(fits ? [] : [problem('tile_rank', `${written} has rank ${tile.length}, more than ${below}`)]),
    ];
  });
}

function problem(code: LayoutProblem['code'], message: string): LayoutProblem {
  return { code, message };
}

/** Zero when any factor is, however large the others are. */
function isCountable(count: number): boolean {
  return count <= Number.MAX_SAFE_INTEGER;
}
