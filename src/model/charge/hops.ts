// Hops of one word per visit along a fan-out of one axis, summed over its multicast groups (F.5): the elements that share a word
// are those that differ in loops which do not move the dataspace.

/** A spatial loop, innermost first in a list of them, and whether it moves the dataspace. */
export interface SpatialLoop {
  readonly bound: number;
  readonly moves: boolean;
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

/** `apart` groups of `sharing` elements each, packed row by row into a mesh. */
export interface Packed {
  readonly sharing: number;
  readonly apart: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Fewest hops (`hopsOf`) of all groups, whichever elements each of them is. Groups whose farthest column is no farther than one have
 * all their elements in as many columns. In a column the j-th group that begins can begin no later than those before it are large, and
 * the j-th last that ends can end no sooner.
 */
export function leastHops({ sharing, apart, width, height }: Packed): number {
  const elements = sharing * apart;
  const rows = Math.ceil(elements / width);
  const centre = (height - 1) / 2;
  const inColumn = (count: number): number => {
    let hops = 0;
    for (let before = 0; before < count; before += sharing)
      hops += Math.max(0, centre - before) + Math.max(0, count - 1 - before - centre);
    return hops;
  };
  let hops = 0;
  for (let group = 1; group <= apart; group += 1) hops += Math.ceil((group * sharing) / rows) - 1;
  const full = elements - (rows - 1) * width; // columns that the last row reaches
  const others = Math.min(width, elements) - full;
  return hops + full * inColumn(rows) + others * inColumn(rows - 1);
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
