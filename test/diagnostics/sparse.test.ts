// What sparse inputs get wrong, and what the user is told: the code, the place, and what to change.

import { describe, expect, test } from 'vitest';
import { runPipeline } from '../support/pipeline.js';

interface Pieces {
  readonly outer?: string;
  readonly inner?: string;
  readonly compute?: string;
  readonly densities?: string;
  readonly outerAttributes?: string;
  readonly innerAttributes?: string;
  readonly dataspaces?: string;
  readonly room?: string;
  /** Further nodes above the compute. */
  readonly nodes?: string;
  readonly more?: string;
}

const shape = `{name: A, projection: [[[M]], [[K]]]}, {name: B, projection: [[[K]], [[N]]]}`;

function said(pieces: Pieces) {
  const metadata = 'metadata_datawidth: 4, metadata_storage_width: 8';
  const part = (text: string | undefined): string => (text === undefined ? '' : `, sparse_optimizations: {${text}}`);
  const architecture = `architecture:
  version: 0.4
  nodes:
  - !Component {name: DRAM, class: DRAM, attributes: {width: 8, datawidth: 8, ${pieces.outerAttributes ?? metadata}}${part(pieces.outer)}}
  - !Component {name: Buf, class: SRAM, attributes: {width: 8, datawidth: 8, ${pieces.room ?? 'depth: 64'}, ${pieces.innerAttributes ?? metadata}}${part(pieces.inner)}}
${pieces.nodes ?? ''}  - !Component {name: MAC, class: mac${part(pieces.compute)}}
${pieces.more ?? ''}`;
  const problem = `problem:
  shape:
    name: gemm
    dimensions: [M, N, K]
    data_spaces: [${pieces.dataspaces ?? shape}, {name: Z, projection: [[[M]], [[N]]], read_write: true}]
  instance: {M: 4, N: 4, K: 4${pieces.densities === undefined ? '' : `, densities: {${pieces.densities}}`}}
`;
  const mapping = `mapping:
  - {target: DRAM, type: temporal, factors: [M=2, N=2, K=2], permutation: [K, N, M]}
  - {target: Buf, type: temporal, factors: [M=2, N=2, K=2], permutation: [K, N, M]}
`;
  const { diagnostics } = runPipeline({ architecture, problem, mapping }, { compat: 'none' });
  return diagnostics.map(({ code, message, hint, expected, span }) => ({
    code,
    message,
    advice: [hint, expected].filter((text) => text !== undefined).join('; '),
    at: span === undefined ? '' : span.source.text.slice(span.start, span.end),
  }));
}

const stored = (dataspace: string, ...ranks: readonly string[]): string =>
  `representation_format: {data_spaces: [{name: ${dataspace}, ranks: [${ranks.join(', ')}]}]}`;
const all = 'flattened_rankIDs: [[All]]';
const cp = `{format: CP, ${all}}`;
const uop = `{format: UOP, ${all}}`;
const skip = (target: string, on: string): string =>
  `action_optimization: [{type: skipping, target: ${target}, condition_on: [${on}]}]`;

const refused: readonly (readonly [
  string,
  Pieces,
  { readonly code: string; readonly at: RegExp; readonly message: RegExp; readonly advice: RegExp },
])[] = [
  [
    'too few ranks',
    { outer: stored('A', '{format: UOP}', '{format: CP}'), inner: stored('A', '{format: UOP}', '{format: CP}') },
    {
      code: 'E-SPARSE',
      at: /DRAM/,
      message: /DRAM: more compression ranks needed than the 2 that A has/,
      advice: /another rank at DRAM.*flattened_rankIDs/,
    },
  ],
  [
    'ranks that differ from those inside',
    { outer: stored('A', uop, '{format: RLE}'), inner: stored('A', cp) },
    { code: 'E-SPARSE', at: /DRAM/, message: /inner ranks of A differ/, advice: /as the last ones at DRAM/ },
  ],
  [
    'an uncompressed level inside a compressed one',
    { outer: stored('A', uop, cp) },
    {
      code: 'E-SPARSE',
      at: /Buf/,
      message: /Buf: A arrives compressed and is stored uncompressed/,
      advice: /decompression_supported: true at Buf/,
    },
  ],
  [
    'outputs that are stored uncompressed inside a compressed level',
    { outer: stored('Z', uop, cp), innerAttributes: 'decompression_supported: true' },
    {
      code: 'E-SPARSE',
      at: /Buf/,
      message: /Z is stored uncompressed, and its parent wants it compressed/,
      advice: /compression_supported: true at Buf/,
    },
  ],
  [
    'a compressed level inside an uncompressed one',
    { inner: stored('A', cp) },
    {
      code: 'E-SPARSE',
      at: /Buf/,
      message: /A is compressed inside an uncompressed parent/,
      advice: /representation_format at the level outside/,
    },
  ],
  [
    'an uncompressed rank inside a compressed one',
    { outer: stored('A', cp, uop), inner: stored('A', cp) },
    {
      code: 'E-SPARSE',
      at: /^A$/,
      message: /an uncompressed UOP rank inside a compressed CP rank/,
      advice: /list uncompressed ranks/,
    },
  ],
  [
    'no room for metadata',
    {
      outer: stored('A', uop, cp),
      inner: stored('A', cp),
      innerAttributes: 'metadata_datawidth: 4, metadata_storage_width: 8, metadata_storage_depth: 1',
    },
    {
      code: 'E-CAPACITY',
      at: /Buf/,
      message: /16 bits of metadata exceed the 8 bits/,
      advice: /metadata_storage_depth/,
    },
  ],
  [
    'words of metadata wider than a row',
    { outer: stored('A', uop, '{format: CP, metadata_word_bits: 16}') },
    {
      code: 'E-SPARSE',
      at: /^16$/,
      message: /16 bits does not fit into a row of 8 bits/,
      advice: /metadata_storage_width/,
    },
  ],
  [
    'an unknown dataspace',
    { inner: skip('B', 'AA') },
    { code: 'E-NAME', at: /^AA$/, message: /AA is no dataspace/, advice: /one of A, B, Z/ },
  ],
  [
    'an unknown dimension of a rank',
    { outer: stored('A', '{format: CP, flattened_rankIDs: [[M, J]]}') },
    { code: 'E-NAME', at: /^J$/, message: /J is no dimension/, advice: /one of M, N, K, All/ },
  ],
  [
    'two formats for one dataspace',
    { outer: `representation_format: {data_spaces: [{name: A, ranks: [${cp}]}, {name: A, ranks: [${cp}]}]}` },
    { code: 'E-DUPLICATE', at: /^A$/, message: /DRAM has two formats for A/, advice: /^$/ },
  ],
  [
    'an optimization without a condition',
    { inner: 'action_optimization: [{type: gating, target: B}]' },
    { code: 'E-SPARSE', at: /gating/, message: /gating has no condition/, advice: /condition_on/ },
  ],
  [
    'a dataspace that is its own condition',
    { inner: 'action_optimization: [{type: skipping, target: A, condition_on: [A]}]' },
    { code: 'E-SPARSE', at: /^A$/, message: /Buf: A is a condition of itself/, advice: /representation_format at Buf/ },
  ],
  [
    'a condition that is listed twice',
    { inner: skip('B', 'A, A') },
    { code: 'E-DUPLICATE', at: /^A$/, message: /Buf: condition A is given twice/, advice: /^$/ },
  ],
  [
    'an action of older files',
    { inner: 'action_optimization: [{type: position-skipping, target: A, condition_on: []}]' },
    { code: 'E-TYPE', at: /position-skipping/, message: /position-skipping/, advice: /compute_optimization.*unevenly/ },
  ],
  [
    'zeros counted twice',
    {
      inner:
        'action_optimization: [{type: skipping, target: B, condition_on: [A]}, {type: spatial_skipping, target: B, condition_on: [A]}]',
    },
    {
      code: 'E-SPARSE',
      at: /^B$/,
      message: /skipped spatially, and gated or skipped in time/,
      advice: /leave one of them/,
    },
  ],
  [
    'zeros of one condition counted twice',
    {
      inner:
        'action_optimization: [{type: skipping, target: B, condition_on: [A]}, {type: spatial_skipping, target: Z, condition_on: [A]}]',
    },
    {
      code: 'E-SPARSE',
      at: /^A$/,
      message: /zeros of A are skipped spatially, and an input is gated or skipped in time/,
      advice: /leave one of them/,
    },
  ],
  [
    'three operands',
    { compute: 'compute_optimization: [{type: gating}]', dataspaces: `${shape}, {name: C, projection: [[[K]]]}` },
    {
      code: 'E-UNSUPPORTED',
      at: /MAC/,
      message: /need a compute of two operands, gemm has 3 \(A, B, C\)/,
      advice: /leave sparse_optimizations out/,
    },
  ],
  [
    'an unknown component',
    { more: `sparse_optimizations: {targets: [{target: Bux, ${skip('B', 'A')}}]}\n` },
    { code: 'E-NAME', at: /Bux/, message: /Bux, which is no component/, advice: /Buf/ },
  ],
  [
    'an unknown distribution',
    { densities: 'A: {distribution: hypergeometrik, density: 0.5}' },
    {
      code: 'E-PROBLEM',
      at: /^hypergeometrik$/,
      message: /unknown distribution hypergeometrik/,
      advice: /hypergeometric/,
    },
  ],
  [
    'nonzeros drawn from less than the dataspace',
    { densities: 'A: {distribution: hypergeometric, density: 0.5, workload_tensor_size: 1}' },
    {
      code: 'E-PROBLEM',
      at: /^1$/,
      message: /A has \d+ words, more than the 1 it is drawn from/,
      advice: /leave workload_tensor_size out/,
    },
  ],
  [
    'a band in more than two ranks',
    {
      densities: 'A: {distribution: banded, band_width: 1}',
      dataspaces: '{name: A, projection: [[[M]], [[K]], [[N]]]}, {name: B, projection: [[[K]], [[N]]]}',
    },
    {
      code: 'E-PROBLEM',
      at: /banded/,
      message: /needs a matrix, and A has 3 ranks/,
      advice: /hypergeometric or fixed_structured/,
    },
  ],
  [
    'a band without a width',
    { densities: 'A: {distribution: banded}' },
    { code: 'E-PROBLEM', at: /banded/, message: /banded density of A has no band_width/, advice: /band_width: 1/ },
  ],
  [
    'a key that no density has',
    { densities: 'A: {type: hypergeometric, density: 0.5}' },
    { code: 'E-KEY', at: /^type$/, message: /unknown key type/, advice: /distribution/ },
  ],
  [
    'nonzeros of every four as a ratio',
    { densities: 'A: 2:4' },
    { code: 'E-PROBLEM', at: /^2:4$/, message: /density of A is not a number/, advice: /2 of every 4 as 0.5/ },
  ],
  [
    'a density above 1',
    { densities: 'A: 1.5' },
    { code: 'E-TYPE', at: /^1.5$/, message: /cannot be 1.5/, advice: /1/ },
  ],
];

describe('refused', () => {
  test.each(refused)('%s', (_name, pieces, want) => {
    const found = said(pieces).find(({ code, message }) => code === want.code && want.message.test(message));
    expect(found, JSON.stringify(said(pieces), null, 1)).toBeDefined();
    expect(found!.at).toMatch(want.at);
    expect(found!.advice).toMatch(want.advice);
  });
});

describe('accepted', () => {
  test.each<readonly [string, Pieces]>([
    [
      'metadata without a width',
      {
        outer: stored('A', uop, cp),
        inner: stored('A', cp),
        innerAttributes: 'metadata_storage_width: 0, metadata_datawidth: 0',
        outerAttributes: 'metadata_storage_width: 0, metadata_datawidth: 0',
      },
    ],
    [
      'words of no bits',
      {
        outer: stored('A', '{format: UOP, payload_word_bits: 0, flattened_rankIDs: [[All]]}', cp),
        inner: stored('A', cp),
      },
    ],
    [
      'what is compressed outside only, with a decompressor',
      { outer: stored('A', uop, cp), innerAttributes: 'decompression_supported: true' },
    ],
    ['conditions on outputs', { inner: skip('Z', 'A, B') }],
    [
      'densities without anything that makes use of them',
      { densities: 'A: 0.5, B: {distribution: banded, band_width: 1}' },
    ],
  ])('%s', (_name, pieces) => {
    expect(said(pieces).filter(({ code }) => code.startsWith('E-'))).toEqual([]);
  });

  test('with a warning: what does nothing, is widened, or costs nothing', () => {
    const codes = (pieces: Pieces) => said(pieces).map(({ code, message }) => `${code} ${message}`);
    expect(codes({ compute: skip('B', 'A') }).join()).toMatch(/W-DROPPED action_optimization of MAC has no effect/);
    const container = { nodes: '  - !Container {name: PE}\n' };
    const target = `sparse_optimizations: {targets: [{target: PE, ${skip('B', 'A')}}]}\n`;
    expect(codes({ ...container, more: target })).toContain(
      'W-DROPPED sparse_optimizations of PE have no effect, a container stores and computes nothing',
    );
    expect(
      codes({
        outer: stored('A', uop, '{format: CP, metadata_word_bits: 3, flattened_rankIDs: [[All]]}'),
        inner: stored('A', cp),
      }).join(),
    ).toMatch(/W-SPARSE DRAM: metadata_word_bits of 3 bits is widened to 4/);
    expect(codes({ densities: 'A: {distribution: banded, band_width: 1, density: 0.5}' })).toContain(
      'W-DROPPED density has no effect on the banded density of A',
    );
    const rows = { outer: stored('A', uop, cp), inner: stored('A', cp), innerAttributes: 'metadata_storage_depth: 64' };
    expect(codes(rows)).toContain(
      'W-SPARSE Buf: 64 rows of metadata without metadata_storage_width have room for nothing',
    );
    expect(codes({ innerAttributes: 'max_overbooked_proportion: 0.1' }).join()).toMatch(
      /W-ATTRIBUTE Buf.max_overbooked_proportion has no effect/,
    );
  });
});

test('tiles that fit only compressed are accepted', () => {
  const pieces: Pieces = {
    outer: stored('A', uop, cp),
    inner: stored('A', cp),
    densities: 'A: {distribution: fixed_structured, density: 0.25}',
  };
  const depth = (words: number): Pieces => ({ ...pieces, room: `depth: ${words}` });
  const errors = (of: Pieces) => said(of).filter(({ code }) => code.startsWith('E-'));
  // Four words of B, four of Z, and one of the four of A.
  expect(errors(depth(9))).toEqual([]);
  expect(errors(depth(8)).map(({ code }) => code)).toEqual(['E-CAPACITY']);
});

test('metadata that is said to cost nothing is not asked about', () => {
  const table = (name: string, ...actions: readonly string[]) =>
    `  - {name: ${name}, actions: [${actions.map((action) => `{name: ${action}, energy: 0}`).join(', ')}]}\n`;
  const about = (...metadata: readonly string[]) => {
    const tables = [table('DRAM', 'read', 'write', 'metadata_write'), table('Buf', 'read', 'write', ...metadata)];
    const more = `ERT:\n  version: 0.4\n  tables:\n${tables.join('')}${table('MAC', 'compute')}`;
    return said({ outer: stored('A', cp), inner: stored('A', cp), more })
      .filter(({ code }) => code === 'W-ENERGY')
      .map(({ message }) => message);
  };
  expect(about()).toEqual(['no metadata energy is given for Buf, its metadata costs nothing']);
  expect(about('metadata_read')).toEqual([]);
});
