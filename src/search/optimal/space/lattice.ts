// Tiles as nodes of a lattice: one divisor of the bound per dimension, written in exponents. Node ids are mixed-radix numbers
// over those exponents, so multiplying tiles is adding ids. A coarse lattice takes steps of several factors of a prime at
// once: fewer tiles, all of them tiles of the whole.

import { divisors, primeFactors } from '../../../math/divisors.js';

/** The tile of one iteration, which stands right above compute. */
export const unit = 0;

/** Number of nodes, to decide beforehand whether there is room. */
export function latticeSize(bounds: readonly number[]): number {
  return bounds.reduce((size, bound) => size * divisors(bound).length, 1);
}

/** A figure of every tile, by its extents; they are overwritten from one to the next. */
export function byBox({ size, dimensions, value }: Lattice, of: (box: Float64Array) => number): Float64Array {
  const box = new Float64Array(dimensions);
  return Float64Array.from({ length: size }, (_, node) => {
    for (let d = 0; d < dimensions; d += 1) box[d] = value[d]![node]!;
    return of(box);
  });
}

/** Dimensions in which two tiles differ, a mask: those that loop between them. */
export function loopMask({ digit }: Lattice, c: number, u: number): number {
  let mask = 0;
  for (let d = 0; d < digit.length; d += 1) if (digit[d]![c] !== digit[d]![u]) mask |= 1 << d;
  return mask;
}

/** `most`: tiles, beyond which it is made coarse. */
export function createLattice(bounds: readonly number[], most = Number.POSITIVE_INFINITY): Lattice {
  const coarseness = coarsenessFor(bounds, most);
  return latticeOf(bounds, (d, from) => dimensionOf(bounds[d]!, { from, coarseness: coarseness[d]! }));
}

/** Of tiles that each stand for some: per dimension so many in a row, each a step from the one before, by ascending value. */
export function latticeOfRows(bounds: readonly number[], rows: readonly (readonly number[])[]): Lattice {
  return latticeOf(bounds, (d, from) => {
    const row = rows[d]!;
    const tiles = row.map((value, place): Tile => ({ value, id: place * from, exponents: [place] }));
    return { from, span: row.length, chains: [{ power: row.length - 1, stride: from }], tiles };
  });
}

function latticeOf(bounds: readonly number[], dimensionFrom: (d: number, stride: number) => Dimension) {
  let size = 1;
  const dimensions = bounds.map((_, d) => {
    const dimension = dimensionFrom(d, size);
    size *= dimension.span;
    return dimension;
  });
  const value = bounds.map(() => new Float64Array(size));
  const digit = bounds.map(() => new Uint16Array(size));
  for (const [d, dimension] of dimensions.entries()) number(dimension, value[d]!, digit[d]!);
  return {
    bounds,
    dimensions: bounds.length,
    size,
    /** The whole iteration space. */
    top: size - 1,
    /** `value[d][node]`: iterations of dimension d in the tile. */
    value,
    /** Ascending divisors of each bound, and the id of the node with that factor in this dimension alone. */
    divisors: dimensions.map(({ tiles }) => Float64Array.from(tiles, (tile) => tile.value)),
    offset: dimensions.map(({ tiles }) => Int32Array.from(tiles, ({ id }) => id)),
    /** Per dimension: its chains of equal steps, as strides in the node id and lengths. */
    chains: dimensions.map(({ chains }) => chains),
    /** `digit[d][node]`: place of the node's divisor among `divisors[d]`. */
    digit,
    /** By two places a and b of one dimension, `[a * divisors[d].length + b]`: place of the product, of a / b; -1 for none. */
    product: dimensions.map((own) => placesOf(own, (a, b) => a + b)),
    quotient: dimensions.map((own) => placesOf(own, (a, b) => a - b)),
  };
}

export type Lattice = Readonly<ReturnType<typeof latticeOf>>;

function number({ from, span, tiles }: Dimension, value: Float64Array, digit: Uint16Array): void {
  const placeOf = new Int32Array(span);
  for (const [place, { id }] of tiles.entries()) placeOf[id / from] = place;
  for (let node = 0; node < value.length; node += 1) {
    const place = placeOf[Math.floor(node / from) % span]!;
    digit[node] = place;
    value[node] = tiles[place]!.value;
  }
}

/** A step that is taken up to `power` times. */
interface Chain {
  readonly power: number;
  readonly stride: number;
}

interface Tile {
  readonly value: number;
  readonly id: number;
  readonly exponents: readonly number[];
}

interface Dimension {
  /** Stride of its first chain, and number of its tiles. */
  readonly from: number;
  readonly span: number;
  readonly chains: readonly Chain[];
  /** By ascending value. */
  readonly tiles: readonly Tile[];
}

function dimensionOf(
  bound: number,
  { from, coarseness }: { readonly from: number; readonly coarseness: number },
): Dimension {
  let stride = from;
  const chains = factorsOf(bound, coarseness).map(([step, power]) => {
    const chain = { step, power, stride };
    stride *= power + 1;
    return chain;
  });
  let tiles: Tile[] = [{ value: 1, id: 0, exponents: [] }];
  for (const { step, power, stride: by } of chains) {
    tiles = tiles.flatMap(({ value, id, exponents }) =>
      Array.from({ length: power + 1 }, (_, times) => ({
        value: value * step ** times,
        id: id + times * by,
        exponents: [...exponents, times],
      })),
    );
  }
  return { from, span: stride / from, chains, tiles: tiles.sort((a, b) => a.value - b.value) };
}

/** The coarsest: of many primes, two products. */
const coarsest = 3;

/** Factors of the bound and how often each is taken. */
function factorsOf(bound: number, coarseness: number): (readonly [number, number])[] {
  const powers = primeFactors(bound).map((prime): [number, number] => {
    let power = 0;
    for (let rest = bound; rest % prime === 0; rest /= prime) power += 1;
    return [prime, power];
  });
  if (coarseness < coarsest || powers.length <= 2) {
    return powers.flatMap(([prime, power]) =>
      stepsOf(power, coarseness).map(([exponent, times]): [number, number] => [prime ** exponent, times]),
    );
  }
  const whole = (of: number): number =>
    powers.reduce((product, [prime, power], at) => (at % 2 === of ? product * prime ** power : product), 1);
  return [
    [whole(0), 1],
    [whole(1), 1],
  ];
}

/**
 * Steps for a power of a prime, `[exponent, times]`: all of them, some, or the fewest. No two tiles may differ by a tile
 * without being a product of it, so no step is twice another; steps of three suit fan-outs of eight and sixteen.
 */
function stepsOf(power: number, coarseness: number): readonly (readonly [number, number])[] {
  if (coarseness === 0 || power === 1) return [[1, power]];
  if (coarseness === 1) {
    if (power <= 2) return [[1, power]];
    const rest = power < 6 ? power - 3 : (power % 3) + 3;
    return rest === 0 || rest === 3
      ? [[3, power / 3]]
      : [
          [3, Math.floor((power - rest) / 3)],
          [rest, 1],
        ];
  }
  if (power <= 4) return [[power, 1]];
  if (power % 3 === 0 && power <= 9) return [[3, power / 3]];
  return [
    [3, 1],
    [power - 3, 1],
  ];
}

/** How coarse each dimension is to be for a lattice of no more than `most` tiles, or as few as there can be. */
function coarsenessFor(bounds: readonly number[], most: number): number[] {
  const coarseness = bounds.map(() => 0);
  const tiles = (d: number, of: number): number =>
    factorsOf(bounds[d]!, of).reduce((count, [, times]) => count * (times + 1), 1);
  const counts = bounds.map((_, d) => tiles(d, 0));
  while (counts.reduce((size, count) => size * count, 1) > most) {
    const open = counts.map((count, d) => (coarseness[d]! < coarsest ? count : 0));
    const d = open.indexOf(Math.max(...open));
    if (open[d] === 0) break;
    coarseness[d] = coarseness[d]! + 1;
    counts[d] = tiles(d, coarseness[d]!);
  }
  return coarseness;
}

function placesOf({ chains, tiles }: Dimension, join: (a: number, b: number) => number): Int16Array {
  const placeOf = new Map(tiles.map(({ exponents }, place) => [exponents.join(), place]));
  return Int16Array.from(
    tiles.flatMap((a) =>
      tiles.map((b) => placeOf.get(chains.map((_, at) => join(a.exponents[at]!, b.exponents[at]!)).join()) ?? -1),
    ),
  );
}
