// The vertices of a compute set on one tile (section 2.2): a Vertex runs on one context, so they are listed out to whichever is
// free first; a MultiVertex runs on all six at once, one after the other.

import { splitWork, workerCount } from './work-split.js';

export interface VertexWork {
  /** Of each vertex. */
  readonly items: readonly number[];
  readonly slotsPerItem: number;
  /** Of each run on a context. */
  readonly overheadSlots: number;
}

export interface TileSchedule {
  /** Slots that each context is busy. */
  readonly contexts: readonly number[];
  readonly makespanSlots: number;
  readonly cycles: number;
}

export function scheduleVertices({ items, slotsPerItem, overheadSlots }: VertexWork): TileSchedule {
  const contexts = Array<number>(workerCount).fill(0);
  for (const count of items) {
    const free = contexts.indexOf(Math.min(...contexts));
    contexts[free] = contexts[free]! + overheadSlots + count * slotsPerItem;
  }
  const makespanSlots = Math.max(...contexts);
  return { contexts, makespanSlots, cycles: makespanSlots * workerCount };
}

export function scheduleMultiVertices({ items, slotsPerItem, overheadSlots }: VertexWork): TileSchedule {
  const contexts = Array<number>(workerCount).fill(0);
  let ends = 0;
  for (const count of items) {
    const { counts, makespan } = splitWork(count, 'leading');
    counts.forEach((share, worker) => {
      contexts[worker] = contexts[worker]! + overheadSlots + share * slotsPerItem;
    });
    // The next vertex starts when the last worker of this one is done.
    ends += overheadSlots + makespan * slotsPerItem;
  }
  return { contexts, makespanSlots: ends, cycles: ends * workerCount };
}
