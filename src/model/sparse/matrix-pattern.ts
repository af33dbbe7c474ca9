// Nonzeros at known places of a matrix (G.2): of a band, or measured. Tiles lie on a grid from the origin; what a tile
// may hold is the histogram over that grid.

import { remembered } from '../../math/remembered.js';
import type { NonzeroPattern } from '../../spec/spec.js';
import type { DensityModel, Enclosing, Occupancies, TileShape } from './density-model.js';

interface Histogram extends Occupancies {
  /** Tiles on the grid, and by occupancy how many. */
  readonly tiles: number;
  readonly tilesBy: ReadonlyMap<number, number>;
  /** Nonzeros per tile that has any, by number of the tile. */
  readonly occupied: ReadonlyMap<number, number>;
}

export class MatrixPattern implements DensityModel {
  readonly shapeless = false;
  readonly name: string;
  readonly #pattern: NonzeroPattern;
  readonly #histograms = new Map<string, Histogram>();
  readonly #within = new Map<string, Map<number, number>>();

  constructor(name: string, pattern: NonzeroPattern) {
    this.name = name;
    this.#pattern = pattern;
  }

  empty(tile: TileShape, within?: Enclosing): number {
    if (within === undefined) {
      const { tiles, occupied } = this.#histogram(tile);
      return 1 - occupied.size / tiles;
    }
    if (within.occupancy === 0) return 1;
    return this.#emptyWithin(tile, within.tile).get(within.occupancy) ?? this.empty(tile);
  }

  mostNonzeros(tile: TileShape, confidence: number): number {
    const { counts, probabilities } = this.#histogram(tile);
    let sum = 0;
    for (let at = 0; at < counts.length; at += 1) {
      sum += probabilities[at]!;
      if (sum >= confidence - 1e-12) return counts[at]!;
    }
    return counts.at(-1)!;
  }

  fewestNonzeros(tile: TileShape): number {
    return this.#histogram(tile).counts[0]!;
  }

  expectedNonzeros(tile: TileShape): number {
    const { counts, probabilities } = this.#histogram(tile);
    return counts.reduce((sum, count, at) => sum + count * probabilities[at]!, 0);
  }

  occupancies(tile: TileShape): Occupancies {
    return this.#histogram(tile);
  }

  #histogram(tile: TileShape): Histogram {
    return remembered(this.#histograms, tile.extents.join('x'), () => histogramOf(this.#pattern, tile));
  }

  /** By occupancy of the outer tile: the part of its inner tiles that is empty. */
  #emptyWithin(inner: TileShape, outer: TileShape): ReadonlyMap<number, number> {
    const key = `${inner.extents.join('x')} in ${outer.extents.join('x')}`;
    return remembered(this.#within, key, () => this.#emptyShares(inner, outer));
  }
  #emptyShares(inner: TileShape, outer: TileShape): Map<number, number> {
    const [height, width] = sides(outer);
    const [innerHeight, innerWidth] = sides(inner);
    const { columns } = this.#pattern;
    const across = Math.ceil(columns / width);
    const innerAcross = Math.ceil(columns / innerWidth);
    const { occupied, tilesBy } = this.#histogram(outer);
    const filled = new Map<number, number>();
    for (const place of this.#histogram(inner).occupied.keys()) {
      const top = Math.floor(place / innerAcross) * innerHeight;
      const left = (place % innerAcross) * innerWidth;
      const around = Math.floor(top / height) * across + Math.floor(left / width);
      // An inner tile that straddles outer ones counts for the one that it begins in.
      const occupancy = occupied.get(around) ?? 0;
      filled.set(occupancy, (filled.get(occupancy) ?? 0) + 1);
    }
    const per = Math.ceil(height / innerHeight) * Math.ceil(width / innerWidth);
    const share = ([occupancy, count]: [number, number]): [number, number] => [
      occupancy,
      Math.max(0, 1 - count / (tilesBy.get(occupancy)! * per)),
    ];
    return new Map([...filled].filter(([occupancy]) => tilesBy.has(occupancy)).map(share));
  }
}

function histogramOf(pattern: NonzeroPattern, tile: TileShape): Histogram {
  const { rows, columns, row, column } = pattern;
  const [height, width] = sides(tile);
  const across = Math.ceil(columns / width);
  const tiles = Math.ceil(rows / height) * across;
  const occupied = new Map<number, number>();
  for (let at = 0; at < row.length; at += 1) {
    const place = Math.floor(row[at]! / height) * across + Math.floor(column[at]! / width);
    occupied.set(place, (occupied.get(place) ?? 0) + 1);
  }
  const tilesBy = new Map<number, number>();
  if (occupied.size < tiles) tilesBy.set(0, tiles - occupied.size);
  for (const count of occupied.values()) tilesBy.set(count, (tilesBy.get(count) ?? 0) + 1);
  const counts = Float64Array.from(tilesBy.keys()).sort();
  const probabilities = counts.map((count) => tilesBy.get(count)! / tiles);
  return { counts, probabilities, tiles, tilesBy, occupied };
}

function sides({ extents }: TileShape): readonly [number, number] {
  return [extents[0]!, extents[1]!];
}

/** The places within `bandWidth` of the diagonal. */
export function band(rows: number, columns: number, bandWidth: number): NonzeroPattern {
  const row: number[] = [];
  const column: number[] = [];
  for (let r = 0; r < rows; r += 1) {
    for (let c = Math.max(0, r - bandWidth); c < Math.min(columns, r + bandWidth + 1); c += 1) {
      row.push(r);
      column.push(c);
    }
  }
  return { rows, columns, row: Int32Array.from(row), column: Int32Array.from(column) };
}
