// What the descent has chosen so far and been charged for, one figure per context that the inside may have.

import type { StorageLevel } from '../../arch/architecture.js';
import type { Made } from './copies.js';

/** What is chosen so far: one least charge per context that the inside may have. */
export interface Outside {
  /** By context of the boundary, Infinity where it cannot be. */
  readonly pj: Float64Array;
  /** Spatial instances in use so far. */
  readonly across: number;
  /** Temporal loops so far. */
  readonly loops: number;
  /** What the fan-outs so far make. */
  readonly made: Made;
  /** By context: words that leave and enter the outermost storage so far, weighted as its bandwidth is. */
  readonly read: Float64Array;
  readonly write: Float64Array;
  /** By context: cycles that the traffic of the other storages takes at least. */
  readonly busy: Float64Array;
  /** By context: words that refill the innermost keeper of the outputs (throttles.ts). */
  readonly refilled: Float64Array;
  /** By context: cycles that add up, where a machine's schedule does. */
  readonly added: Float64Array;
}

export interface Charge {
  pj: number;
  read: number;
  write: number;
  busy: number;
  added: number;
  refilled: number;
}

export function blank(contexts: number, { across, loops, made }: Pick<Outside, 'across' | 'loops' | 'made'>): Outside {
  const never = (): Float64Array => new Float64Array(contexts).fill(Number.POSITIVE_INFINITY);
  return {
    pj: never(),
    across,
    loops,
    made,
    read: never(),
    write: never(),
    busy: never(),
    added: never(),
    refilled: never(),
  };
}

/** Several ways may lead to one context: each figure keeps its own least. */
export function lower(into: Outside, context: number, { pj, read, write, busy, added, refilled }: Charge): void {
  into.pj[context] = Math.min(into.pj[context]!, pj);
  into.read[context] = Math.min(into.read[context]!, read);
  into.write[context] = Math.min(into.write[context]!, write);
  into.busy[context] = Math.min(into.busy[context]!, busy);
  into.added[context] = Math.min(into.added[context]!, added);
  into.refilled[context] = Math.min(into.refilled[context]!, refilled);
}

export function leastOf(charges: readonly Charge[]): Charge {
  const least = {
    pj: Number.POSITIVE_INFINITY,
    read: Number.POSITIVE_INFINITY,
    write: Number.POSITIVE_INFINITY,
    busy: Number.POSITIVE_INFINITY,
    added: Number.POSITIVE_INFINITY,
    refilled: Number.POSITIVE_INFINITY,
  };
  for (const { pj, read, write, busy, added, refilled } of charges) {
    least.pj = Math.min(least.pj, pj);
    least.read = Math.min(least.read, read);
    least.write = Math.min(least.write, write);
    least.busy = Math.min(least.busy, busy);
    least.added = Math.min(least.added, added);
    least.refilled = Math.min(least.refilled, refilled);
  }
  return least;
}

export function chargeOf({ pj, read, write, busy, added, refilled }: Outside, context: number): Charge {
  return {
    pj: pj[context]!,
    read: read[context]!,
    write: write[context]!,
    busy: busy[context]!,
    added: added[context]!,
    refilled: refilled[context]!,
  };
}

/** Cycles that words of one instance take at its bandwidths (F.9). */
export function transferCycles(storage: StorageLevel, read: number, write: number): number {
  const { readBandwidth, writeBandwidth, sharedBandwidth } = storage;
  return Math.max(
    readBandwidth === null ? 0 : read / readBandwidth,
    writeBandwidth === null ? 0 : write / writeBandwidth,
    sharedBandwidth === null ? 0 : (read + write) / sharedBandwidth,
  );
}
