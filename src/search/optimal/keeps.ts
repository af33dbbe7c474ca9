// The storage of a link in the relaxed problem: which dataspaces it may keep, and what keeping settles.

import type { Link } from './chain.js';
import { firstTouchPj, parentPj } from './energies.js';
import type { Relaxation } from './relaxation.js';
import { Contexts, DEMAND, type Keep, PENDING } from './tables.js';

/** The storage of link k: what it keeps settles who was charged to it. */
export function keepsOf(
  { chain, flows, energies, copies: most }: Pick<Relaxation, 'chain' | 'flows' | 'energies' | 'copies'>,
  k: number,
  inside: Contexts,
): { readonly contexts: Contexts; readonly keeps: readonly Keep[] } {
  const { links } = chain;
  const contexts = new Contexts();
  const keeps: Keep[] = [];
  for (const mask of keepMasks(links[k]!)) {
    inside.list.forEach((codes, inner) => {
      const outer: number[] = [];
      const savings = flows.map(() => 0);
      let extraPj = 0;
      for (let t = 0; t < flows.length; t += 1) {
        const code = codes[t]!;
        const kept = (mask >> t) & 1;
        if (kept === 0 && code === k) return;
        if (kept !== 0 && (code < k || code === DEMAND)) return;
        if (kept !== 0 && code >= PENDING) {
          const child = code - PENDING;
          const words = most.leastWords(flows[t]!, t, { k, child }) * energies.bytes.least(t, child);
          extraPj += parentPj(energies, flows[t]!, k, words);
          // What is read here arrives there; of outputs it may all be first touches.
          if (!flows[t]!.readWrite && child < links.length) extraPj += words * energies.flows[t]![child]!.fillPj;
        }
        if (kept !== 0) {
          savings[t] = firstTouchPj(energies, flows[t]!, k, 1);
          extraPj -= savings[t]! * most.most[k]!.copies[t]!;
        }
        outer.push(kept !== 0 ? PENDING + k : code);
      }
      keeps.push({ mask, inner, outer: contexts.add(outer), extraPj, assumed: { savings, shares: [] } });
    });
  }
  return { contexts, keeps };
}

export function keepMasks({ forced, free }: Link): number[] {
  const masks: number[] = [];
  for (let part = free; ; part = (part - 1) & free) {
    masks.push(forced | part);
    if (part === 0) return masks;
  }
}
