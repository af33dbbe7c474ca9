// What sparsity made of the counts of one dataspace at one level, laid out for people and scripts.

import type { FormatSplit, Held, Units } from './held.js';
import { bitsOf } from './held.js';
import type { SparseKernel } from './sparse-kernel.js';

/** Words per instance. */
export interface AccessCounts {
  readonly scalarReads: number;
  readonly scalarFills: number;
  readonly scalarUpdates: number;
}

/** Words of metadata and of payload, all of one rank. */
export interface MetadataUnits {
  readonly metadata: number;
  readonly payload: number;
}

export interface RankMetadata {
  /** 0 = innermost. */
  readonly rank: number;
  readonly format: string;
  readonly metadataBits: number;
  readonly payloadBits: number;
  /** Of the fullest tile. */
  readonly capacity: MetadataUnits;
  readonly reads: MetadataCounts;
  readonly fills: MetadataUnits;
  readonly updates: MetadataCounts;
}

export interface MetadataCounts {
  readonly actual: MetadataUnits;
  readonly gated: MetadataUnits;
  readonly skipped: MetadataUnits;
}

export interface SparseDataspace {
  readonly distribution: string;
  /** Nonzeros by words of a tile that is there, on average. */
  readonly expectedDensity: number;
  readonly averageInstances: number;
  readonly actual: AccessCounts;
  readonly gated: AccessCounts;
  readonly skipped: AccessCounts;
  /** Null where the dataspace is stored without any. */
  readonly metadata: {
    readonly format: string;
    readonly capacityBits: number;
    readonly energyPj: number;
    /** Outermost first. */
    readonly ranks: readonly RankMetadata[];
  } | null;
  /** Words that are expanded from or packed for a compressed parent. */
  readonly decompressions: number;
  readonly compressions: number;
  /** Part of the tiles that fit; below 1 with overbooking only. */
  readonly confidence: number;
}

export function sparseCounts(sparse: SparseKernel, t: number, i: number): SparseDataspace | undefined {
  const held = sparse.of(t, i);
  if (held === undefined) return undefined;
  const { reads, updates } = held;
  const counts = (kind: 'actual' | 'gated' | 'skipped'): AccessCounts => ({
    scalarReads: reads[kind],
    scalarFills: kind === 'actual' ? held.fills : 0,
    scalarUpdates: updates[kind],
  });
  return {
    distribution: sparse.layout.densities[t]!.name,
    expectedDensity: held.means.words / held.tile.words,
    averageInstances: held.averageInstances,
    actual: counts('actual'),
    gated: counts('gated'),
    skipped: counts('skipped'),
    metadata: held.format === null ? null : metadataOf(held, sparse.energy(t, i)!.metadata),
    decompressions: held.decompressions,
    compressions: held.compressions,
    confidence: held.confidence,
  };
}

function metadataOf(held: Held, energyPj: number): SparseDataspace['metadata'] {
  const { ranks } = held.format!;
  const rows = ranks.map(({ format }, rank): RankMetadata => {
    const split = ({ actual, gated, skipped }: FormatSplit): MetadataCounts => ({
      actual: unitsOf(actual, rank),
      gated: unitsOf(gated, rank),
      skipped: unitsOf(skipped, rank),
    });
    return {
      rank,
      format: format.kind,
      metadataBits: format.metadataBits,
      payloadBits: format.payloadBits,
      capacity: unitsOf(held.capacity.metadata, rank),
      reads: split(held.formatReads),
      fills: unitsOf(held.formatFills, rank),
      updates: split(held.formatUpdates),
    };
  });
  return {
    format: rows
      .toReversed()
      .map(({ format }) => format)
      .join(' '),
    capacityBits: bitsOf(held.format, held.capacity.metadata),
    energyPj,
    ranks: rows.toReversed(),
  };
}

function unitsOf(units: Units, rank: number): MetadataUnits {
  return { metadata: units[2 * rank]!, payload: units[2 * rank + 1]! };
}
