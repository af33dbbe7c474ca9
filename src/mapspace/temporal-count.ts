// How many ways there are to go on from a temporal position outwards: factors of all dimensions and orders of their
// loops. The product of factorials over positions couples the dimensions; a table over the dimensions' coordinates
// (pattern-basis.ts), built from the outermost position inwards, adds it up without listing anything.

import { productOf } from '../math/product.js';
import type { PatternBasis, Steps } from './pattern-basis.js';
import type { TemporalPosition } from './tiling.js';

/**
 * A table over (loops, order, coordinate of dimension 0, coordinate of dimension 1, ...), last index fastest. `loops`
 * is the number of temporal loops from here outwards where those are limited; `order` the number of free loops at the
 * position at hand. Values may exceed 2^53: value = sum of limbs[i] * 2^(40 i).
 */
interface Table {
  readonly loops: number;
  readonly orders: number;
  readonly shape: readonly number[];
  readonly limbs: readonly Float64Array[];
}

const limbSize = 2 ** 40;

/** Entries of the largest table that a count would need. */
export function tableSize(bases: readonly PatternBasis[]): number {
  const positions = bases[0]?.sizes.length ?? 1;
  const sizes = Array.from({ length: positions }, (_, t) =>
    bases.reduce((product, basis) => product * Math.max(basis.sizes[t]!, basis.sizes[t + 1] ?? 1), 1),
  );
  return Math.max(...sizes) * (bases.length + 1);
}

export class TemporalCount {
  readonly positions: readonly TemporalPosition[];
  readonly bases: readonly PatternBasis[];
  readonly maxLoops: number | null;
  readonly #tables: Table[] = [];
  /** Read from the tables when they are first asked for. */
  readonly #values: (readonly bigint[])[][] = [];

  constructor(positions: readonly TemporalPosition[], bases: readonly PatternBasis[], maxLoops: number | null) {
    this.positions = positions;
    this.bases = bases;
    this.maxLoops = maxLoops;
    // A first pass in plain numbers tells how many limbs exact values need.
    const greatest = this.#build(1, false);
    if (greatest >= 2 ** 53) this.#build(Math.ceil((Math.log2(greatest) + 2) / 40), true);
  }

  /** Ways to go on before position `t`, `used` temporal loops lying further inside, over the coordinates of all dimensions. */
  values(t: number, used: number): readonly bigint[] {
    const byLoops = this.byLoops(t).slice(0, this.maxLoops === null ? 1 : this.maxLoops - used + 1);
    return byLoops.reduce((sum, one) => sum.map((value, at) => value + one[at]!));
  }

  /**
   * Exact values before position `t` over all coordinates, one list per number of temporal loops from there outwards;
   * a single list where loops are not limited.
   */
  byLoops(t: number): readonly (readonly bigint[])[] {
    const table = this.#tables[t]!;
    const size = productOf(table.shape);
    this.#values[t] ??= Array.from({ length: table.loops }, (_, loops) =>
      Array.from({ length: size }, (_, at) => valueAt(table, loops * size + at)),
    );
    return this.#values[t]!;
  }

  /** Fixes the state of dimension `d` before position `t` in values over its coordinates and those of the dimensions after it. */
  narrow(values: readonly bigint[], { t, d, state }: { t: number; d: number; state: number }): readonly bigint[] {
    const { coordinates, sizes } = this.bases[d]!;
    return contractFirst(values, coordinates(t, state), sizes[t]!);
  }

  /** Ways to go on from these states before position `t`. */
  at(t: number, states: ArrayLike<number>, used: number): bigint {
    let values = this.values(t, used);
    for (let d = 0; d < this.bases.length; d += 1) values = this.narrow(values, { t, d, state: states[d]! });
    return values[0]!;
  }

  /** Fills the tables; returns the greatest entry, approximately. */
  #build(limbCount: number, carry: boolean): number {
    const last = this.positions.length;
    const limbs = Array.from({ length: limbCount }, (_, limb) => Float64Array.of(limb === 0 ? 1 : 0));
    let table: Table = { loops: 1, orders: 1, shape: this.bases.map(() => 1), limbs };
    this.#tables[last] = table;
    let greatest = 1;
    for (let t = last - 1; t >= 0; t -= 1) {
      const position = this.positions[t]!;
      this.bases.forEach((basis, d) => {
        const ordered = !position.canonical && ((position.freeMask >> d) & 1) === 1;
        table = pass(table, d, {
          unit: basis.unit[t]!,
          loop: basis.loop[t]!,
          size: basis.sizes[t]!,
          ordered,
          counted: this.maxLoops,
        });
        if (carry) carryOver(table);
      });
      table = orderLoops(table, carry);
      this.#tables[t] = table;
      for (const value of table.limbs.at(-1)!) greatest = Math.max(greatest, value);
    }
    return greatest;
  }
}

/** Weighs and adds up the coordinates of the first dimension, of which there are `size`. */
export function contractFirst(values: readonly bigint[], weights: readonly number[], size: number): readonly bigint[] {
  const rest = values.length / size;
  const contracted = new Array<bigint>(rest).fill(0n);
  weights.forEach((weight, coordinate) => {
    if (weight === 0) return;
    const factor = BigInt(weight);
    for (let at = 0; at < rest; at += 1) {
      const value = values[coordinate * rest + at]!;
      if (value !== 0n) contracted[at] = contracted[at]! + factor * value;
    }
  });
  return contracted;
}

interface Passing {
  readonly unit: Steps;
  readonly loop: Steps;
  readonly size: number;
  /** A loop of this dimension takes a place among the free ones. */
  readonly ordered: boolean;
  readonly counted: number | null;
}

/** Replaces the coordinate of dimension `d` after a position by the one before it. */
function pass(table: Table, d: number, { unit, loop, size, ordered, counted }: Passing): Table {
  const { shape } = table;
  const before = productOf(shape.slice(0, d));
  const after = productOf(shape.slice(d + 1));
  const hasLoop = loop.from.some((steps) => steps.length > 0);
  const orders = table.orders + (ordered && hasLoop ? 1 : 0);
  const loops = counted === null || !hasLoop ? table.loops : Math.min(table.loops + 1, counted + 1);
  const moreLoops = counted === null ? 0 : 1;
  const moreOrders = ordered ? 1 : 0;
  const from: Grid = { loops: table.loops, orders: table.orders, before, size: shape[d]!, after };
  const to: Grid = { loops, orders, before, size, after };
  const limbs = table.limbs.map((source) => {
    const target = new Float64Array(loops * orders * before * size * after);
    add({ grid: to, values: target }, { grid: from, values: source }, { steps: unit, moreLoops: 0, moreOrders: 0 });
    if (hasLoop) {
      add({ grid: to, values: target }, { grid: from, values: source }, { steps: loop, moreLoops, moreOrders });
    }
    return target;
  });
  return { loops, orders, shape: shape.map((one, index) => (index === d ? size : one)), limbs };
}

/** Values over (loops, order, dimensions before, the dimension at hand, dimensions after). */
interface Grid {
  readonly loops: number;
  readonly orders: number;
  readonly before: number;
  readonly size: number;
  readonly after: number;
}

interface Values {
  readonly grid: Grid;
  readonly values: Float64Array;
}

/** Adds to every value those that its steps lead to. */
function add(
  { grid: { loops, orders, before, size, after }, values: target }: Values,
  { grid: from, values: source }: Values,
  { steps, moreLoops, moreOrders }: { readonly steps: Steps; readonly moreLoops: number; readonly moreOrders: number },
): void {
  for (let n = 0; n < from.loops && n + moreLoops < loops; n += 1) {
    for (let k = 0; k < from.orders; k += 1) {
      for (let outer = 0; outer < before; outer += 1) {
        const read = ((n * from.orders + k) * before + outer) * from.size * after;
        const write = (((n + moreLoops) * orders + k + moreOrders) * before + outer) * size * after;
        for (let coordinate = 0; coordinate < size; coordinate += 1) {
          for (const { to, times } of steps.from[coordinate]!) {
            const source0 = read + to * after;
            const target0 = write + coordinate * after;
            for (let at = 0; at < after; at += 1) {
              target[target0 + at] = target[target0 + at]! + times * source[source0 + at]!;
            }
          }
        }
      }
    }
  }
}

/** Weighs k free loops with their k! orders and adds up over k, by Horner's rule. */
function orderLoops(table: Table, carry: boolean): Table {
  const size = productOf(table.shape);
  const limbs = table.limbs.map(() => new Float64Array(table.loops * size));
  const sum: Table = { loops: table.loops, orders: 1, shape: table.shape, limbs };
  for (let k = table.orders - 1; k >= 0; k -= 1) {
    table.limbs.forEach((source, limb) => {
      const target = limbs[limb]!;
      for (let n = 0; n < table.loops; n += 1) {
        for (let at = 0; at < size; at += 1) {
          target[n * size + at] = target[n * size + at]! * (k + 1) + source[(n * table.orders + k) * size + at]!;
        }
      }
    });
    if (carry) carryOver(sum);
  }
  return sum;
}

function carryOver({ limbs }: Table): void {
  for (let limb = 0; limb + 1 < limbs.length; limb += 1) {
    const low = limbs[limb]!;
    const high = limbs[limb + 1]!;
    for (let at = 0; at < low.length; at += 1) {
      const over = Math.floor(low[at]! / limbSize);
      if (over === 0) continue;
      low[at] = low[at]! - over * limbSize;
      high[at] = high[at]! + over;
    }
  }
}

function valueAt({ limbs }: Table, at: number): bigint {
  let value = 0n;
  for (let limb = limbs.length - 1; limb >= 0; limb -= 1) value = (value << 40n) + BigInt(limbs[limb]![at]!);
  return value;
}
