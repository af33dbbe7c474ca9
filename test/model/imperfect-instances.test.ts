// F.1, F.7: of an imperfect spatial loop the instances in use are a mean, and no compute of the workload is left out.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { evaluateMapping } from '../../src/model/evaluate.js';
import type { Compat } from '../../src/spec/compat.js';
import { runPipeline } from '../support/pipeline.js';
import { smallCase } from '../support/small-case.js';

const root = new URL('../../', import.meta.url);
const architecture = readFileSync(new URL('arch/teaching-three-level.yaml', root), 'utf8');
const problem = readFileSync(new URL('workloads/gemm/gemm-example.yaml', root), 'utf8').replace('N: 8', 'N: 10');
const mapping = `
mapping:
  - {target: DRAM, type: temporal, factors: [M=1, N=3, K=1], permutation: [M, K, N]}
  - {target: GLB, type: temporal, factors: [M=4, N=1, K=4], permutation: [N, M, K]}
  - {target: PE, type: spatial, factors: [M=1, "N=4,2", K=2], permutation: [N, K, M], split: 1}
  - {target: RF, type: temporal, factors: [M=1, N=1, K=1], permutation: [K, M, N]}
`;

function evaluated(compat: Compat) {
  const { evaluation } = runPipeline({ architecture, problem, mapping }, { compat, model: { linkTransfers: false } });
  const registers = evaluation!.levels.find(({ name }) => name === 'RF')!;
  return { ...evaluation!, registers };
}

test('all computes of the workload are counted, and all that arrives', () => {
  const { computes, compute, utilization, registers } = evaluated('none');
  expect(computes).toBe(4 * 10 * 8);
  expect(compute.energyPj).toBeCloseTo(320 * 0.25);
  expect(utilization).toBeCloseTo(320 / (8 * 48));
  // Columns in use: 4, 4 and 2.
  expect(registers.utilizedInstances).toBeCloseTo((2 * 10) / 3);
  const { scalarReads, scalarFills } = registers.dataspaces.B!;
  expect(scalarReads * registers.utilizedInstances).toBeCloseTo(320);
  expect(scalarFills * registers.utilizedInstances).toBeCloseTo(8 * 10);
});

test('under compat the mean is cut to whole instances, as in the reference', () => {
  const { computes, registers } = evaluated('timeloop-v4');
  expect(registers.utilizedInstances).toBe(6);
  expect(computes).toBe(48 * 6);
});

test('what comes once comes to all that are in use then, and no output comes back that never left', () => {
  // Five rows on three elements, three and then two of them: B comes with the first step only, 8 words to each of three.
  const { plan, mapping: nest } = smallCase({
    dataspaces: ['A M K', 'B K N', '=Z M N'],
    levels: ['K4', '', 'M3,2x', 'M2 K2'],
    options: { linkTransfers: false },
  });
  const inner = evaluateMapping(plan, nest).levels.find(({ name }) => name === 'L0')!;
  expect(inner.utilizedInstances).toBe(2.5);
  expect(inner.dataspaces.B!.scalarFills).toBe(Math.round((3 * 8) / 2.5));
  // Rows along M, 2 and then 1 of them: an output is summed up in its register, and never fetched.
  const summed = `
mapping:
  - {target: DRAM, type: temporal, factors: [M=1, N=5, K=1]}
  - {target: GLB, type: temporal, factors: [M=2, N=2, K=2], permutation: [K, M, N]}
  - {target: PE, type: spatial, factors: ["M=2,1", N=1, K=1]}
  - {target: RF, type: temporal, factors: [M=1, N=1, K=4]}
`;
  const three = { architecture, problem: problem.replace('M: 4', 'M: 3'), mapping: summed };
  const { evaluation } = runPipeline(three, { compat: 'none', model: { linkTransfers: false } });
  const registers = evaluation!.levels.find(({ name }) => name === 'RF')!;
  const { scalarFills, scalarReads, scalarUpdates } = registers.dataspaces.Z!;
  expect(scalarFills).toBe(0);
  // 30 outputs and 240 updates over the mean of one and a half rows.
  expect([scalarUpdates, scalarReads]).toEqual([160, 140]);
});

test('of a dimension over two fan-outs, the last element outside has the short row inside', () => {
  // Three rows on two times two elements: two of them below the first, one below the second, at every visit.
  const { plan, mapping: nest } = smallCase({
    dataspaces: ['A M K', 'B K N', '=Z M N'],
    levels: ['K4', 'M2,1x', 'M2x', 'N5'],
    options: { linkTransfers: false },
  });
  const evaluation = evaluateMapping(plan, nest);
  const [outer, inner] = ['L3', 'L0'].map((level) => evaluation.levels.find(({ name }) => name === level)!);
  expect(inner!.utilizedInstances).toBe(3);
  expect(inner!.dataspaces.A).toMatchObject({ scalarReads: 20, scalarFills: 4, partitionSize: 4 });
  expect(inner!.dataspaces.B).toMatchObject({ scalarReads: 20, scalarFills: 20 });
  expect(inner!.dataspaces.Z).toMatchObject({ scalarUpdates: 20, scalarReads: 15, scalarFills: 0 });
  expect(outer!.dataspaces.A).toMatchObject({ scalarReads: 12 });
  expect(outer!.dataspaces.B).toMatchObject({ scalarReads: 20 });
  expect(outer!.dataspaces.Z).toMatchObject({ scalarUpdates: 15, scalarReads: 0 });
});

test('a share of the outputs that is no whole number stays one further inside', () => {
  // Five summands of each of four outputs on two elements, 2, 2 and 1: eight first touches by five thirds of instances.
  const { plan, mapping: nest } = smallCase({
    dataspaces: ['A M N', 'B M', '=Z N'],
    levels: ['', 'N4', 'M2,1x', 'M3'],
    options: { linkTransfers: false },
  });
  const { levels } = evaluateMapping(plan, nest);
  const [outer, inner] = ['L1', 'L0'].map((level) => levels.find(({ name }) => name === level)!.dataspaces.Z!);
  expect(outer!.partitionSize).toBeCloseTo(4.8);
  expect(inner!.partitionSize).toBeCloseTo(4.8);
  // What the inner one takes back is what the outer one reads: 12 updates but for the first ones.
  expect([inner!.scalarFills, outer!.scalarReads]).toEqual([7, 7]);
});

test('a whole number of hops passes as many routers, in the mean of instances as well', () => {
  const { evaluation } = runPipeline(
    {
      architecture: `
architecture:
  version: 0.4
  nodes:
    - !Component {name: DRAM, class: DRAM, attributes: {width: 16, datawidth: 16, vector_access_energy: 0}}
    - !Container {name: rows, spatial: {meshY: 3}}
    - !Component {name: GLB, class: SRAM, attributes: {depth: 64, width: 16, datawidth: 16, vector_access_energy: 0}}
    - !Container {name: columns, spatial: {meshX: 7}, attributes: {router_energy: 1}}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 16, energy: 0}}
`,
      problem: `
problem:
  version: 0.4
  shape:
    dimensions: [M, N]
    data_spaces: [{name: A, projection: [M, N]}, {name: Z, projection: [M], read_write: true}]
  instance: {M: 7, N: 7}
`,
      mapping: `
mapping:
  - {target: DRAM, type: temporal, factors: [M=3]}
  - {target: rows, type: spatial, factors: ["M=3,1"], split: 0}
  - {target: columns, type: spatial, factors: [N=7]}
`,
    },
    { compat: 'none' },
  );
  const network = evaluation!.networks.find(({ name }) => name.startsWith('inter_columns_spatial'))!;
  // Seven words to columns 0 to 6 each of seven times: three hops and four routers in the mean.
  expect(network.dataspaces.A!.averageHops).toBeCloseTo(3);
  expect(network.dataspaces.A!.energyPj).toBeCloseTo(4 * 49);
});
