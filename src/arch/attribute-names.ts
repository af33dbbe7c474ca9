// The attributes that mean something to the model, and their spellings (A.7). All others are passed on untouched.

import { networkParameters } from '../spec/network-parameters.js';

/** First spelling present wins. */
export const spellings = {
  wordBits: ['word_bits', 'word_width', 'datawidth'],
  width: ['width', 'memory_width', 'data_storage_width'],
  depth: ['depth', 'memory_depth', 'data_storage_depth'],
  entries: ['entries'],
  sizeKb: ['sizeKB'],
  blockSize: ['block_size', 'n_words'],
  clusterSize: ['cluster_size'],
  metadataWordBits: ['metadata_datawidth', 'metadata_word_bits'],
  metadataWidth: ['metadata_storage_width', 'metadata_width'],
  metadataDepth: ['metadata_storage_depth', 'metadata_depth'],
} as const;

/** Attributes of which one excludes the others: a component's own spelling must not be overridden by an inherited one. */
const exclusive: readonly (readonly string[])[] = [
  spellings.wordBits,
  spellings.width,
  [...spellings.depth, ...spellings.entries, ...spellings.sizeKb],
  spellings.blockSize,
  ['n_banks', 'num_banks'],
  ['n_ports', 'num_ports'],
  spellings.metadataWordBits,
  spellings.metadataWidth,
  spellings.metadataDepth,
];

export const networkLatencies: readonly string[] = ['network_fill_latency', 'network_drain_latency'];

export const explicitNetworks: readonly string[] = ['network_read', 'network_fill', 'network_update', 'network_drain'];

/** Given a default by the reference's front end, which is why inheriting them has no effect there. */
export const frontEndDefaults: ReadonlySet<string> = new Set([
  ...['multiple_buffering', 'min_utilization', 'cluster_size', 'reduction_supported', 'allow_overbooking'],
  ...['per_dataspace_bandwidth_consumption_scale', 'metadata_block_size', 'decompression_supported'],
  ...['compression_supported', 'concordant_compressed_tile_traversal', 'tile_partition_supported'],
  'has_power_gating',
]);

/** Read for estimates of energy and area only. */
export const forEstimates: ReadonlySet<string> = new Set(['n_banks', 'num_banks', 'n_ports', 'num_ports']);

export const knownAttributes: ReadonlySet<string> = new Set([
  ...exclusive.flat(),
  ...networkParameters,
  ...networkLatencies,
  ...explicitNetworks,
  ...frontEndDefaults,
  ...['technology', 'global_cycle_seconds', 'read_bandwidth', 'write_bandwidth', 'shared_bandwidth', 'bandwidth'],
  ...['vector_access_energy', 'addr_gen_energy', 'cluster_area', 'power_gated_at', 'energy', 'area'],
]);

export function exclusiveWith(name: string): readonly string[] {
  return exclusive.find((group) => group.includes(name)) ?? [name];
}
