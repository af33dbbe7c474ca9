// A matrix multiplication in arrays of cells that compute, with buffers side by side above the cells: three mappings
// published with statistics, of the reference in May 2024 (github.com/tanvisharma/WWWtoCiM, BERT-Large, 512 x 1024
// x 1024: digital 8T and analog 6T cells in a register file, analog 8T cells in place of the shared memory). The files
// here are written for this test; sizes, energies, loops and results are theirs.

import { expect, test } from 'vitest';
import { type CaseTexts, type PipelineResult, runPipeline } from '../support/pipeline.js';

interface Design {
  /** Cells across and down one array; words that a cell holds, and how many weights are written at a time. */
  readonly across: number;
  readonly down: number;
  readonly held: { readonly weights: number; readonly row: number; readonly sums: number; readonly inputs: number };
  readonly write: number;
  readonly compute: number;
  readonly shared: boolean;
  /** Loops of the levels, outermost first, as factors and the innermost dimension first. */
  readonly loops: Readonly<Record<string, readonly [factors: string, permutation: string]>>;
}

const digital8: Design = {
  across: 128,
  down: 1,
  held: { weights: 10, row: 1, sums: 1, inputs: 10 },
  write: 1.7,
  compute: 0.84,
  shared: true,
  loops: {
    Memory: ['M1 N4 K8', 'KNM'],
    Shared: ['M512 N2 K4', 'MKN'],
    Arrays: ['M1 N1 K4', 'NKM'],
    Cells: ['M1 N128 K1', 'NKM'],
    Weights: ['M1 N1 K8', 'KMN'],
  },
};

const analog6: Design = {
  across: 4,
  down: 64,
  held: { weights: 16, row: 16, sums: 16, inputs: 1 },
  write: 1.9,
  compute: 0.15,
  shared: true,
  loops: {
    Memory: ['M1 N4 K8', 'KNM'],
    Shared: ['M512 N1 K2', 'MKN'],
    Arrays: ['M1 N4 K1', 'NKM'],
    Cells: ['M1 N4 K64', 'NKM'],
    Weights: ['M1 N16 K1', 'MNK'],
  },
};

const analog8: Design = {
  ...analog6,
  write: 3,
  compute: 0.09,
  shared: false,
  loops: { ...analog6.loops, Memory: ['M512 N16 K4', 'MKN'], Arrays: ['M1 N1 K4', 'NKM'] },
};

function textsOf({ across, down, held, write, compute, shared, loops }: Design): CaseTexts {
  const bits = (words: number): string => `datawidth: 8, width: ${8 * words}, depth: `;
  const dataspaces: Readonly<Record<string, readonly [keep: string, bypass: string]>> = {
    Shared: ['A, Z', 'B'],
    Inputs: ['A', 'B, Z'],
    Sums: ['Z', 'A, B'],
    Weights: ['B', 'A, Z'],
  };
  const levels = ['Memory', ...(shared ? ['Shared'] : []), 'Arrays', 'Cells', 'Inputs', 'Sums', 'Weights'];
  const free = 'actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]';
  const sharedActions = [
    '{name: read, energy: 124.695312}, {name: write, energy: 118.033}, {name: update, energy: 118.033}',
    '{name: leak, energy: 0.007902}',
  ].join(', ');
  const memoryActions = ['read', 'write', 'update'].map((name) => `{name: ${name}, energy: 512}`).join(', ');
  const cellActions = `{name: read, energy: 0}, {name: write, energy: ${write}}, {name: update, energy: ${write}}`;
  return {
    architecture: `architecture:
  version: 0.4
  nodes:
  - !Container {name: chip, attributes: {technology: "45nm", global_cycle_seconds: 1e-9}}
  - !Component
    name: Memory
    class: DRAM
    attributes: {width: 64, datawidth: 8, read_bandwidth: 32, write_bandwidth: 32}
${
  shared
    ? `  - !Component
    name: Shared
    class: storage
    attributes: {${bits(32)} 8192, n_banks: 2, read_bandwidth: 42, write_bandwidth: 42}\n`
    : ''
}  - !Container {name: Arrays, spatial: {meshX: 1, meshY: 4}}
  - !Container {name: Cells, spatial: {meshX: ${across}, meshY: ${down}}}
  - !Parallel
    nodes:
    - !Component {name: Inputs, class: storage, attributes: {${bits(1)} ${held.inputs}}}
    - !Component {name: Sums, class: storage, attributes: {${bits(1)} ${held.sums}}}
    - !Component {name: Weights, class: storage, attributes: {${bits(held.row)} ${held.weights / held.row}}}
  - !Component {name: Unit, class: compute, attributes: {datawidth: 8}}
`,
    problem: `problem:
  version: 0.4
  instance: {M: 512, N: 1024, K: 1024}
  shape:
    name: product
    dimensions: [M, N, K]
    data_spaces:
    - {name: A, projection: [[[M]], [[K]]]}
    - {name: B, projection: [[[N]], [[K]]]}
    - {name: Z, projection: [[[M]], [[N]]], read_write: true}
`,
    mapping: `mapping:\n${levels
      .flatMap((target) => {
        const [factors, permutation] = loops[target] ?? ['M1 N1 K1', 'MNK'];
        const type = target === 'Arrays' || target === 'Cells' ? 'spatial, split: ' : 'temporal';
        const split = type === 'temporal' ? '' : target === 'Arrays' ? 0 : 1;
        const kept = dataspaces[target];
        return [
          `- {target: ${target}, type: ${type}${split}, factors: ${factors}, permutation: ${permutation}}`,
          ...(kept ? [`- {target: ${target}, type: dataspace, keep: [${kept[0]}], bypass: [${kept[1]}]}`] : []),
        ];
      })
      .join('\n')}\n`,
    ert: `ERT:
  version: 0.4
  tables:
  - {name: chip.Memory, actions: [${memoryActions}]}
${shared ? `  - {name: chip.Shared, actions: [${sharedActions}]}\n` : ''}  - {name: chip.Inputs, ${free}}
  - {name: chip.Sums, ${free}}
  - {name: chip.Weights, actions: [${cellActions}]}
  - {name: chip.Unit, actions: [{name: compute, energy: ${compute}}]}
`,
  };
}

/** As printed: cycles, microjoules, femtojoules a compute, and what every level does of every tensor. */
interface Published {
  readonly cycles: number;
  readonly energy: number;
  readonly perCompute: number;
  readonly levels: Readonly<Record<string, readonly [reads: number, fills: number, updates: number, energyPj: number]>>;
}

test.each<[string, Design, Published]>([
  [
    'digital 8T cells',
    digital8,
    {
      cycles: 1_048_576,
      energy: 836.94,
      perCompute: 1558.92,
      levels: {
        'Memory A': [2_097_152, 0, 0, 134_217_728],
        'Memory B': [1_048_576, 0, 0, 67_108_864],
        'Memory Z': [0, 0, 524_288, 33_554_432],
        'Shared A': [4_194_304, 2_097_152, 0, 24_079_474.62],
        'Shared Z': [16_252_928, 0, 16_777_216, 125_216_533.25],
        'Inputs A': [1_048_576, 1_048_576, 0, 0],
        'Sums Z': [1_044_480, 126_976, 1_048_576, 0],
        'Weights B': [1_048_576, 2_048, 0, 1_782_579.2],
      },
    },
  ],
  ['analog 6T cells', analog6, {
      cycles: 524_288,
      energy: 393.03,
      perCompute: 732.08,
      levels: {
        'Memory A': [2_097_152, 0, 0, 134_217_728],
        'Memory B': [1_048_576, 0, 0, 67_108_864],
        'Memory Z': [0, 0, 524_288, 33_554_432],
        'Shared A': [2_097_152, 2_097_152, 0, 15_907_442.66],
        'Shared Z': [7_864_320, 0, 8_388_608, 61_586_762.63],
        'Inputs A': [524_288, 32_768, 0, 0],
        'Sums Z': [491_520, 491_520, 524_288, 0],
        'Weights B': [524_288, 1_024, 0, 124_518.4],
      },
    }],
  [
    'analog 8T cells in place of the shared memory',
    analog8,
    {
      cycles: 524_288,
      energy: 887.38,
      perCompute: 1652.87,
      levels: {
        'Memory A': [8_388_608, 0, 0, 536_870_912],
        'Memory B': [1_048_576, 0, 0, 67_108_864],
        'Memory Z': [1_572_864, 0, 2_097_152, 234_881_024],
        'Inputs A': [524_288, 32_768, 0, 0],
        'Sums Z': [393_216, 393_216, 524_288, 0],
        'Weights B': [524_288, 1_024, 0, 196_608],
      },
    },
  ],
])('%s', (_, design, published) => {
  const { evaluation, diagnostics } = evaluated(design);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(evaluation!.cycles).toBe(published.cycles);
  expect(evaluation!.energyPj / 1e6).toBeCloseTo(published.energy, 2);
  expect((evaluation!.energyPj * 1e3) / evaluation!.computes).toBeCloseTo(published.perCompute, 2);
  const moved = Object.fromEntries(
    evaluation!.levels.flatMap(({ name, dataspaces }) =>
      Object.entries(dataspaces).map(([dataspace, { scalarReads, scalarFills, scalarUpdates, energyPj }]) => [
        `${name} ${dataspace}`,
        [scalarReads, scalarFills, scalarUpdates, Math.round(100 * energyPj) / 100],
      ]),
    ),
  );
  expect(moved).toMatchObject(published.levels);
});

function evaluated(design: Design): PipelineResult {
  return runPipeline(textsOf(design), { compat: 'timeloop-v4' });
}
