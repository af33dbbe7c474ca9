// Forwarding when nothing has moved (F.6 with displacement 0): an element is served by any neighbour with its own shift.

import type { Visit } from '../charge/elements.js';
import { distinctShifts } from './fanout.js';
import type { Kernel } from './kernel.js';
import { elementsBelow, gridOf } from './neighbours.js';

/** Below level `i`, of dataspace `t`. */
export function standstill(kernel: Kernel, t: number, i: number): Pick<Visit, 'accesses' | 'served'> {
  const { layout, nest, scratch } = kernel;
  const start = nest.levelStart[i]!;
  const innermost = nest.bound[start]!;
  if (layout.relevant[t * layout.dimensions + nest.dimension[start]!] === 0) {
    const { width } = gridOf(kernel, i);
    // Runs of `innermost` equal neighbours fill the rows: everybody has one next to it.
    if (scratch.elements[i]! <= width || width % innermost === 0) return { accesses: 0, served: scratch.elements[i]! };
  }
  return elementsBelow(kernel, t, i).standingStill();
}

/** Share of the distinct words at compute that its parent serves while nothing moves; 1 where neighbours are no help. */
export function shareLeft(kernel: Kernel, t: number): number {
  const { accesses: rest, served } = standstill(kernel, t, 0);
  const plain = distinctShifts(kernel, t, 0);
  return served === 0 || rest >= plain ? 1 : rest / plain;
}
