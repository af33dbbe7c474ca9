// What a TPU cannot take, said as a diagnostic that points at the word: parameters, types, layouts, trees, workloads.

import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../../src/diagnostics/diagnostic.js';
import { archText, built, convolutionOf, mappingOf, outcomeOf, productOf } from './problems.js';

const product = productOf(64, 256, 256);

/** The text that a diagnostic points at. */
function pointed({ span }: Diagnostic): string {
  return span === undefined ? '' : span.source.text.slice(span.start, span.end);
}

describe('parameters', () => {
  it.each([
    ['machine.stream_rows=0', 'E-TYPE', '0'],
    ['machine.clock_mhz=fast', 'E-NAME', 'fast'],
    ['machine.idle_energy_share=1.5', 'E-TYPE', '1.5'],
    ['machine.buffers=1.5', 'E-TYPE', '1.5'],
    ['machine.windows_on_rows=2', 'E-TYPE', '2'],
    ['machine.types={activations: bf17}', 'E-MACHINE', 'bf17'],
    ['machine.types={outputs: bf17}', 'E-MACHINE', 'bf17'],
    [
      'machine.types={activations: f32, weights: f32, outputs: f32}',
      'E-MACHINE',
      '{activations: f32, weights: f32, outputs: f32}',
    ],
    ['machine.types={sums: f32}', 'E-KEY', 'sums'],
    ['machine.energy_flags={HBM: guessed}', 'E-TYPE', 'guessed'],
    ['machine.layouts={A: [0, 0]}', 'E-MACHINE', '[0, 0]'],
    ['machine.layouts={B: [0, 1, 2]}', 'E-MACHINE', '[0, 1, 2]'],
    ['machine.stationary=Z', 'E-MACHINE', 'Z'],
  ])('%s', (set, code, at) => {
    const { problem, said } = built({ arch: 'v5e', workload: product, set: [set] });
    expect(problem).toBeUndefined();
    expect(said.map((one) => [one.code, pointed(one)])).toContainEqual([code, at]);
  });

  it.each([
    ['machine.rows_per_cycle={bf16: 1, int8x: 2}', 'int8x'],
    ['machine.mac_pj={int88: 0.1, int16xint8: 1}', 'int88'],
    ['machine.energy_flags={VMEMM: estimate}', 'VMEMM'],
  ])('%s is said to be never asked for', (set, at) => {
    const { problem, said } = built({ arch: 'v5e', workload: product, set: [set] });
    expect(problem).toBeDefined();
    expect(said.map((one) => [one.code, pointed(one)])).toEqual([['W-UNUSED', at]]);
  });

  it.each(['mxu.spatial.meshX=1000000000000', 'mxu.spatial.meshX=999999999989'])('%s takes no longer', (set) => {
    expect(built({ arch: 'v5e', workload: product, set: [set] }).problem).toBeDefined();
  });

  it.each([
    ['v5e', 'which is for groups'],
    ['v1', 'multiplies in its arrays only'],
  ])('machine.unit=vector on %s %s', (arch, why) => {
    const { problem, said } = built({ arch, workload: product, set: ['machine.unit=vector'] });
    expect(problem).toBeUndefined();
    expect(said.map(({ message }) => message).join()).toContain(why);
    expect(said[0]!.expected).toBe('arrays, or null to leave it to the search');
    expect(pointed(said[0]!)).toBe('vector');
  });

  it.each([
    ['machine.space_to_depth=true', 'true', 'false, or null to leave it to the search'],
    [
      'machine.chips=1000',
      '1000',
      'a bound of 1000 at least of a dimension that has no window, or fewer machine.chips',
    ],
    ['machine.granule_bytes=100', '100', 'a multiple of 256 that divides 2048, or null for whole tiles'],
    ['machine.granule_bytes=1536', '1536', 'a multiple of 256 that divides 2048, or null for whole tiles'],
    ['machine.granule_bytes=4096', '4096', 'a multiple of 256 that divides 2048, or null for whole tiles'],
    ['machine.tiles={weights: [8]}', '[8]', 'a list of 2 items'],
  ])('%s is refused where it stands, with what would do', (set, at, expected) => {
    const { problem, said } = built({ arch: 'v5e', workload: product, set: [set] });
    expect(problem).toBeUndefined();
    expect(said[0]!.expected).toBe(expected);
    expect(pointed(said[0]!)).toBe(at);
  });

  it('an unknown one comes with the one that was meant', () => {
    const arch = archText('v5e').replace('stream_rows:', 'stream_row:');
    const { said } = built({ arch, workload: product });
    expect(said).toMatchObject([{ code: 'E-KEY', hint: 'did you mean stream_rows?' }]);
    expect(pointed(said[0]!)).toBe('stream_row');
  });

  it('a layout of what is called almost as an operand; those of other workloads may be there', () => {
    const said = (workload: string, layouts: string) =>
      built({ arch: 'v5e', workload, set: [`machine.layouts=${layouts}`] }).said;
    const convolution = convolutionOf('C: 8, M: 8, R: 1, S: 1, N: 1, P: 4, Q: 4');
    const [misspelt, ...others] = said(convolution, '{Input: [1, 2, 3, 0]}');
    expect(misspelt).toMatchObject({ code: 'W-UNUSED', hint: 'did you mean Inputs?' });
    expect([pointed(misspelt!), others]).toEqual(['Input', []]);
    expect(said(product, '{Inputs: [1, 2, 3, 0]}')).toEqual([]);
  });

  it('a layout that must be transposed where nothing transposes', () => {
    const said = (arch: string, ...set: string[]) => built({ arch, workload: product, set }).said;
    const columns = 'machine.layouts={Z: [0, 1]}';
    const [refused, ...others] = said('v1', columns);
    expect(refused).toMatchObject({ code: 'E-MACHINE', expected: '1 as the most minor rank' });
    expect([pointed(refused!), others]).toEqual(['[0, 1]', []]);
    expect(said('v5e', columns, 'machine.transposes=0')).toMatchObject([{ code: 'E-MACHINE' }]);
    expect([...said('v5e', columns), ...said('v1', 'machine.layouts={Z: [1, 0]}')]).toEqual([]);
  });

  it('a split of a layer that runs on one chip has no effect', () => {
    const said = (...set: string[]) => built({ arch: 'v4', workload: product, set }).said;
    const [unused, ...others] = said('machine.split=rows');
    expect(unused).toMatchObject({
      code: 'W-UNUSED',
      message: 'machine.split has no effect: the layer runs on one chip',
    });
    expect([pointed(unused!), others]).toEqual(['rows', []]);
    expect(said('machine.split=rows', 'machine.chips=4', 'machine.link_gb_per_second=45')).toEqual([]);
  });

  it('the clock and the rates must be given', () => {
    const arch = archText('v5e').replace(/^ {2}clock_mhz:.*\n/m, '');
    expect(built({ arch, workload: product }).said).toMatchObject([{ code: 'E-REQUIRED' }]);
  });
});

describe('trees', () => {
  it.each([
    ['a strange storage', (text: string) => text.replace('name: VMEM', 'name: L1'), 'the tpu has no storage called L1'],
    [
      'a strange fan-out',
      (text: string) => text.replace('name: mxu', 'name: tile'),
      'the tpu has no fan-out called tile',
    ],
    [
      'the array around its weights',
      (text: string) => {
        const column = /^ {4}- !Container\n {6}name: column\n.*\n\n/m.exec(text)![0];
        return text.replace(column, '').replace(/^ {4}- !Component\n {6}name: weights/m, (found) => column + found);
      },
      'column stands outside of weights',
    ],
  ])('%s', (_, change, message) => {
    const { problem, said } = built({ arch: change(archText('v5e')), workload: product });
    expect(problem).toBeUndefined();
    expect(said.filter(({ severity }) => severity === 'error')).toMatchObject([{ code: 'E-MACHINE', message }]);
  });
});

describe('workloads', () => {
  it('three inputs', () => {
    const workload = `problem:
  version: 0.4
  shape:
    name: three
    dimensions: [I, J]
    data_spaces:
      - {name: A, projection: [[[I]]]}
      - {name: B, projection: [[[J]]]}
      - {name: C, projection: [[[I]], [[J]]]}
      - {name: Z, projection: [[[I]]], read_write: true}
  instance: {I: 8, J: 8}
`;
    const { problem, said } = built({ arch: 'v5e', workload });
    expect(problem).toBeUndefined();
    expect(said).toMatchObject([{ code: 'E-MACHINE', found: 'A, B, C, Z (output)' }]);
  });

  it('an array with more elements than can be counted', () => {
    const { problem, said } = built({ arch: 'v4i', workload: productOf(1e8, 16, 1e8) });
    expect(problem).toBeUndefined();
    expect(said).toMatchObject([{ code: 'E-OVERFLOW', message: expect.stringMatching(/^Z has more elements/) }]);
  });

  it('but not one of many ranks, of which tiles pad two', () => {
    const workload = `problem:
  version: 0.4
  shape:
    name: grouped-3d
    dimensions: [G, K, C, T, R, S, P]
    data_spaces:
      - {name: I, projection: [[[G]], [[C]], [[T]], [[R]], [[P], [S]]]}
      - {name: W, projection: [[[G]], [[K]], [[C]], [[T]], [[R]], [[S]]]}
      - {name: O, projection: [[[G]], [[K]], [[P]]], read_write: true}
  instance: {G: 4, K: 8, C: 8, T: 3, R: 3, S: 3, P: 16}
`;
    expect(built({ arch: 'v5e', workload }).said).toEqual([]);
  });

  it('types where they stand, in the workload or in the section', () => {
    const places = (workload: string, ...set: string[]) => built({ arch: 'v5e', workload, set }).said.map(pointed);
    expect(places(productOf(8, 8, 8, ['bf16', 'int7', 'f32']))).toEqual(['int7']);
    expect(places(productOf(8, 8, 8, ['bf16', 'int7', 'f32']).replace('B:', 'C:'))).toEqual(['int7']);
    expect(places(productOf(8, 8, 8), 'machine.types.weights=int9')).toEqual(['int9']);
    const arch = archText('v2');
    expect(built({ arch, workload: productOf(8, 8, 8, ['int8', 'int8', 'f32']) }).said.map(pointed)).toEqual(['int8']);
  });

  it('types that the generation does not multiply, and those it does', () => {
    const { said } = built({ arch: 'v2', workload: productOf(8, 8, 8, ['int8', 'int8', 'f32']) });
    expect(said).toMatchObject([
      { code: 'E-MACHINE', message: 'the arrays do not multiply int8 by int8', expected: 'bf16' },
    ]);
    expect(built({ arch: 'v1', workload: productOf(8, 8, 8, ['int16', 's8', 'int8']) }).said).toEqual([]);
    expect(built({ arch: 'v5e', workload: productOf(8, 8, 8, ['bf16', 'int8', 'f32']) }).said).toEqual([]); // at the rate of bf16
    expect(built({ arch: 'v1', workload: productOf(8, 8, 8, ['bf16', 'int8', 'f32']) }).said).toMatchObject([
      { code: 'E-MACHINE' },
    ]);
  });

  it('a fan-out that is narrower than rows enter together is a warning with the number', () => {
    const int8 = productOf(8, 8, 8, ['int8', 'int8', 'int8']);
    expect(built({ arch: 'v5e', workload: int8, set: ['rows_together=1'] }).said).toMatchObject([
      { code: 'W-PROBLEM', severity: 'warning', hint: 'set rows_together to 2' },
    ]);
    expect(built({ arch: 'v5e', workload: int8 }).said).toEqual([]);
    expect(built({ arch: 'v5e', workload: product }).said).toEqual([]);
  });
});

describe('mappings', () => {
  const onV5e = (lines: string): readonly string[] =>
    outcomeOf({ arch: 'v5e', workload: product, mapping: mappingOf(lines) }).diagnostics.map(({ code }) => code);

  it.each([
    ['columns that reduce', 'VMEM: K=2 N=256\nweights: M=64\ncolumn/: K=128'],
    ['rows that do not', 'VMEM: K=256 N=2\nweights: M=64\nrow/: N=128'],
    ['weights that do not stay', 'VMEM: K=2\nweights: N=2 M=64\ncolumn/: N=128\nrow/: K=128'],
    ['arrays that add up', 'VMEM: N=2\nmxu/: K=2\nweights: M=64\ncolumn/: N=128\nrow/: K=128'],
    ['sums that leave vector memory unfinished', 'HBM: M=64 K=2\nVMEM: N=2\ncolumn/: N=128\nrow/: K=128'],
  ])('%s', (_, lines) => {
    expect(onV5e(lines)).toContain('E-CONFLICT');
  });

  it('on v1 sums stay in the accumulators, and everything else on the chip', () => {
    const onV1 = (lines: string): readonly string[] =>
      outcomeOf({ arch: 'v1', workload: productOf(64, 512, 512), mapping: mappingOf(lines) }).diagnostics.map(
        ({ code }) => code,
      );
    const array = 'weights: M=64\ncolumn/: N=256\nrow/: K=256';
    expect(onV1(`unified_buffer: N=2\naccumulators: K=2\n${array}`)).toEqual([]);
    expect(onV1(`unified_buffer: N=2 K=2\n${array}`)).toContain('E-CONFLICT');
    expect(onV1(`DDR3: N=2\naccumulators: K=2\n${array}`)).toContain('E-CONFLICT');
  });

  it('positions of a filter along the rows of v1, as results had them before, with what reads those', () => {
    const workload = convolutionOf('C: 64, M: 64, R: 1, S: 3, N: 1, P: 4, Q: 4');
    const mapping = mappingOf('weights: P=4 Q=4\ncolumn/: M=64\nrow/: C=64 S=3');
    const { diagnostics } = outcomeOf({ arch: 'v1', workload, mapping });
    const hint = '--set machine.windows_on_rows=null lets positions of a filter lie along the rows of an array';
    expect(diagnostics).toMatchObject([{ code: 'E-CONFLICT', message: 'S=3 contradicts S=1', hint }]);
    const set = ['machine.windows_on_rows=null'];
    expect(outcomeOf({ arch: 'v1', workload, mapping, set }).kind).toBe('evaluated');
    // What no setting allows.
    const others = mappingOf('weights: P=2 Q=4\ncolumn/: M=64\nrow/: C=64 P=2');
    expect(outcomeOf({ arch: 'v1', workload, mapping: others }).diagnostics[0]!.hint).toBe(
      'leave out what machine tpu fixes',
    );
  });

  it('blocks that do not fit vector memory twice', () => {
    const mapping = mappingOf('CMEM-: A B Z\nVMEM: K=8 N=32\nweights: M=4096\ncolumn/: N=128\nrow/: K=128');
    const { diagnostics } = outcomeOf({ arch: 'v4i', workload: productOf(4096, 1024, 4096), mapping });
    expect(diagnostics.map(({ code }) => code)).toEqual(['E-CAPACITY']);
  });
});
