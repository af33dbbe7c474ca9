import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import type { Compat } from '../../src/spec/compat.js';
import { readSpec } from '../../src/spec/read-spec.js';
import { buildWorkload } from '../../src/workload/build-workload.js';
import { distinctWords } from '../../src/workload/distinct-words.js';
import { computeCount, dataspaceSize, type Workload } from '../../src/workload/workload.js';

function build(text: string, compat?: Compat): { workload: Workload | undefined; diagnostics: readonly Diagnostic[] } {
  const read = readSpec([{ source: { name: 'problem.yaml', text }, directory: null, role: 'any' }], {
    compat: 'none',
    overrides: [],
  });
  if (!read.value) throw new Error(read.diagnostics.map((one) => one.message).join('\n'));
  const built = buildWorkload(read.value, compat);
  return { workload: built.value, diagnostics: built.diagnostics };
}

/** Codes and messages, one a line. */
function said(text: string): string[] {
  return build(text).diagnostics.map((one) => `${one.code} ${one.message}${one.hint ? ` (${one.hint})` : ''}`);
}

function conv1d(changes: { shape?: string; instance?: string; rank?: string; output?: string } = {}): string {
  return `
problem:
  shape:
    name: conv1d
    dimensions: [K, R, P]
    ${changes.shape ?? 'coefficients: [{name: stride, default: 1}]'}
    data_spaces:
    - {name: W, projection: [[[K]], [[R]]]}
    - {name: I, projection: [${changes.rank ?? '[[R], [P, stride]]'}]}
    - {name: O, projection: [[[K]], [[P]]], ${changes.output ?? 'read_write: true'}}
  instance: ${changes.instance ?? '{K: 4, R: 3, P: 8}'}
`;
}

describe('buildWorkload', () => {
  it('turns names into ids and applies defaults of coefficients', () => {
    const { workload, diagnostics } = build(conv1d());
    expect(diagnostics).toEqual([]);
    expect(workload).toEqual({
      name: 'conv1d',
      dimensions: ['K', 'R', 'P'],
      bounds: [4, 3, 8],
      dataspaces: [
        {
          name: 'W',
          readWrite: false,
          projection: [[{ dimension: 0, coefficient: 1 }], [{ dimension: 1, coefficient: 1 }]],
        },
        {
          name: 'I',
          readWrite: false,
          projection: [
            [
              { dimension: 1, coefficient: 1 },
              { dimension: 2, coefficient: 1 },
            ],
          ],
        },
        {
          name: 'O',
          readWrite: true,
          projection: [[{ dimension: 0, coefficient: 1 }], [{ dimension: 2, coefficient: 1 }]],
        },
      ],
      count: 1,
      types: new Map(),
    });
    expect(workload!.dataspaces.map((one) => dataspaceSize(workload!, one))).toEqual([12, 10, 32]);
    expect(computeCount(workload!)).toBe(96);
  });

  it('takes coefficients from the instance, from the projection, and negative ones', () => {
    const strided = build(conv1d({ instance: '{K: 4, R: 3, P: 8, stride: 2}' })).workload!;
    expect(dataspaceSize(strided, strided.dataspaces[1]!)).toBe(2 * 7 + 2 + 1);
    const reversed = build(conv1d({ rank: '[[R, 3], [P, -2]]' })).workload!;
    expect(reversed.dataspaces[1]!.projection[0]).toEqual([
      { dimension: 1, coefficient: 3 },
      { dimension: 2, coefficient: -2 },
    ]);
    expect(dataspaceSize(reversed, reversed.dataspaces[1]!)).toBe(3 * 2 + 2 * 7 + 1);
  });

  it('names a missing bound, and what was misspelt instead', () => {
    expect(said(conv1d({ instance: '{K: 4, R: 3}' }))).toEqual([
      'E-PROBLEM dimension P has no bound (add P to instance:)',
    ]);
    const text = conv1d().replaceAll('[K, R, P]', '[filters, R, P]').replaceAll('[K]', '[filters]');
    expect(said(text.replace('K: 4', 'filter: 4'))).toEqual([
      'E-PROBLEM dimension filters has no bound (did you mean filter?)',
    ]);
  });

  it('adds up the terms of one dimension in a rank', () => {
    const { workload } = build(conv1d({ rank: '[[P], [R], [P, 2]], [[P], [P, -1]]' }));
    expect(workload!.dataspaces[1]!.projection).toEqual([
      [
        { dimension: 2, coefficient: 3 },
        { dimension: 1, coefficient: 1 },
      ],
      [{ dimension: 2, coefficient: 0 }],
    ]);
    // 3 * 7 + 2 + 1 words along the first rank, one along the second, which nothing moves.
    expect(dataspaceSize(workload!, workload!.dataspaces[1]!)).toBe(24);
  });

  it('says what two dimensions in one term may have been meant as', () => {
    expect(build(conv1d({ rank: '[[R, P]]' })).diagnostics).toMatchObject([
      {
        code: 'E-NAME',
        message: 'projection of I uses unknown coefficient P',
        hint: '[R, P] is R times a coefficient; write [[R]], [[P]] for a rank each, or [[R], [P]] for their sum',
      },
    ]);
  });

  it('suggests names for unknown dimensions and coefficients', () => {
    const text = conv1d({ rank: '[[R, strid], [Q]]' });
    const found = build(text).diagnostics;
    expect(found.map((one) => one.code)).toEqual(['E-NAME', 'E-NAME']);
    expect(found[0]!.message).toBe('projection of I uses unknown coefficient strid');
    expect(found[0]!.hint).toBe('did you mean stride?');
    expect(text.slice(found[0]!.span!.start, found[0]!.span!.end)).toBe('strid');
    expect(found[1]!.message).toBe('projection of I uses unknown dimension Q');
    expect(found[1]!.expected).toBe('one of K, R, P');
  });

  it('refuses an instance key that is neither a dimension nor a coefficient', () => {
    expect(said(conv1d({ instance: '{K: 4, R: 3, P: 8, strides: 2, H: 224}' }))).toEqual([
      'E-KEY instance key strides is neither a dimension nor a coefficient (did you mean stride?)',
    ]);
  });

  it('says that an instance key which is no number has no effect', () => {
    const text = conv1d({ instance: '{K: 4, R: 3, P: 8, bitwidths: {I: 8, W: 3}}' });
    const { diagnostics } = readSpec([{ source: { name: 'problem.yaml', text }, directory: null, role: 'any' }], {
      compat: 'none',
      overrides: [],
    });
    expect(diagnostics).toMatchObject([
      { code: 'W-UNUSED', message: 'instance key bitwidths has no effect: it is no number' },
    ]);
  });

  it('takes notes of a layer as notes, and says that histograms have no effect', () => {
    const text = `${conv1d()}  dnn_name: net\n  notes: the first\n  histograms: {I: [0.5, 0.5]}\n`;
    const { diagnostics } = readSpec([{ source: { name: 'problem.yaml', text }, directory: null, role: 'any' }], {
      compat: 'none',
      overrides: [],
    });
    expect(diagnostics).toMatchObject([{ code: 'W-UNUSED', message: expect.stringContaining('histograms') }]);
  });

  it('says that a coefficient of 0 makes steps that go nowhere', () => {
    const shape = 'coefficients: [{name: Wdilation, default: 1}, {name: stride, default: 1}]';
    const rank = '[[R, Wdilation], [P, stride]]';
    const text = conv1d({ shape, rank, instance: '{K: 4, R: 3, P: 8, Wdilation: 0}' });
    expect(said(text)).toEqual([
      'W-PROBLEM coefficient Wdilation is 0: what it multiplies takes every step on the same words (a filter without holes has dilation 1)',
    ]);
    const { workload: value } = build(text);
    expect(dataspaceSize(value!, value!.dataspaces[1]!)).toBe(8);
  });

  it('reads one that differs in capitals only, and says so', () => {
    const text = conv1d({ instance: '{K: 4, R: 3, P: 8, Stride: 2, typo: 7}' });
    const { workload: value, diagnostics } = build(text, 'timeloop-v4');
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'W-PROBLEM instance key Stride is neither a dimension nor a coefficient: it is read as stride, 2; the reference passes it over and takes 1',
      'W-UNUSED instance key typo is neither a dimension nor a coefficient',
    ]);
    const coefficients = value!.dataspaces.flatMap(({ projection }) =>
      projection.flat().map((term) => term.coefficient),
    );
    expect(Math.max(...coefficients)).toBe(2);
    const same = build(conv1d({ instance: '{K: 4, R: 3, P: 8, Stride: 1}' })).diagnostics;
    expect(same.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'W-COMPAT instance key Stride is neither a dimension nor a coefficient, it is read as stride',
    ]);
  });

  it('wants exactly one output: none is an error, several a warning', () => {
    expect(said(conv1d({ output: 'read_write: false' }))).toEqual([
      'E-PROBLEM no dataspace is read-write (mark the output with read_write: true)',
    ]);
    const two = build(conv1d().replace('[[R]]]}', '[[R]]], read_write: true}'));
    expect(two.workload).toBeDefined();
    expect(two.diagnostics.map((one) => one.code)).toEqual(['W-PROBLEM']);
  });

  it('warns of a dimension that no dataspace depends on, unless its bound is 1', () => {
    const text = conv1d().replace('[K, R, P]', '[K, R, P, T]');
    expect(said(text.replace('P: 8', 'P: 8, T: 5'))).toEqual([
      'W-PROBLEM no dataspace depends on dimension T, it only repeats the computation',
    ]);
    expect(said(text.replace('P: 8', 'P: 8, T: 1'))).toEqual([]);
  });

  it('refuses names given twice, unreadable names and more dataspaces than a mask holds', () => {
    expect(said(conv1d().replace('[K, R, P]', '[K, R, P, K]'))).toEqual([
      'E-DUPLICATE dimension or coefficient K is given twice',
    ]);
    expect(said(conv1d().replace('name: W', 'name: I'))).toEqual(['E-DUPLICATE dataspace I is given twice']);
    expect(said(conv1d().replace('name: stride', 'name: P').replace('P, stride', 'P'))).toEqual([
      'E-DUPLICATE dimension or coefficient P is given twice',
    ]);
    const unreadable = conv1d().replace('[K, R, P]', '[K, R, P, "3d"]').replace('P: 8', 'P: 8, "3d": 1');
    expect(said(unreadable)).toEqual(['E-NAME "3d" cannot name a dimension']);
    const many = Array.from({ length: 29 }, (_, id) => `    - {name: D${id}, projection: [[[K]]]}`).join('\n');
    expect(said(conv1d().replace('    - {name: W', `${many}\n    - {name: W`))).toEqual([
      'E-PROBLEM the problem has 32 dataspaces',
    ]);
  });

  it('carries count and element types, and checks whom the types belong to', () => {
    const text = conv1d().replace('problem:', 'problem:\n  count: 3\n  types: {W: int8}');
    expect(build(text).workload).toMatchObject({ count: 3, types: new Map([['W', 'int8']]) });
    expect(said(text.replace('{W: int8}', '{Weights: int8}'))).toEqual([
      'E-NAME a type is given for unknown dataspace Weights',
    ]);
  });

  it('says so when there is no problem', () => {
    expect(buildWorkload({ problemName: '' }).diagnostics[0]!.code).toBe('E-REQUIRED');
  });
});

describe('predefined shapes', () => {
  const shaped = (shape: string, instance: string): string => `problem:\n  shape: ${shape}\n  instance: ${instance}\n`;
  const conv = '{C: 2, M: 4, R: 3, S: 3, N: 1, P: 5, Q: 5, Wstride: 2, Hdilation: 2}';

  it('knows the convolution, whatever its output channel is called', () => {
    const { workload } = build(shaped('cnn-layer', conv));
    expect(workload!.dimensions).toEqual(['C', 'M', 'R', 'S', 'N', 'P', 'Q']);
    const [weights, inputs, outputs] = workload!.dataspaces.map((one) => dataspaceSize(workload!, one));
    expect([weights, outputs]).toEqual([2 * 4 * 9, 4 * 25]);
    expect(inputs).toBe(2 * (2 * 4 + 2 + 1) * (4 + 2 * 2 + 1));
    const native = build(shaped('cnn_layer', conv.replace('M: 4', 'K: 4'))).workload!;
    expect(native.dimensions).toEqual(['R', 'S', 'P', 'Q', 'C', 'K', 'N']);
    expect(native.dataspaces.map((one) => dataspaceSize(native, one))).toEqual([weights, inputs, outputs]);
  });

  it('knows the matrix products', () => {
    const gemm = build(shaped('GEMM', '{M: 2, N: 3, K: 5}')).workload!;
    expect(gemm.dataspaces.map((one) => [one.name, dataspaceSize(gemm, one)])).toEqual([
      ['A', 10],
      ['B', 15],
      ['Z', 6],
    ]);
    const batched = build(shaped('bmm', '{H: 7, M: 2, N: 3, K: 5}')).workload!;
    expect(batched.dataspaces.map((one) => dataspaceSize(batched, one))).toEqual([70, 105, 42]);
  });

  it('sums depthwise convolutions over no channel and grouped ones within a group', () => {
    const depthwise = build(shaped('depthwise', '{C: 6, R: 3, S: 3, N: 1, P: 4, Q: 4}')).workload!;
    expect(depthwise.dataspaces.map((one) => dataspaceSize(depthwise, one))).toEqual([54, 6 * 36, 96]);
    const grouped = build(shaped('grouped-conv', '{G: 2, C: 3, M: 5, R: 1, S: 1, N: 1, P: 4, Q: 4}')).workload!;
    expect(grouped.dataspaces.map((one) => dataspaceSize(grouped, one))).toEqual([30, 96, 160]);
    expect(computeCount(grouped)).toBe(2 * 3 * 5 * 16);
  });

  it('goes by the shape where the problem has a name of its own', () => {
    const { workload } = build(`problem:\n  name: first\n  shape: cnn-layer\n  instance: ${conv}\n`);
    expect([workload?.name, workload?.dimensions.length]).toEqual(['first', 7]);
  });

  it('suggests the nearest shape, and assumes a convolution only with a warning', () => {
    expect(said(shaped('cnn-layr', conv))).toEqual(['E-NAME unknown shape cnn-layr (did you mean cnn-layer?)']);
    expect(said(shaped('dw-cnn-layer', conv))).toEqual([
      'E-NAME unknown shape dw-cnn-layer (did you mean depthwise-cnn-layer?)',
    ]);
    const bare = build(`problem:\n  instance: ${conv}\n`);
    expect(bare.workload!.dataspaces.map((one) => one.name)).toEqual(['Weights', 'Inputs', 'Outputs']);
    expect(bare.diagnostics.map((one) => one.code)).toEqual(['W-PROBLEM']);
  });
});

describe('distinctWords', () => {
  const draw = (seed: number, most: number): number => 1 + (((seed * 2_654_435_761) >>> 16) % most);
  it('is the words that points touch, whatever the strides and dilations', () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const bounds = [draw(seed, 6), draw(seed + 1000, 5)];
      const coefficients = [draw(seed + 2000, 4), draw(seed + 3000, 4)];
      const projection = [[0, 1].map((dimension) => ({ dimension, coefficient: coefficients[dimension]! }))];
      const dataspace = { name: 'I', readWrite: false, projection };
      const touched = new Set<number>();
      for (let p = 0; p < bounds[0]!; p += 1)
        for (let r = 0; r < bounds[1]!; r += 1) touched.add(p * coefficients[0]! + r * coefficients[1]!);
      expect(distinctWords(bounds, dataspace)).toBe(touched.size);
    }
  });
});
