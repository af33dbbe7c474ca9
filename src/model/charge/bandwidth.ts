// What bandwidths make of words (F.9). The kernel asks how much they slow compute down, a bound how many cycles words take that it
// is sure of; both are one ratio, the words asked in a cycle over the words given in a cycle, the worst of the three ports.

import type { StorageLevel } from '../../arch/architecture.js';

/** Words a cycle of one instance; null: no limit. */
export type Ports = Pick<StorageLevel, 'readBandwidth' | 'writeBandwidth' | 'sharedBandwidth'>;

export function isLimited({ readBandwidth, writeBandwidth, sharedBandwidth }: Ports): boolean {
  return readBandwidth !== null || writeBandwidth !== null || sharedBandwidth !== null;
}

/** Cycles that words of one instance take at its ports: each port passes its words one after another, all of them at once. */
export function transferCycles(
  { readBandwidth, writeBandwidth, sharedBandwidth }: Ports,
  read: number,
  write: number,
): number {
  let cycles = 0;
  if (readBandwidth !== null) cycles = read / readBandwidth;
  if (writeBandwidth !== null) cycles = Math.max(cycles, write / writeBandwidth);
  if (sharedBandwidth !== null) cycles = Math.max(cycles, (read + write) / sharedBandwidth);
  return cycles;
}

/**
 * Share of its speed that compute keeps where a storage is asked for so many words a cycle, at most 1; a port without limit has
 * bandwidth Infinity. As the reference divides, bandwidth by demand: the inverse of `transferCycles` but for rounding.
 */
export function keptSpeed(
  port: { readonly read: number; readonly write: number; readonly shared: number },
  read: number,
  write: number,
): number {
  let speed = 1;
  if (read > port.read) speed = port.read / read;
  if (write > port.write) speed = Math.min(speed, port.write / write);
  if (read + write > port.shared) speed = Math.min(speed, port.shared / (read + write));
  return speed;
}
