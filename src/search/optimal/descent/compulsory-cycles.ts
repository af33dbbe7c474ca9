// What the descent asks of the tables about everything inside a link, whatever they are made of.

import { transferCycles } from '../../../model/charge/bandwidth.js';
import type { RelaxedProblem } from '../charges/relaxed-problem.js';

/** Cycles that storages take at least to hand on, or take in, every word once that they surely keep, in bytes under a machine. */
export function compulsoryCycles({ chain, flows, copies, energies }: RelaxedProblem): number {
  return chain.links.reduce((slowest, { forced, storage }, link) => {
    let read = 0;
    let write = 0;
    for (const flow of flows) {
      if (!((forced >> flow.index) & 1)) continue;
      const words = copies.leastWords(flow, flow.index, { k: link, child: chain.links.length });
      const scale = storage.bandwidthScale.get(flow.name) ?? 1;
      const handed = (words * energies.bytes.leastFrom(flow.index, link) * scale) / storage.instances;
      if (flow.readWrite) write += handed;
      else read += handed;
    }
    return Math.max(slowest, transferCycles(storage, read, write));
  }, 0);
}
