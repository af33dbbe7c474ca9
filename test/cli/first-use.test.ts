// What a newcomer gets wrong, through the whole program: every slip costs few lines that name the place and the remedy,
// and no slip brings others along.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mapper, mapperHere, root } from './run-mapper.js';

const shipped = {
  arch: 'arch/teaching-two-level.yaml',
  layer: 'workloads/conv/conv1d-example.yaml',
  mapping: 'workloads/mappings/conv1d-example.yaml',
} as const;

interface Slip {
  readonly name: string;
  readonly file: keyof typeof shipped;
  /** What is written, and what is written instead. */
  readonly change: readonly [string | RegExp, string];
  /** Every line of stderr that says what or where, in order. */
  readonly said: readonly string[];
  readonly status: number;
}

const slips: readonly Slip[] = [
  {
    name: 'a misspelt attribute',
    file: 'arch',
    change: ['depth: 64', 'dpeth: 64'],
    said: [
      'arch.yaml:17:20: error[E-ATTRIBUTE]: Buf.dpeth means nothing to the model',
      'hint: did you mean depth?',
      'arch.yaml:15:13: error[E-ATTRIBUTE]: storage Buf has no size',
    ],
    status: 2,
  },
  {
    name: 'an unknown class, and nothing about what follows from it',
    file: 'arch',
    change: ['class: intmac', 'class: multiplier'],
    said: ['arch.yaml:21:14: error[E-CLASS]: class multiplier of mac is neither a storage nor a compute class'],
    status: 2,
  },
  {
    name: 'a misspelt dimension',
    file: 'layer',
    change: [/instance: \{(.*)P: /, 'instance: {$1PP: '],
    said: ['layer.yaml:16:30: error[E-PROBLEM]: dimension P has no bound', 'hint: did you mean PP?'],
    status: 2,
  },
  {
    name: 'a missing dimension, after the last one given',
    file: 'layer',
    change: [/, P: \d+/, ''],
    said: ['layer.yaml:16:23: error[E-PROBLEM]: dimension P has no bound', 'hint: add P to instance:'],
    status: 2,
  },
  {
    name: 'an unclosed brace, where the text ends',
    file: 'layer',
    change: [/\}\s*$/, '\n\n'],
    said: ['layer.yaml:16:13: error[E-YAML]: { is not closed', 'hint: what follows is read as if it were inside'],
    status: 2,
  },
  {
    name: 'an unknown target',
    file: 'mapping',
    change: ['target: Buf', 'target: Buff'],
    said: ['mapping.yaml:12:14: error[E-NAME]: the architecture has no leaf Buff', 'hint: did you mean Buf?'],
    status: 1,
  },
  {
    name: 'factors that do not make up a bound',
    file: 'mapping',
    change: ['P=8', 'P=4'],
    said: ['mapping.yaml:11:56: error[E-FACTOR]: the product of all factors of dimension P is 4'],
    status: 1,
  },
  {
    name: 'a tile that does not fit',
    file: 'arch',
    change: ['depth: 64', 'depth: 4'],
    said: [
      'arch.yaml:15:7: error[E-CAPACITY]: Buf: mapped tile size 7 exceeds buffer capacity 4',
      'hint: move factors from Buf to an outer level, or bypass a dataspace there',
    ],
    status: 1,
  },
  {
    name: 'another version',
    file: 'arch',
    change: [/version: 0\.4/, 'version: 0.9'],
    said: ['arch.yaml:7:12: error[E-VERSION]: architecture.version is 0.9'],
    status: 2,
  },
];

describe('a slip in one of three files', () => {
  let directory = '';
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'mapper-first-use-'));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  test.each(slips.map((slip) => [slip.name, slip] as const))('%s', async (_name, { file, change, said, status }) => {
    for (const [name, path] of Object.entries(shipped)) {
      const text = readFileSync(join(root, path), 'utf8');
      const written = name === file ? text.replace(...change) : text;
      if (name === file) expect(written).not.toBe(text);
      writeFileSync(join(directory, `${name}.yaml`), written);
    }
    const run = await mapperHere(['evaluate', 'arch.yaml', 'layer.yaml', 'mapping.yaml'], { directory });
    const lines = run.stderr.split('\n').filter((line) => /^\S+:\d+:\d+: |^\s*hint: /.test(line));
    expect(lines.map((line, at) => line.trim().slice(0, said[at]?.length))).toEqual(said);
    expect(run).toMatchObject({ status, stdout: '' });
  });
});

test('two tables that are not there', () => {
  const { stderr, status } = mapper(['compare', 'nowhere.csv', 'arch']);
  expect(stderr).toBe(
    'error[E-READ]: cannot read nowhere.csv: no such file\nerror[E-READ]: arch holds none of results.csv, mappings.csv, frontier.csv\n  hint: give a directory that mapper search or mapper sweep wrote, or a CSV file of one\n',
  );
  expect(status).toBe(2);
});
