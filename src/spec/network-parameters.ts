/** Attributes of the network inferred below a level (F.10). */
export const networkParameters: readonly string[] = [
  ...['network_word_bits', 'router_energy', 'wire_energy', 'energy_per_hop', 'tile_width'],
  ...['energy_per_ingress', 'network_type'],
];
