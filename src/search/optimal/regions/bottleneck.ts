// The storages that are busy for longest under the best mapping so far: what a bound does not know of their cycles it is furthest
// from.

import { Evaluator } from '../../../model/kernel/evaluator.js';
import type { CandidatePool } from '../../candidate-pool.js';
import { NestWriter } from '../../nest-writer.js';
import type { SearchContext } from '../../search-context.js';
import { type BusyPort, limitedPorts } from '../charges/energies.js';
import type { Chain } from '../space/chain.js';

/**
 * Times as long as compute that a port is busy at least, to be worth tables of its cycles beside energy: the best mapping often has
 * just so few instances in use that both take equally long, and with more the port takes longer.
 */
const worthwhile = 0.98;

/** Share of all cycles that it is busy at least where these alone count, compute or not. */
const bare = 0.5;

/**
 * Those worth tables of their cycles, busiest first; where energy counts as well the busiest alone, and none where compute takes
 * clearly longest. None where nothing was found.
 */
export function busyPorts(context: SearchContext, chain: Chain, { best: [best] }: CandidatePool): BusyPort[] {
  if (best === undefined || best.elsewhere) return [];
  const { inputs, machine, mapspace } = context;
  if (machine !== null) return [];
  const evaluator = new Evaluator(inputs.plan, machine); // a nest of its own: others are at work
  const point = mapspace.createPoint();
  mapspace.readKey(best.key, point);
  new NestWriter(mapspace, evaluator.nest, point).write();
  evaluator.evaluate();
  const { scratch, layout, nest } = evaluator.kernel;
  const bareCycles = inputs.options.objective[0] === 'cycles';
  const least = bareCycles ? bare * evaluator.cycles : worthwhile * scratch.computeCycles;
  const found: { readonly busy: BusyPort; readonly cycles: number }[] = [];
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
    for (const port of limitedPorts(storage)) {
      const given = storage[port]!;
      if (words[port] > least * given) found.push({ busy: { link, port }, cycles: words[port] / given });
    }
  }
  found.sort((a, b) => b.cycles - a.cycles);
  return found.slice(0, bareCycles ? found.length : 1).map(({ busy }) => busy);
}

/** All that are limited. */
export function allPorts({ links }: Chain): BusyPort[] {
  return links.flatMap(({ storage }, link) => limitedPorts(storage).map((port) => ({ link, port })));
}

export function isSamePort(one: BusyPort, other: BusyPort): boolean {
  return one.link === other.link && one.port === other.port;
}
