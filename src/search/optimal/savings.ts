// First touches (F.7.1, F.8) that the tables have credited inside for the most copies there can be: where it is known how many
// copies the fan-outs outside make, what is too much is taken back.

import { firstTouchPj } from './energies.js';
import type { Relaxation } from './relaxation.js';
import { type Codes, DEMAND, PENDING } from './tables.js';

/** Per dataspace, for each copy made outside the storage of link k: every keeper inside has been credited, free ones perhaps. */
export function savingsInside(
  { chain, flows, energies }: Pick<Relaxation, 'chain' | 'flows' | 'energies'>,
  k: number,
  codes: Codes,
): number[] {
  return flows.map((flow, t) => {
    const code = codes[t]!;
    if (code === DEMAND) return 0;
    let pj = 0;
    for (let link = k; link < chain.links.length; link += 1) {
      const keeps = ((chain.links[link]!.forced >> t) & 1) === 1 || code === PENDING + link;
      if (keeps) pj += firstTouchPj(energies, flow, link, 1);
    }
    return pj;
  });
}
