// Layers without weights: pooling and sums of tensors take an operation of a core's ALU for every element, and nothing is broadcast.

import { describe, expect, it } from 'vitest';
import { machineModel } from '../../../src/machines/models.js';
import { alternativesOf } from '../../../src/mapping/alternatives.js';
import { evaluateMapping } from '../../../src/model/evaluate.js';
import { compilePlan, defaultModelOptions } from '../../../src/model/plan.js';
import { checkSeams } from '../seam-checks.js';
import { problemOf, searched } from '../searched.js';
import { build, problem } from './problems.js';

const pooling = (instance: string, rows = '[[P, 2], [R]]', columns = '[[Q, 2], [S]]'): string => `
problem:
  shape:
    name: pool
    dimensions: [N, C, P, Q, R, S]
    data_spaces:
      - {name: Inputs, projection: [[[N]], [[C]], ${rows}, ${columns}]}
      - {name: Outputs, projection: [[[N]], [[C]], [[P]], [[Q]]], read_write: true}
  instance: {${instance}}
`;
const pool = pooling('N: 1, C: 8, P: 16, Q: 16, R: 3, S: 3');
const plain = pooling('N: 1, C: 8, P: 16, Q: 16, R: 2, S: 2', '[[P], [R]]', '[[Q], [S]]');
const whole = pooling('N: 1, C: 512, P: 1, Q: 1, R: 7, S: 7');
const sum = (types = ''): string => `
problem:
  shape:
    name: residual
    dimensions: [C, P, Q]
    data_spaces:
      - {name: A, projection: [[[C]], [[P]], [[Q]]]}
      - {name: B, projection: [[[C]], [[P]], [[Q]]]}
      - {name: Sum, projection: [[[C]], [[P]], [[Q]]], read_write: true}
  instance: {C: 32, P: 16, Q: 16}${types}
`;

describe.each(['q8', 'q16'])('%s', (core) => {
  it.each([
    ['pooling with a stride', pool],
    ['pooling', plain],
    ['pooling of whole channels', whole],
    ['a sum', sum()],
  ])('%s keeps the contracts of the seams', (_, workload) => {
    checkSeams(problem(core, workload), 10);
  });
});

/** Cycles of the best mapping by part. */
async function partsOf(workload: string): Promise<Readonly<Record<string, number>>> {
  const asked = { machine: 'epu-q8', workload };
  const { mappings, optimal } = await searched(asked, { objective: ['cycles'] });
  expect(optimal).toBe(true);
  const [{ mapping, alternative = 0 }] = mappings as [(typeof mappings)[number]];
  const one = alternativesOf(problemOf(asked))[alternative]!;
  const model = { ...defaultModelOptions, cumulativeFanout: false };
  const plan = compilePlan(one.workload, one.architecture, one.constraints, model);
  const { machine } = evaluateMapping(plan, mapping, machineModel(one)!);
  return Object.fromEntries(machine!.parts.map(({ name, cycles }) => [name, cycles]));
}

it('takes an operation for every element and core, both inputs by flows, and pops nothing', async () => {
  const elements = 32 * 16 * 16;
  expect(await partsOf(sum())).toMatchObject({
    memCpy: Math.ceil((3 * elements) / 12.8),
    'flow in': (2 * elements) / 8,
    'flow out': elements / 8,
    neighbours: 0,
    'broadcast pops': 0,
    MAC: 0,
    ALU: elements / 64,
  });
});

it('fetches what its windows need, and has the rest from neighbours', async () => {
  const { ALU, neighbours } = await partsOf(plain);
  expect(ALU).toBe((8 * 16 * 16 * 4) / 64);
  expect(neighbours).toBe(8 * 4 * 3); // 8 channels of 4 tiles, three taps from neighbours
});

describe('refused', () => {
  it.each([
    [sum('\n  types: {A: int8, B: int16, Sum: int16}'), {}, 'E-UNSUPPORTED: both inputs lie in the same registers'],
    [
      pool,
      { 'machine.on_cores': 'columns' },
      'E-MACHINE: nothing is multiplied by weights, so that the cores cannot have columns of them',
    ],
    [
      `
problem:
  shape:
    name: repeated
    dimensions: [C, P]
    data_spaces:
      - {name: Inputs, projection: [[[C]]]}
      - {name: Outputs, projection: [[[C]], [[P]]], read_write: true}
  instance: {C: 8, P: 8}
`,
      {},
      'E-MACHINE: epu multiplies two inputs into one output, and repeated has other dataspaces',
    ],
  ])('%#', (workload, settings, message) => {
    const { problem: built, said } = build('q8', workload, settings as Record<string, string>);
    expect(built).toBeUndefined();
    expect(said).toContain(message);
  });
});
