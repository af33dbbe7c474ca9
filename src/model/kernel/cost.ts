// Cycles (F.9), energy (F.10) and leakage (F.11) from the counts. One equation a line, in the order of the text.

import { keptSpeed } from '../charge/bandwidth.js';
import type { SparseKernel } from '../sparse/sparse-kernel.js';
import { networkEnergies } from './hops.js';
import type { Kernel } from './kernel.js';

/** Cycles before network latencies: the slowest of compute and every level. Fills slowdown and levelCycles. */
export function cyclesBeforeLatency(kernel: Kernel): number {
  const { layout, scratch } = kernel;
  const { levels, hasBandwidth } = layout;
  const { computeCycles, levelCycles, slowdown } = scratch;
  let slowest = computeCycles;
  for (let i = 0; i < levels; i += 1) {
    const slow = hasBandwidth[i] === 0 ? 1 : throttle(kernel, i);
    if (slow === 1 && kernel.full === 0) continue;
    const cycles = Math.ceil(computeCycles / slow);
    slowdown[i] = slow;
    levelCycles[i] = cycles;
    if (cycles > slowest) slowest = cycles;
  }
  return slowest;
}

/** The `slowdown` of level i. */
function throttle(kernel: Kernel, i: number): number {
  const { levels, dataspaces, bandwidthScale, ports } = kernel.layout;
  const { reads, fills, updates, computeCycles } = kernel.scratch;
  const kept = kernel.nest.keep[i]!;
  const loads = kernel.perfect !== 0 ? 1 : loadShare(kernel, i);
  let read = 0;
  let write = 0;
  for (let t = 0, at = i; t < dataspaces; t += 1, at += levels) {
    if (((kept >> t) & 1) === 0) continue;
    const scale = bandwidthScale[at]!;
    read += perCycle(reads[at]!, loads, computeCycles) * scale;
    write += perCycle(fills[at]! + updates[at]!, loads, computeCycles) * scale;
  }
  return keptSpeed(ports[i]!, read, write);
}

function perCycle(words: number, loads: number, cycles: number): number {
  return (loads === 1 ? words : Math.ceil(words / loads)) / cycles;
}

/** Logical instances per instance in use; 1 unless factors are imperfect (sparse counts have it in them). */
function loadShare(kernel: Kernel, i: number): number {
  if (kernel.sparse !== null) return 1;
  const { expansion, utilizedInstances } = kernel.scratch;
  return expansion[i]! / utilizedInstances[i]!;
}

/** Unthrottled bandwidth demand of one dataspace, words per cycle and instance. */
export function bandwidthDemand(
  kernel: Kernel,
  t: number,
  i: number,
): { readonly read: number; readonly write: number } {
  const { layout, scratch } = kernel;
  const at = t * layout.levels + i;
  const of = (words: number): number =>
    perCycle(words, loadShare(kernel, i), scratch.computeCycles) * layout.bandwidthScale[at]!;
  return { read: of(scratch.reads[at]!), write: of(scratch.fills[at]! + scratch.updates[at]!) };
}

/** Energy of everything, pJ; `cycles` before network latencies. */
export function totalEnergy(kernel: Kernel, cycles: number): number {
  const { layout, scratch } = kernel;
  const { levels, hasNetworkEnergy } = layout;
  const { levelPj } = scratch;
  const { sparse } = kernel;
  if (sparse === null) storageEnergies(kernel);
  else sparseEnergies(kernel, sparse);
  let total = sparse === null ? scratch.computes * layout.computePj : sparse.computePj;
  for (let i = 0; i < levels; i += 1) {
    if (layout.leakPj[i] !== 0) levelPj[i] = levelPj[i]! + leakage(kernel, i, cycles);
    total += levelPj[i]!;
    if (hasNetworkEnergy[i] !== 0) total += networkEnergies(kernel, i);
  }
  return total;
}

/** Accesses come in vectors of blockSize words; a cluster's row access serves all its instances (F.10). */
function storageEnergies({ layout, scratch, full, nest: { keep } }: Kernel): void {
  const { levels, dataspaces, blockSize, clusters, readPj, fillPj, updatePj, reductionPj, addressPj, readWrite } =
    layout;
  const { expansion, utilizedInstances, levelPj, accessPj, reads, fills, updates, temporalReductions } = scratch;
  for (let i = 0; i < levels; i += 1) {
    const kept = keep[i]!;
    let energy = 0;
    if (kept !== 0) {
      const block = blockSize[i]!;
      const across = expansion[i]!;
      const used = utilizedInstances[i]!;
      const active = Math.min(across, clusters[i]!);
      const instances = active === across ? used : (active / across) * used;
      const read = readPj[i]!;
      const fill = fillPj[i]!;
      const update = updatePj[i]!;
      const reduction = reductionPj[i]! * used;
      const address = addressPj[i]! * active;
      for (let t = 0, at = i; t < dataspaces; t += 1, at += levels) {
        if (((kept >> t) & 1) === 0) continue;
        let readRows = reads[at]!;
        let fillRows = fills[at]!;
        let updateRows = updates[at]!;
        if (reduction !== 0) energy += temporalReductions[at]! * reduction;
        if (address !== 0) energy += ((readWrite[t] !== 0 ? updateRows : readRows) + fillRows) * address;
        if (block !== 1) {
          readRows = Math.ceil(readRows / block);
          fillRows = Math.ceil(fillRows / block);
          updateRows = Math.ceil(updateRows / block);
        }
        const access = (readRows * read + fillRows * fill + updateRows * update) * instances;
        if (full !== 0) accessPj[at] = access;
        energy += access;
      }
    }
    levelPj[i] = energy;
  }
}

function sparseEnergies({ layout, scratch, nest: { keep } }: Kernel, sparse: SparseKernel): void {
  const { levels, dataspaces, clusters, reductionPj, addressPj } = layout;
  for (let i = 0; i < levels; i += 1) {
    let energy = 0;
    const active = Math.min(scratch.expansion[i]!, clusters[i]!);
    const perInstance = active / scratch.expansion[i]!;
    for (let t = 0; t < dataspaces; t += 1) {
      const held = ((keep[i]! >> t) & 1) === 0 ? undefined : sparse.of(t, i);
      if (held === undefined) continue;
      const { data, metadata, conversion } = sparse.energy(t, i)!;
      const access = (data + metadata + conversion) * perInstance;
      scratch.accessPj[t * levels + i] = access;
      const reductions = held.temporalReductions * reductionPj[i]! * held.averageInstances;
      energy += access + reductions + sparse.addressGenerations(t, i) * addressPj[i]! * active;
    }
    scratch.levelPj[i] = energy;
  }
}

/** F.8: inputs generate an address per read and fill, outputs per update and fill. Per cluster. */
export function addressGenerations(kernel: Kernel, t: number, i: number): number {
  const { layout, scratch } = kernel;
  if (kernel.sparse !== null) return kernel.sparse.addressGenerations(t, i);
  const at = t * layout.levels + i;
  return (layout.readWrite[t] !== 0 ? scratch.updates[at]! : scratch.reads[at]!) + scratch.fills[at]!;
}

/** F.11: instances leak while they, or the group that is power gated with them, are in use. */
function leakage(kernel: Kernel, i: number, cycles: number): number {
  const { layout, scratch } = kernel;
  const gate = layout.powerGatedAt[i]!;
  const share = layout.instances[i]! / layout.instances[gate]!;
  const used = kernel.sparse?.averageInstances ?? scratch.utilizedInstances;
  const leaking = share > 1 ? share * Math.max(1, used[gate]!) : Math.max(1, used[i]!);
  const energy = layout.leakPj[i]! * cycles * leaking;
  scratch.leakagePj[i] = energy;
  return energy;
}
