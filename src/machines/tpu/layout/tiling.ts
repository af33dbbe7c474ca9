// Tiling of physical dimensions (section 2.1 of docs/tpu.md, after XLA's page on tiled layout). Tiles are applied one
// after another to the last dimensions: stars combine dimensions with the next more minor one, then each dimension of size S
// and tile t becomes ⌈S/t⌉, and t moves to the end. What a tile leaves behind is what the next one tiles, so that it may
// regroup elements within a tile as well as tiles among each other.

/** `*` combines a dimension with the next more minor one. */
export type TileDim = number | '*';
/** Major to minor. */
export type Tile = readonly TileDim[];

/** One tile applied. All dimensions major to minor. */
export interface TileStep {
  /** Leading dimensions of size 1 that the tile has and the array lacks; zero unless that is allowed. */
  readonly missing: number;
  /** Before stars combine anything, missing ones included. */
  readonly before: readonly number[];
  /** Per dimension of `before`: whether it is combined into the next. */
  readonly combines: readonly boolean[];
  /** After the stars. */
  readonly combined: readonly number[];
  /** The tile without its stars, along the last dimensions of `combined`. */
  readonly tile: readonly number[];
  /** Leading dimensions that are not tiled, then tiles, then places within a tile. */
  readonly after: readonly number[];
}

/** The tile must have been checked: no empty tile, no zero, no star at the end. */
export function tileStep(dims: readonly number[], tile: Tile): TileStep {
  const missing = Math.max(0, tile.length - dims.length);
  const before = [...Array<number>(missing).fill(1), ...dims];
  const untiled = before.length - tile.length;
  const combines = before.map((_, at) => tile[at - untiled] === '*');
  const combined: number[] = [];
  let product = 1;
  before.forEach((size, at) => {
    product *= size;
    if (combines[at]) return;
    combined.push(product);
    product = 1;
  });
  const sizes = tile.filter((size): size is number => size !== '*');
  const grid = combined.map((size, at) => Math.ceil(size / (sizes[at - (combined.length - sizes.length)] ?? 1)));
  return { missing, before, combines, combined, tile: sizes, after: [...grid, ...sizes] };
}

/** Coordinates before the stars to coordinates after them. */
export function combine(step: TileStep, coordinates: readonly number[]): number[] {
  const { missing, before, combines } = step;
  const result: number[] = [];
  let carried = 0;
  before.forEach((size, at) => {
    carried = carried * size + (at < missing ? 0 : coordinates[at - missing]!);
    if (combines[at]) return;
    result.push(carried);
    carried = 0;
  });
  return result;
}

/** Where a tile puts an element. */
export function applyStep(step: TileStep, coordinates: readonly number[]): number[] {
  return splitByTile(step, combine(step, coordinates));
}

/** Coordinates after the stars to coordinates after the tile; also for places of padding. */
export function splitByTile(step: TileStep, combined: readonly number[]): number[] {
  const untiled = combined.length - step.tile.length;
  const within = step.tile.map((size, at) => combined[untiled + at]! % size);
  // Subtracting first keeps the quotient exact for coordinates of any size.
  const grid = combined.map((place, at) =>
    at < untiled ? place : (place - within[at - untiled]!) / step.tile[at - untiled]!,
  );
  return [...grid, ...within];
}

/** The element at a place after the tile; undefined for padding. */
export function undoStep(step: TileStep, places: readonly number[]): number[] | undefined {
  const { combined, tile, combines, before, missing } = step;
  const untiled = combined.length - tile.length;
  const joined = combined.map((_, at) =>
    at < untiled ? places[at]! : places[at]! * tile[at - untiled]! + places[combined.length + at - untiled]!,
  );
  if (joined.some((place, at) => place >= combined[at]!)) return undefined;
  const result: number[] = [];
  let rest = 0;
  let next = joined.length;
  for (let at = before.length - 1; at >= 0; at -= 1) {
    if (!combines[at]) {
      next -= 1;
      rest = joined[next]!;
    }
    const outermost = at === 0 || !combines[at - 1];
    const place = outermost ? rest : rest % before[at]!;
    rest = (rest - place) / before[at]!;
    result.unshift(place);
  }
  return result.slice(missing);
}
