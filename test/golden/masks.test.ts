// A design of outer products whose operands are stored with masks, as its statistics were published for densities of 0.5
// and 0.1 (sparseloop-results, dstc, Timeloop's stats of 2021): outside the line buffer, where the publication skips by a
// kind of its own, energies and cycles agree to the last digit printed. No level says how wide its metadata is, so every
// mask but the innermost takes the bit that masks take anyway.

import { expect, test } from 'vitest';
import { runPipeline } from '../support/pipeline.js';

/** Offsets, then two masks, of which the innermost says how wide it is. */
const format = (offsets: number, flatten: (rank: string) => string = () => '') =>
  ['A', 'B'].map((name) => {
    const inner = `{format: B, metadata_word_bits: 1${flatten(name === 'A' ? 'M' : 'N')}}`;
    const ranks = [...Array<string>(offsets).fill('{format: UOP}'), '{format: B}', inner];
    return `{name: ${name}, rank_application_order: inner_to_outer, ranks: [${ranks.join(', ')}]}`;
  });
const flattened = (rank: string) => `, flattened_rankIDs: [[${rank}]]`;

const architecture = `architecture:
  version: 0.4
  nodes:
  - !Component
    name: DRAM
    class: DRAM
    attributes: {width: 64, datawidth: 16, metadata_storage_width: 64, read_bandwidth: 32, write_bandwidth: 32}
    sparse_optimizations: {representation_format: {data_spaces: [${format(7, flattened).join(', ')}]}}
  - !Component
    name: GLB
    class: storage
    attributes: {depth: 33024, width: 256, datawidth: 16, metadata_storage_depth: 16384, metadata_storage_width: 64,
      read_bandwidth: 32, write_bandwidth: 32}
    sparse_optimizations: {representation_format: {data_spaces: [${format(5, flattened).join(', ')}]}}
  - !Component
    name: Sums
    class: storage
    attributes: {depth: 1024, width: 16, datawidth: 16}
    sparse_optimizations: {action_optimization: [{type: skipping, options: [{target: Z, condition_on: [A, B]}]}]}
  - !Component
    name: Lines
    class: storage
    attributes: {depth: 64, width: 16, datawidth: 16, metadata_storage_depth: 32, metadata_storage_width: 4}
    sparse_optimizations: {representation_format: {data_spaces: [${format(2).join(', ')}]}}
  - !Component {name: MAC, class: compute, attributes: {datawidth: 16}, spatial: {meshX: 16, meshY: 8}}
`;

const problem = `problem:
  version: 0.4
  shape:
    name: product
    dimensions: [M, N, K]
    data_spaces:
    - {name: A, projection: [[[M]], [[K]]]}
    - {name: B, projection: [[[N]], [[K]]]}
    - {name: Z, projection: [[[M]], [[N]]], read_write: true}
  instance:
    {M: 2048, N: 2048, K: 2048, densities: {A: {distribution: hypergeometric, density: 0.5},
      B: {distribution: hypergeometric, density: 0.1}}}
`;

const mapping = `mapping:
- {target: DRAM, type: temporal, factors: [N=32, M=32], permutation: [N, M, K]}
- {target: GLB, type: temporal, factors: [K=256, N=2, M=2], permutation: [N, M, K]}
- {target: Sums, type: temporal, factors: [K=8], permutation: [N, M, K]}
- {target: Sums, type: dataspace, keep: [Z], bypass: [A, B]}
- {target: Lines, type: temporal, factors: [N=2, M=4], permutation: [N, M, K]}
- {target: Lines, type: dataspace, keep: [A, B], bypass: [Z]}
- {target: MAC, type: spatial, factors: [N=16, M=8], permutation: [N, K, M], split: 1, no_link_transfer: [A, B, Z]}
`;

const table = (name: string, energies: Readonly<Record<string, number>>) =>
  `  - {name: ${name}, actions: [${Object.entries(energies)
    .map(([action, energy]) => `{name: ${action}, energy: ${energy}}`)
    .join(', ')}]}`;
const ert = ['ERT:', '  version: 0.4', '  tables:']
  .concat(
    table('DRAM', { read: 249.6, write: 249.6 }),
    table('GLB', { read: 140.09584, write: 134.50539, metadata_read: 25.8695, metadata_write: 19.6486 }),
    table('Sums', { read: 1.96991, write: 1.83309 }),
    table('Lines', { read: 0.49218, write: 0.49218, metadata_read: 0.18108, metadata_write: 0.18108 }),
    table('MAC', { mac_random: 2.20035, mac_gated: 0.06595, mac_skipped: 0.06595 }),
  )
  .join('\n');

test('masks take a bit where no level says how wide its metadata is', () => {
  const { evaluation } = runPipeline({ architecture, problem, mapping, ert }, { compat: 'timeloop-v4' });
  const { cycles, levels } = evaluation!;
  expect(cycles).toBe(39_503_082);
  const energiesAt = (name: string) => {
    const { dataspaces } = levels.find((level) => level.name === name)!;
    return Object.values(dataspaces).map(({ energyPj }) => Math.round(energyPj * 100) / 100);
  };
  expect(energiesAt('DRAM')).toEqual([130_862_284.8, 837_519_820.8, 261_724_569.6]);
  expect(energiesAt('GLB').slice(0, 2)).toEqual([1_315_926_411.98, 478_878_400.18]);
});
