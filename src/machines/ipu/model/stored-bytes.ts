// Bytes of tensors where they are stored.

import { roundUp } from '../../padding.js';
import { vectorBytes } from '../compute/program-cycles.js';
import type { IpuProblem } from './problem.js';

/** Evenly over all tiles, each share in whole vectors. */
export function homeBytes(bytes: number, tiles: number): number {
  return roundUp(Math.ceil(bytes / tiles), vectorBytes) * tiles;
}

/** Bytes of an element where it is stored: sums are partial until they are at home. */
export function elementBytes({ places, types, operands }: IpuProblem, level: number, t: number): number {
  if (t !== operands.outputs) return types.inputBytes;
  return level === places.memory || level === places.streaming ? types.resultBytes : types.partialBytes;
}
