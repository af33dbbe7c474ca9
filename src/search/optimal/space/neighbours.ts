// Which dataspaces the neighbours at the fan-out above compute can serve at all (F.6). Elements are numbered by the loops, inner
// to outer, and packed into rows. Beside an element stands one that differs in the innermost loop; above and below it stand
// such that differ in the innermost loop which a row does not hold whole times. So no more than two dimensions decide: where
// neither of them leaves a dataspace alone, nobody finds beside it the words that it took in while nothing moved. A row that is
// longer than all of that loop takes those above and below on along the loops outside it as well: as these step, they may serve.

import { axesFit, axisMasks, loopsOf } from '../../../mapspace/loop-order.js';
import type { Mapspace } from '../../../mapspace/mapspace.js';
import type { SpatialPosition } from '../../../mapspace/tiling.js';
import { bitCount, bitsOf, maskOf } from '../../../math/bits.js';
import { productOf } from '../../../math/product.js';
import { remembered } from '../../../math/remembered.js';
import {
  distinctAmong,
  type Grid,
  neighboursServe,
  type ShiftLoop,
  type Shifts,
  shiftsOf,
  someBeside,
} from '../../../model/charge/neighbours.js';
import { arrangementsOf } from '../../arrangements.js';
import { type Around, displacementsOf, grainsOf, type Steps, stepsOf } from './steps.js';

/** Dataspaces, as masks, that neighbours may serve while nothing moves, and where something does. */
export interface Served {
  readonly still: number;
  readonly stepping: number;
  /** Of those served while nothing moves the ones that elements beside each other take in alike. */
  readonly alike: number;
}

/** Nobody is served at compute; further outside anybody may be. */
export const noneAtCompute: Served = { still: 0, stepping: -1, alike: 0 };

/** Of the deliveries of one visit, those that neighbours leave to the parent at least, under one arrangement or several. */
export interface Left {
  /** While nothing moves. */
  readonly still: number;
  /** By dimension: where it is the first to step. */
  readonly stepped: readonly number[];
  /** By that dimension: where it steps back, for a loop outside that steps none of its rank. */
  readonly returned: readonly number[];
  /** `[d][e]`: where that loop is the first of its own rank, which dimension e steps. */
  readonly turned: readonly (readonly number[])[];
  /** Whatever moves. */
  readonly least: number;
  /** As the loop over dimension e steps right above the fan-out, whichever loops stand inside it. */
  turn(e: number, inside: Around): number;
  /** After so much displacement along every rank, whatever it is where null. */
  after(displacement: readonly (number | null)[]): number;
}

/** Elements of all arrangements of one spatial choice, beyond which they are not looked at one by one. */
const mostPlaces = 16_384;

export class Neighbours {
  readonly #position: SpatialPosition;
  readonly #bounds: readonly number[];
  readonly #steps: readonly Steps[];
  readonly #among: number;
  /** Whether words are forwarded at no other fan-out of the link. */
  readonly #alone: boolean;
  readonly #variants = new Map<string, readonly Served[]>();
  readonly #left = new Map<string, readonly Left[] | null>();

  /** `among`: the dataspaces whose words may be forwarded, a mask. */
  constructor(mapspace: Mapspace, position: SpatialPosition, of: { readonly among: number; readonly alone: boolean }) {
    const { workload } = mapspace.problem;
    this.#position = position;
    this.#among = of.among;
    this.#alone = of.alone;
    this.#bounds = workload.bounds;
    this.#steps = workload.dataspaces.map((_, index) => stepsOf(workload, index));
  }

  /** What arrangements of loops with these factors can serve at most; every arrangement is within one of them. */
  variants(factors: readonly number[]): readonly Served[] {
    return remembered(this.#variants, factors.join(), () => this.#mostServed(factors));
  }

  #mostServed(factors: readonly number[]): readonly Served[] {
    const all = decidingOf(this.#position, factors).map((deciding) => this.#serving(factors, deciding));
    return undominated(all, within);
  }

  /** Everything that any arrangement of these loops can serve. */
  any(factors: readonly number[]): Served {
    return this.variants(factors).reduce((one, { still, stepping, alike }) => ({
      still: one.still | still,
      stepping: one.stepping | stepping,
      alike: one.alike | alike,
    }));
  }

  /**
   * Under each arrangement of a variant that none serves better after whatever displacement, as the model counts it; of a window
   * whose dimensions step one rank each. Null where words are forwarded further outside as well, or there are too many arrangements.
   */
  left(t: number, factors: readonly number[], served: Served): readonly Left[] | null {
    if (!this.#alone) return null;
    const key = [t, served.still, served.stepping, served.alike, ...factors].join();
    return remembered(this.#left, key, () => this.#leftUnder(t, factors, served));
  }

  #leftUnder(t: number, factors: readonly number[], served: Served): readonly Left[] | null {
    const steps = this.#steps[t]!;
    const { rank, coefficient, dimensions } = steps;
    const isMeant = (order: readonly number[]): boolean => this.variantOf(order, factors) === served;
    const places = placesOf(this.#position, factors, { rank, strides: coefficient, ranks: dimensions.length }, isMeant);
    if (places === null || places.length === 0) return null;
    const grid = rowsOf(this.#position);
    const grains = grainsOf(steps, { factors, bounds: this.#bounds });
    const servings = places.map((shifts) => servingOf(shifts, grid, grains));
    return undominated(servings, leavesMore).map((one) => leftBy(one, steps, factors));
  }

  /** The first variant that an arrangement of the loops is within; `order` from inner to outer. */
  variantOf(order: readonly number[], factors: readonly number[]): Served {
    const width = this.#position.fanoutX;
    let inside = 1;
    const at = order.findIndex((d) => {
      inside *= factors[d]!;
      return width % inside !== 0;
    });
    const rows = productOf(factors) > width;
    const beside = width > 1 ? (order[0] ?? -1) : -1;
    const outside = rows && width > inside ? maskOf(order.slice(at + 1)) : 0;
    const serving = this.#serving(factors, { beside, above: rows ? order[at]! : -1, outside });
    return this.variants(factors).find((variant) => within(serving, variant))!;
  }

  #serving(factors: readonly number[], { beside, above, outside }: Deciding): Served {
    const deciding = [beside, above];
    const looping = (mask: number): number => factors.filter((factor, d) => factor > 1 && (mask >> d) & 1).length;
    let still = 0;
    let stepping = 0;
    let alike = 0;
    for (const [t, { dimensions, moving, wild }] of this.#steps.entries()) {
      // Where two dimensions of a rank loop, elements that differ in both may need the same.
      const crossed = (wild && looping(-1) > 0) || dimensions.some((mask) => looping(mask) > 1);
      const idle = deciding.some((d) => d >= 0 && !((moving >> d) & 1));
      // A step of a dimension alone on its rank is longer than the fan-out is wide.
      const shared = dimensions.filter((mask) => bitCount(mask) > 1);
      const isHandedOn = above >= 0 && !((moving >> above) & 1);
      const moves = shared.some(
        (mask) => deciding.some((d) => d >= 0 && (mask >> d) & 1) || (isHandedOn && looping(mask & outside) > 0),
      );
      if (idle || crossed) still |= 1 << t;
      if (moves || crossed) stepping |= 1 << t;
      if (idle) alike |= 1 << t;
    }
    const among = this.#among;
    return { still: still & among, stepping: this.#alone ? stepping & among : -1, alike: alike & among };
  }
}

/** What one iteration of a dimension's spatial loop moves: by how much along which rank, -1 for none, of so many ranks. */
export interface Strides {
  readonly rank: readonly number[];
  readonly strides: readonly number[];
  readonly ranks: number;
}

/** The elements of a fan-out in every arrangement of its loops, each order once; null where there are too many. */
export function placesOf(
  position: SpatialPosition,
  factors: readonly number[],
  { rank, strides, ranks }: Strides,
  isMeant: (order: readonly number[]) => boolean = () => true,
): readonly Shifts[] | null {
  const orders = new Map<string, readonly number[]>();
  for (const { order } of arrangementsOf(position, factors)) {
    if (isMeant(order)) orders.set(order.join(), order);
    if (orders.size * productOf(factors) > mostPlaces) return null;
  }
  const loopOf = (d: number): ShiftLoop => ({
    bound: factors[d]!,
    steps: rank[d] === -1 ? [] : [[rank[d]!, strides[d]!]],
  });
  return [...orders.values()].map((order) => shiftsOf(order.map(loopOf), ranks));
}

/** Rows of elements, as many as there may be. */
export function rowsOf({ fanoutX }: SpatialPosition): Grid {
  return { width: fanoutX, height: Number.POSITIVE_INFINITY };
}

/** The dimensions that tell elements from those next to them, -1 where there is none. */
interface Deciding {
  /** Of the innermost loop, and of the innermost one that a row does not hold whole times. */
  readonly beside: number;
  readonly above: number;
  /** Where a row is longer than all of that loop: those of the loops outside it, a mask. */
  readonly outside: number;
}

/** What some arrangement leaves to decide, each once. Loops along X are inside those along Y. */
function decidingOf(position: SpatialPosition, factors: readonly number[]): Deciding[] {
  const { fanoutX: width } = position;
  const mask = loopsOf(factors);
  const rows = productOf(factors) > width;
  const found = new Map<string, Deciding>();
  const add = (firsts: number, above: number, outside: number): void => {
    for (const beside of width === 1 || firsts === 0 ? [-1] : bitsOf(firsts))
      found.set(`${beside} ${above} ${outside}`, { beside, above, outside });
  };
  for (const alongX of axisMasks(position, mask)) {
    if (!axesFit(position, mask, alongX, factors)) continue;
    const innermost = alongX === 0 ? mask : alongX;
    if (!rows) add(innermost, -1, 0);
    // Of the loops inside the one that a row does not hold whole times it holds all.
    for (let inside = mask; rows; inside = (inside - 1) & mask) {
      const held = productOf(bitsOf(inside).map((d) => factors[d]!));
      for (const e of width % held === 0 ? bitsOf(mask & ~inside) : []) {
        const first = inside === 0 ? 1 << e : inside;
        const after = inside | (1 << e);
        const stands = (alongX & ~inside) === 0 || (after & ~alongX) === 0;
        const whole = held * factors[e]!;
        if (stands && width % whole !== 0) add(first & innermost, e, width > whole ? mask & ~after : 0);
      }
      if (inside === 0) break;
    }
  }
  return [...found.values()];
}

function within(one: Served, other: Served): boolean {
  const less = (one.still & ~other.still) | (one.stepping & ~other.stepping) | (one.alike & ~other.alike);
  return less === 0;
}

/** Of the deliveries of one visit, those that neighbours leave after each displacement that lets them serve anybody; else all. */
interface Serving {
  readonly all: number;
  readonly after: ReadonlyMap<string, { readonly by: readonly number[]; readonly words: number }>;
}

function servingOf(shifts: Shifts, grid: Grid, grains: readonly number[]): Serving {
  const isReached = (by: readonly number[]): boolean => by.every((distance, r) => isMultiple(distance, grains[r]!));
  const displaced = displacements(shifts, grid).filter(isReached);
  const after = displaced.map((by) => {
    const words = distinctAmong(shifts, neighboursServe(shifts, grid, by).fromParent);
    return [by.join(), { by, words }] as const;
  });
  return { all: distinctAmong(shifts, new Uint8Array(shifts.count).fill(1)), after: new Map(after) };
}

function isMultiple(distance: number, grain: number): boolean {
  return distance === 0 || (grain !== 0 && distance % grain === 0);
}

/** Whether the other one leaves as little after every displacement. */
function leavesMore(one: Serving, other: Serving): boolean {
  return [...one.after].every(([by, { words }]) => (other.after.get(by)?.words ?? other.all) <= words);
}

/** Those that are within no other; of several that are within each other, the first. */
function undominated<T>(all: readonly T[], isWithin: (one: T, other: T) => boolean): T[] {
  return all.filter(
    (one, at) => !all.some((other, by) => by !== at && isWithin(one, other) && (by < at || !isWithin(other, one))),
  );
}

function leftBy(
  { all, after: known }: Serving,
  { rank, coefficient, dimensions }: Steps,
  factors: readonly number[],
): Left {
  const found = [...known.values()];
  const leastOf = (those: typeof found): number => those.reduce((least, { words }) => Math.min(least, words), all);
  const reach = dimensions.map((_, r) => found.reduce((most, { by }) => Math.max(most, Math.abs(by[r]!)), 0));
  const isFar = (distance: number | null, r: number): boolean => Math.abs(distance ?? 0) > reach[r]!;
  const asked = new Map<string, number>();
  const turns = new Map<number, number>();
  const masks = 2 ** factors.length;
  const after = (displacement: readonly (number | null)[]): number =>
    displacement.some(isFar)
      ? all
      : remembered(asked, displacement.join(), () =>
          leastOf(found.filter(({ by }) => by.every((distance, r) => distance === (displacement[r] ?? distance)))),
        );
  const along = (d: number, step: number): number[] => dimensions.map((_, r) => (r === rank[d] ? step : 0));
  // Fan-outs outside may make strides longer; loops of the same rank that step back as well, too.
  const strides = factors.map((factor, d) => coefficient[d]! * factor);
  const back = strides.map((stride, d) => found.filter(({ by }) => rank[d] !== -1 && by[rank[d]!]! <= -stride));
  const ahead = (d: number, e: number): typeof found =>
    back[d]!.filter(({ by }) => rank[e] !== -1 && by[rank[e]!]! >= strides[e]!);
  return {
    still: after(dimensions.map(() => 0)),
    stepped: strides.map((stride, d) => (rank[d] === -1 ? all : after(along(d, stride)))),
    returned: back.map(leastOf),
    turned: strides.map((_, d) => strides.map((_, e) => leastOf(ahead(d, e)))),
    least: leastOf(found),
    turn: (e, inside) =>
      remembered(turns, (inside.sure * masks + inside.some) * factors.length + e, () =>
        displacementsOf({ rank, dimensions, strides }, e, inside).reduce(
          (least, by) => Math.min(least, after(by)),
          all,
        ),
      ),
    after,
  };
}

/** Those under which some element finds at a neighbour what it needs. */
export function displacements({ count, ranks, shift }: Shifts, grid: Grid): (readonly number[])[] {
  const found = new Map<string, readonly number[]>();
  for (let element = 0; element < count; element += 1) {
    someBeside(grid, element, (other) => {
      if (other >= count) return false;
      const by = Array.from({ length: ranks }, (_, r) => shift[other * ranks + r]! - shift[element * ranks + r]!);
      found.set(by.join(), by);
      return false;
    });
  }
  return [...found.values()];
}
