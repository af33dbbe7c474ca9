// Mappings costed through the machine, against sections 2.1 to 2.7 by hand and the planner's published formula (section 2.5).

import { describe, expect, it } from 'vitest';
import { matmul } from '../../../../src/machines/ipu/compute/contraction.js';
import { planContraction } from '../../../../src/machines/ipu/compute/contraction-plan.js';
import { built, type Case, convolutionOf, evaluated, productOf } from './problems.js';

/** Nothing that is searched for: the matrix unit, and whole groups of channels. */
const plain = ['ragged_splits=false', 'kernel=amp', 'swapped=false', 'partials=half'].map((one) => `machine.${one}`);

/** Cycles by part, and the facts by name. */
function costs(given: Case): {
  readonly parts: Record<string, number>;
  readonly facts: Record<string, number | string>;
} {
  const outcome = evaluated({ ...given, set: [...plain, ...(given.set ?? [])] });
  if (outcome.kind !== 'evaluated') throw new Error(outcome.diagnostics.map(({ message }) => message).join('\n'));
  const { parts, facts } = outcome.evaluation.machine!;
  const whole = parts.reduce((sum, { cycles }) => sum + cycles, 0);
  expect(outcome.evaluation.cycles).toBe(whole);
  return {
    parts: Object.fromEntries(parts.map(({ name, cycles }) => [name, cycles])),
    facts: Object.fromEntries(facts.map(({ name, value }) => [name, value])),
  };
}

/** Everything that the machine does not fix; what is not named is 1. */
function mapping(choices: {
  readonly tiles?: string;
  readonly tile?: string;
  readonly rows: string;
  readonly memory?: string;
}): string {
  const { tiles = '', tile = '', rows, memory = '' } = choices;
  return `mapping:
  - {target: memory, type: temporal, factors: [${memory}]}
  - {target: tile, type: spatial, factors: [${tiles}]}
  - {target: tile, type: temporal, factors: [${tile}]}
  - {target: coefficients, type: temporal, factors: [${rows}]}
`;
}

describe('the kernel on one tile, halves', () => {
  const kernel = (m: number, groups: number, bytes: number): number => {
    const { parts } = costs({
      arch: 'mk2',
      workload: productOf(m, 16 * groups, 16 * groups),
      set: [`machine.coefficient_bytes_per_cycle=${bytes}`],
      mapping: mapping({ tile: `C=${groups}, M=${groups}`, rows: `P=${m}` }),
    });
    expect([parts['exchange in'], parts.reduce, parts.sync]).toEqual([0, 0, 100]);
    expect(parts['coefficient load']).toBe((groups * groups * 512) / bytes);
    return parts.compute! + parts['coefficient load']!;
  };
  it.each([
    [16, 1, 8, 711],
    [16, 1, 16, 679],
    [64, 1, 8, 1863],
    [256, 1, 16, 6439],
    [16, 4, 8, 9807],
    [64, 4, 8, 28_239],
    [64, 4, 16, 27_727],
  ])('%i positions a worker, %i groups of channels each way, %i bytes a cycle: %i', (m, groups, bytes, cycles) => {
    expect(kernel(6 * m, groups, bytes)).toBe(cycles);
  });
});

it.each([
  ['mk1', 8, 16],
  ['mk2', 16, 8],
  ['bow', 16, 8],
])('loads of coefficients on %s: 16 x %i halves at %i B/cycle unless it is stated', (arch, outs, bytes) => {
  const given = { arch, workload: productOf(64, 2 * outs, 48), mapping: mapping({ tile: 'C=3, M=2', rows: 'P=64' }) };
  expect(costs(given).parts['coefficient load']).toBe((3 * 2 * 16 * outs * 2) / bytes);
});

describe('exchange of operands', () => {
  it('two tiles share the inputs: half is there, half is sent once, and pairs receive at twice the rate', () => {
    const workload = productOf(64, 32, 16);
    const { parts } = costs({ arch: 'mk2', workload, mapping: mapping({ tiles: 'M=2', rows: 'P=64' }) });
    expect(parts['exchange in']).toBe(1024 / 4 + 60); // 2,048 B of inputs
    expect(parts.sync).toBe(200);
  });

  it('three tiles share: two thirds are received at the plain rate', () => {
    const workload = productOf(64, 48, 16);
    const { parts } = costs({ arch: 'mk2', workload, mapping: mapping({ tiles: 'M=3', rows: 'P=64' }) });
    expect(parts['exchange in']).toBe(Math.ceil((2048 * 2) / 3 / 4) + 60);
  });

  it('eight tiles along positions share the weights', () => {
    const workload = productOf(64, 16, 16);
    const { parts, facts } = costs({ arch: 'mk2', workload, mapping: mapping({ tiles: 'P=8', rows: 'P=8' }) });
    expect(parts['exchange in']).toBe((512 * 7) / 8 / 4 + 60);
    expect(facts['tiles used']).toBe(8);
  });

  it('supersteps over output channels: weights anew each time, inputs once, slices cut out and put back', () => {
    const workload = productOf(64, 32, 16);
    const { parts, facts } = costs({
      arch: 'mk2',
      workload,
      mapping: mapping({ memory: 'M=2', tiles: 'P=8', rows: 'P=8' }),
    });
    expect(facts.supersteps).toBe(2);
    expect(parts['exchange in']).toBe((2 * 512 * 7) / 8 / 4 + 2 * 60);
    // Of 1,024 B of weights an eighth is at home on each of eight tiles, and cut out there; of the results all are put back.
    expect(parts['cast and copy']).toBe((1024 / 8 + 8 * 32 * 2) / 8);
    expect(parts.sync).toBe(400);
  });

  it('supersteps that take in nothing of other tiles exchange nothing', () => {
    // Each tile has its own weights at home, of all three supersteps, and shares the inputs, which stay.
    const { parts, facts } = costs({
      arch: 'mk2',
      workload: productOf(8, 6 * 16, 16),
      mapping: mapping({ memory: 'M=3', tiles: 'M=2', rows: 'P=8' }),
    });
    expect(facts.supersteps).toBe(3);
    expect(parts['exchange in']).toBe((8 * 16 * 2) / 2 / 4 + 60);
    expect(parts.sync).toBe((3 + 1) * 100);
    expect(parts['cast and copy']).toBe((3 * 512 + 3 * 8 * 16 * 2) / 8);
  });

  it.each([
    ['stay', '', 1],
    ['go home, as other columns come first', ', M=3', 2],
  ])('supersteps over input channels: of the sums of two tiles each adds up its half; they %s', (_, columns, back) => {
    const [rows, outs] = [48, columns === '' ? 16 : 48];
    const text = mapping({ memory: `C=2${columns}`, tiles: 'C=2', rows: `P=${rows}` });
    const { parts } = costs({
      arch: 'mk2',
      workload: productOf(rows, outs, 64),
      mapping: text.replace('factors: [C=2, M=3]', 'factors: [C=2, M=3], permutation: MC'),
    });
    // All operands are cut out where they are needed. Sums are read once to be added to, and put back once or twice.
    const [inputs, weights, sums] = [rows * 64 * 2, 64 * outs * 2, rows * outs * 2];
    expect(parts['cast and copy']).toBe((inputs / 2 + weights / 2 + ((1 + back) * sums) / 2) / 8);
  });

  it('windows with a stride leave pixels between tiles that nobody needs: of the others one tile has each', () => {
    const { parts } = costs({
      arch: 'mk2',
      workload: convolutionOf('C: 16, M: 64, R: 1, S: 1, N: 1, P: 8, Q: 1, Wstride: 2'),
      mapping: mapping({ tiles: 'P=8, M=4', rows: 'P=1' }),
    });
    // Every pixel is on four tiles, and the weights on eight.
    expect(parts['exchange in']).toBe(Math.ceil((16 * 2 * 3) / 4 / 8) + (512 * 7) / 8 / 4 + 60);
  });
});

describe('partial sums', () => {
  it('of eight tiles: each receives its part of the others, and adds', () => {
    const workload = productOf(6, 16, 128);
    const { parts, facts } = costs({ arch: 'mk2', workload, mapping: mapping({ tiles: 'C=8', rows: 'P=6' }) });
    expect(facts['sums of the same outputs']).toBe(8);
    expect(parts['exchange in']).toBe(0);
    expect(parts['exchange partials']).toBe((12 * 7 * 2) / 4 + 60);
    expect(parts.reduce).toBe(6 * (20 + 7 + 9) + 33);
    expect(parts.sync).toBe(200);
  });

  it('of 64 tiles: in two stages', () => {
    const workload = productOf(64, 16, 1024);
    const { parts } = costs({ arch: 'mk2', workload, mapping: mapping({ tiles: 'C=64', rows: 'P=64' }) });
    // 1,024 sums, 128 of them from 8 tiles each, then 16 from 8.
    expect(parts['exchange partials']).toBe((128 * 7 * 2) / 4 + (16 * 7 * 2) / 4 + 120);
    expect(parts.sync).toBe(300);
  });

  it('in floats are cast to halves where nothing is added up', () => {
    const given = { arch: 'mk2', workload: productOf(48, 16, 16), set: ['machine.partials=float'] };
    const { parts, facts } = costs({ ...given, mapping: mapping({ tile: 'M=2', rows: 'P=48' }) });
    expect(facts.arithmetic).toBe('half-float');
    // A sixth of the sums for each worker, two to a slot, and 26 slots around them (published planner).
    expect(parts['cast and copy']).toBe(6 * (26 + (48 * 16) / 6 / 2));
  });
});

describe('the planner and the model agree', () => {
  it.each([
    ['96 rows over 3 tiles, 64 inner over 4, 64 columns over 2', [3, 4, 2, 1], ''],
    ['columns in two supersteps', [8, 1, 2, 2], 'M=2'],
    ['columns in two supersteps, 64 inner over 4', [8, 4, 2, 2], 'M=2'],
    ['one tile', [1, 1, 1, 1], ''],
  ] as const)('%s', (_, [positions, inChannels, outChannels, serial], memory) => {
    const { parts } = costs({
      arch: 'mk2',
      workload: productOf(96, 64, 64),
      mapping: mapping({
        memory,
        tiles: `P=${positions}, C=${inChannels}, M=${outChannels}`,
        tile: `C=${4 / inChannels}, M=${4 / outChannels / serial}`,
        rows: `P=${96 / positions}`,
      }),
    });
    const partition = { positions, inChannels, outChannels, serial };
    const options = { tiles: 1472, coefficientBytesPerCycle: 8, memoryProportion: 0.6, partition };
    const planned = planContraction('mk2', matmul({ m: 96, k: 64, n: 64 }, 'half-half'), options);
    const terms = planned.kind === 'legal' ? planned.value.terms : null;
    expect({
      operandExchange: parts['exchange in'],
      compute: parts.compute! + parts['coefficient load']!,
      partialsExchange: parts['exchange partials'],
      reduction: parts.reduce,
      sync: parts.sync,
    }).toEqual({
      operandExchange: terms?.operandExchange,
      compute: terms?.compute,
      partialsExchange: terms?.partialsExchange,
      reduction: terms?.reduction,
      sync: terms?.sync,
    });
    expect(parts['cast and copy']).toBe(terms!.cast + terms!.serialCopies);
  });
});

describe('four chips', () => {
  const pod = (workload: string, text: string, set: readonly string[] = []) =>
    costs({ arch: 'pod4-mk2', workload, mapping: `${text}  - {target: links, type: spatial, factors: [P=4]}\n`, set });

  it('share weights over the links, and wait for each other', () => {
    const { parts, facts } = pod(productOf(64, 16, 16), mapping({ rows: 'P=16' }));
    expect(facts['tiles used']).toBe(4);
    expect(parts.links).toBe(Math.ceil((512 * 3) / 4 / 102.6));
    expect(parts['exchange in']).toBe((512 * 3) / 4 / 4 + 60);
    expect(parts.sync).toBe(200 + 80); // external: section 2.1
  });

  it('stream what they cannot hold', () => {
    const text = `${mapping({ rows: 'P=800' })}  - {target: streaming, type: temporal, factors: [P=2]}\n`;
    const { parts, facts } = pod(productOf(6400, 16, 16), text, ['memory.depth=400000']);
    expect(parts.streaming).toBe(Math.ceil((2 * 6400 * 16 * 2 + 512) / 28.98));
    expect(facts.supersteps).toBe(2);
  });
});

describe('bounds', () => {
  const boundsOf = (workload: string, set: readonly string[] = []): readonly number[] =>
    built({ arch: 'mk2', workload, set }).problem!.workload.bounds;

  const amp = plain.slice(1);

  it('are whole groups of channels', () => {
    expect(boundsOf(productOf(10, 20, 30), plain)).toEqual([32, 32, 1, 1, 1, 10, 1]);
    expect(boundsOf(productOf(10, 20, 30, 'f32'), plain)).toEqual([32, 24, 1, 1, 1, 10, 1]);
  });

  it('are padded where that lets more tiles work, and only there', () => {
    // 7 x 147 rows, 13 x 5 groups of input and 16 x 4 of output channels: 1,456 of 1,472 tiles. Even splits use 1,024.
    expect(boundsOf(productOf(1024, 1024, 1024), amp)).toEqual([1040, 1024, 1, 1, 1, 1029, 1]);
    expect(boundsOf(productOf(64, 64, 64), amp)).toEqual([64, 64, 1, 1, 1, 64, 1]);
    expect(boundsOf(productOf(1024, 1024, 1024), plain)).toEqual([1024, 1024, 1, 1, 1, 1024, 1]);
  });

  it('are padded for a split that sends little, too: of two tiles that share inputs each sends half at the plain rate', () => {
    // Five times three pixels, 3,515 cycles at best; two times seven receive less, send more and take 3,767.
    const pixels = convolutionOf('C: 256, M: 32, R: 1, S: 1, N: 1, P: 13, Q: 13');
    const set = [...amp, 'tiles=46'];
    expect(boundsOf(pixels, set).toSorted((a, b) => a - b)).toEqual([1, 1, 1, 13, 15, 32, 256]);
  });
});

it('a product of floats takes its 6 pJ, where the compute has those of halves', () => {
  const given = { arch: 'mk2', workload: productOf(8, 8, 8, 'f32'), mapping: mapping({ rows: 'P=8' }), set: plain };
  const outcome = evaluated(given);
  if (outcome.kind !== 'evaluated') throw new Error('refused');
  const { compute, machine } = outcome.evaluation;
  expect(machine!.energies.map(({ name }) => name)).toEqual(['partial_sums', 'wide_products']);
  const [exchanged, wider] = machine!.energies.map(({ energyPj }) => energyPj);
  expect(exchanged).toBe(0);
  expect(compute.energyPj + wider!).toBeCloseTo(6 * 8 ** 3, 9);
});

describe('facts', () => {
  it('say where the kernel formula comes from, and which bounds were iterated', () => {
    const halves = {
      arch: 'mk2',
      workload: productOf(10, 20, 30),
      mapping: mapping({ tile: 'C=2, M=2', rows: 'P=10' }),
    };
    expect(costs(halves).facts).toMatchObject({
      'kernel formula': 'as published',
      'bounds with padding': 'C=32 M=32 P=10',
    });
    const floats = costs({ ...halves, workload: productOf(8, 8, 8, 'f32'), mapping: mapping({ rows: 'P=8' }) });
    expect(floats.facts['kernel formula']).toBe('of halves and 1x1 on Mk2, used for this type');
    // Units of 16 x 8 halves, for which nothing was published.
    const mk1 = costs({ ...halves, arch: 'mk1', mapping: mapping({ tile: 'C=2, M=3', rows: 'P=10' }) });
    expect(mk1.facts['kernel formula']).toBe('of halves and 1x1 on Mk2, used for Mk1');
    expect(costs({ ...halves, arch: 'bow' }).facts['kernel formula']).toBe('as published');
    const window = costs({
      ...halves,
      workload: convolutionOf('C: 16, M: 16, R: 3, S: 3, N: 1, P: 4, Q: 4'),
      mapping: mapping({ tile: 'R=3, S=3', rows: 'P=4, Q=4' }),
    });
    expect(window.facts['kernel formula']).toBe('of halves and 1x1 on Mk2, used for 9 kernel positions');
  });

  it('add up the memory of a tile: at home, for the work, reserved', () => {
    const { facts } = costs({ arch: 'mk2', workload: productOf(64, 16, 16), mapping: mapping({ rows: 'P=64' }) });
    // Each tensor has a vector or two on every tile; inputs, weights and sums with a scaled pointer of 2 bytes each.
    expect(facts['tile memory: at home']).toBe(3 * 8);
    expect(facts['tile memory: during the work']).toBe(64 * 16 * 2 + 16 * 16 * 2 + 64 * 16 * 2 + 3 * 2);
    expect(facts['tile memory: reserved']).toBe(16_384 + 6 * 48 + 32);
    expect(facts['tile memory in use']).toBe(24 + 4608 + 6 + 16_704);
  });
});

it('a vector holds a group of channels of all positions of the field or the window', () => {
  const { facts } = costs({
    arch: 'mk2',
    workload: convolutionOf('C: 32, M: 16, R: 3, S: 3, N: 1, P: 4, Q: 4'),
    mapping: mapping({ tile: 'C=2, R=3, S=3', rows: 'P=4, Q=4' }),
  });
  // Two vectors of inputs and two of weights take 2 + 2 x 2 B of descriptors each (section 2.6), one of sums takes 2.
  const words = 6 * 6 * 32 + 9 * 32 * 16 + 4 * 4 * 16;
  expect(facts['tile memory: during the work']).toBe(words * 2 + 6 + 6 + 2);
});

it('operands come from the host, and results go there, once each', () => {
  const given = { arch: 'mk2', workload: productOf(64, 32, 16), mapping: mapping({ tiles: 'M=2', rows: 'P=64' }) };
  const [without, through] = [[], ['machine.host_transfers=true']].map((set) => costs({ ...given, set }).parts);
  expect(without).not.toHaveProperty('host');
  // Halves, at 12.5 GB/s and 1.325 GHz.
  const bytes = 2 * (64 * 32 + 32 * 16 + 64 * 16);
  expect(through).toEqual({ ...without, host: Math.ceil(bytes / (12_500 / 1325)) });
});

it('thirds of an operand are whole bytes on the exchange', () => {
  // Of 1,152 B of activations and 2,304 B of weights two thirds are received, at 4 B a cycle.
  const { parts } = costs({
    arch: 'bow',
    workload: convolutionOf('C: 24, M: 72, R: 1, S: 1, N: 2, P: 6, Q: 3'),
    set: ['machine.type=f32', 'machine.kernel=amp', 'machine.swapped=false', 'machine.ragged_splits=false'],
    mapping: `mapping:
  - {target: tile, type: spatial, factors: [P=3, M=3]}
  - {target: tile, type: temporal, factors: [C=3, M=3]}
  - {target: coefficients, type: temporal, factors: [N=2, P=2, Q=3]}
`,
  });
  expect(parts['exchange in']).toBe(192 + 384 + 60);
});
