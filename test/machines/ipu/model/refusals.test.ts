// What the machine refuses: workloads it cannot take, trees that are not its own, memory that is not there. Each says what and by how much.

import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../../src/diagnostics/diagnostic.js';
import { archText, built, type Case, convolutionOf, evaluated, productOf } from './problems.js';

function refused(given: Partial<Case>): Diagnostic {
  const { problem, said } = built({ arch: 'mk2', workload: productOf(64, 64, 64), ...given });
  expect(problem).toBeUndefined();
  const errors = said.filter(({ severity }) => severity === 'error');
  expect(errors).toHaveLength(1);
  expect(errors[0]!.span).toBeDefined();
  return errors[0]!;
}

describe('workloads', () => {
  it('with tensors that the chip cannot hold, in bytes', () => {
    const { code, message, expected, found, hint } = refused({ workload: productOf(10_240, 10_240, 10_240, 'f32') });
    expect(code).toBe('E-CAPACITY');
    expect(message).toMatch(
      /^(\d+) B of tensors do not fit in the memory of 1472 tiles, which has 915984384 B .*: (\d+) B too much$/,
    );
    const [, needed, excess] = /^(\d+) B.*: (\d+) B too much$/.exec(message)!.map(Number);
    expect(needed! - excess!).toBe(915_984_384);
    expect(needed).toBeGreaterThanOrEqual(3 * 10_240 * 10_240 * 4);
    expect([expected, found, hint].join(' ')).toMatch(/915984384 B at most.*Inputs 4[12]\d+ B.*streaming memory/);
  });

  it('but not where they fit without padding', () => {
    // Home for exactly the tensors as they are: 3 x 1,432 B a tile.
    const given = { arch: 'mk2', workload: productOf(1024, 1024, 1024), set: ['memory.depth=6323712'] };
    expect(built(given).problem!.workload.bounds).toEqual([1024, 1024, 1, 1, 1, 1024, 1]);
  });

  it('with three inputs', () => {
    const workload = `problem:
  shape:
    name: mttkrp
    dimensions: [I, J, K, L]
    data_spaces:
      - {name: T, projection: [[[I]], [[K]], [[L]]]}
      - {name: B, projection: [[[K]], [[J]]]}
      - {name: C, projection: [[[L]], [[J]]]}
      - {name: A, projection: [[[I]], [[J]]], read_write: true}
  instance: {I: 8, J: 8, K: 8, L: 8}
`;
    const { code, message, found } = refused({ workload });
    expect([code, message, found]).toEqual([
      'E-MACHINE',
      'ipu multiplies two inputs into one output, and mttkrp has other dataspaces',
      'T, B, C, A (output)',
    ]);
  });

  it('of other types than floats', () => {
    const { message, expected, found } = refused({
      workload: productOf(8, 8, 8).replace('Weights: f16', 'Weights: int8'),
    });
    expect(message).toBe('the matrix unit multiplies halves and floats, and Weights is of int8');
    expect([expected, found]).toEqual(['f16 or f32', 'int8']);
  });

  it('of types that do not go together', () => {
    const mixed = productOf(8, 8, 8).replace('Weights: f16', 'Weights: f32');
    expect(refused({ workload: mixed }).found).toBe('Inputs f16, Weights f32, Outputs f16');
    const narrow = productOf(8, 8, 8, 'f32').replace('Outputs: f32', 'Outputs: f16');
    expect(refused({ workload: narrow }).message).toBe(
      'the inputs must be of one type, and products of floats are floats',
    );
  });

  it('and say where a type stands', () => {
    const { span } = refused({ workload: productOf(64, 64, 64).replace('Weights: f16', 'Weights: int8') });
    expect(span && [span.source.name, span.source.text.slice(span.start, span.end)]).toEqual(['workload.yaml', 'int8']);
  });

  it('that sum one input alone', () => {
    const workload = convolutionOf('C: 16, M: 16, R: 1, S: 1, N: 1, P: 8, Q: 8').replace(
      'shape: cnn_layer',
      `shape:
    name: sum
    dimensions: [C, M, R, S, N, P, Q, Z]
    data_spaces:
      - {name: Weights, projection: [[[C]], [[M]], [[R]], [[S]]]}
      - {name: Inputs, projection: [[[N]], [[C]], [[P]], [[Q]], [[Z]]]}
      - {name: Outputs, projection: [[[N]], [[M]], [[P]], [[Q]]], read_write: true}`,
    );
    const { message } = refused({ workload: workload.replace('Q: 8}', 'Q: 8, Z: 4}') });
    expect(message).toBe('dimension Z moves one dataspace alone, or none: the matrix unit has no place for it');
  });
});

describe('parameters', () => {
  it('sums of halves have no effect where there are floats', () => {
    const said = (type: string) =>
      built({ arch: 'mk2', workload: productOf(64, 64, 64, type), set: ['machine.partials=half'] }).said;
    expect(said('f32')).toMatchObject([
      { code: 'W-UNUSED', message: expect.stringMatching(/^machine.partials of half/) },
    ]);
    expect(said('f16')).toEqual([]);
  });

  it.each([
    ['machine.generation=mk3', 'E-TYPE', 'machine.generation cannot be "mk3"', 'one of mk1, mk2, bow'],
    ['machine.partials=quarter', 'E-TYPE', 'machine.partials cannot be "quarter"', 'one of auto, half, float, null'],
    [
      'machine.coefficient_bytes_per_cycle=12',
      'E-TYPE',
      'machine.coefficient_bytes_per_cycle cannot be 12',
      'one of 8, 16',
    ],
    ['machine.sync_cycles=-1', 'E-TYPE', 'machine.sync_cycles cannot be -1', 'an integer of at least 0'],
    ['machine.sync_cycles=1.5', 'E-TYPE', 'machine.sync_cycles cannot be 1.5', 'an integer of at least 0'],
    [
      'machine.ragged_splits=often',
      'E-TYPE',
      'machine.ragged_splits cannot be "often"',
      'one of auto, true, false, edp, null',
    ],
  ])('%s', (set, code, message, expected) => {
    expect(refused({ set: [set] })).toMatchObject({ code, message, expected });
  });

  it.each([
    ['kernel', 'vmac', 'kernel vmac takes groups of one input and one output channel'],
    ['kernel', 'outer_product', 'kernel outer_product takes a single input channel and several output channels'],
    ['type', 'f8', 'the matrix unit multiplies halves and floats, and Inputs is of f8'],
  ])('%s: %s, that the work or the unit does not suit, is said where it stands', (key, value, message) => {
    const arch = archText('mk2').replace(new RegExp(`( {2}${key}: )\\S+`), `$1${value}`);
    const workload = productOf(64, 64, 64).replace('Inputs: f16, ', '');
    const { problem, said } = built({ arch, workload: key === 'type' ? workload : productOf(64, 64, 64) });
    expect(problem).toBeUndefined();
    const [first] = said.filter(({ severity }) => severity === 'error');
    expect(first!.message).toBe(message);
    expect(first!.span!.source.text.slice(first!.span!.start, first!.span!.end)).toBe(value);
    expect(first!.hint ?? first!.expected).toBe(key === 'type' ? 'f16 or f32' : 'leave kernel out, and it is chosen');
  });

  it('that nobody knows, and generations that nobody gives', () => {
    const unknown = archText('mk2').replace('  partials: null', '  partial: half');
    expect(refused({ arch: unknown })).toMatchObject({ code: 'E-KEY', message: 'unknown key partial in machine' });
    const none = archText('mk2').replace('  generation: mk2\n', '');
    expect(refused({ arch: none }).message).toBe('machine has no generation');
  });
});

describe('trees', () => {
  it('that give a tile more memory than it has', () => {
    const { code, message, expected, hint } = refused({ set: ['tile.depth=630000'] });
    expect(hint).toBe('lower reserved_bytes, the depth of memory or that of tile');
    expect([code, expected]).toEqual(['E-ATTRIBUTE', '638976 B at most']);
    expect(message).toBe(
      'a tile is given 646704 B (622272 at home, 630000 for the work, the rest reserved) and has 638976 B',
    );
    // Beside streaming memory each has room of its own.
    expect(refused({ arch: 'pod4-mk2', set: ['tile.depth=600000'] }).message).toBe(
      'a tile is given 855591 B (238887 at home, 600000 for the work, the rest reserved) and has 638976 B',
    );
  });

  it('with more tiles than a chip has, or fewer lanes than the unit', () => {
    expect(refused({ set: ['tile.spatial.meshX=2000', 'memory.depth=1000000'] })).toMatchObject({
      message: '2000 tiles a chip, and mk2 has 1472',
      expected: '1472 at most',
      found: '2000',
    });
    expect(refused({ set: ['amp.spatial.meshX=8', 'machine.partials=half'] }).message).toBe(
      'amp has 32 lanes a tile, and mk2 multiplies this type in 64',
    );
  });

  it('with other storages, or the same in another order', () => {
    const renamed = archText('mk2').replaceAll('name: accumulators', 'name: registers');
    const { said } = built({ arch: renamed, workload: productOf(8, 8, 8) });
    expect(said.map(({ message }) => message)).toEqual(['the ipu has no storage called registers']);
    const without = archText('mk2').replace('name: accumulators ', 'enabled: false\n      name: accumulators ');
    expect(refused({ arch: without }).message).toBe('the ipu needs a storage called accumulators');
    const swapped = archText('mk2')
      .replaceAll('name: accumulators', 'name: x')
      .replaceAll('name: coefficients', 'name: accumulators')
      .replaceAll('name: x', 'name: coefficients');
    expect(refused({ arch: swapped })).toMatchObject({
      code: 'E-MACHINE',
      message: 'accumulators stands outside of coefficients',
    });
  });

  it('without a bandwidth or a capacity that the model needs', () => {
    const unlimited = archText('pod4-mk2').replace(/ +write_bandwidth.*\n/, '');
    expect(refused({ arch: unlimited })).toMatchObject({ code: 'E-MACHINE', message: 'links has no bandwidth' });
    const streaming = archText('pod4-mk2').replace(/ +shared_bandwidth.*\n/, '');
    expect(refused({ arch: streaming })).toMatchObject({ code: 'E-MACHINE', message: 'streaming has no bandwidth' });
  });

  it('with words of more than a byte', () => {
    const wide = archText('mk2')
      .replace('depth: work_bytes', 'depth: 1000')
      .replace(/(name: tile [\s\S]*?datawidth: )8(\s+width: )8/, '$116$216');
    expect(refused({ arch: wide })).toMatchObject({ code: 'E-MACHINE', message: 'words of tile must be bytes' });
  });
});

describe('mappings', () => {
  const fixed = ['ragged_splits=false', 'kernel=amp', 'swapped=false', 'partials=half'];
  const asked = (arch: string, workload: string, mapping: string, set: readonly string[] = []) =>
    evaluated({ arch, workload, mapping, set: [...fixed, ...set].map((one) => `machine.${one}`) });
  const said = (...[workload, mapping, arch = 'mk2']: [string, string, string?]): string => {
    const outcome = asked(arch, workload, mapping);
    expect(outcome.kind).toBe('invalid-mapping');
    return outcome.diagnostics.map(({ message }) => message).join('\n');
  };
  const coefficients = (rows: number): string => `  - {target: coefficients, type: temporal, factors: [P=${rows}]}\n`;

  it('with more on a tile than is for the work', () => {
    const text = said(
      productOf(3000, 16, 128),
      `mapping:\n  - {target: tile, type: temporal, factors: [C=8]}\n${coefficients(3000)}`,
    );
    expect(text).toContain('383385');
  });

  it('with partial sums that interleaved memory does not hold', () => {
    const text = said(
      productOf(4096, 64, 16),
      `mapping:\n  - {target: tile, type: temporal, factors: [M=4]}\n${coefficients(4096)}`,
    );
    expect(text).toContain('524288 B of partial sums of Outputs on a tile, and interleaved memory has 425952 B');
  });

  it('with weights that interleaved memory does not hold beside the sums, where loads are of 128 bits', () => {
    const given = [
      productOf(1, 128, 512),
      'mapping:\n  - {target: tile, type: temporal, factors: [C=32, M=16]}\n',
    ] as const;
    const text = said(...given, 'mk1');
    expect(text).toContain('131328 B of partial sums of Outputs and of Weights on a tile');
    expect(text).toContain('interleaved memory has 131040 B');
    expect(asked('mk1', ...given, ['coefficient_bytes_per_cycle=8']).kind).toBe('evaluated');
  });
});

it('mappings that state what the machine fixes otherwise are told to leave it out', () => {
  const mapping = `mapping:
  - {target: tile, type: spatial, factors: [P=4]}
  - {target: tile, type: temporal, factors: [C=4, M=4, P=4]}
  - {target: coefficients, type: temporal, factors: [P=4]}
`;
  const outcome = evaluated({ arch: 'mk2', workload: productOf(64, 64, 64), mapping, set: ['machine.kernel=amp'] });
  expect(outcome.diagnostics).toMatchObject([
    {
      code: 'E-CONFLICT',
      message: 'P=4 contradicts P=1',
      hint: 'leave out what machine ipu fixes',
      related: [{ message: 'P=1 follows from the machine here' }],
    },
  ]);
});
