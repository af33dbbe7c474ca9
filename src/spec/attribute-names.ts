// The attributes that mean something to the model, and their spellings (A.7); schemas/arch.schema.json has all of them with their
// types. All others are passed on untouched.

/** First spelling present wins. */
export const spellings = {
  wordBits: ['word_bits', 'word_width', 'datawidth'],
  width: ['width', 'memory_width', 'data_storage_width'],
  depth: ['depth', 'memory_depth', 'data_storage_depth'],
  entries: ['entries'],
  sizeKb: ['sizeKB'],
  blockSize: ['block_size', 'n_words'],
  clusterSize: ['cluster_size'],
  banks: ['n_banks', 'num_banks'],
  ports: ['n_ports', 'num_ports'],
  metadataWordBits: ['metadata_datawidth', 'metadata_word_bits'],
  metadataWidth: ['metadata_storage_width', 'metadata_width'],
  metadataDepth: ['metadata_storage_depth', 'metadata_depth'],
} as const;

/** All of one attribute; itself alone where it has one. */
export function spellingsOf(name: string): readonly string[] {
  return Object.values<readonly string[]>(spellings).find((names) => names.includes(name)) ?? [name];
}

/** What `--set` and axes set, whichever way it is spelt: `GLB.attributes.memory_depth` sets the same as `GLB.depth`. */
export function settingOf(key: string): string {
  const path = key.split('.');
  if (path[0] === 'variables' && path.length > 1) path.shift();
  if (path[1] === 'attributes' && path.length === 3) path.splice(1, 1);
  return path.length === 2 ? `${path[0]}.${spellingsOf(path[1]!)[0]}` : path.join('.');
}

/** Ways to say how large a memory is. */
export const sizeNames: readonly string[] = [...spellings.depth, ...spellings.entries, ...spellings.sizeKb];

/** Attributes of which one excludes the others: a component's own spelling must not be overridden by an inherited one. */
export function exclusiveWith(name: string): readonly string[] {
  return sizeNames.includes(name) ? sizeNames : spellingsOf(name);
}

/** Of the network inferred below a level (F.10). */
export const networkParameters: readonly string[] = [
  ...['network_word_bits', 'router_energy', 'wire_energy', 'energy_per_hop', 'tile_width'],
  ...['energy_per_ingress', 'network_type'],
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
export const forEstimates: readonly string[] = [...spellings.banks, ...spellings.ports];
