// Hops of one word per visit of a fan-out, summed over its multicast groups (F.5): the elements that share a word are those that
// differ in loops which do not move the dataspace.

/** A spatial loop, innermost first in a list of them, and whether it moves the dataspace. */
export interface SpatialLoop {
  readonly bound: number;
  readonly moves: boolean;
}

/** Loops along both axes of a mesh of so many rows: each group of columns pays its trunk for every group of rows, each column its rows. */
export function hopsOnMesh(alongX: readonly SpatialLoop[], alongY: readonly SpatialLoop[], height: number): number {
  const groups = alongY.reduce((product, { bound, moves }) => (moves ? product * bound : product), 1);
  const columns = alongX.reduce((product, { bound }) => product * bound, 1);
  return groups * hopsAlongRow(alongX) + columns * hopsAlongColumn(alongY, height);
}

/**
 * Loops along one axis in the order in which hops are fewest: with those that share a word side by side, the j-th group that begins
 * can begin no later, and the j-th that ends can end no sooner.
 */
export function sideBySide(sharing: number, apart: number): SpatialLoop[] {
  return [
    { bound: sharing, moves: false },
    { bound: apart, moves: true },
  ];
}

/** One row: a group's hops are the place of its last member, the one with every index of what does not move at its end. */
export function hopsAlongRow(loops: readonly SpatialLoop[]): number {
  let groups = 1;
  let reach = 0;
  let place = 1;
  for (const { bound, moves } of loops) {
    reach += ((bound - 1) * place) / (moves ? 2 : 1); // where it moves, the mean over the groups
    if (moves) groups *= bound;
    place *= bound;
  }
  return groups * reach;
}

/** One column of so many rows: from the centre row up to the first member and down to the last one. */
export function hopsAlongColumn(loops: readonly SpatialLoop[], height: number): number {
  const centre = (height - 1) / 2;
  let starts = [0];
  let extent = 0;
  let place = 1;
  for (const { bound, moves } of loops) {
    const step = place;
    if (moves) starts = Array.from({ length: bound }, (_, index) => starts.map((start) => start + index * step)).flat();
    else extent += (bound - 1) * place;
    place *= bound;
  }
  return starts.reduce((sum, start) => sum + Math.max(0, centre - start) + Math.max(0, start + extent - centre), 0);
}

/** One trunk along X to the farthest column, and from the centre row up and down each column in use (F.5). */
export function hopsOf(members: readonly number[], width: number, height: number): number {
  const centre = (height - 1) / 2;
  const low = new Map<number, number>();
  const high = new Map<number, number>();
  let farthest = 0;
  for (const member of members) {
    const h = member % width;
    const v = Math.floor(member / width);
    farthest = Math.max(farthest, h);
    low.set(h, Math.min(low.get(h) ?? v, v));
    high.set(h, Math.max(high.get(h) ?? v, v));
  }
  let hops = farthest;
  for (const [h, least] of low) hops += Math.max(0, centre - least) + Math.max(0, high.get(h)! - centre);
  return hops;
}
