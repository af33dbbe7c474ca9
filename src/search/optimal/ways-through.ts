// Every way to charge, or leave open, what is pending at the loops of one link.

import type { BlockOrder } from './block-orders.js';
import type { Relaxation } from './relaxation.js';
import { type Closing, type Codes, DEMAND, PENDING } from './tables.js';

export interface WayThrough {
  /** Dataspaces that stay pending, a mask. */
  readonly open: number;
  readonly closings: readonly Closing[];
  /** Codes outside the loops. */
  readonly outer: Codes;
}

export function waysThrough(
  relaxation: Relaxation,
  k: number,
  { codes, order }: { readonly codes: Codes; readonly order: BlockOrder },
): WayThrough[] {
  const { links } = relaxation.chain;
  let ways: WayThrough[] = [{ open: 0, closings: [], outer: [] }];
  codes.forEach((code, t) => {
    const options: { closing: Closing | null; code: number }[] = [{ closing: null, code }]; // stays as it is
    const pending = code >= PENDING && code !== DEMAND;
    if (pending && links[k]!.loops && order.first[t] !== 0) {
      for (const parent of relaxation.parents(t, k)) {
        if (parent < 0 && code - PENDING === links.length) continue; // compute keeps nothing
        options.push({ closing: { t, child: code - PENDING, parent }, code: parent });
      }
    }
    ways = ways.flatMap((way) =>
      options.map(({ closing, code: next }) => ({
        open: closing === null && pending ? way.open | (1 << t) : way.open,
        closings: closing === null ? way.closings : [...way.closings, closing],
        outer: [...way.outer, next],
      })),
    );
  });
  return ways;
}
