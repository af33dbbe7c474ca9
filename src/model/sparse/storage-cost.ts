// Words per cycle and picojoules of a dataspace at a level, from what remains of its accesses (G.7.6, G.7.7).

import type { StorageLevel } from '../../arch/architecture.js';
import { bitsOf, type FormatSplit, type Held, type Split, type Units } from './held.js';

export interface Demand {
  /** Words per instance, metadata in words of data; skipped ones take no bandwidth. */
  readonly reads: number;
  readonly writes: number;
}

export function demandOf(held: Held, { wordBits }: StorageLevel): Demand {
  const words = (...units: (readonly Units[])[]): number =>
    Math.floor(units.reduce((bits, one) => bits + bitsOf(held.format, one), 0) / wordBits);
  const { formatReads, formatUpdates, formatFills } = held;
  const taken = ({ actual, gated }: Split): number => actual + gated;
  return {
    reads: taken(held.reads) + words(formatReads.actual, formatReads.gated),
    writes: held.fills + taken(held.updates) + words(formatFills) + words(formatUpdates.actual, formatUpdates.gated),
  };
}

export interface StorageEnergyPj {
  readonly data: number;
  readonly metadata: number;
  readonly conversion: number;
}

export interface Places {
  readonly level: StorageLevel;
  /** The next level that keeps the dataspace; null for its backing store. */
  readonly parent: StorageLevel | null;
  /** Vectors per full vector. */
  readonly ratio: number;
}

/** Of one instance. */
export function energyOf(held: Held, { level, parent, ratio }: Places): StorageEnergyPj {
  const { energy, blockSize, sparsity } = level;
  const { energy: sparse, metadataRowBits } = sparsity!;
  const vectors = (count: number): number => Math.ceil(count / blockSize) * ratio;
  const rows = (units: readonly Units[]): number =>
    metadataRowBits === 0 ? 0 : Math.ceil(bitsOf(held.format, units) / metadataRowBits);
  const split = (counts: Split, [actual, gated, skipped]: readonly [number, number, number]): number =>
    vectors(counts.actual) * actual + vectors(counts.gated) * gated + vectors(counts.skipped) * skipped;
  const formatSplit = (counts: FormatSplit, [actual, gated, skipped]: readonly [number, number, number]): number =>
    rows(counts.actual) * actual + rows(counts.gated) * gated + rows(counts.skipped) * skipped;
  // Of tiles that do not fit the rest stays with the parent, and is read there.
  const missed = (1 - held.confidence) * vectors(held.reads.actual) * (parent?.energy.readPj ?? 0);
  const data =
    split(held.reads, [energy.readPj, sparse.gatedReadPj, sparse.skippedReadPj]) +
    vectors(held.fills) * energy.fillPj +
    split(held.updates, [energy.updatePj, sparse.gatedUpdatePj, sparse.skippedUpdatePj]);
  const metadata =
    formatSplit(held.formatReads, [sparse.metadataReadPj, sparse.gatedMetadataReadPj, sparse.skippedMetadataReadPj]) +
    rows(held.formatFills) * sparse.metadataFillPj +
    formatSplit(held.formatUpdates, [
      sparse.metadataUpdatePj,
      sparse.gatedMetadataUpdatePj,
      sparse.skippedMetadataUpdatePj,
    ]);
  return {
    data: data * held.confidence + missed,
    metadata: metadata * held.confidence,
    conversion: held.decompressions * sparse.decompressionPj + held.compressions * sparse.compressionPj,
  };
}

/** F.8: inputs generate an address per read and fill, outputs per update and fill; skipped ones none. */
export function sparseAddressGenerations({ readWrite, reads, updates, fills }: Held): number {
  const counts = readWrite ? updates : reads;
  return counts.actual + counts.gated + fills;
}
