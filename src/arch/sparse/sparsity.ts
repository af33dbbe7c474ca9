// What a component does about zeros (G.1): how it stores dataspaces, what it gates and skips, and what metadata costs.
// Dataspaces and dimensions by name: one architecture serves many workloads.

import type { Located } from '../../spec/spec.js';

/** Uncompressed offset pairs, coordinates with payloads, run lengths, bit mask, bit mask of uncompressed data. */
export type RankKind = 'UOP' | 'CP' | 'RLE' | 'B' | 'UB';

export interface RankFormat {
  readonly kind: RankKind;
  readonly metadataBits: number;
  readonly payloadBits: number;
  /** Lists of dimensions whose loops may share the rank; none = one loop. */
  readonly flattened: readonly (readonly Located<string>[])[];
}

/** In `flattened`: whatever dimensions a workload has. */
export const everyDimension = 'All';

export interface StoredFormat {
  readonly dataspace: Located<string>;
  /** The innermost loop takes the first rank, rather than the outermost. */
  readonly innerToOuter: boolean;
  /** Outermost first. */
  readonly ranks: readonly RankFormat[];
}

export interface ActionOption {
  readonly target: Located<string>;
  readonly conditionOn: readonly Located<string>[];
}

export interface ActionOptimization {
  readonly kind: 'gating' | 'skipping' | 'spatial skipping';
  /** The one that saves most is taken. */
  readonly options: readonly ActionOption[];
}

/** pJ per vector access of data, and per row of metadata. */
export interface SparseEnergy {
  readonly gatedReadPj: number;
  readonly gatedUpdatePj: number;
  readonly skippedReadPj: number;
  readonly skippedUpdatePj: number;
  readonly metadataReadPj: number;
  readonly metadataFillPj: number;
  readonly metadataUpdatePj: number;
  readonly gatedMetadataReadPj: number;
  readonly gatedMetadataUpdatePj: number;
  readonly skippedMetadataReadPj: number;
  readonly skippedMetadataUpdatePj: number;
  /** pJ per word. */
  readonly decompressionPj: number;
  readonly compressionPj: number;
}

export interface LevelSparsity {
  readonly formats: readonly StoredFormat[];
  readonly actions: readonly ActionOptimization[];
  /** Bits per word of metadata where a rank does not say; 0 = not given. */
  readonly metadataWordBits: number;
  /** Bits per row of metadata; 0 = accesses to metadata are not counted. */
  readonly metadataRowBits: number;
  /** Effective capacity for metadata; null = unbounded. */
  readonly metadataCapacityBits: number | null;
  /** Takes compressed data from its parent and stores it uncompressed; the other way round for outputs. */
  readonly decompresses: boolean;
  readonly compresses: boolean;
  readonly allowsOverbooking: boolean;
  readonly energy: SparseEnergy;
}

export interface ComputeSparsity {
  readonly gating: boolean;
  readonly skipping: boolean;
  readonly gatedPj: number;
  readonly skippedPj: number;
}

const compressedKinds: readonly RankKind[] = ['CP', 'RLE', 'B'];

/** Whether the rank leaves out what is empty. */
export function isCompressed({ kind }: RankFormat): boolean {
  return compressedKinds.includes(kind);
}
