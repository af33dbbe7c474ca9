// Variables for templates that no template has: a slip in a name must not search another design.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapperHere } from './run-mapper.js';

const nodes = (depth: string) => `architecture:
  nodes:
  - !Component {name: GLB, class: DRAM, attributes: {width: 8, datawidth: 8, vector_access_energy: 1, depth: ${depth}}}
  - !Component {name: mac, class: mac, attributes: {energy: 1}}
`;

const files = {
  'plain.yaml': nodes('64'),
  'template.yaml': nodes('{{ rows | default(64) }}'),
  'outer.yaml': "{{ include_text('template.yaml') }}\n",
  'untaken.yaml': `${nodes('64')}{% if false %}{{ columns }}{% endif %}\n`,
  'layer.yaml': 'problem: {shape: gemm, instance: {M: 2, N: 2, K: 2}}\n',
  'sweep.yaml': `sweep:
  architectures: [plain.yaml, template.yaml]
  workloads: [layer.yaml]
`,
  'config.yaml': 'jinja: [rosw=32]\n',
};

let directory = '';

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mapper-variables-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
});

afterAll(() => rmSync(directory, { recursive: true }));

async function validate(...args: readonly string[]) {
  const { status, stderr } = await mapperHere(['validate', ...args], { directory });
  return { status, said: stderr.split('\n').filter((line) => /E-NAME|W-UNUSED|hint/.test(line)) };
}

test.each(['template.yaml', 'outer.yaml'])('a slip in %s is an error with what is meant', async (file) => {
  expect(await validate(file, '--jinja', 'rosw=32')).toEqual({
    status: 2,
    said: ['error[E-NAME]: no template has a variable rosw, given with --jinja', '  hint: did you mean rows?'],
  });
});

test('what no name is like is a warning, for other designs may have it, and so it is where nothing is a template', async () => {
  const { status, said } = await validate('plain.yaml', '--jinja', 'rows=32');
  expect(status).toBe(0);
  expect(said[0]).toBe('warning[W-UNUSED]: no template has a variable rows, given with --jinja');
  expect(said[1]).toContain('none of the files is a Jinja template');
});

test('a name in a branch that is not taken, or in one file of several, is used', async () => {
  expect(await validate('template.yaml', '--jinja', 'rows=32')).toEqual({ status: 0, said: [] });
  expect(await validate('untaken.yaml', '--jinja', 'columns=32')).toEqual({ status: 0, said: [] });
  expect(await validate('plain.yaml', 'template.yaml', '--jinja', 'rows=32')).toEqual({ status: 0, said: [] });
});

test('in a file of options it is a warning, for that serves other runs as well', async () => {
  const { status, said } = await validate('template.yaml', '--config', 'config.yaml');
  expect(status).toBe(0);
  expect(said[0]).toBe('warning[W-UNUSED]: no template has a variable rosw, given with --jinja');
});

test('validate leaves it to a sweep, which looks for it in all of its files', async () => {
  expect(await validate('sweep.yaml', '--jinja', 'rows=32')).toEqual({ status: 0, said: [] });
  const run = (name: string) =>
    mapperHere(['sweep', 'sweep.yaml', '--jinja', `${name}=32`, '--out', name, '--quiet'], { directory });
  expect(await run('rows')).toMatchObject({ status: 0 });
  const wrong = await run('rosw');
  expect(wrong.status).toBe(2);
  expect(wrong.stderr).toContain('did you mean rows?');
});
