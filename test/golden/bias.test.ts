// A convolution of four dataspaces, one of them a bias, on three levels and 16 x 16 registers, as its statistics were
// published (sfu-arch/Accelergy-Timeloop, 04-model-conv1d+oc-3levelspatial, cp: Timeloop's stats of 2024): what the
// files leave unsaid (factors of 1, what is kept, a width of the compute) is read as there.

import { expect, test } from 'vitest';
import { runPipeline } from '../support/pipeline.js';

const architecture = `architecture:
  version: 0.4
  nodes:
  - !Component {name: MainMemory, class: DRAM, attributes: {depth: 65536, width: 8192, datawidth: 8}}
  - !Component {name: GlobalBuffer, class: SRAM, attributes: {depth: 32768, width: 256, datawidth: 8}}
  - !Container {name: PE, spatial: {meshX: 16, meshY: 16}}
  - !Component {name: RegisterFile, class: regfile, attributes: {depth: 64, width: 8, datawidth: 8}}
  - !Component {name: MACC, class: intmac, attributes: {width: 8}}
`;

const problem = `problem:
  version: 0.4
  shape:
    name: convolution
    dimensions: [C, O, I, J, H, W]
    data_spaces:
    - {name: Weights, projection: [[[O]], [[H]], [[W]]]}
    - {name: Inputs, projection: [[[C]], [[I], [H]], [[J], [W]]]}
    - {name: Bias, projection: [[[O]]]}
    - {name: Outputs, projection: [[[O]], [[I]], [[J]]], read_write: true}
  instance: {C: 4, O: 32, I: 1024, J: 1024, H: 3, W: 3}
`;

const mapping = `mapping:
- {target: MainMemory, type: temporal, factors: I=1024 C=4, permutation: CI}
- {target: GlobalBuffer, type: temporal, factors: J=1024 O=32, permutation: OJ}
- {target: PE, type: spatial, factors: H=3 W=3, permutation: WH}
`;

/** Names with the container and the range that the reference writes into them. */
const ert = `ERT:
  version: '0.4'
  tables:
  - name: System_top_level.MainMemory[1..1]
    actions: [{name: read, energy: 65536}, {name: write, energy: 65536}, {name: update, energy: 65536}]
  - name: System_top_level.GlobalBuffer[1..1]
    actions: [{name: read, energy: 206.161}, {name: write, energy: 184.624}, {name: update, energy: 184.624},
      {name: leak, energy: 0.0308677}]
  - name: System_top_level.RegisterFile[1..256]
    actions: [{name: read, energy: 0.36264}, {name: write, energy: 0.36264}, {name: update, energy: 0.36264},
      {name: leak, energy: 0.0003712}]
  - name: System_top_level.MACC[1..256]
    actions: [{name: compute, energy: 0.845}]
`;

test('a published convolution with a bias, to the last digit', () => {
  const { evaluation } = runPipeline({ architecture, problem, mapping, ert }, { compat: 'timeloop-2024' });
  const { cycles, energyPj, levels } = evaluation!;
  expect([cycles, Math.round(energyPj / 1e4) / 100]).toEqual([134_217_728, 17_664.76]);
  const energies = levels.flatMap(({ name, dataspaces }) =>
    Object.entries(dataspaces).map(([key, { energyPj: pj }]) => [`${name} ${key}`, pj.toFixed(2)]),
  );
  expect(Object.fromEntries(energies)).toMatchObject({
    'MainMemory Weights': '65536.00',
    'MainMemory Inputs': '806879232.00',
    'MainMemory Bias': '65536.00',
    'MainMemory Outputs': '2147483648.00',
    'GlobalBuffer Weights': '7782318824.11',
    'GlobalBuffer Inputs': '315936313.34',
    'GlobalBuffer Bias': '864702091.57',
    'GlobalBuffer Outputs': '1422895611.90',
    'RegisterFile Weights': '876108903.87',
    'RegisterFile Inputs': '451743653.56',
    'RegisterFile Bias': '876108903.87',
    'RegisterFile Outputs': '1095136129.84',
  });
});
