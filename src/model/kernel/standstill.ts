// Forwarding when nothing has moved (F.6 with displacement 0): an element is served by any neighbour with its own shift.

import { distinctAmong, neighboursServe } from '../charge/neighbours.js';
import { distinctShifts, enumerateShifts } from './fanout.js';
import type { Kernel, Standstill } from './kernel.js';
import { gridOf, isUnicast } from './neighbours.js';

/** The result depends on the spatial loops of level `i` alone; the last one per dataspace and level is remembered. */
export function standstill(kernel: Kernel, t: number, i: number): Standstill {
  const { layout, nest, scratch } = kernel;
  const start = nest.levelStart[i]!;
  const end = nest.temporalStart[i]!;
  const innermost = nest.bound[start]!;
  if (layout.relevant[t * layout.dimensions + nest.dimension[start]!] === 0) {
    const { width } = gridOf(kernel, i);
    // Runs of `innermost` equal neighbours fill the rows: everybody has one next to it.
    if (scratch.elements[i]! <= width || width % innermost === 0) return { rest: 0, served: scratch.elements[i]! };
  }
  const key: number[] = [];
  for (let l = start; l < end; l += 1)
    key.push(nest.dimension[l]!, nest.bound[l]!, nest.kind[l]!, scratch.loopStride[l]!);
  const last = kernel.standstills[t * layout.levels + i];
  if (last && last.key.length === key.length && last.key.every((one, at) => one === key[at])) return last.result;
  const shifts = enumerateShifts(kernel, t, i);
  const { fromParent, served } = neighboursServe(shifts, gridOf(kernel, i), new Array<number>(shifts.ranks).fill(0));
  const result = { rest: isUnicast(kernel, t, i) ? shifts.count - served : distinctAmong(shifts, fromParent), served };
  kernel.standstills[t * layout.levels + i] = { key, result };
  return result;
}

/** Share of the distinct words at compute that its parent serves while nothing moves; 1 where neighbours are no help. */
export function shareLeft(kernel: Kernel, t: number): number {
  const { rest, served } = standstill(kernel, t, 0);
  const plain = distinctShifts(kernel, t, 0);
  return served === 0 || rest >= plain ? 1 : rest / plain;
}
