// Files of versions before 0.4, read as they are and converted: both mean what the same thing in today's form means.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plain as plainNode } from '../../src/spec/node.js';
import { mapperHere } from '../cli/run-mapper.js';
import { oldFiles } from '../support/old-files.js';
import { attributesOf, leavesOf, read } from './reading.js';

const files = {
  ...oldFiles,
  'tree.yaml': `architecture:
  version: 0.3
  subtree:
  - name: system
    local:
    - {name: DRAM, class: DRAM, attributes: {width: 64, word-bits: 8, vector_access_energy: 64}}
    subtree:
    - name: chip
      attributes: {technology: 45nm}
      local:
      - {name: GLB, class: SRAM, attributes: {memory_depth: 64, memory_width: 64, word-bits: 8, vector_access_energy: 8}}
      subtree:
      - name: PE[0..7]
        local:
        - {name: RF, class: regfile, attributes: {depth: 16, width: 8, word-bits: 8, meshX: 4, vector_access_energy: 1}}
        - {name: MAC, class: multiplier_and_adder, attributes: {meshX: 4, word-bits: 8, energy: 1}}
`,
  'today.yaml': `architecture:
  version: 0.4
  nodes:
  - !Component {name: DRAM, class: DRAM, attributes: {width: 64, datawidth: 8, vector_access_energy: 64}}
  - !Component {name: GLB, class: SRAM, attributes: {depth: 64, width: 64, datawidth: 8, vector_access_energy: 8}}
  - !Container
    name: PE
    spatial: {meshX: 4, meshY: 2}
    constraints: {spatial: {factors: [M=4, N=2, K=1], permutation: [M, N, K], split: 1}}
  - !Component
    name: RF
    class: regfile
    attributes: {depth: 16, width: 8, datawidth: 8, vector_access_energy: 1}
    constraints: {dataspace: {keep: [Z], bypass: [A, B]}}
  - !Component {name: MAC, class: compute, attributes: {datawidth: 8, energy: 1}}
mapper: {optimization_metrics: [energy]}
`,
};

/** One constraint each for three levels, innermost first. */
function constraintsOf(inner: string, middle: string, outer: string): string {
  return `constraints:
  targets:
  - {target: ${inner}, type: temporal, factors: M=1}
  - {target: ${middle}, type: spatial, factors: M=4}
  - {target: ${outer}, type: bypass, keep: [A]}
`;
}

let directory = '';

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mapper-legacy-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
});

afterAll(() => rmSync(directory, { recursive: true }));

async function best(...inputs: readonly string[]) {
  const { stdout } = await mapperHere(['search', ...inputs, '--no-results', '--json', '--quiet'], { directory });
  const { objective, mappings, mapspaceSize, optimal } = JSON.parse(stdout) as Record<string, never[]>;
  const { cycles, energyPj } = mappings![0]! as { cycles: number; energyPj: number };
  return { objective, mapspaceSize, optimal, cycles, energyPj };
}

test.each(['tree.yaml', 'lists.yaml'])('%s is read as it is', async (architecture) => {
  const today = await best('today.yaml', 'layer.yaml');
  expect(today).toMatchObject({ objective: ['energy'], optimal: true });
  expect(await best(architecture, 'rules.yaml', 'layer.yaml')).toEqual(today);
});

test.each(['tree.yaml', 'lists.yaml'])(
  '%s is converted, with what belongs to it, to one file',
  async (architecture) => {
    const out = `new-${architecture}`;
    const { status, stderr } = await mapperHere(['convert', architecture, 'rules.yaml', 'layer.yaml', '-o', out], {
      directory,
    });
    expect(stderr).toBe(`architecture, constraints, mapper, problem in ${out}, everything carried over\n`);
    expect(status).toBe(0);
    const text = readFileSync(join(directory, out), 'utf8');
    expect(text.match(/version: 0.4/g)).toHaveLength(4);
    expect(read(text).said).toEqual([]);
    expect(await best(out)).toEqual(await best('today.yaml', 'layer.yaml'));
    const again = await mapperHere(['convert', out, '-o', out], { directory });
    expect(again.stderr).toContain('exists');
    expect((await mapperHere(['convert', out], { directory })).stdout).toBe(text);
  },
);

test('an architecture alone is converted with word of its constraints and mappings', async () => {
  const { stderr } = await mapperHere(['convert', 'tree.yaml', '-o', 'alone.yaml'], { directory });
  expect(stderr).toBe(`architecture in alone.yaml, everything carried over
old constraints and mappings of it go into the same command: their names of fan-outs change with it
`);
  const layer = await mapperHere(['convert', 'layer.yaml', '-o', 'layer-alone.yaml'], { directory });
  expect(layer.stderr).toMatch(/^problem in layer-alone.yaml, .*\n$/);
});

describe('as people published it', () => {
  const chip = (locals: string, more = '') => `architecture:
  version: 0.3
  subtree:
  - name: system
    local:
    - {name: DRAM, class: DRAM, attributes: {width: 8, word-bits: 8, metadata_storage_width: 8, vector_access_energy: 64}}
    - name: Buf
      class: storage
      attributes: {data_storage_depth: 64, data_storage_width: 8, word-bits: 8, metadata_datawidth: 4, metadata_storage_width: 8, metadata_storage_depth: 64, vector_access_energy: 8}
${locals}
${more}`;
  const registers = ['a_reg', 'z_reg'].map(
    (name) =>
      `    - {name: ${name}, class: reg_storage, attributes: {width: 8, word-bits: 8, depth: 1, decompression_supported: true, vector_access_energy: 1}}`,
  );
  const mac = '    - {name: mac, class: mac_compute, attributes: {datawidth: 8, energy: 1}}';
  const mapping = (more = '') => `mapping:
- {target: DRAM, type: temporal, factors: M2 N1 K6, permutation: MNK${more}}
- {target: Buf, type: temporal, factors: M4 N4 K1}
- {${more ? 'name' : 'target'}: a_reg, type: datatype, keep: [A], bypass: [B, Z]${more && ', stream: []'}}
- {target: z_reg, type: datatype, keep: [Z], bypass: [A, B]${more && ', stream: [Z]'}}
`;

  async function evaluated(texts: Readonly<Record<string, string>>) {
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(directory, name), text);
    const { stdout } = await mapperHere(['evaluate', ...Object.keys(texts), 'layer.yaml', '--json'], {
      directory,
    });
    const { cycles, levels, diagnostics } = JSON.parse(stdout) as {
      cycles: number;
      levels: readonly object[];
      diagnostics: readonly { message: string }[];
    };
    return { counts: { cycles, levels }, said: diagnostics.map(({ message }) => message) };
  }

  test('registers after the compute are levels above it', async () => {
    const before = await evaluated({ 'a.yaml': chip([...registers, mac].join('\n')), 'm.yaml': mapping() });
    const after = await evaluated({ 'a.yaml': chip([mac, ...registers].join('\n')), 'm.yaml': mapping() });
    expect(after.counts).toEqual(before.counts);
    expect(before.counts.cycles).toBe(192);
  });

  test('instances that a component states beat the ranges of names', () => {
    const text = chip(`    subtree:
    - name: PE[0..3]
      local:
      - {name: Acc, class: SRAM, attributes: {instances: 8, meshX: 8, entries: 8, word-bits: 8}}
      - {name: mac, class: intmac, attributes: {instances: 64, meshX: 8}}
`);
    const { spec, diagnostics } = read(text);
    expect(diagnostics.map(({ code }) => code)).toEqual(['W-LEGACY']);
    const fanouts = leavesOf(spec!.architecture!).map(({ name, spatial }) => [
      name.value,
      spatial?.meshX,
      spatial?.meshY,
    ]);
    expect(fanouts).toEqual([
      ['system', undefined, undefined],
      ['DRAM', undefined, undefined],
      ['Buf', undefined, undefined],
      ['PE', 8, 1],
      ['Acc', undefined, undefined],
      ['mac', 1, 8],
    ]);
  });

  test('as many as there are above stand as those do, without a mesh of their own', () => {
    // Of the reference's configs/timeloop/sample.yaml: 1,024 units below 1,024 registers with meshX 16.
    const lists = `arch:
  arithmetic: {instances: 1024, word-bits: 8}
  storage:
  - {name: Registers, entries: 1, instances: 1024, meshX: 16, word-bits: 8, cluster-size: 64}
  - {name: DRAM, technology: DRAM, instances: 1, word-bits: 8}
`;
    const { spec, diagnostics } = read(lists);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const meshes = leavesOf(spec!.architecture!).map(({ spatial }) => [spatial?.meshX, spatial?.meshY]);
    expect(meshes.at(-1)).toEqual([undefined, undefined]);
    expect(meshes.at(-2)).toEqual([16, 64]);
  });

  test('streams and splits of temporal loops have no effect', async () => {
    const tree = { 'a.yaml': chip([...registers, mac].join('\n')) };
    const plain = await evaluated({ ...tree, 'm.yaml': mapping() });
    const more = await evaluated({ ...tree, 'm.yaml': mapping(', split: 1') });
    expect(more.counts).toEqual(plain.counts);
    const added = more.said.filter((message) => !plain.said.includes(message));
    expect(added).toEqual(['split has no effect at DRAM', 'stream has no effect at z_reg']);
  });

  test('sparse optimizations with hyphens, by name', async () => {
    const problem = readFileSync(join(directory, 'layer.yaml'), 'utf8');
    writeFileSync(
      join(directory, 'layer.yaml'),
      problem.replace('K: 6}', 'K: 6, densities: {A: {distribution: fixed-structured, density: 0.5}}}'),
    );
    const tree = { 'a.yaml': chip([...registers, mac].join('\n')), 'm.yaml': mapping() };
    const old = `sparse_optimizations:
  targets:
  - name: DRAM
    representation-format:
      data-spaces:
      - name: A
        rank-application-order: inner-to-outer
        ranks: [{format: CP, metadata-word-bits: 4}, {format: CP}, {format: CP}, {format: CP}]
  - name: Buf
    action-optimization: [{type: skipping, target: B, condition-on: [A]}, {type: skipping-spatial, target: Z, condition-on: [B]}]
    representation-format: {data-spaces: [{name: A, ranks: [{format: CP}, {format: CP}]}]}
`;
    const today = old.replaceAll(/^ {2}- name:/gm, '  - target:').replaceAll(/(\w)-(?=[a-z])/g, '$1_');
    const one = await evaluated({ ...tree, 's.yaml': old });
    expect(one.counts).toEqual((await evaluated({ ...tree, 's.yaml': today })).counts);
    expect(one.counts.cycles).toBeLessThan((await evaluated(tree)).counts.cycles);
    writeFileSync(join(directory, 'layer.yaml'), problem);
  });

  test('a tree beside nodes is not taken in silence', () => {
    const text = chip(mac, '  nodes: [!Component {name: DRAM, class: DRAM}]\n');
    expect(read(text).diagnostics.map(({ code }) => code)).toContain('E-CONFLICT');
  });

  test('what is said of loops beside what is kept has no effect', async () => {
    const tree = { 'a.yaml': chip([...registers, mac].join('\n')) };
    const plain = await evaluated({ ...tree, 'm.yaml': mapping() });
    const more = mapping().replace(
      'keep: [Z], bypass: [A, B]',
      'keep: [Z], bypass: [A, B], permutation: , factors: M4',
    );
    const said = await evaluated({ ...tree, 'm.yaml': more });
    expect(said.counts).toEqual(plain.counts);
    expect(said.said.filter((message) => !plain.said.includes(message))).toEqual(['factors has no effect at z_reg']);
  });

  test('keys of a tree that nothing reads are said, misspelt ones are errors', () => {
    const strays = (text: string) =>
      read(text).diagnostics.flatMap(({ code, message, hint }) =>
        code === 'W-LEGACY' ? [] : [`${code} ${message}${hint === undefined ? '' : `, ${hint}`}`],
      );
    expect(strays(chip(mac))).toEqual([]);
    expect(strays(chip(mac.replace('attributes', 'atributes')))).toEqual([
      'E-KEY unknown key atributes in mac, did you mean attributes?',
    ]);
    expect(strays(chip(mac.replace('class:', 'read_bandwidth: 2, class:'), '  bank: 16\n'))).toEqual([
      'W-DROPPED read_bandwidth has no effect in mac',
      'W-DROPPED bank has no effect in the architecture',
    ]);
    const mesh = chip(
      '',
      '    subtree: [{name: "PE[0..3]", attributes: {meshX: 2}, local: [{name: mac, class: intmac}]}]',
    );
    expect(strays(mesh)).toEqual([
      expect.stringContaining('W-DROPPED meshX has no effect in the container PE[0..3], the'),
    ]);
  });

  test('a row that is wider than its block is shared by as many instances as it has blocks', () => {
    const buffer = (own: string) => `architecture:
  version: 0.3
  subtree:
  - name: chip
    local: [{name: DRAM, class: DRAM, attributes: {width: 64, word-bits: 16, block-size: 4}}]
    subtree:
    - name: PE[0..15]
      local:
      - {name: Buf, class: SRAM, attributes: {depth: 64, word-bits: 16, ${own}}}
      - {name: mac, class: intmac}
`;
    const shared = (own: string) => {
      const { spec, diagnostics } = read(buffer(own));
      const said = diagnostics.filter(({ code }) => code === 'W-COMPAT').map(({ message }) => message);
      return [attributesOf(spec!, 'Buf').cluster_size, ...said];
    };
    expect(shared('width: 64, block-size: 1')).toEqual([
      4,
      '4 instances of Buf share a row: 64 bits are 4 blocks of 1 x 16 bits',
    ]);
    expect(shared('memory_width: 64, n_words: 2')[0]).toBe(2);
    expect(shared('width: 64, block-size: 4')).toEqual([undefined]);
    expect(shared('width: 64')).toEqual([undefined]);
    expect(shared('width: 64, block-size: 1, cluster-size: 4')).toEqual([4]);
    // The reference stops there; here the width is told to be wrong.
    expect(shared('width: 70, block-size: 1')).toEqual([undefined]);
    const oneEach = (own: string) => attributesOf(read(buffer(own)).spec!, 'Buf').width;
    expect(oneEach('width: 16, cluster-size: 8')).toBe(128);
    expect(oneEach('memory_width: 32, cluster-size: 8, block-size: 2')).toBe(undefined);
    expect(shared('memory_width: 32, cluster-size: 8, block-size: 2')[1]).toBe(
      'Buf.memory_width of 32 bits is read as that of each of the 8 instances that share a row',
    );
    expect(oneEach('width: 128, cluster-size: 8')).toBe(128);
    // Of so many words it may be the row of one or of all: the width is told to be wrong.
    expect(oneEach('width: 32, cluster-size: 8')).toBe(32);
  });

  test('what neither stores nor computes is passed over', () => {
    const beside = (more: string) => chip(`    - {name: Wire, class: wire, attributes: {length: 1}}\n${mac}\n${more}`);
    const { spec, diagnostics } = read(beside('    - {name: "Router[0..3]", class: router}\n'));
    expect(diagnostics.flatMap(({ code, message }) => (code === 'W-DROPPED' ? [message] : []))).toEqual([
      'Wire of class wire is passed over: it neither stores nor computes',
      'Router of class router is passed over: it neither stores nor computes',
    ]);
    const plainly = read(beside('').replace(/^.*Wire.*\n/m, '')).spec!;
    const kinds = (one: typeof plainly) => leavesOf(one.architecture).map(({ name }) => name.value);
    expect(kinds(spec!)).toEqual(kinds(plainly));
  });

  test('what has a size is a memory of whatever class', () => {
    const { said } = read(
      chip(`    - {name: fifo, class: queue, attributes: {depth: 8, width: 8, word-bits: 8}}\n${mac}`),
    );
    expect(said).toEqual(['W-LEGACY 2:12']);
  });

  test('several constraints of one target may stand in a list of its own', () => {
    const tree = chip(mac.replace('mac,', '"mac[0..3]",'));
    const targets = (text: string) => `mapspace: {targets: [${text}]}\n`;
    const nested = targets(`{name: DRAM, constraints: [{type: temporal, attributes: {permutation: RP, factors: R=1}},
      {type: spatial, attributes: {factors: P=2}}, {type: bypassing, keep: [A]}]}`);
    const flat = targets(`{target: DRAM, type: temporal, permutation: RP, factors: R=1},
      {target: DRAM, type: spatial, factors: P=2}, {target: DRAM, type: bypassing, keep: [A]}`);
    const problem =
      'problem: {shape: {name: s, dimensions: [R, P], data-spaces: [{name: A, projection: [[[R]], [[P]]], read-write: true}]}, instance: {R: 2, P: 2}}\n';
    const directives = (text: string) =>
      read({ 'tree.yaml': tree, 'rules.yaml': text, 'problem.yaml': problem }).spec!.constraints.map(
        ({ type, target, fields }) => [type, target.value, plainNode(fields)],
      );
    expect(directives(nested)).toEqual(directives(flat));
    expect(directives(nested)).toHaveLength(3);
    const alone = `{target: DRAM, type: no_link_transfer, datatypes: [A]}, {target: DRAM, type: no_multicast, datatypes: [A]}`;
    const among = `{target: DRAM, type: spatial, no_link_transfer: [A]}, {target: DRAM, type: spatial, no_reuse: [A]}`;
    expect(directives(targets(alone))).toEqual(directives(targets(among)));
  });

  test.each([
    [
      'a tree',
      chip(mac.replace('mac,', '"mac[0..7]",').replace('8, energy', '8, meshX: 4, energy'))
        .replace('name: Buf', 'name: "Buf[0..3]"')
        .replace('storage_depth: 64', 'storage_depth: 64, meshX: 4'),
    ],
    [
      'lists',
      `arch:
  arithmetic: {instances: 8, meshX: 4, word-bits: 8, energy: 1}
  storage:
  - {name: Buf, entries: 64, instances: 4, meshX: 4, word-bits: 8, vector-access-energy: 8}
  - {name: DRAM, technology: DRAM, instances: 1, word-bits: 8, vector-access-energy: 64}
`,
    ],
  ])('what a search of %s found is evaluated beside it', async (name, text) => {
    const [arch, out] = [join(directory, `${name}.yaml`), join(directory, `found ${name}`)];
    writeFileSync(arch, text);
    const layer = 'Z[m] = A[m,k] * B[k]; m=8, k=8';
    const found = await mapperHere(['search', arch, layer, '--out', out, '--json', '--quiet']);
    const [best] = (JSON.parse(found.stdout) as { mappings: { cycles: number; energyPj: number }[] }).mappings;
    const again = await mapperHere(['evaluate', arch, layer, join(out, 'mapping.yaml'), '--json']);
    expect(again.stderr).not.toMatch(/E-CONFLICT|fan-out/);
    const { cycles, energyPj } = JSON.parse(again.stdout) as { cycles: number; energyPj: number };
    expect({ cycles, energyPj }).toEqual({ cycles: best!.cycles, energyPj: best!.energyPj });
    expect(cycles).toBe(8);
  });

  test('a number is the name of a storage level, counted from the innermost', () => {
    const numbers = constraintsOf('0', '1', '2');
    const names = constraintsOf('RF', 'GLB', 'DRAM');
    const directives = (text: string) => {
      const { spec, said } = read(`${files['tree.yaml']}${text}`);
      return [said, spec!.constraints.map(({ type, target }) => [type, target.value])];
    };
    expect(directives(numbers)).toEqual(directives(names));
    expect(directives(numbers)[1]).toEqual([
      ['temporal', 'RF'],
      ['spatial', 'PE'],
      ['dataspace', 'DRAM'],
    ]);
  });

  test('factors and permutations may be left empty', () => {
    const text = 'constraints: {targets: [{target: DRAM, type: temporal, factors: , permutation: }]}';
    expect(read(text).said).toEqual([]);
  });
});

test('what cannot be carried over is said', () => {
  const tree = (more: string) => `architecture:
  version: 0.2
  subtree:
  - name: system
    local:
    - {name: DRAM, class: DRAM, attributes: {word-bits: 8}}
    - {name: net, class: XY_NoC}
${more}`;
  const mac = '    - {name: "MAC[0..5]", class: intmac, attributes: {meshX: 4}}\n';
  expect(read(tree(mac)).diagnostics.map(({ message }) => message)).toEqual([
    'sections in a form before version 0.4 are read as 0.4: architecture',
    'network net is not carried over',
    'MAC has 6 instances and a mesh of 4 x 1.5',
  ]);
  const stored = '    - {name: GLB, class: SRAM, attributes: {depth: 8, width: 8, word-bits: 8}}\n';
  expect(read(tree(stored)).diagnostics.map(({ message }) => message)).toContain(
    'nothing computes: the innermost component, GLB, is of class SRAM',
  );
  const two = '    subtree: [{name: a, local: []}, {name: b, local: []}]\n';
  expect(read(tree(two)).diagnostics.map(({ code }) => code)).toContain('E-ARCH');
});

test('a hint leads to the command', () => {
  const { diagnostics } = read(files['lists.yaml']);
  expect(diagnostics[0]).toMatchObject({ code: 'W-LEGACY', hint: 'mapper convert writes the new form' });
});

describe('a range in a name', () => {
  const tree = (version: string, name: string) => `architecture:${version}
  nodes:
  - !Component {name: DRAM, class: DRAM}
  - !Hierarchical
    nodes:
    - !Container {name: "${name}"}
  - !Component {name: "mac", class: mac}
`;

  test.each(['\n  version: 0.4', ''])('is an error in a tree of nodes%s', (version) => {
    const [problem, ...others] = read(tree(version, 'PE[0..15]'), { compat: 'timeloop-v4' }).diagnostics;
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      code: 'E-VERSION',
      hint: 'write name: PE with spatial: {meshX: 16} beside it',
    });
    const { source, start, end } = problem!.span!;
    expect(source.text.slice(start, end)).toBe('"PE[0..15]"');
  });

  test('also where it names no numbers', () => {
    expect(read(tree('', 'PE[0..N-1]')).diagnostics[0]?.hint).toContain('name: PE with spatial: {meshX: N}');
  });

  test('of one is a name like any other', () => {
    expect(read(tree('', 'PE[1..1]')).said).toEqual([]);
  });

  test('is not carried over by the command', async () => {
    writeFileSync(join(directory, 'ranged.yaml'), tree('', 'PE[0..15]'));
    const { status, stderr, stdout } = await mapperHere(['convert', 'ranged.yaml'], { directory });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('ranged.yaml:6:25: error[E-VERSION]');
  });
});
