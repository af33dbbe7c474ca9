// What `mapper convert` writes means what it was given, in today's form and as a document for scripts.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { mapperHere } from './run-mapper.js';

const directory = mkdtempSync(join(tmpdir(), 'mapper-convert-'));
afterAll(() => rmSync(directory, { recursive: true }));

const today = `variables: {word: 16}
architecture:
  nodes:
  - !Component {name: DRAM, class: DRAM, attributes: {width: 64, datawidth: word, vector_access_energy: 64}}
  - !Parallel
    nodes:
    - !Component
      name: GLB
      class: SRAM
      attributes: {depth: 4*word, width: 64, datawidth: word, vector_access_energy: 8, note: "word", kind: !!str word}
      constraints: {dataspace: {keep: [A]}}
    - !Nothing
  - !Component
    name: mac
    class: intmac
    attributes:
      datawidth: 16
      energy: 1
      sizes:
      - min(word, 8)
      - "2*word"
`;

it('keeps quotes, tags of empty items, and expressions that brackets would break', async () => {
  writeFileSync(join(directory, 'today.yaml'), today);
  const { stdout } = await mapperHere(['convert', 'today.yaml'], { directory });
  for (const line of [
    'note: "word"',
    'kind: "word"',
    'datawidth: word',
    '- !Nothing {}',
    '- min(word, 8)',
    '- "2*word"',
  ])
    expect(stdout).toContain(`${line}\n`);
  writeFileSync(join(directory, 'converted.yaml'), stdout);
  const verdicts: (readonly [number | null, string])[] = [];
  // One after the other: they share the working directory.
  for (const file of ['today.yaml', 'converted.yaml']) {
    const { status, stdout: rows } = await mapperHere(['validate', file, '--csv'], { directory });
    verdicts.push([status, rows.replaceAll(file, 'file')]);
  }
  expect(verdicts[1]).toEqual(verdicts[0]);
  expect(verdicts[0]![0]).toBe(0);
  expect((await mapperHere(['convert', 'converted.yaml'], { directory })).stdout).toBe(stdout);
});

it('says in JSON what each item of the tree is, and the version', async () => {
  writeFileSync(join(directory, 'today.yaml'), today);
  await mapperHere(['convert', 'today.yaml', '--json', '-o', 'today.json'], { directory });
  const { architecture } = JSON.parse(readFileSync(join(directory, 'today.json'), 'utf8'));
  expect(architecture).toMatchObject({
    version: 0.4,
    nodes: [
      { tag: 'Component', name: 'DRAM' },
      { tag: 'Parallel', nodes: [{ tag: 'Component', name: 'GLB' }, { tag: 'Nothing' }] },
      { tag: 'Component', name: 'mac' },
    ],
  });
});

it('settles what a split counts: in old files the permutation as written, and what is left out stands in any order', async () => {
  const machine = `architecture:
  version: 0.3
  subtree:
  - name: system
    local:
    - {name: DRAM, class: DRAM, attributes: {width: 32, word-bits: 8, vector_access_energy: 64}}
    - {name: L1, class: SRAM, attributes: {depth: 1024, width: 16, word-bits: 8, vector_access_energy: 4}}
    - {name: "mac[0..7]", class: intmac, attributes: {word-bits: 8, meshX: 4, meshY: 2, energy: 1}}
problem:
  shape:
    name: g
    dimensions: [N, K, M]
    data-spaces:
    - {name: A, projection: [[[M]], [[K]]]}
    - {name: B, projection: [[[K]], [[N]]]}
    - {name: Z, projection: [[[M]], [[N]]], read-write: true}
  M: 4
  N: 2
  K: 4
`;
  const sizes = async (permutation: string) => {
    const rule = `{target: L1, type: spatial, ${permutation} split: 2, factors: N=1}`;
    writeFileSync(join(directory, 'old.yaml'), `${machine}constraints: {targets: [${rule}]}\n`);
    const { stdout, stderr } = await mapperHere(['convert', 'old.yaml'], { directory });
    writeFileSync(join(directory, 'new.yaml'), stdout);
    const found: string[] = [];
    for (const file of ['old.yaml', 'new.yaml']) {
      const { stdout: text } = await mapperHere(['search', file, '--json', '--no-results'], { directory });
      const { mapspaceSize, mappings } = JSON.parse(text);
      found.push(`${mapspaceSize} ${mappings[0].cycles}`);
    }
    return [...found, ...stderr.matchAll(/order of .*free|everything carried over|becomes .*/g)].map(String);
  };
  expect(await sizes('permutation: KMN,')).toEqual(['1760 8', '1760 8']);
  // Written whole, so that no unit loop is counted before the two.
  expect(await sizes('permutation: [K, M],')).toEqual(['1760 8', '1760 8']);
  expect(await sizes('permutation: N_M,')).toEqual(['1728 4', '1728 4']);
  const narrower = ['2352 4', '1728 4', 'order of N, M was free', 'becomes K, N, M'];
  expect(await sizes('permutation: K,')).toEqual(narrower);
  expect(await sizes('permutation: [K],')).toEqual(narrower);
  expect(await sizes('')).toEqual(['3136 4', '1728 4', 'order of N, K, M was free', 'becomes N, K, M']);
});
