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
