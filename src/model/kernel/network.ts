// Multicast signatures and hops of the network below a level (F.5, F.10): the explicit form that energy per hop and the
// printed breakdown need. Runs only for levels whose network has energy, or when explaining.

import { countsInstances, type Kernel, type NetworkRecord } from './kernel.js';
import { deliveries } from './links.js';
import { temporalAccesses, visitsFrom } from './reuse.js';

/** The records of dataspace `t` below level `i` before bypass scaling, in order of multicast, then scatter. */
export function networkRecords(kernel: Kernel, t: number, i: number): NetworkRecord[] {
  if (kernel.walked !== null) return sorted([...kernel.walked[t * kernel.layout.levels + i]!.bySignature.values()]);
  if (kernel.scratch.elements[i] === 1) {
    // Without spatial loops nothing fans out, and no hop is counted (F.3: recorded as multicast 1, scatter 1).
    const accesses = i === 0 ? visitsFrom(kernel, 0) : temporalAccesses(kernel, t, i);
    return [{ multicast: 1, scatter: 1, accesses, hops: 0 }];
  }
  const records = new Map<string, NetworkRecord>();
  for (const { words, visit } of deliveries(kernel, t, i)) {
    for (const { multicast, scatter, hops } of visit.groups)
      addRecord(records, { multicast, scatter, accesses: scatter, hops }, words);
  }
  return sorted([...records.values()]);
}

/** So many times to the record with the same signature, if there is one. */
export function addRecord(
  records: Map<string, NetworkRecord>,
  { multicast, scatter, accesses, hops }: Readonly<NetworkRecord>,
  times: number,
): void {
  const key = `${multicast},${scatter}`;
  const known = records.get(key);
  if (known === undefined) records.set(key, { multicast, scatter, accesses: accesses * times, hops: hops * times });
  else {
    known.accesses += accesses * times;
    known.hops += hops * times;
  }
}

/** What enters the network below level `i` (F.10): its records with the accesses that bypassing left there (F.7.4). */
export function ingressRecords(kernel: Kernel, t: number, i: number): NetworkRecord[] {
  const { layout, nest, scratch } = kernel;
  const at = t * layout.levels + i;
  const accesses = scratch.content[at]!;
  if (accesses === 0) return [];
  const records = networkRecords(kernel, t, i);
  const raw = records.reduce((sum, record) => sum + record.accesses, 0);
  const left =
    raw === accesses ? records : records.map((one) => ({ ...one, accesses: one.accesses * (accesses / raw) }));
  if (layout.readWrite[t] === 0 || layout.reductionSupported[i] !== 0) return left;
  // Without reduction support all but the first of what passes comes back; a level that is bypassed knows no first.
  const partition = (nest.keep[i]! >> t) & 1 ? scratch.partition[at]! : 0;
  return left.map((one) => {
    const both = Math.max(0, 2 * one.accesses - partition); // bounding boxes may hold more than ever passes
    return { ...one, accesses: both, hops: one.accesses > 0 ? (one.hops / one.accesses) * both : 0 };
  });
}

function sorted(records: NetworkRecord[]): NetworkRecord[] {
  return records.sort((a, b) => a.multicast - b.multicast || a.scatter - b.scatter);
}

/** Of a mean over instances (F.7.2) rounding leaves a little less than a whole number of hops. */
function wholeHops(kernel: Kernel, hops: number): number {
  return Math.floor(countsInstances(kernel) ? hops * (1 + 1e-12) : hops);
}

/** Energy of the network below level `i` for dataspace `t`, all instances (F.10), from what enters it. */
export function networkEnergy(
  kernel: Kernel,
  t: number,
  i: number,
  records: readonly NetworkRecord[],
): { readonly energyPj: number; readonly ingresses: number; readonly averageHops: number } {
  const { layout, scratch } = kernel;
  const at = t * layout.levels + i;
  let energy = 0;
  let ingresses = 0;
  let hopSum = 0;
  for (const { accesses, hops } of records) {
    const average = accesses > 0 ? hops / accesses : 0;
    energy += hops * layout.hopPj[i]! + (1 + wholeHops(kernel, average)) * accesses * layout.routerPj[i]!;
    ingresses += accesses;
    hopSum += hops;
  }
  energy += ingresses * layout.ingressPj[i]!;
  energy += scratch.linkTransfers[at]! * (layout.hopPj[i]! + 2 * layout.routerPj[i]!);
  return {
    energyPj: energy * scratch.utilizedInstances[i]!,
    ingresses,
    averageHops: ingresses > 0 ? hopSum / ingresses : 0,
  };
}
