// A product on a grid of 4 x 4 whose operands move diagonally, written the old way, and what Timeloop's statistics of it
// say (published with TileFlow): cycles, accesses, what neighbours pass on and energies agree, but for the writes that
// statistics of version 0.2 count when outputs first arrive.

import { expect, test } from 'vitest';
import { runPipeline } from '../support/pipeline.js';

const architecture = `architecture:
  version: 0.2
  subtree:
  - name: System
    local:
    - {name: Memory, class: DRAM, attributes: {width: 256, block-size: 32, word-bits: 8}}
    subtree:
    - name: Grid
      local:
      - name: Regs[0..15]
        class: regfile
        attributes:
          {meshX: 4, meshY: 4, depth: 64, width: 16, word-bits: 8, read_bandwidth: 2, write_bandwidth: 2}
      - {name: "mac [0..15]", class: intmac, attributes: {datawidth: 16, meshX: 4, meshY: 4}}
`;

const problem = `problem:
  shape:
    name: skewed
    dimensions: [M, N, R]
    data-spaces:
    - {name: Out, projection: [[[M]], [[N]]], read-write: True}
    - {name: A, projection: [[[M]], [[N], [R]]]}
    - {name: B, projection: [[[M], [R]], [[N]]]}
  instance: {M: 4, N: 4, R: 12}
`;

const mapping = `mapping:
  - {target: Memory, type: temporal, factors: R=12 M=1 N=1, permutation: RMN}
  - {target: Memory, type: spatial, factors: R=1 M=4 N=4, permutation: RMN, split: 2}
  - {target: Regs, type: temporal, factors: R=1 M=1 N=1, permutation: RMN}
`;

const each = '{name: ACTION, average_energy: 1.0, max_energy: 1, min_energy: 1}';
const ert = `ERT_summary:
  version: 0.3
  table_summary:
  - {name: "System.Grid.Regs[0..15]", actions: [${each.replace('ACTION', 'read')}, ${each.replace('ACTION', 'write')}]}
  - {name: "System.Grid.mac [0..15]", actions: [{name: mac_random, energy: 1}, {name: idle, energy: 0}]}
  - {name: System.Memory, actions: [{name: read, energy: 2048}, {name: write, energy: 2048}]}
`;

test('operands that move diagonally', () => {
  const { evaluation } = runPipeline({ architecture, problem, mapping, ert }, { compat: 'none' });
  const { cycles, levels, compute } = evaluation!;
  expect(cycles).toBe(26);
  const at = (name: string) => levels.find((level) => level.name === name)!;
  const accesses = Object.entries(at('Regs').dataspaces).map(([name, one]) => [
    name,
    one.scalarReads,
    one.scalarFills,
    one.scalarUpdates,
  ]);
  expect(accesses).toEqual([
    ['Out', 11, 0, 12],
    ['A', 20, 12, 0],
    ['B', 20, 12, 0],
  ]);
  const energies = Object.values(at('Memory').dataspaces).map(({ energyPj }) => energyPj);
  expect(energies).toEqual([2048, 4096, 4096]);
  expect(compute.energyPj).toBe(192);
});
