// Whether one profile per dimension and one keeping per dataspace can be chosen so that all limits hold. What is left of
// each choice spans a box; words, loops and layouts only grow towards its upper corner, so a limit that the wrong corner
// breaks ends it, and a profile that breaks one by itself is dropped. Otherwise the box is cut in two.

import { fitsSomehow } from '../../mapspace/parallelism.js';
import { remembered } from '../../math/remembered.js';
import { boxWords, type Dataspace } from '../../workload/workload.js';
import type { Effort } from './effort.js';
import { mostParallel } from './most-parallel.js';
import type { Profile } from './profiles.js';
import type { Subproblem } from './subproblem.js';

/** Places in the lists of profiles and keepings: what is chosen, or left to choose from. */
interface Box {
  /** Per dimension. */
  readonly profiles: readonly (readonly number[])[];
  /** Per dataspace. */
  readonly keepings: readonly (readonly number[])[];
}

/** One mapping, as far as requirements go. */
export interface Choice {
  /** `[dimension][position]`, positions as in `positionsOf(tiling)`. */
  readonly factors: readonly (readonly number[])[];
  /** Mask over levels, per dataspace. */
  readonly keep: readonly number[];
}

interface Corners {
  /** Least and greatest of each value of a profile (`Profile.values`): `[value * dimensions + d]`. */
  readonly least: Float64Array;
  readonly most: Float64Array;
  /** Masks over the sizes, per dataspace: held in any case, held perhaps. */
  readonly surely: Int32Array;
  readonly perhaps: Int32Array;
}

/** Null where there is no such choice; undefined where the effort did not suffice to know. */
export function searchBoxes(
  subproblem: Subproblem,
  known: readonly (readonly Profile[])[],
  { dataspaces, effort }: { readonly dataspaces: readonly Dataspace[]; readonly effort: Effort },
): Choice | null | undefined {
  const { sizes, tiling, limitedFanout, leastInstances, mostLoops } = subproblem;
  const dimensions = known.length;
  const loopsAt = sizes.length + tiling.spatial.length;
  const laid = tiling.spatial.map(() => new Map<string, boolean>());
  const valueAt = (d: number, one: number, at: number): number => known[d]![one]!.values[at]!;
  const heldBy = (t: number, one: number): number => subproblem.keepings[t]![one]!.held;

  function search(given: Box): Choice | null | undefined {
    if (effort.exhausted) return undefined;
    const box = narrowed(given);
    if (box === null) return null;
    const halves = halvesOf(box);
    if (halves === undefined)
      return {
        factors: box.profiles.map(([only], d) => known[d]![only!]!.factors),
        keep: box.keepings.map(([only], t) => subproblem.keepings[t]![only!]!.keep),
      };
    const first = search(halves[0]);
    if (first) return first;
    const second = search(halves[1]);
    return second === null ? first : second;
  }

  /** Drops what cannot be, until nothing changes; null when nothing is left. */
  function narrowed(given: Box): Box | null {
    let box = given;
    for (;;) {
      const corners = cornersOf(box);
      if (corners === null || !isPossible(corners, box)) return null;
      const profiles = box.profiles.map((list, d) =>
        list.length === 1 ? list : list.filter((one) => allows(corners, d, known[d]![one]!)),
      );
      const keepings = box.keepings.map((list, t) =>
        list.length === 1 ? list : list.filter((one) => allowsKeeping(corners, t, heldBy(t, one))),
      );
      const changed =
        profiles.some((list, d) => list.length < box.profiles[d]!.length) ||
        keepings.some((list, t) => list.length < box.keepings[t]!.length);
      box = { profiles, keepings };
      if (!changed) return box;
    }
  }

  /** Null for an empty box. */
  function cornersOf({ profiles, keepings }: Box): Corners | null {
    if ([...profiles, ...keepings].some((list) => list.length === 0)) return null;
    const least = new Float64Array((loopsAt + 1) * dimensions);
    const most = new Float64Array((loopsAt + 1) * dimensions);
    for (const [d, list] of profiles.entries()) {
      effort.spend(list.length * (loopsAt + 1));
      for (let at = 0; at <= loopsAt; at += 1)
        [least[at * dimensions + d], most[at * dimensions + d]] = rangeOf(list, d, at);
    }
    const masks = keepings.map((list, t) => list.map((one) => heldBy(t, one)));
    const surely = Int32Array.from(masks, (own) => own.reduce((both, mask) => both & mask, -1));
    const perhaps = Int32Array.from(masks, (own) => own.reduce((any, mask) => any | mask, 0));
    return { least, most, surely, perhaps };
  }

  function rangeOf(list: readonly number[], d: number, at: number): [least: number, most: number] {
    let [least, most] = [Number.POSITIVE_INFINITY, 0];
    for (const one of list) {
      const value = valueAt(d, one, at);
      if (value < least) least = value;
      if (value > most) most = value;
    }
    return [least, most];
  }

  /** Whether the limits leave this box anything; exact when there is only one choice left. */
  function isPossible(corners: Corners, { profiles }: Box): boolean {
    if (!sizes.every((_, at) => isWithinSize(corners, at))) return false;
    if (!tiling.spatial.every((_, p) => !limitedFanout[p] || isLayable(p, corners.least))) return false;
    if (leastLoops(corners) > mostLoops) return false;
    if (leastInstances === 0) return true;
    effort.spend(profiles.reduce((all, list) => all + list.length, 0) * tiling.spatial.length);
    const reach = tiling.spatial.reduce((product, position, p) => {
      const values = profiles.map((list, d) => [...new Set(list.map((one) => valueAt(d, one, sizes.length + p)))]);
      return product * mostParallel(values, position, effort);
    }, 1);
    return reach >= leastInstances;
  }

  function isWithinSize({ least, most, surely, perhaps }: Corners, at: number): boolean {
    const limit = sizes[at]!;
    if (limit.most < Number.POSITIVE_INFINITY && words(least, surely, at) > limit.most) return false;
    return limit.least === 0 || words(most, perhaps, at) >= limit.least;
  }

  function words(extents: Float64Array, held: Int32Array, at: number): number {
    effort.spend(held.length);
    let sum = 0;
    for (let t = 0; t < held.length; t += 1)
      if ((held[t]! >> at) & 1) sum += boxWords(dataspaces[t]!, extents, at * dimensions);
    return sum;
  }

  function leastLoops({ least }: Corners): number {
    return least.subarray(loopsAt * dimensions).reduce((total, loops) => total + loops, 0);
  }

  function isLayable(p: number, least: Float64Array): boolean {
    const row = (sizes.length + p) * dimensions;
    const factors = [...least.subarray(row, row + dimensions)];
    const key = factors.join();
    return remembered(laid[p]!, key, () => {
      effort.spend(16);
      return fitsSomehow(tiling.spatial[p]!, factors);
    });
  }

  /** Whether a profile is possible with the best of everything else. */
  function allows(corners: Corners, d: number, { values }: Profile): boolean {
    const { least, most } = corners;
    if (leastLoops(corners) - least[loopsAt * dimensions + d]! + values[loopsAt]! > mostLoops) return false;
    return values.every((value, at) => {
      const place = at * dimensions + d;
      const [low, high] = [least[place]!, most[place]!];
      const p = at - sizes.length;
      if (at === loopsAt || (value === low && (p >= 0 || value === high)) || (p >= 0 && !limitedFanout[p])) return true;
      least[place] = value;
      most[place] = value;
      const fits = p < 0 ? isWithinSize(corners, at) : isLayable(p, least);
      least[place] = low;
      most[place] = high;
      return fits;
    });
  }

  function allowsKeeping(corners: Corners, t: number, held: number): boolean {
    const { surely, perhaps } = corners;
    const before = [surely[t]!, perhaps[t]!] as const;
    surely[t] = held;
    perhaps[t] = held;
    const fits = sizes.every((_, at) => isWithinSize(corners, at));
    [surely[t], perhaps[t]] = before;
    return fits;
  }

  /** Undefined when there is nothing left to choose. */
  function halvesOf({ profiles, keepings }: Box): readonly [Box, Box] | undefined {
    const open = keepings.findIndex((list) => list.length > 1);
    if (open >= 0) {
      const [first, ...rest] = keepings[open]!;
      return [
        { profiles, keepings: keepings.with(open, [first!]) },
        { profiles, keepings: keepings.with(open, rest) },
      ];
    }
    const cut = cutOf(profiles);
    if (cut === undefined) return undefined;
    const low = { profiles: profiles.with(cut.d, cut.low), keepings };
    const high = { profiles: profiles.with(cut.d, cut.high), keepings };
    // Where something asks for more, more is the likelier answer.
    return leastInstances > 0 || sizes.some(({ least }) => least > 0) ? [high, low] : [low, high];
  }

  /** The dimension and value that spans the widest range, cut in the middle of it. */
  function cutOf(profiles: Box['profiles']) {
    let widest = { ratio: 1, d: -1, middle: 0, at: 0 };
    for (const [d, list] of profiles.entries()) {
      if (list.length === 1) continue;
      effort.spend(list.length * (loopsAt + 1));
      for (let at = 0; at <= loopsAt; at += 1) {
        const [least, most] = rangeOf(list, d, at).map((value) => value + (at === loopsAt ? 1 : 0)) as [number, number];
        if (most / least > widest.ratio) widest = { ratio: most / least, d, middle: Math.sqrt(least * most), at };
      }
    }
    const { d, middle, at } = widest;
    if (d < 0) return undefined;
    const isLow = (one: number): boolean => valueAt(d, one, at) + (at === loopsAt ? 1 : 0) <= middle;
    return { d, low: profiles[d]!.filter(isLow), high: profiles[d]!.filter((one) => !isLow(one)) };
  }

  const all = (list: readonly unknown[]): number[] => list.map((_, at) => at);
  return search({ profiles: known.map(all), keepings: subproblem.keepings.map(all) });
}
