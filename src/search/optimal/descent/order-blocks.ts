// What the orders of a link's loops mean to each dataspace: many mean the same.

import type { OrderList } from '../../../mapspace/walker.js';
import type { Flow } from '../charges/flows.js';
import { readOrder } from '../relaxation/block-orders.js';

/** What an order means to one dataspace (`readOrder`). */
export interface Block {
  readonly run: number;
  readonly first: number;
  /** As of a `Settlement`; 0 where orders are told apart one by one. */
  readonly within: number;
  /** Dimensions that move its window on only after another loop has taken it elsewhere (`beyond`). */
  readonly beyond: number;
}

export interface Blocks {
  readonly list: readonly Block[];
  /** By order: place in the list. */
  readonly of: Int32Array;
}

/** Per dataspace: what these orders mean to it, each once, and which of them every order means. */
export function blocksOf(flows: readonly Flow[], orders: OrderList): readonly Blocks[] {
  const { count, dimensions } = orders;
  const length = dimensions.length / count;
  const sequences = Array.from({ length: count }, (_, order) =>
    dimensions.subarray(order * length, (order + 1) * length),
  );
  const read = sequences.map((sequence) => readOrder(sequence, flows));
  return flows.map((flow, t): Blocks => {
    const list: Block[] = [];
    const of = Int32Array.from(read, ({ run, first }, order) => {
      const block = { run: run[t]!, first: first[t]!, within: 0, beyond: beyond(sequences[order]!, flow) };
      const at = list.findIndex(
        (one) => one.run === block.run && one.first === block.first && one.beyond === block.beyond,
      );
      return at >= 0 ? at : list.push(block) - 1;
    });
    return { list, of };
  });
}

/**
 * Of loops from inner to outer: dimensions that step the rank which the innermost moving one steps, outside a loop that moves
 * another rank. None of their steps goes on where the window stood (F.13).
 */
function beyond(sequence: Uint8Array, { moving, window }: Flow): number {
  let found = 0;
  let rank = 0; // dimensions that step it, once known
  let elsewhere = false;
  for (const d of sequence) {
    if (window === null || !((moving >> d) & 1)) continue;
    rank ||= window.dimensions[window.rank[d]!]!;
    if (!((rank >> d) & 1)) elsewhere = true;
    else if (elsewhere) found |= 1 << d;
  }
  return found;
}
