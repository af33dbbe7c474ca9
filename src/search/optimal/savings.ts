// First touches (F.7.1, F.8) that the tables have credited inside for the most copies there can be: the descent, which
// knows how many copies the fan-outs outside make, takes back what is too much.

import { firstTouchPj } from './energies.js';
import type { Relaxation } from './relaxation.js';
import type { SpreadTerms } from './spread-terms.js';
import { type Codes, DEMAND, PENDING } from './tables.js';

type Priced = Pick<Relaxation, 'chain' | 'flows' | 'energies'>;

/** What surely keeps an output inside and has been charged: every keeper but the one that still waits. */
export function savingsInside({ chain, flows, energies }: Priced, k: number, codes: Codes): number[] {
  return flows.map((flow, t) => {
    const code = codes[t]!;
    if (code === DEMAND) return 0;
    const from = code >= PENDING ? code - PENDING + 1 : k;
    let pj = 0;
    for (let link = from; link < chain.links.length; link += 1) {
      if ((chain.links[link]!.forced >> t) & 1) pj += firstTouchPj(energies, flow, link, 1);
    }
    return pj;
  });
}

/** The same between the fan-outs and the loops: what is filled there counts, too. */
export function savingsOf(
  { flows, energies }: Priced,
  terms: SpreadTerms,
  inside: readonly (readonly number[])[],
): number[][] {
  return terms.groups.map((group) =>
    flows.map((flow, t) => {
      const { child, open } = terms.variantOf(group, t);
      return inside[group.below]![t]! + (open ? 0 : firstTouchPj(energies, flow, child, 1));
    }),
  );
}
