// A dataspace at a level that keeps it: its tile, what of it is nonzero, and all that is counted for it.

import type { TileShape } from './density-model.js';
import type { Format } from './sparse-layout.js';

export interface RankTile {
  /** Coordinates of a fiber: words of the box of the rank's own loops. */
  readonly fiber: number;
  /** The tile that the rank spans with all ranks inside it. */
  readonly tile: TileShape;
}

/** Words of metadata and of payload. */
export type Units = [metadata: number, payload: number];

export interface Split {
  actual: number;
  gated: number;
  skipped: number;
}

export interface FormatSplit {
  actual: Units[];
  gated: Units[];
  skipped: Units[];
}

export interface Held {
  readonly dataspace: number;
  readonly level: number;
  readonly readWrite: boolean;
  readonly tile: TileShape;
  readonly format: Format | null;
  /** The next levels that keep the dataspace. */
  parent: Held | null;
  child: Held | null;
  /** Innermost first; without a format one rank with all loops. */
  ranks: readonly RankTile[];
  /** Probability that it is gated or skipped here, of all that the tensor demands. */
  optimization: { readonly kind: 'gated' | 'skipped'; readonly probability: number } | null;

  /** Instances that hold a tile that is not empty, on average. */
  averageInstances: number;
  /** Of a tile that is there. */
  expectedWords: number;
  expectedMetadata: readonly Units[];

  /** What a dense computation needs, per instance (F.8). */
  readonly dense: { readonly reads: number; readonly fills: number; readonly updates: number };
  readonly reads: Split;
  fills: number;
  readonly updates: Split;
  temporalReductions: number;
  readonly formatReads: FormatSplit;
  formatFills: Units[];
  readonly formatUpdates: FormatSplit;
  decompressions: number;
  compressions: number;

  /** Words that the fullest tile takes up, and bits of its metadata. */
  capacityWords: number;
  capacityMetadata: readonly Units[];
  /** How sure it is that a tile fits; below 1 with overbooking only. */
  confidence: number;
}

export function bitsOf(format: Format | null, units: readonly Units[]): number {
  if (format === null) return 0;
  return units.reduce((sum, [metadata, payload], r) => {
    const { metadataBits, payloadBits } = format.ranks[r]!.format;
    return sum + metadata * metadataBits + payload * payloadBits;
  }, 0);
}
