// Words per cycle and picojoules of a dataspace at a level, from what remains of its accesses (G.7.6, G.7.7).

import { bitsOf, type FormatSplit, type Held, type Split, type Units } from './held.js';

/** Words per instance that bandwidth has to serve, metadata in words of data; skipped ones take none. */
export function wordsRead(held: Held): number {
  return wordsServed(held, held.reads, held.formatReads);
}

export function wordsWritten(held: Held): number {
  const filled = held.fills + metadataWords(held, bitsOf(held.format, held.formatFills));
  return filled + wordsServed(held, held.updates, held.formatUpdates);
}

function wordsServed(held: Held, { actual, gated }: Split, units: FormatSplit): number {
  const bits = bitsOf(held.format, units.actual) + bitsOf(held.format, units.gated);
  return actual + gated + metadataWords(held, bits);
}

function metadataWords({ storage }: Held, bits: number): number {
  return Math.floor(bits / storage.wordBits);
}

export type StorageEnergyPj = ReturnType<typeof energyOf>;

/** Of all instances. */
export function energyOf(held: Held) {
  const { averageInstances: instances, confidence, parent } = held;
  const { energy, blockSize, sparsity } = held.storage;
  const { energy: sparse, metadataRowBits } = sparsity!;
  const ratio = held.means.vectors;
  const vectors = (count: number): number => Math.ceil(count / blockSize) * ratio;
  const rows = (units: Units): number =>
    metadataRowBits === 0 ? 0 : Math.ceil(bitsOf(held.format, units) / metadataRowBits);
  const split = ({ actual, gated, skipped }: Split, actualPj: number, gatedPj: number, skippedPj: number): number =>
    vectors(actual) * actualPj + vectors(gated) * gatedPj + vectors(skipped) * skippedPj;
  const formatSplit = (counts: FormatSplit, actualPj: number, gatedPj: number, skippedPj: number): number =>
    rows(counts.actual) * actualPj + rows(counts.gated) * gatedPj + rows(counts.skipped) * skippedPj;
  // Of tiles that do not fit the rest stays with the parent, and is read there.
  const missed = (1 - confidence) * vectors(held.reads.actual) * (parent?.storage.energy.readPj ?? 0);
  const data =
    split(held.reads, energy.readPj, sparse.gatedReadPj, sparse.skippedReadPj) +
    vectors(held.fills) * energy.fillPj +
    split(held.updates, energy.updatePj, sparse.gatedUpdatePj, sparse.skippedUpdatePj);
  const metadata =
    held.format === null
      ? 0
      : formatSplit(held.formatReads, sparse.metadataReadPj, sparse.gatedMetadataReadPj, sparse.skippedMetadataReadPj) +
        rows(held.formatFills) * sparse.metadataFillPj +
        formatSplit(
          held.formatUpdates,
          sparse.metadataUpdatePj,
          sparse.gatedMetadataUpdatePj,
          sparse.skippedMetadataUpdatePj,
        );
  return {
    data: (data * confidence + missed) * instances,
    metadata: metadata * confidence * instances,
    conversion: (held.decompressions * sparse.decompressionPj + held.compressions * sparse.compressionPj) * instances,
  };
}

/** F.8: inputs generate an address per read and fill, outputs per update and fill; skipped ones none. */
export function sparseAddressGenerations({ readWrite, reads, updates, fills }: Held): number {
  const counts = readWrite ? updates : reads;
  return counts.actual + counts.gated + fills;
}
