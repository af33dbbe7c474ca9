// What sparsity made of the counts of one dataspace at one level, laid out for people and scripts.

import { bitsOf, type FormatSplit, type Held, type Split, type Units } from './held.js';
import type { SparseKernel } from './sparse-kernel.js';

export type SparseDataspace = NonNullable<ReturnType<typeof sparseCounts>>;

export function sparseCounts(sparse: SparseKernel, t: number, i: number) {
  const held = sparse.of(t, i);
  if (held === undefined) return undefined;
  const { reads, updates } = held;
  /** Words per instance. */
  const counts = (kind: keyof Split) => ({
    scalarReads: reads[kind],
    scalarFills: kind === 'actual' ? held.fills : 0,
    scalarUpdates: updates[kind],
  });
  return {
    distribution: sparse.layout.densities[t]!.name,
    /** Nonzeros by words of a tile that is there, on average. */
    expectedDensity: held.means.words / held.tile.words,
    averageInstances: held.averageInstances,
    actual: counts('actual'),
    gated: counts('gated'),
    skipped: counts('skipped'),
    /** Null where the dataspace is stored without any. */
    metadata: held.format === null ? null : metadataOf(held, sparse.energy(t, i)!.metadata),
    /** Words that are expanded from or packed for a compressed parent. */
    decompressions: held.decompressions,
    compressions: held.compressions,
    /** Part of the tiles that fit; below 1 with overbooking only. */
    confidence: held.confidence,
  };
}

function metadataOf(held: Held, energyPj: number) {
  const { ranks } = held.format!;
  const rows = ranks.map(({ format }, rank) => {
    const split = ({ actual, gated, skipped }: FormatSplit) => ({
      actual: unitsOf(actual, rank),
      gated: unitsOf(gated, rank),
      skipped: unitsOf(skipped, rank),
    });
    return {
      /** 0 = innermost. */
      rank,
      format: format.kind,
      metadataBits: format.metadataBits,
      payloadBits: format.payloadBits,
      /** Of the fullest tile. */
      capacity: unitsOf(held.capacity.metadata, rank),
      reads: split(held.formatReads),
      fills: unitsOf(held.formatFills, rank),
      updates: split(held.formatUpdates),
    };
  });
  const outermostFirst = rows.toReversed();
  return {
    format: outermostFirst.map(({ format }) => format).join(' '),
    capacityBits: bitsOf(held.format, held.capacity.metadata),
    energyPj,
    ranks: outermostFirst,
  };
}

export type MetadataUnits = ReturnType<typeof unitsOf>;

/** Words of metadata and of payload, all of one rank. */
function unitsOf(units: Units, rank: number) {
  return { metadata: units[2 * rank]!, payload: units[2 * rank + 1]! };
}
