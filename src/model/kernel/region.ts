// Sets of points as lists of disjoint axis-aligned boxes, for the literal walk (F.2, F.4).

/** Half-open per rank: low <= x < high. */
export interface Box {
  readonly low: number[];
  readonly high: number[];
}

/** Disjoint boxes. */
export type Region = readonly Box[];

export function regionSize(region: Region): number {
  return region.reduce((sum, box) => sum + box.low.reduce((size, low, rank) => size * (box.high[rank]! - low), 1), 0);
}

/** Points of `box` that are not in `other`: per rank cut off the left and the right slice, go on with the middle. */
export function subtract(box: Box, other: Box): Region {
  const apart = box.low.some((low, rank) => low >= other.high[rank]! || box.high[rank]! <= other.low[rank]!);
  if (apart) return [box];
  const rest: Box[] = [];
  const low = [...box.low];
  const high = [...box.high];
  for (let rank = 0; rank < low.length; rank += 1) {
    if (low[rank]! < other.low[rank]!) {
      rest.push({ low: [...low], high: high.map((value, at) => (at === rank ? other.low[rank]! : value)) });
      low[rank] = other.low[rank]!;
    }
    if (high[rank]! > other.high[rank]!) {
      rest.push({ low: low.map((value, at) => (at === rank ? other.high[rank]! : value)), high: [...high] });
      high[rank] = other.high[rank]!;
    }
  }
  return rest;
}

export function translate(region: Region, shift: readonly number[]): Region {
  return region.map((box) => ({
    low: box.low.map((value, rank) => value + shift[rank]!),
    high: box.high.map((value, rank) => value + shift[rank]!),
  }));
}

/** Equal as lists of boxes: regions that are compared come from the same cuts in the same order. */
export function sameRegion(a: Region, b: Region): boolean {
  return (
    a.length === b.length &&
    a.every((box, at) => box.low.every((low, rank) => low === b[at]!.low[rank] && box.high[rank] === b[at]!.high[rank]))
  );
}

/** Component-wise round(centre(to) - centre(from)), half away from zero as in C. */
export function centreDisplacement(from: Box, to: Box): number[] {
  return to.low.map((low, rank) => {
    const exact = (low + to.high[rank]! - from.low[rank]! - from.high[rank]!) / 2;
    const rounded = Math.sign(exact) * Math.round(Math.abs(exact));
    return rounded === 0 ? 0 : rounded;
  });
}
