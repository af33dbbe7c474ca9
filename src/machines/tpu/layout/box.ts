// A slice of an array: half-open ranges of logical coordinates, checked, and what becomes of it when dimensions are combined:
// runs of neighboring numbers, ascending and apart.

import { illegal, legal } from '../../verdict.js';
import type { Layout } from './layout.js';
import type { Verdict } from './verdict.js';

export interface Box {
  /** The first coordinate that belongs to it, per dimension. */
  readonly lo: readonly number[];
  /** The first coordinate that no longer does. */
  readonly hi: readonly number[];
}

/** From `lo` up to, not including, `hi`. */
export interface Run {
  readonly lo: number;
  readonly hi: number;
}

/** More runs than this in one combined dimension are not looked at one by one. */
export const MOST_RUNS = 1 << 20;

export function checkBox({ dims }: Layout, { lo, hi }: Box): Verdict<Box> {
  if (lo.length !== dims.length || hi.length !== dims.length) {
    return illegal('slice_rank', `a slice with ${lo.length} ranges of an array of rank ${dims.length}`);
  }
  const outside = dims.findIndex((size, at) => lo[at]! < 0 || hi[at]! > size || lo[at]! > hi[at]!);
  if (outside >= 0) {
    const range = `${lo[outside]}:${hi[outside]}`;
    return illegal('slice_range', `range ${range} in dimension ${outside} of size ${dims[outside]}`);
  }
  return legal({ lo, hi });
}

/** Ranges major to minor. */
export function physicalBox({ minorToMajor }: Layout, { lo, hi }: Box): Box {
  const order = minorToMajor.toReversed();
  return { lo: order.map((dimension) => lo[dimension]!), hi: order.map((dimension) => hi[dimension]!) };
}

export function elementsOf({ lo, hi }: Box): number {
  return lo.reduce((product, low, at) => product * (hi[at]! - low), 1);
}

/** The box in row-major numbers of its dimensions; undefined where there would be more than `MOST_RUNS` runs. */
export function runsOf(dims: readonly number[], { lo, hi }: Box): readonly Run[] | undefined {
  if (elementsOf({ lo, hi }) === 0) return [];
  // Inner dimensions that are taken whole lengthen the runs of the one around them.
  let inner = dims.length - 1;
  let length = 1;
  while (inner > 0 && lo[inner] === 0 && hi[inner] === dims[inner]) {
    length *= dims[inner]!;
    inner -= 1;
  }
  if (inner < 0) return [{ lo: 0, hi: 1 }];
  if (elementsOf({ lo: lo.slice(0, inner), hi: hi.slice(0, inner) }) > MOST_RUNS) return undefined;
  let outer = [0];
  for (let at = 0; at < inner; at += 1) {
    const places = Array.from({ length: hi[at]! - lo[at]! }, (_, step) => lo[at]! + step);
    outer = outer.flatMap((number) => places.map((place) => number * dims[at]! + place));
  }
  return outer.map((number) => ({
    lo: (number * dims[inner]! + lo[inner]!) * length,
    hi: (number * dims[inner]! + hi[inner]!) * length,
  }));
}
