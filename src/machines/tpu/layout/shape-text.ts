// XLA's shape text: `F32[3,5]{1,0:T(2,2)}`, with repeated tiles `T(8,128)(2,1)`, stars and element bits `E(4)`. Without
// braces dimensions lie in their own order and nothing is tiled.

import { illegal, legal } from '../../verdict.js';
import { typeBits } from './element-type.js';
import { type Layout, type LayoutParts, type LayoutRules, layoutOf } from './layout.js';
import type { Tile } from './tiling.js';
import type { Verdict } from './verdict.js';

/** Longer ones are nobody's shape. */
const LONGEST = 10_000;

export function readLayout(text: string, rules?: LayoutRules): Verdict<Layout> {
  const parts = readShape(text);
  return parts.kind === 'illegal' ? parts : layoutOf(parts.value, rules);
}

/** Reads without asking whether the parts fit together. */
export function readShape(text: string): Verdict<LayoutParts> {
  const plain = text.replaceAll(/\s+/g, '');
  if (plain.length > LONGEST) return illegal('syntax', `a shape text of more than ${LONGEST} characters`);
  const match = /^([A-Za-z][A-Za-z0-9]*)\[([^[\]{}()]*)\](?:\{([^{}]*)\})?$/.exec(plain);
  if (!match) return illegal('syntax', `"${plain}" is not a shape such as F32[3,5]{1,0:T(2,2)}`);
  const [, elementType = '', bounds = '', braces] = match;
  const dims = integers(bounds);
  if (!dims) return illegal('syntax', `"[${bounds}]" is not a list of array bounds`);
  if (braces === undefined) return legal({ elementType, dims });
  const [, order = '', attributes] = /^([^:]*)(?::(.*))?$/.exec(braces) ?? [];
  const minorToMajor = integers(order);
  if (!minorToMajor) return illegal('syntax', `"${order}" is not a list of dimensions, minor to major`);
  const rest = readAttributes(attributes);
  return rest.kind === 'illegal' ? rest : legal({ elementType, dims, minorToMajor, ...rest.value });
}

export function layoutText({ elementType, elementBits, dims, minorToMajor, tiles }: Layout): string {
  const tiling = tiles.length > 0 ? `T${tiles.map((tile) => `(${tile.join(',')})`).join('')}` : '';
  // Elements of less than a byte may lie packed or not, so that their bits are always said.
  const bits = elementBits === typeBits(elementType) && elementBits >= 8 ? '' : `E(${elementBits})`;
  const attributes = `${tiling}${bits}`;
  return `${elementType}[${dims.join(',')}]{${minorToMajor.join(',')}${attributes === '' ? '' : `:${attributes}`}}`;
}

function readAttributes(text: string | undefined): Verdict<Pick<LayoutParts, 'tiles' | 'elementBits'>> {
  if (text === undefined) return legal({});
  const match = /^(?:T((?:\([^()]*\))+))?(?:E\((\d+)\))?$/.exec(text);
  if (text === '' || !match) {
    return illegal('syntax', `"${text}" is not T(...) with tiles, E(...) with element bits, or both in this order`);
  }
  const [, tilesText = '', bits] = match;
  const tiles: Tile[] = [];
  for (const [, inside = ''] of tilesText.matchAll(/\(([^()]*)\)/g)) {
    const tile = readTile(inside);
    if (tile.kind === 'illegal') return tile;
    tiles.push(tile.value);
  }
  return legal({ tiles, ...(bits !== undefined && { elementBits: Number(bits) }) });
}

/** In text a star is written as one; -1 is its stored form only. */
function readTile(inside: string): Verdict<Tile> {
  if (inside === '') return legal([]);
  const sizes = inside.split(',').map((part) => (part === '*' ? part : integer(part)));
  const tile = sizes.filter((size) => size !== undefined);
  if (tile.length < sizes.length) return illegal('syntax', `"(${inside})" is not a tile`);
  const negative = tile.find((size) => size !== '*' && size < 0);
  if (negative === undefined) return legal(tile);
  const hint = negative === -1 ? '; write * to combine dimensions' : '';
  return illegal('tile_negative', `tile (${inside}) has dimension ${negative}${hint}`);
}

function integers(text: string): number[] | undefined {
  const values = text === '' ? [] : text.split(',').map(integer);
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? known : undefined;
}

function integer(text: string): number | undefined {
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}
