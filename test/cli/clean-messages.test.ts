// What the system and the argument parser say reaches people in our words, without codes of the engine.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { example, mapperHere, root } from './run-mapper.js';

const directory = mkdtempSync(join(tmpdir(), 'mapper-messages-'));
afterAll(() => rmSync(directory, { recursive: true }));

const nowhere = join(directory, 'nowhere', 'out.yaml');

test('convert takes a file that is given twice once, as the other commands do', async () => {
  const once = await mapperHere(['convert', example[0]]);
  expect(await mapperHere(['convert', example[0], example[0]])).toEqual(once);
});

test('convert prints to standard output by its usual name', async () => {
  const printed = await mapperHere(['convert', example[0]]);
  expect(await mapperHere(['convert', example[0], '-o', '-'])).toEqual(printed);
  expect(existsSync(join(root, '-'))).toBe(false);
});

test.each([
  [
    ['validate', 'arch/eyeris-like.yaml'],
    'error[E-READ]: cannot read arch/eyeris-like.yaml: no such file\n  hint: did you mean arch/eyeriss-like.yaml?\n',
  ],
  [
    ['validate', 'wrokloads/nets/resnet50'],
    'error[E-READ]: cannot read wrokloads/nets/resnet50: no such file\n  hint: did you mean workloads?\n',
  ],
  [
    ['validate', 'arch/nothing-of-the-kind.yaml'],
    'error[E-READ]: cannot read arch/nothing-of-the-kind.yaml: no such file\n',
  ],
  [['validate', '--config', 'nope.yaml', example[0]], 'error[E-READ]: cannot read nope.yaml: no such file\n'],
  [['evaluate', '--batch', 'nope.jsonl'], 'error[E-READ]: cannot read nope.jsonl: no such file\n'],
  [['convert', example[0], '-o', nowhere], `error[E-WRITE]: cannot write ${nowhere}: there is no such folder\n`],
  [
    ['import', 'onx', 'model.bin'],
    `error[E-OPTION]: onx is no kind of model
  expected one of onnx, scalesim, csv, einsum
  hint: did you mean onnx?
`,
  ],
])('%j', async (args, stderr) => {
  expect(await mapperHere(args)).toEqual({ status: 2, stdout: '', stderr });
});
