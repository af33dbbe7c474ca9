// The sparse side of one storage level, and of the compute: what is written, metadata geometry (A.7), energies (A.9).

import { type Diagnostic, error, warning } from '../../diagnostics/diagnostic.js';
import { spellings } from '../../spec/attribute-names.js';
import { type Compat, followsReference } from '../../spec/compat.js';
import type { MapNode } from '../../spec/node.js';
import { type AttributeSource, lookUp, readBoolean, readNumber } from '../attribute-reader.js';
import { actionEnergy } from '../energy-tables.js';
import { readActions, readComputeOptimizations } from './read-actions.js';
import { readFormats } from './read-formats.js';
import type { ComputeSparsity, LevelSparsity, SparseEnergy } from './sparsity.js';

export interface SparsityContext {
  /** What is written for the component. */
  readonly groups: readonly MapNode[];
  readonly table: ReadonlyMap<string, number> | undefined;
  readonly compat: Compat;
}

const ofCompressedTiles = ['allow_overbooking', ...spellings.metadataWidth, ...spellings.metadataDepth];

export function readLevelSparsity(
  source: AttributeSource,
  { groups, table, compat }: SparsityContext,
  multipleBuffering: number,
): LevelSparsity {
  const { owner, diagnostics } = source;
  const wordBits = readNumber(source, spellings.metadataWordBits) ?? 0;
  const rowBits = readNumber(source, spellings.metadataWidth) ?? 0;
  const rows = readNumber(source, spellings.metadataDepth);
  checkRow(source, { wordBits, rowBits });
  const formats = readFormats(groups, { owner, wordBits, rowBits, asReference: followsReference(compat), diagnostics });
  if (readBoolean(source, 'tile_partition_supported') === true) {
    const span = lookUp(source, ['tile_partition_supported'])?.attribute.span;
    const message = `${owner}: partitioning compressed tiles at run time is not modelled`;
    const hint = 'set tile_partition_supported to false; tiles are then cut before they are stored';
    diagnostics.push(error('E-UNSUPPORTED', message, { span, hint }));
  }
  if (formats.length > 0 && rows && rowBits === 0) {
    const message = `${owner}: ${rows} rows of metadata without metadata_storage_width have room for nothing`;
    const span = lookUp(source, spellings.metadataDepth)?.attribute.span;
    const hint = 'add metadata_storage_width, in bits, or leave metadata_storage_depth out for as many as it takes';
    diagnostics.push(warning('W-SPARSE', message, { span, hint }));
  }
  const listed = lookUp(source, ['vector_access_energy']) ? undefined : table;
  const energy = readSparseEnergy(listed);
  if (formats.length > 0 && rowBits > 0 && actionEnergy(listed, accesses.flatMap(metadata)) === undefined) {
    const message = `no metadata energy is given for ${owner}, its metadata costs nothing`;
    const hint = 'add metadata_read, metadata_write and metadata_update to its ERT table';
    diagnostics.push(warning('W-ENERGY', message, { span: source.span, hint }));
  }
  return {
    formats,
    actions: readActions(groups, owner, diagnostics),
    metadataWordBits: wordBits,
    metadataRowBits: rowBits,
    metadataCapacityBits: rows === undefined ? null : Math.floor((rows * rowBits) / multipleBuffering),
    decompresses: readBoolean(source, 'decompression_supported') ?? false,
    compresses: readBoolean(source, 'compression_supported') ?? false,
    allowsOverbooking: readBoolean(source, 'allow_overbooking') ?? false,
    energy,
  };
}

/** Attributes of sparse tiles where nothing is sparse (G.8). */
export function warnOfDenseTiles(source: AttributeSource): void {
  for (const name of ofCompressedTiles) {
    const found = lookUp(source, [name])?.attribute;
    if (!found?.value) continue;
    const message = `${source.owner}: ${name} has no effect, nothing is stored compressed there`;
    const hint = 'give its dataspaces a representation_format under sparse_optimizations';
    source.diagnostics.push(warning('W-DROPPED', message, { span: found.span, hint }));
  }
}

function checkRow(source: AttributeSource, { wordBits, rowBits }: { wordBits: number; rowBits: number }): void {
  const block = readNumber(source, ['metadata_block_size']) ?? 1;
  if (wordBits === 0 || rowBits % (wordBits * block) === 0) return;
  const message = `${source.owner}: a row of ${rowBits} bits of metadata holds no whole number of blocks of ${wordBits * block} bits`;
  const span = lookUp(source, spellings.metadataWidth)?.attribute.span;
  const hint = 'make metadata_storage_width a multiple of metadata_datawidth';
  source.diagnostics.push(error('E-ATTRIBUTE', message, { span, hint }));
}

/** Absent actions cost nothing (A.9), and so does everything but reads and writes where one figure is given for all. */
function readSparseEnergy(listed: SparsityContext['table']): SparseEnergy {
  const pj = (...actions: readonly string[]): number => actionEnergy(listed, actions) ?? 0;
  const gatedUpdate = ['gated_update', 'gated_write'];
  const gatedMetadataUpdate = ['gated_metadata_update', 'gated_metadata_write'];
  return {
    gatedReadPj: pj('gated_read'),
    gatedUpdatePj: pj(...gatedUpdate),
    skippedReadPj: pj('skipped_read', 'gated_read'),
    skippedUpdatePj: pj('skipped_update', 'skipped_write', ...gatedUpdate),
    metadataReadPj: pj(...metadata('read')),
    metadataFillPj: pj(...metadata('fill'), ...metadata('write')),
    metadataUpdatePj: pj(...metadata('update'), ...metadata('write')),
    gatedMetadataReadPj: pj('gated_metadata_read'),
    gatedMetadataUpdatePj: pj(...gatedMetadataUpdate),
    skippedMetadataReadPj: pj('skipped_metadata_read', 'gated_metadata_read'),
    skippedMetadataUpdatePj: pj('skipped_metadata_update', 'skipped_metadata_write', ...gatedMetadataUpdate),
    decompressionPj: pj('decompression_count'),
    compressionPj: pj('compression_count'),
  };
}

const accesses = ['read', 'fill', 'write'];
const metadata = (what: string): readonly string[] => [`random_metadata_${what}`, `metadata_${what}`];

const gatedCompute = ['mac_gated', 'mult_gated', 'compute_gated'];

/** Without actions of their own, gated and skipped computes cost a whole one (A.9). `energyPj`: of a compute. */
export function readComputeSparsity(
  source: AttributeSource,
  { groups, table }: Omit<SparsityContext, 'compat'>,
  energyPj: number,
): ComputeSparsity {
  const optimizations = readComputeOptimizations(groups);
  const gatedPj = actionEnergy(table, gatedCompute);
  const skippedPj = actionEnergy(table, ['mac_skipped', 'mult_skipped', 'compute_skipped', ...gatedCompute]);
  const { gating, skipping } = optimizations;
  if ((gating && gatedPj === undefined) || (skipping && skippedPj === undefined)) {
    const message = `no energy is given for gated or skipped computes of ${source.owner}, they cost as much as others`;
    const hint = 'add compute_gated and compute_skipped to its ERT table';
    source.diagnostics.push(warning('W-ENERGY', message, { span: source.span, hint }));
  }
  return { ...optimizations, gatedPj: gatedPj ?? energyPj, skippedPj: skippedPj ?? energyPj };
}

/** Sparse options that stand where they mean nothing. */
export function checkSparsePlaces(
  groups: ReadonlyMap<string, readonly MapNode[]>,
  computeName: string,
  diagnostics: Diagnostic[],
): void {
  for (const [name, written] of groups) {
    const misplaced =
      name === computeName ? ['representation_format', 'action_optimization'] : ['compute_optimization'];
    for (const entry of written.flatMap(({ entries }) => entries)) {
      if (!misplaced.includes(entry.key) || (entry.value.kind === 'scalar' && entry.value.value === null)) continue;
      const message = `${entry.key} of ${name} has no effect, it belongs to ${name === computeName ? 'a storage' : 'the compute'}`;
      diagnostics.push(warning('W-DROPPED', message, { span: entry.keySpan }));
    }
  }
}
