// Whether one profile per dimension and one keeping per dataspace can be chosen so that all limits hold. What is left of
// each choice spans a box; words, loops and layouts only grow towards its upper corner, so a limit that the wrong corner
// breaks ends it, and a profile that breaks one by itself is dropped. Otherwise the box is cut in two.

import { fitsSomehow } from '../../mapspace/parallelism.js';
import type { Footprint } from '../footprint.js';
import type { Effort } from './effort.js';
import { mostParallel } from './most-parallel.js';
import type { Profile } from './profiles.js';
import type { Subproblem } from './subproblem.js';

/** Places in the lists of profiles and keepings. */
export interface Choice {
  readonly profiles: readonly number[];
  readonly keepings: readonly number[];
}

/** What is left to choose from. */
interface Box {
  /** Per dimension. */
  readonly profiles: readonly (readonly number[])[];
  /** Per dataspace. */
  readonly keepings: readonly (readonly number[])[];
}

interface Corners {
  /** `[size * dimensions + d]`. */
  readonly least: Float64Array;
  readonly most: Float64Array;
  /** `[spatial * dimensions + d]`. */
  readonly leastFactor: Float64Array;
  /** Per dimension. */
  readonly fewest: Float64Array;
  /** Masks over the sizes, per dataspace: held in any case, held perhaps. */
  readonly surely: Int32Array;
  readonly perhaps: Int32Array;
}

export class BoxSearch {
  readonly #subproblem: Subproblem;
  readonly #profiles: readonly (readonly Profile[])[];
  readonly #footprint: Footprint;
  readonly #effort: Effort;
  readonly #dimensions: number;
  readonly #fits: readonly Map<string, boolean>[];

  constructor(
    subproblem: Subproblem,
    profiles: readonly (readonly Profile[])[],
    { footprint, effort }: { readonly footprint: Footprint; readonly effort: Effort },
  ) {
    this.#subproblem = subproblem;
    this.#profiles = profiles;
    this.#footprint = footprint;
    this.#effort = effort;
    this.#dimensions = profiles.length;
    this.#fits = subproblem.tiling.spatial.map(() => new Map());
  }

  /** Null where there is no such choice; undefined where the effort did not suffice to know. */
  run(): Choice | null | undefined {
    const all = (list: readonly unknown[]): number[] => list.map((_, at) => at);
    return this.#search({ profiles: this.#profiles.map(all), keepings: this.#subproblem.keepings.map(all) });
  }

  #search(given: Box): Choice | null | undefined {
    if (this.#effort.exhausted) return undefined;
    const box = this.#narrowed(given);
    if (box === null) return null;
    const halves = this.#halves(box);
    if (halves === undefined) {
      return { profiles: box.profiles.map(([only]) => only!), keepings: box.keepings.map(([only]) => only!) };
    }
    const first = this.#search(halves[0]);
    if (first) return first;
    const second = this.#search(halves[1]);
    return second === null ? first : second;
  }

  /** Drops what cannot be, until nothing changes; null when nothing is left. */
  #narrowed(given: Box): Box | null {
    let box = given;
    for (;;) {
      const corners = this.#corners(box);
      if (corners === null || !this.#possible(corners, box)) return null;
      const profiles = box.profiles.map((list, d) => {
        if (list.length === 1) return list;
        const laid = this.#subproblem.tiling.spatial.map(() => new Map<number, boolean>());
        return list.filter((one) => this.#allows(corners, { d, laid }, this.#profiles[d]![one]!));
      });
      const keepings = box.keepings.map((list, t) =>
        list.length === 1
          ? list
          : list.filter((one) => this.#allowsKeeping(corners, t, this.#subproblem.keepings[t]![one]!.held)),
      );
      const changed =
        profiles.some((list, d) => list.length < box.profiles[d]!.length) ||
        keepings.some((list, t) => list.length < box.keepings[t]!.length);
      box = { profiles, keepings };
      if (!changed) return box;
    }
  }

  /** Null for an empty box. */
  #corners({ profiles, keepings }: Box): Corners | null {
    const { sizes, tiling } = this.#subproblem;
    const corners: Corners = {
      least: new Float64Array(sizes.length * this.#dimensions),
      most: new Float64Array(sizes.length * this.#dimensions),
      leastFactor: new Float64Array(tiling.spatial.length * this.#dimensions),
      fewest: new Float64Array(this.#dimensions),
      surely: new Int32Array(keepings.length),
      perhaps: new Int32Array(keepings.length),
    };
    for (let d = 0; d < this.#dimensions; d += 1) {
      const list = profiles[d]!;
      if (list.length === 0) return null;
      this.#effort.spend(list.length * (1 + sizes.length + tiling.spatial.length));
      sizes.forEach((_, at) => {
        let [least, most] = [Number.POSITIVE_INFINITY, 0];
        for (const one of list) {
          const extent = this.#profiles[d]![one]!.extents[at]!;
          if (extent < least) least = extent;
          if (extent > most) most = extent;
        }
        corners.least[at * this.#dimensions + d] = least;
        corners.most[at * this.#dimensions + d] = most;
      });
      tiling.spatial.forEach((_, at) => {
        let least = Number.POSITIVE_INFINITY;
        for (const one of list) least = Math.min(least, this.#profiles[d]![one]!.spatial[at]!);
        corners.leastFactor[at * this.#dimensions + d] = least;
      });
      corners.fewest[d] = list.reduce(
        (least, one) => Math.min(least, this.#profiles[d]![one]!.loops),
        Number.POSITIVE_INFINITY,
      );
    }
    for (const [t, list] of keepings.entries()) {
      if (list.length === 0) return null;
      const masks = list.map((one) => this.#subproblem.keepings[t]![one]!.held);
      corners.surely[t] = masks.reduce((both, mask) => both & mask, -1);
      corners.perhaps[t] = masks.reduce((any, mask) => any | mask, 0);
    }
    return corners;
  }

  /** Whether the limits leave this box anything; exact when there is only one choice left. */
  #possible(corners: Corners, box: Box): boolean {
    const { sizes, tiling, limitedFanout, leastInstances, mostLoops } = this.#subproblem;
    if (!sizes.every((_, at) => this.#withinSize(corners, at))) return false;
    if (!tiling.spatial.every((_, p) => !limitedFanout[p] || this.#layable(p, corners.leastFactor))) return false;
    if (sum(corners.fewest) > mostLoops) return false;
    if (leastInstances === 0) return true;
    this.#effort.spend(box.profiles.reduce((all, list) => all + list.length, 0) * tiling.spatial.length);
    const reach = tiling.spatial.reduce((product, position, p) => {
      const values = box.profiles.map((list, d) => [
        ...new Set(list.map((one) => this.#profiles[d]![one]!.spatial[p]!)),
      ]);
      return product * mostParallel(values, { ...position, effort: this.#effort });
    }, 1);
    return reach >= leastInstances;
  }

  #withinSize({ least, most, surely, perhaps }: Corners, at: number): boolean {
    const limit = this.#subproblem.sizes[at]!;
    if (limit.most < Number.POSITIVE_INFINITY && this.#words(least, surely, at) > limit.most) return false;
    return limit.least === 0 || this.#words(most, perhaps, at) >= limit.least;
  }

  #words(extents: Float64Array, held: Int32Array, at: number): number {
    this.#effort.spend(held.length);
    let words = 0;
    for (let t = 0; t < held.length; t += 1) {
      if ((held[t]! >> at) & 1) words += this.#footprint.words(t, extents, at * this.#dimensions);
    }
    return words;
  }

  #layable(p: number, factors: Float64Array): boolean {
    const row = Array.from(factors.subarray(p * this.#dimensions, (p + 1) * this.#dimensions));
    const key = row.join();
    const known = this.#fits[p]!.get(key);
    if (known !== undefined) return known;
    this.#effort.spend(16);
    const fits = fitsSomehow(this.#subproblem.tiling.spatial[p]!, row);
    this.#fits[p]!.set(key, fits);
    return fits;
  }

  /** Whether a profile is possible with the best of everything else. `laid` remembers which factors fit which fan-out. */
  #allows(
    corners: Corners,
    { d, laid }: { readonly d: number; readonly laid: readonly Map<number, boolean>[] },
    { extents, spatial, loops }: Profile,
  ): boolean {
    const { least, most, leastFactor, fewest } = corners;
    const { limitedFanout, mostLoops } = this.#subproblem;
    if (sum(fewest) - fewest[d]! + loops > mostLoops) return false;
    const fitsSize = extents.every((extent, at) => {
      const place = at * this.#dimensions + d;
      if (extent === least[place] && extent === most[place]) return true;
      const before = [least[place]!, most[place]!] as const;
      least[place] = extent;
      most[place] = extent;
      const fits = this.#withinSize(corners, at);
      [least[place], most[place]] = before;
      return fits;
    });
    if (!fitsSize) return false;
    return spatial.every((factor, p) => {
      const place = p * this.#dimensions + d;
      const before = leastFactor[place]!;
      if (!limitedFanout[p] || factor === before) return true;
      const known = laid[p]!.get(factor);
      if (known !== undefined) return known;
      leastFactor[place] = factor;
      const fits = this.#layable(p, leastFactor);
      leastFactor[place] = before;
      laid[p]!.set(factor, fits);
      return fits;
    });
  }

  #allowsKeeping(corners: Corners, t: number, held: number): boolean {
    const { surely, perhaps } = corners;
    const before = [surely[t]!, perhaps[t]!] as const;
    surely[t] = held;
    perhaps[t] = held;
    const fits = this.#subproblem.sizes.every((_, at) => this.#withinSize(corners, at));
    [surely[t], perhaps[t]] = before;
    return fits;
  }

  /** Undefined when there is nothing left to choose. */
  #halves({ profiles, keepings }: Box): readonly [Box, Box] | undefined {
    const open = keepings.findIndex((list) => list.length > 1);
    if (open >= 0) {
      const [first, ...rest] = keepings[open]!;
      const box = (list: readonly number[]): Box => ({
        profiles,
        keepings: keepings.map((one, t) => (t === open ? list : one)),
      });
      return [box([first!]), box(rest)];
    }
    const cut = this.#cut(profiles);
    if (cut === undefined) return undefined;
    const { d, low, high } = cut;
    const box = (list: readonly number[]): Box => ({
      profiles: profiles.map((one, at) => (at === d ? list : one)),
      keepings,
    });
    // Where something asks for more, more is the likelier answer.
    const { sizes, leastInstances } = this.#subproblem;
    const upward = leastInstances > 0 || sizes.some(({ least }) => least > 0);
    return upward ? [box(high), box(low)] : [box(low), box(high)];
  }

  /** The dimension and component that spans the widest range, cut in the middle of it. */
  #cut(
    profiles: Box['profiles'],
  ): { readonly d: number; readonly low: readonly number[]; readonly high: readonly number[] } | undefined {
    const components = this.#subproblem.sizes.length + this.#subproblem.tiling.spatial.length + 1;
    let widest = { ratio: 1, d: -1, middle: 0, of: (_: Profile): number => 0 };
    profiles.forEach((list, d) => {
      if (list.length === 1) return;
      this.#effort.spend(list.length * components);
      const own = this.#profiles[d]!;
      const consider = (of: (profile: Profile) => number): void => {
        let [least, most] = [Number.POSITIVE_INFINITY, 0];
        for (const one of list) {
          const value = of(own[one]!);
          if (value < least) least = value;
          if (value > most) most = value;
        }
        if (most / least > widest.ratio) widest = { ratio: most / least, d, middle: Math.sqrt(least * most), of };
      };
      this.#subproblem.sizes.forEach((_, at) => {
        consider(({ extents }) => extents[at]!);
      });
      this.#subproblem.tiling.spatial.forEach((_, at) => {
        consider(({ spatial }) => spatial[at]!);
      });
      consider(({ loops }) => loops + 1);
    });
    const { d, middle, of } = widest;
    if (d < 0) return undefined;
    const isLow = (one: number): boolean => of(this.#profiles[d]![one]!) <= middle;
    return { d, low: profiles[d]!.filter(isLow), high: profiles[d]!.filter((one) => !isLow(one)) };
  }
}

function sum(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
