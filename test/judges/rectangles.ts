// Sets of dataspace points as lists of disjoint axis-aligned boxes, with the exact set operations that the delta rule
// needs (F.2, F.4). Slow and obvious: judges only.

/** Half-open box, one interval per rank. */
export interface Box {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** Disjoint boxes; the empty list is the empty set. */
export type PointSet = readonly Box[];

export function boxSize(box: Box): number {
  return box.low.reduce((size, low, rank) => size * (box.high[rank]! - low), 1);
}

export function setSize(set: PointSet): number {
  return set.reduce((size, box) => size + boxSize(box), 0);
}

function isEmpty(box: Box): boolean {
  return box.low.some((low, rank) => box.high[rank]! <= low);
}

function withInterval(box: Box, rank: number, interval: readonly [number, number]): Box {
  return { low: box.low.with(rank, interval[0]), high: box.high.with(rank, interval[1]) };
}

/** `box` without `hole`: per rank cut off the slice left of the hole and the slice right of it, go on with the middle. */
export function boxDifference(box: Box, hole: Box): PointSet {
  if (isEmpty(box)) return [];
  const pieces: Box[] = [];
  let middle = box;
  for (let rank = 0; rank < box.low.length; rank++) {
    const [low, high] = [middle.low[rank]!, middle.high[rank]!];
    const cutLow = Math.min(Math.max(hole.low[rank]!, low), high);
    const cutHigh = Math.max(Math.min(hole.high[rank]!, high), cutLow);
    if (cutLow > low) pieces.push(withInterval(middle, rank, [low, cutLow]));
    if (cutHigh < high) pieces.push(withInterval(middle, rank, [cutHigh, high]));
    if (cutHigh === cutLow) break;
    if (cutLow > low || cutHigh < high) middle = withInterval(middle, rank, [cutLow, cutHigh]);
  }
  return pieces;
}

export function setDifference(set: PointSet, hole: PointSet): PointSet {
  return hole.reduce<PointSet>((rest, one) => rest.flatMap((box) => boxDifference(box, one)), set);
}

export function sameSet(a: PointSet, b: PointSet): boolean {
  return setSize(a) === setSize(b) && (setKey(a) === setKey(b) || setDifference(a, b).length === 0);
}

export function translated(set: PointSet, by: readonly number[]): PointSet {
  return set.map((box) => ({
    low: box.low.map((low, rank) => low + by[rank]!),
    high: box.high.map((high, rank) => high + by[rank]!),
  }));
}

/** Equal for equal lists of boxes, whatever their order. */
export function setKey(set: PointSet): string {
  return set
    .map((box) => `${box.low.join(',')}:${box.high.join(',')}`)
    .sort()
    .join(' ');
}

/** Half away from zero, as C does. */
export function roundHalfAway(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value));
}

/** Component-wise distance of the centres, rounded. */
export function displacement(from: Box, to: Box): readonly number[] {
  const centre = (box: Box, rank: number): number => (box.low[rank]! + box.high[rank]! - 1) / 2;
  return from.low.map((_, rank) => roundHalfAway(centre(to, rank) - centre(from, rank)));
}
