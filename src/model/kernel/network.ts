// Multicast signatures and hops of the network below a level (F.5, F.10): the explicit form that energy per hop and the
// printed breakdown need. Runs only for levels whose network has energy, or when explaining.

import type { Shifts } from '../charge/neighbours.js';
import type { Kernel, NetworkRecord } from './kernel.js';
import { deliveries } from './links.js';
import { gridOf, isUnicast, multicastGroups } from './neighbours.js';
import { temporalAccesses, visitsFrom } from './reuse.js';

/** The records of dataspace `t` below level `i` before bypass scaling, in order of multicast, then scatter. */
export function networkRecords(kernel: Kernel, t: number, i: number): NetworkRecord[] {
  if (kernel.walked !== null) return sorted([...kernel.walked[t * kernel.layout.levels + i]!.bySignature.values()]);
  if (kernel.scratch.elements[i] === 1) {
    // Without spatial loops nothing fans out, and no hop is counted (F.3: recorded as multicast 1, scatter 1).
    const accesses = i === 0 ? visitsFrom(kernel, 0) : temporalAccesses(kernel, t, i);
    return [{ multicast: 1, scatter: 1, accesses, hops: 0 }];
  }
  const { shifts, list } = deliveries(kernel, t, i);
  const unicast = isUnicast(kernel, t, i);
  const { width, height } = gridOf(kernel, i);
  const records = new Map<string, NetworkRecord>();
  for (const { visits, fromParent } of list) {
    const words = visits.weight * visits.delta;
    for (const { multicast, scatter, hops } of groupHops(shifts, fromParent, { unicast, width, height }))
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

/** The network records below level `i` with the accesses that bypassing left there (F.7.4). */
export function scaledRecords(kernel: Kernel, t: number, i: number): NetworkRecord[] {
  const { layout, scratch } = kernel;
  const accesses = scratch.content[t * layout.levels + i]!;
  if (accesses === 0) return [];
  const records = networkRecords(kernel, t, i);
  const raw = records.reduce((sum, record) => sum + record.accesses, 0);
  if (raw === accesses) return records;
  return records.map((record) => ({ ...record, accesses: record.accesses * (accesses / raw) }));
}

/** Multicast groups of one visit by size: how many there are, and the hops of all of them. */
export function groupHops(
  shifts: Shifts,
  member: Uint8Array,
  { unicast, width, height }: { readonly unicast: boolean; readonly width: number; readonly height: number },
): { readonly multicast: number; readonly scatter: number; readonly hops: number }[] {
  const members = [...member.keys()].filter((element) => member[element] !== 0);
  return multicastGroups(members, (element) => (unicast ? element : shifts.keys[element]!)).map(
    ([multicast, groups]) => ({
      multicast,
      scatter: groups.length,
      hops: groups.reduce((sum, group) => sum + hopsOf(group, width, height), 0),
    }),
  );
}

function sorted(records: NetworkRecord[]): NetworkRecord[] {
  return records.sort((a, b) => a.multicast - b.multicast || a.scatter - b.scatter);
}

/** One trunk along X to the farthest column, and from the centre row up and down each column in use (F.5). */
export function hopsOf(members: readonly number[], width: number, height: number): number {
  const centre = (height - 1) / 2;
  const low = new Map<number, number>();
  const high = new Map<number, number>();
  let farthest = 0;
  for (const member of members) {
    const h = member % width;
    const v = Math.floor(member / width);
    farthest = Math.max(farthest, h);
    low.set(h, Math.min(low.get(h) ?? v, v));
    high.set(h, Math.max(high.get(h) ?? v, v));
  }
  let hops = farthest;
  for (const [h, least] of low) hops += Math.max(0, centre - least) + Math.max(0, high.get(h)! - centre);
  return hops;
}

/**
 * Energy of the network below level `i` for dataspace `t`, all instances (F.10), from records scaled to `ingresses`.
 * `partition` is that of level `i`; it matters only without reduction support.
 */
export function networkEnergy(
  kernel: Kernel,
  t: number,
  i: number,
  records: readonly NetworkRecord[],
): { readonly energyPj: number; readonly ingresses: number; readonly averageHops: number } {
  const { layout, scratch } = kernel;
  const at = t * layout.levels + i;
  const doubled = layout.readWrite[t] !== 0 && layout.reductionSupported[i] === 0;
  let energy = 0;
  let ingresses = 0;
  let hopSum = 0;
  for (const record of records) {
    const accesses = doubled ? 2 * record.accesses - scratch.partition[at]! : record.accesses;
    const average = record.accesses > 0 ? record.hops / record.accesses : 0;
    const hops = average * accesses;
    energy += hops * layout.hopPj[i]! + (1 + Math.floor(average)) * accesses * layout.routerPj[i]!;
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
