// How long a window slides on, against the closed form of all loops (F.13): what the search takes to cross is never more, whatever
// loops stand further outside and in whichever order.

import { describe, expect, it } from 'vitest';
import { leastWindowWords } from '../../src/model/charge/window.js';
import { type Flow, Remaining } from '../../src/search/optimal/charges/flows.js';
import { alwaysLeaves } from '../../src/search/optimal/charges/leaving.js';
import { anyLoops, slidingFrom } from '../../src/search/optimal/charges/sliding.js';
import { createLattice, type Lattice } from '../../src/search/optimal/space/lattice.js';
import { type Choices, chance, pick, seededChoices, shuffled } from '../support/choices.js';
import { propertySeed, runsOf } from '../support/properties.js';

/** Dimensions P and R step one rank, C another; K moves nothing. */
const dimensions = [0, 1, 2, 3];
const rankOf = [0, 0, 1, -1];

interface Loop {
  readonly d: number;
  readonly count: number;
  readonly spatial: boolean;
  /** 0 for the link at hand, more further outside. */
  readonly link: number;
}

describe('a window that slides', () => {
  it('crosses at least as often as the search thinks', () => {
    for (let run = 0; run < runsOf(4000); run += 1) {
      const seed = `${propertySeed}-${run}`;
      const choices = seededChoices(seed);
      complain(seed, drawCase(choices));
    }
  });

  it('leads to where no neighbour was where the search says so', () => {
    let leaving = 0;
    for (let run = 0; run < runsOf(4000); run += 1) {
      const choices = seededChoices(`${propertySeed}-leaving-${run}`);
      leaving += leavings(drawCase(choices), [choices.below(4), choices.below(4)]);
    }
    expect(leaving).toBeGreaterThan(0);
  });
});

function drawCase(choices: Choices): Case {
  const bounds = [pick(choices, [4, 6, 8, 12, 24]), pick(choices, [1, 2, 3, 4, 7, 8]), pick(choices, [1, 2, 4]), 2];
  const lattice = createLattice(bounds);
  const coefficient = [pick(choices, [1, 2, 3]), pick(choices, [1, 2]), 1, 0];
  const inside = drawTile(choices, lattice, lattice.top);
  const loops = drawLoops(choices, lattice, inside);
  return { lattice, coefficient, inside, loops, part: pick(choices, [1, 7, 50, 100]) };
}

/** How often all loops but the first of a link, and all outside it, are said to lead away; elements are `span` apart at most. */
function leavings({ lattice, coefficient, inside, loops }: Case, span: readonly [number, number]): number {
  const own = loops.filter(({ link, spatial }) => link === 0 && !spatial);
  const first = own.find(({ d }) => d !== 3);
  if (first === undefined) return 0;
  const run = own.slice(0, own.indexOf(first));
  const flow = { window: { rank: rankOf, coefficient, dimensions: [0b11, 0b100] } } as unknown as Flow;
  const spanOf = (mask: number): number => span[mask === 0b11 ? 0 : 1];
  const outside = (some: readonly Loop[]): number =>
    some.reduce((node, { d, count }) => node + lattice.offset[d]![placeOf(lattice, d, count)]!, inside);
  let found = 0;
  for (const inner of [[first], own]) {
    const of = { d: first.d, u: inside, c: outside(inner), spanOf };
    if (!alwaysLeaves(lattice, new Remaining(lattice), flow, of)) continue;
    found += 1;
    const extent = dimensions.map((d) => lattice.value[d]![inside]!);
    const sum = [0, 0];
    const stride = coefficient[first.d]! * extent[first.d]!;
    for (const loop of loops) {
      const step = coefficient[loop.d]! * extent[loop.d]!;
      extent[loop.d] = extent[loop.d]! * loop.count;
      if (loop.spatial) continue;
      const moved = sum.map((distance, r) => (rankOf[loop.d] === r ? step : 0) - distance);
      if (rankOf[loop.d]! >= 0) sum[rankOf[loop.d]!] = sum[rankOf[loop.d]!]! + step;
      // What moves nothing inside the first loop is no visit.
      if (inner.includes(loop) || run.includes(loop)) continue;
      const told = JSON.stringify({ bounds: lattice.bounds, coefficient, inside, loops, span, moved });
      expect(
        moved.some((distance, r) => Math.abs(distance) > span[r]!),
        told,
      ).toBe(true);
      expect(
        moved.every((distance, r) => distance === (rankOf[first.d] === r ? stride : 0)),
        told,
      ).toBe(false);
    }
  }
  return found;
}

interface Case {
  readonly lattice: Lattice;
  readonly coefficient: readonly number[];
  readonly inside: number;
  readonly loops: readonly Loop[];
  readonly part: number;
}

const whole = 100;

function complain(seed: string, of: Case): void {
  const { lattice, coefficient, inside, loops, part } = of;
  const own = loops.filter(({ link, spatial }) => link === 0 && !spatial);
  const first = own.find(({ d }) => d !== 3);
  if (first === undefined) return; // the run goes on outside
  const strides = new Float64Array(2);
  const crossed = wordsOf(of, strides);
  const run = own.slice(0, own.indexOf(first));
  const flow = {
    moving: 0b111,
    window: { rank: rankOf, coefficient, dimensions: [0b11, 0b100] },
  } as unknown as Flow;
  const remaining = new Remaining(lattice);
  const outer = own.reduce((node, { d, count }) => node + lattice.offset[d]![placeOf(lattice, d, count)]!, inside);
  const mask = own.reduce((all, { d }) => all | (1 << d), 0);
  const stationary = run.reduce((product, { count }) => product * count, 1);
  const visits = remaining.left(0b1111)[inside]! / stationary;
  for (const [c, known] of [
    [inside, anyLoops],
    [outer, mask],
  ] as const) {
    const { visits: between, free } = slidingFrom(lattice, remaining, flow, {
      d: first.d,
      u: inside,
      c,
      loops: known,
    });
    const least = leastWindowWords(whole, part, visits, visits / between, free);
    expect(least, `seed ${seed}: ${JSON.stringify({ ...of, lattice: lattice.bounds, known })}`).toBeLessThanOrEqual(
      crossed * (1 + 1e-12),
    );
  }
}

/** F.13, all instances together: spatial loops outside make copies. */
function wordsOf({ lattice, coefficient, inside, loops, part }: Case, sum: Float64Array): number {
  const extent = dimensions.map((d) => lattice.value[d]![inside]!);
  const temporal: { readonly stride: readonly [number, number]; readonly count: number }[] = [];
  let copies = 1;
  for (const { d, count, spatial } of loops) {
    const step = coefficient[d]! * extent[d]!;
    extent[d] = extent[d]! * count;
    if (spatial) copies *= count;
    else temporal.push({ stride: [rankOf[d] === 0 ? step : 0, rankOf[d] === 1 ? step : 0], count });
  }
  const r = temporal.findIndex(({ stride }) => stride[0] + stride[1] > 0);
  const [step0, step1] = temporal[r]!.stride;
  let words = whole;
  for (let k = r; k < temporal.length; k += 1) {
    const { stride, count } = temporal[k]!;
    const times = (count - 1) * temporal.slice(k + 1).reduce((product, loop) => product * loop.count, 1);
    const t0 = stride[0] - sum[0]!;
    const t1 = stride[1] - sum[1]!;
    const nothing = k > r && t0 === 0 && t1 === 0;
    const slides = k === r || (t0 === step0 && t1 === step1);
    words += times * (nothing ? 0 : slides ? part : whole);
    sum[0] = sum[0]! + stride[0];
    sum[1] = sum[1]! + stride[1];
  }
  return words * copies;
}

function placeOf(lattice: Lattice, d: number, factor: number): number {
  return lattice.divisors[d]!.indexOf(factor);
}

function drawTile(choices: Choices, lattice: Lattice, within: number): number {
  return dimensions.reduce((node, d) => {
    const fits = [...lattice.divisors[d]!].filter((factor) => lattice.value[d]![within]! % factor === 0);
    return node + lattice.offset[d]![placeOf(lattice, d, pick(choices, fits))]!;
  }, 0);
}

/** All that is left outside the tile, innermost first: links of temporal loops, each with fan-outs outside it. */
function drawLoops(choices: Choices, lattice: Lattice, inside: number): Loop[] {
  const left = dimensions.map((d) => lattice.bounds[d]! / lattice.value[d]![inside]!);
  const loops: Loop[] = [];
  for (let link = 0; left.some((count) => count > 1); link += 1) {
    for (const spatial of [false, true]) {
      for (const d of shuffled(choices, dimensions)) {
        const factors = [...lattice.divisors[d]!].filter((factor) => factor > 1 && left[d]! % factor === 0);
        if (factors.length === 0 || chance(choices, spatial ? 80 : 30)) continue;
        const count = pick(choices, factors);
        left[d] = left[d]! / count;
        loops.push({ d, count, spatial, link });
      }
    }
  }
  return loops;
}
