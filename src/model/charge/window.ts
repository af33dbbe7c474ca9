// Words that a child takes in of a sliding window (F.13). A visit brings the whole tile where the window stands anywhere new,
// what is new where it has moved on by the step of its innermost moving loop, and nothing where it stands where it stood. The
// kernel knows how many visits there are of each kind, a bound how many there are at least.

/**
 * Of the words of whole tiles those that are new after a step along a rank, where a tile is `width` wide and has so many `points`
 * (as many, but where a stride leaves holes): points outside the box before it. Exact where the tile is a box, never more than
 * there are where it is only known to hold the points.
 */
export function newWords(words: number, width: number, points: number, step: number): number {
  return step < width ? (words / points) * Math.max(0, points - (width - step)) : words;
}

/** One whole tile at first, then `slices` visits that bring `part` and `wholes` that bring all of it. */
export function windowWords(whole: number, part: number, slices: number, wholes: number): number {
  return whole + part * slices + whole * wholes;
}

/**
 * The same at least, of all `visits` in so many `passes` of the loops that move the rank which is stepped first: every pass begins
 * with a whole tile, and up to `free` of its visits bring nothing, because positions coincide (t_k = 0).
 */
export function leastWindowWords(whole: number, part: number, visits: number, passes: number, free: number): number {
  return windowWords(whole, part, visits - passes * (1 + free), passes - 1);
}
