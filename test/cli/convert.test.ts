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
