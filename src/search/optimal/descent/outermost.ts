// What is charged before anything is chosen.

import { compulsoryCycles, type Passed } from '../../compulsory-cycles.js';
import { noSlowing } from '../../mapping-floor.js';
import { isServed } from '../contexts.js';
import type { Tables } from '../relaxation/tables.js';
import { Charge, Charges, type Limited, type Outside } from './outside.js';

/** Where everything is served by compulsory traffic alone, which takes `leastBusyCycles` or more. */
export function outermost({ boundaries, problem }: Tables, ports: Limited, leastBusyCycles: number): Outside {
  const made = problem.copies.most[0]!; // nothing outside
  const { chain, flows, copies, energies } = problem;
  const { links } = chain;
  const once = (t: number, k: number): Passed => {
    const words = copies.leastWords(flows[t]!, t, { k, child: chain.links.length }) * energies.bytes.leastFrom(t, k);
    if (flows[t]!.readWrite) return { read: 0, write: words };
    const filled = problem.keptOutside(t, k) ? Math.max(0, flows[t]!.leastWords - links[k]!.storage.instances) : 0;
    return { read: words, write: filled * energies.bytes.least(t, k) };
  };
  const busy = Math.max(leastBusyCycles, compulsoryCycles(links, flows, once));
  const { list } = boundaries[0]!.contexts;
  const charges = new Charges(list.length, ports);
  const charge = new Charge(ports);
  charge.busy = busy;
  list.forEach((context, at) => {
    if (isServed(context)) charges.add(at, charge);
  });
  return { charges, across: 1, slowing: noSlowing, instances: [1], kept: [], loops: 0, made };
}
