// Cycles (F.9), energy (F.10) and leakage (F.11) from the counts. One equation a line, in the order of the text.

import { unknownPlace } from './hop-cache.js';
import { uniformNetworkEnergy } from './hops.js';
import { type NetworkRecord, networkEnergy, networkRecords } from './network.js';
import type { Kernel } from './scratch.js';

/** Cycles before network latencies: the slowest of compute and every level. Fills slowdown and levelCycles. */
export function cyclesBeforeLatency(kernel: Kernel): number {
  const { layout, scratch } = kernel;
  const { computeCycles, levelCycles, slowdown } = scratch;
  let slowest = computeCycles;
  for (let i = 0; i < layout.levels; i += 1) {
    if (layout.hasBandwidth[i] === 0) {
      slowdown[i] = 1;
      levelCycles[i] = computeCycles;
      continue;
    }
    const slow = throttle(kernel, i);
    slowdown[i] = slow;
    const cycles = Math.ceil(computeCycles / slow);
    levelCycles[i] = cycles;
    if (cycles > slowest) slowest = cycles;
  }
  return slowest;
}

/** slowdown = min(1, read bandwidth / demand, write bandwidth / demand, shared bandwidth / demand). */
function throttle(kernel: Kernel, i: number): number {
  const { layout, nest } = kernel;
  let read = 0;
  let write = 0;
  for (let t = 0; t < layout.dataspaces; t += 1) {
    if (!((nest.keep[i]! >> t) & 1)) continue;
    read += readDemand(kernel, t, i);
    write += writeDemand(kernel, t, i);
  }
  const shared = read + write;
  let slow = 1;
  if (read > layout.readBandwidth[i]!) slow = Math.min(slow, layout.readBandwidth[i]! / read);
  if (write > layout.writeBandwidth[i]!) slow = Math.min(slow, layout.writeBandwidth[i]! / write);
  if (shared > layout.sharedBandwidth[i]!) slow = Math.min(slow, layout.sharedBandwidth[i]! / shared);
  return slow;
}

/** Logical instances per instance in use; 1 unless factors are imperfect. */
function loadShare(kernel: Kernel, i: number): number {
  const { expansionX, expansionY, utilizedInstances } = kernel.scratch;
  return (expansionX[i]! * expansionY[i]!) / utilizedInstances[i]!;
}

/** Unthrottled bandwidth demand of one dataspace, words per cycle and instance. */
export function readDemand(kernel: Kernel, t: number, i: number): number {
  const { layout, scratch } = kernel;
  const at = t * layout.levels + i;
  const words = kernel.perfect !== 0 ? scratch.reads[at]! : Math.ceil(scratch.reads[at]! / loadShare(kernel, i));
  return (words / scratch.computeCycles) * layout.bandwidthScale[at]!;
}

export function writeDemand(kernel: Kernel, t: number, i: number): number {
  const { layout, scratch } = kernel;
  const at = t * layout.levels + i;
  const moved = scratch.fills[at]! + scratch.updates[at]!;
  const words = kernel.perfect !== 0 ? moved : Math.ceil(moved / loadShare(kernel, i));
  return (words / scratch.computeCycles) * layout.bandwidthScale[at]!;
}

/** Energy of everything, pJ; `cycles` before network latencies. */
export function totalEnergy(kernel: Kernel, cycles: number): number {
  const { layout, scratch } = kernel;
  let total = scratch.computes * layout.computePj;
  for (let i = 0; i < layout.levels; i += 1) {
    const storage = storageEnergy(kernel, i) + leakage(kernel, i, cycles);
    scratch.levelPj[i] = storage;
    total += storage;
    if (layout.hasNetworkEnergy[i] !== 0) {
      scratch.hopPlace[i] = unknownPlace;
      for (let t = 0; t < layout.dataspaces; t += 1) {
        const uniform = uniformNetworkEnergy(kernel, t, i);
        const energy = Number.isNaN(uniform)
          ? networkEnergy(kernel, t, i, scaledRecords(kernel, t, i)).energyPj
          : uniform;
        scratch.networkPj[t * layout.levels + i] = energy;
        total += energy;
      }
    }
  }
  return total;
}

/** Accesses come in vectors of blockSize words; a cluster's row access serves all its instances (F.10). */
function storageEnergy(kernel: Kernel, i: number): number {
  const { layout, scratch, nest } = kernel;
  if (nest.keep[i] === 0) return 0;
  const { levels } = layout;
  const block = layout.blockSize[i]!;
  const across = scratch.expansionX[i]! * scratch.expansionY[i]!;
  const clusters = Math.min(across, layout.clusters[i]!);
  const instances = (clusters / across) * scratch.utilizedInstances[i]!;
  let energy = 0;
  for (let t = 0; t < layout.dataspaces; t += 1) {
    if (!((nest.keep[i]! >> t) & 1)) continue;
    const at = t * levels + i;
    const reads = scratch.reads[at]!;
    const fills = scratch.fills[at]!;
    const updates = scratch.updates[at]!;
    const rows = block === 1;
    const access =
      ((rows ? reads : Math.ceil(reads / block)) * layout.readPj[i]! +
        (rows ? fills : Math.ceil(fills / block)) * layout.fillPj[i]! +
        (rows ? updates : Math.ceil(updates / block)) * layout.updatePj[i]!) *
      instances;
    scratch.accessPj[at] = access;
    energy += access;
    if (layout.reductionPj[i] !== 0)
      energy += scratch.temporalReductions[at]! * layout.reductionPj[i]! * scratch.utilizedInstances[i]!;
    if (layout.addressPj[i] !== 0) energy += addressGenerations(kernel, t, i) * layout.addressPj[i]! * clusters;
  }
  return energy;
}

/** F.8: inputs generate an address per read and fill, outputs per update and fill. Per cluster. */
export function addressGenerations(kernel: Kernel, t: number, i: number): number {
  const { layout, scratch } = kernel;
  const at = t * layout.levels + i;
  return (layout.readWrite[t] !== 0 ? scratch.updates[at]! : scratch.reads[at]!) + scratch.fills[at]!;
}

/** F.11: instances leak while they, or the group that is power gated with them, are in use. */
function leakage(kernel: Kernel, i: number, cycles: number): number {
  const { layout, scratch } = kernel;
  if (layout.leakPj[i] === 0) {
    scratch.leakagePj[i] = 0;
    return 0;
  }
  const gate = layout.powerGatedAt[i]!;
  const share = layout.instances[i]! / layout.instances[gate]!;
  const used = scratch.utilizedInstances;
  const leaking = share > 1 ? share * Math.max(1, used[gate]!) : Math.max(1, used[i]!);
  const energy = layout.leakPj[i]! * cycles * leaking;
  scratch.leakagePj[i] = energy;
  return energy;
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
