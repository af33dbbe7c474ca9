// The storage that is busy for longest under the best mapping so far: what a bound does not know of its cycles it is furthest
// from.

import { Evaluator } from '../../../model/kernel/evaluator.js';
import type { CandidatePool } from '../../candidate-pool.js';
import { NestWriter } from '../../nest-writer.js';
import type { SearchContext } from '../../search-context.js';
import type { BusyPort } from '../charges/energies.js';
import type { Chain } from '../space/chain.js';

/** Times as long as compute that it is busy at least, to be worth tables of its cycles. */
const worthwhile = 1.02;

/** Null where compute, or nothing that was found, takes longest. */
export function busiestPort(context: SearchContext, chain: Chain, { best: [best] }: CandidatePool): BusyPort | null {
  if (best === undefined || best.elsewhere) return null;
  const { inputs, machine, mapspace } = context;
  if (machine !== null) return null;
  const evaluator = new Evaluator(inputs.plan, machine); // a nest of its own: others are at work
  const point = mapspace.createPoint();
  mapspace.readKey(best.key, point);
  new NestWriter(mapspace, evaluator.nest, point).write();
  evaluator.evaluate();
  const { scratch, layout, nest } = evaluator.kernel;
  let busy: BusyPort | null = null;
  let longest = scratch.computeCycles * worthwhile;
  for (const [link, { level, storage }] of chain.links.entries()) {
    let read = 0;
    let write = 0;
    for (let t = 0; t < layout.dataspaces; t += 1) {
      if (((nest.keep[level]! >> t) & 1) === 0) continue;
      const at = t * layout.levels + level;
      const scale = layout.bandwidthScale[at]!;
      read += scratch.reads[at]! * scale;
      write += (scratch.fills[at]! + scratch.updates[at]!) * scale;
    }
    const words = { readBandwidth: read, writeBandwidth: write, sharedBandwidth: read + write };
    for (const port of ['readBandwidth', 'writeBandwidth', 'sharedBandwidth'] as const) {
      const given = storage[port];
      if (given === null || words[port] <= longest * given) continue;
      longest = words[port] / given;
      busy = { link, port };
    }
  }
  return busy;
}
