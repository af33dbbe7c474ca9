// The elements of a fan-out as one dataspace sees them: which of them share a word, and which find at a neighbour what they need
// (F.5, F.6). All of it follows from the spatial loops and the displacement of a visit; nests that are looked at one after the
// other seldom differ in either, so it is remembered.

import { groupedBy, remembered } from '../../math/remembered.js';
import { hopsOf } from './hops.js';
import { distinctAmong, type Grid, neighboursServe, type Shifts } from './neighbours.js';

/** Elements that are remembered at once, as often as their neighbours were asked for. */
const mostElements = 2 ** 18;

/** Multicast groups of one size: how many there are in a visit, and the hops of all of them. */
export interface SameSize {
  readonly multicast: number;
  readonly scatter: number;
  readonly hops: number;
}

/** Elements that share a word, those of equal keys, by how many there are of them. */
export function multicastGroups<K>(
  elements: readonly number[],
  keyOf: (element: number) => K,
): [size: number, groups: number[][]][] {
  return [...groupedBy(groupedBy(elements, keyOf).values(), (group) => group.length)];
}

interface Fanout {
  readonly shifts: Shifts;
  readonly grid: Grid;
  /** Every element is sent words of its own. */
  readonly unicast: boolean;
}

/** What the parent is asked for at a visit; whoever it does not serve is served by a neighbour. */
export class Visit {
  /** Elements served by a neighbour. */
  readonly served: number;
  /** Accesses that one delta costs the parent. */
  readonly accesses: number;
  readonly #of: Fanout;
  readonly #fromParent: Uint8Array;
  #sizes: readonly (readonly [size: number, groups: readonly number[][]])[] | undefined;
  #groups: readonly SameSize[] | undefined;

  constructor(of: Fanout, fromParent: Uint8Array, served: number) {
    this.#of = of;
    this.#fromParent = fromParent;
    this.served = served;
    this.accesses = of.unicast ? of.shifts.count - served : distinctAmong(of.shifts, fromParent);
  }

  /** Elements that share a word, by how many there are of them, fewest first. */
  get sizes(): readonly (readonly [size: number, groups: readonly number[][]])[] {
    this.#sizes ??= this.#grouped();
    return this.#sizes;
  }

  /** The same with their hops. */
  get groups(): readonly SameSize[] {
    const { width, height } = this.#of.grid;
    this.#groups ??= this.sizes.map(([multicast, groups]) => ({
      multicast,
      scatter: groups.length,
      hops: groups.reduce((sum, group) => sum + hopsOf(group, width, height), 0),
    }));
    return this.#groups;
  }

  #grouped(): [size: number, groups: number[][]][] {
    const { shifts, unicast } = this.#of;
    const members = [...this.#fromParent.keys()].filter((element) => this.#fromParent[element] !== 0);
    const groups = multicastGroups(members, (element) => (unicast ? element : shifts.keys[element]!));
    return groups.sort(([a], [b]) => a - b);
  }
}

export class FanoutElements {
  readonly count: number;
  /** Where the parent serves all. */
  readonly everybody: Visit;
  readonly #of: Fanout;
  readonly #after = new Map<string, Visit>();
  readonly #spend: (elements: number) => void;

  /** `spend`: told of how many elements it remembers more. */
  constructor(of: Fanout, spend: (elements: number) => void) {
    const { count } = of.shifts;
    this.#of = of;
    this.#spend = spend;
    this.count = count;
    this.everybody = new Visit(of, new Uint8Array(count).fill(1), 0);
    spend(count);
  }

  /** At a visit so far from the one before, per rank. */
  after(displacement: readonly number[]): Visit {
    return remembered(this.#after, displacement.join(), () => {
      this.#spend(this.count);
      const { fromParent, served } = neighboursServe(this.#of.shifts, this.#of.grid, displacement);
      return new Visit(this.#of, fromParent, served);
    });
  }

  /** At a visit that moves nothing. */
  standingStill(): Visit {
    return this.after(new Array<number>(this.#of.shifts.ranks).fill(0));
  }
}

/** By whatever tells fan-outs apart. */
export class KnownElements {
  #known = new Map<string, FanoutElements>();
  #elements = 0;

  of(key: string, make: () => Fanout): FanoutElements {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#elements > mostElements) {
      this.#known = new Map();
      this.#elements = 0;
    }
    const made = new FanoutElements(make(), (elements) => {
      this.#elements += elements;
    });
    this.#known.set(key, made);
    return made;
  }
}
