// Models on the command line: imported to a directory, and searched as they are.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateResult } from '../../src/results/validate-result.js';
import { bertBase } from '../support/exported-networks.js';
import { OnnxWriter } from '../support/onnx-writer.js';
import { mapperHere, root } from './run-mapper.js';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mapper-import-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const arch = join(root, 'arch/eyeriss-like.yaml');
const resnet18 = join(root, 'test/golden/onnx/resnet18.onnx');
const file = (name: string, content: string | Uint8Array): string => {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
};

/** Two convolutions and a product, small enough to search in no time. */
function smallNetwork(): Uint8Array {
  const g = new OnnxWriter(17);
  const x = g.input('x', ['batch', 8, 8, 8]);
  const a = g.node('Conv', [x, g.weight([8, 8, 3, 3])], { pads: [1, 1, 1, 1] }, { name: 'conv1' });
  const b = g.node('Conv', [g.node('Relu', [a]), g.weight([8, 8, 3, 3])], { pads: [1, 1, 1, 1] }, { name: 'conv2' });
  const flat = g.node('Flatten', [g.node('GlobalAveragePool', [g.node('Add', [b, a])])]);
  g.output(g.node('Gemm', [flat, g.weight([10, 8])], { transB: 1 }, { name: 'fc' }));
  return g.bytes();
}

describe('mapper import', () => {
  it('prints what a model holds as one document', async () => {
    const { status, stdout, stderr } = await mapperHere(['import', 'onnx', resnet18, '--json']);
    expect([status, stderr]).toEqual([0, '']);
    const document = JSON.parse(stdout);
    expect(Object.keys(document).slice(0, 5)).toEqual(['schemaVersion', 'model', 'layers', 'others', 'macs']);
    expect(document).toMatchObject({ schemaVersion: 1, model: 'resnet18', macs: 1_814_073_344 });
    expect(document.layers[0]).toEqual({
      ...{ name: '/conv1/Conv', operator: 'Conv', bounds: { C: 3, M: 64, R: 7, S: 7, N: 1, P: 112, Q: 112 } },
      ...{ stride: 2, dilation: 1, groups: 1, count: 1, macs: 118_013_952 },
    });
    const total = document.layers.reduce(
      (sum: number, one: { count: number; macs: number }) => sum + one.count * one.macs,
      0,
    );
    expect(total).toBe(document.macs);
    expect(document.others).toContainEqual({ operator: 'Add', count: 8, words: 752_640 });
    expect(document.graph).toHaveLength(21);
  });

  it('writes workloads and their graph, which give what the model gives', async () => {
    const model = file('small.onnx', smallNetwork());
    const out = join(directory, 'small-imported');
    const imported = await mapperHere(['import', model, '--dim', 'batch=1', '-o', out]);
    expect([imported.status, imported.stderr]).toEqual([0, `3 files in ${out}\n`]);
    expect(imported.stdout).toContain('not multiplied: 1 Add, 1 Flatten, 1 GlobalAveragePool, 1 Relu');
    expect(readdirSync(out).sort()).toEqual(['01-conv1.yaml', '02-fc.yaml', 'network.yaml']);
    const again = await mapperHere(['import', model, '--dim', 'batch=1', '-o', out]);
    expect([again.status, again.stderr]).toEqual([2, expect.stringContaining('exists already')]);
    const options = ['--json', '--quiet', '--no-results', '--threads', '1', '--resident'];
    const untimed = (text: string): unknown => JSON.parse(text, (key, value) => (key === 'timing' ? undefined : value));
    const fromModel = await mapperHere(['search', arch, model, '--dim', 'batch=1', ...options]);
    const fromFolder = await mapperHere(['search', arch, out, ...options]);
    expect(fromModel.status).toBe(0);
    expect(untimed(fromFolder.stdout)).toEqual(untimed(fromModel.stdout));
    const document = JSON.parse(fromModel.stdout);
    expect(validateResult(document, 'x')).toEqual([]);
    expect(document.layers.map((one: { workload: string; count: number }) => [one.workload, one.count])).toEqual([
      ['01-conv1', 2],
      ['02-fc', 1],
    ]);
    expect(document.graph.map((one: { name: string; workload: string }) => [one.name, one.workload])).toEqual([
      ['conv1', '01-conv1'],
      ['conv2', '01-conv1'],
      ['fc', '02-fc'],
    ]);
    // What conv1 makes is looked at again by the addition, which runs with conv2.
    expect(document.resident.tensors).toMatchObject([
      { producer: 0, consumers: [1], until: 1, level: 'shared_glb', words: 512 },
    ]);
    const { totals, resident } = document;
    expect(resident.totals.energyPj).toBeCloseTo(totals.energyPj - resident.tensors[0].savedEnergyPj, 3);
    expect(resident.totals.outerWords).toBe(totals.outerWords - resident.tensors[0].savedOuterWords);
    expect(totals.outerWords).toBeGreaterThanOrEqual(totals.compulsoryWords);
  });

  it('takes tables, told by their header or by word, and says what may surprise', async () => {
    const header = 'Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter, Strides,';
    const topology = file('net.csv', `${header}\nshortcut, 14, 14, 1, 1, 64, 128, 2,\n`);
    for (const words of [[topology], ['scalesim', topology]]) {
      const { status, stdout, stderr } = await mapperHere(['import', ...words, '--json']);
      expect(status).toBe(0);
      expect(stderr).toContain(`${topology}:2:34: warning[W-MODEL]: shortcut gives 8 x 8`);
      expect(JSON.parse(stdout).macs).toBe(64 * 128 * 8 * 8);
    }
    const wrong = file('wrong.csv', `${header}\nconv, 14, 14, 1, , 64, 128, 2,\n`);
    const refused = await mapperHere(['search', arch, wrong, '--no-results']);
    expect([refused.status, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain(`${wrong}:2:18: error[E-MODEL]: conv has no Filter Width`);
  });

  it('refuses in one message what it cannot import', async () => {
    const bert = file('bert.onnx', bertBase(17).bytes());
    const refusals: readonly (readonly [readonly string[], string])[] = [
      [[], 'no model is given'],
      [['model.bin'], 'what kind of model model.bin is cannot be told'],
      [['onnx', join(directory, 'nowhere.onnx')], 'no such file'],
      [['onnx', arch], 'ONNX model'],
      [[bert], 'dynamic dimensions have no size: batch (input_ids, axis 0), seq (input_ids, axis 1)'],
      [[bert, '--dim', 'batch'], '--dim must be NAME=N'],
    ];
    for (const [words, message] of refusals) {
      const { status, stdout, stderr } = await mapperHere(['import', ...words]);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain(message);
      expect(stderr.match(/error\[/g)).toHaveLength(1);
    }
  });

  it('counts zeros where weights are there, and says which file is not', async () => {
    const g = new OnnxWriter(17);
    const x = g.input('x', [2, 4]);
    const y = g.node('MatMul', [x, g.constant([1, 0, 0, 2, 0, 0, 3, 0], [4, 2], 1)], {}, { name: 'sparse' });
    g.output(g.node('MatMul', [y, g.weight([2, 2])], {}, { name: 'lost' }));
    const { stdout, stderr } = await mapperHere([
      'import',
      file('zeros.onnx', g.bytes()),
      '--density-from-weights',
      '--json',
    ]);
    expect(JSON.parse(stdout).layers.map((one: { densities: unknown }) => one.densities)).toEqual([
      { Weights: { distribution: 'hypergeometric', density: 0.375 } },
      undefined,
    ]);
    expect(stderr).toContain('weights in weights.bin cannot be read and count as dense');
    const bare = new OnnxWriter(17);
    bare.output(bare.node('MatMul', [bare.input('x', [2, 4]), bare.input('w', [4, 2])], {}, { name: 'bare' }));
    const none = await mapperHere(['import', file('bare.onnx', bare.bytes()), '--density-from-weights']);
    expect(none.status).toBe(0);
    expect(none.stderr).toContain('holds no weights that --density-from-weights could count, all count as dense');
  });
});

describe('a workload in one argument', () => {
  const teaching = join(root, 'arch/teaching-three-level.yaml');

  it('is searched and validated as a file is', async () => {
    const line = 'Z[m,n] = A[m,k] * B[k,n]; m=8, n=4, k=6';
    const found = await mapperHere(['search', teaching, line, '--json', '--no-results']);
    expect(found.status).toBe(0);
    expect(JSON.parse(found.stdout)).toMatchObject({ workload: 'einsum', optimal: true });
    expect((await mapperHere(['validate', teaching, line])).status).toBe(0);
    for (const args of [[line], ['einsum', line]]) {
      const { stdout } = await mapperHere(['import', ...args, '--json']);
      expect(JSON.parse(stdout)).toMatchObject({ model: 'einsum', layers: [{ operator: 'Einsum', macs: 192 }] });
    }
    const larger = await mapperHere([
      'search',
      teaching,
      line,
      '--set',
      'problem.instance.m=16',
      '--json',
      '--no-results',
    ]);
    const cycles = (text: string): number => JSON.parse(text).mappings[0].cycles;
    expect(cycles(larger.stdout)).toBe(2 * cycles(found.stdout));
  });

  it('is a convolution to an architecture that speaks of one, and costs what its workload file does', async () => {
    const product = file('product.csv', 'name,M,N,K\nlayer,8,4,6\n');
    const options = ['--json', '--no-results'];
    const found = await mapperHere(['search', arch, 'Z[m,n] = A[m,k] * B[k,n]; m=8, n=4, k=6', ...options]);
    expect(found.stderr).toContain('einsum is read as a convolution, as ');
    expect(found.stderr).toContain('Inputs A, Weights B, Outputs Z; C=k, M=n, P=m');
    const same = await mapperHere(['search', arch, product, ...options]);
    const { mappings, configHash } = JSON.parse(same.stdout);
    expect(JSON.parse(found.stdout)).toMatchObject({ workload: 'einsum', mappings, configHash });
    const refused = await mapperHere(['search', arch, product, '--resident', ...options]);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain('who takes whose output');
  });

  it('stays as it is where a file speaks of its own operands, as the mapping that a search wrote', async () => {
    const line = 'Outputs[m,n] = Inputs[m,k] * Weights[k,n]; m=128, n=128, k=128';
    const tpu = join(root, 'arch/tpu-v5e.yaml');
    const out = join(directory, 'own-names');
    const found = await mapperHere(['search', tpu, line, '--objective', 'cycles', '--json', '--out', out]);
    expect(readFileSync(join(out, 'mapping.yaml'), 'utf8')).toContain('Inputs:');
    const again = await mapperHere(['evaluate', tpu, line, join(out, 'mapping.yaml'), '--json']);
    expect([again.status, again.stderr]).toEqual([0, '']);
    const [{ cycles, energyPj }] = JSON.parse(found.stdout).mappings;
    expect(JSON.parse(again.stdout)).toMatchObject({ valid: true, cycles, energyPj });
    const convolution = await mapperHere(['search', arch, line.replaceAll('128', '8'), '--json', '--no-results']);
    expect(convolution.stderr).toContain('einsum is read as a convolution, as ');
  });

  it('stands in a file too, one a line with a name', async () => {
    const path = file(
      'layers.einsum',
      '# two products\nup: Z[m,n]=A[m,k]*B[k,n]; m=4,n=8,k=4\nZ[m]=A[m,k]*B[k]; m=4,k=8\n',
    );
    const { stdout } = await mapperHere(['search', teaching, path, '--json', '--no-results', '--quiet']);
    expect(JSON.parse(stdout).layers.map((one: { workload: string }) => one.workload)).toEqual(['up', 'layers-2']);
  });

  it('says where it is wrong', async () => {
    const { status, stderr } = await mapperHere(['search', teaching, 'Z[m,n]=A[m,k]*B[k,n]; m=8,n=4', '--no-results']);
    expect(status).toBe(2);
    expect(stderr).toContain('<workload>:1:12: error[E-PROBLEM]: dimension k has no size');
  });
});

it('--resident needs a graph', async () => {
  const layer = join(root, 'workloads/gemm/gemm-example.yaml');
  const { status, stderr } = await mapperHere([
    'search',
    join(root, 'arch/teaching-three-level.yaml'),
    layer,
    '--resident',
  ]);
  expect(status).toBe(2);
  expect(stderr).toContain('--resident needs to know who takes whose output');
  expect(existsSync(join(root, 'results/none'))).toBe(false);
});

it('a row of a layer has its steps', async () => {
  const path = join(directory, 'steps.csv');
  writeFileSync(path, 'name,C,M,R,S,P,Q,stride\nc1,3,8,3,3,10,10,2\n');
  const { stdout } = await mapperHere(['import', path, '--csv']);
  expect(stdout).toBe(
    'name,operator,groups,count,macs,C,M,R,S,N,P,Q,stride,dilation,shape\nc1,Conv,1,1,21600,3,8,3,3,1,10,10,2,1,cnn_layer\n',
  );
});

it('the files of a network beside the file that names them count once', async () => {
  const out = join(directory, 'whole');
  const model = join(root, 'test/golden/onnx/attention_head.onnx');
  await mapperHere(['import', 'onnx', model, '-o', out]);
  const files = readdirSync(out).map((name) => join(out, name));
  const run = async (given: readonly string[]) => {
    const { stdout, stderr } = await mapperHere(['search', arch, ...given, '--json', '--no-results', '--resident']);
    const { layers, totals, resident } = JSON.parse(stdout);
    return { stderr, figures: { names: layers.map((one: { workload: string }) => one.workload), totals, resident } };
  };
  const [whole, each] = [await run([out]), await run(files)];
  expect(whole.figures.totals.layers).toBe(5);
  expect(each.figures).toEqual(whole.figures);
  expect(each.stderr).toContain(
    'warning[W-UNUSED]: 3 files of a network that is there as a whole, too: each counts once',
  );
  expect(whole.stderr).not.toContain('W-UNUSED');
  const sweep = join(directory, 'whole.yaml');
  writeFileSync(sweep, `sweep: {architectures: ${arch}, workloads: whole/*.yaml}\n`);
  const swept = await mapperHere(['sweep', sweep, '--out', join(directory, 'whole-swept')]);
  expect(swept.stdout).toContain('each line: 3 workloads together');
  expect(swept.stderr).toContain('3 files of a network that is there as a whole, too');
});

it('with what stays on chip, a network has a results directory of its own', async () => {
  const here = mkdtempSync(join(directory, 'own-'));
  const model = join(root, 'test/golden/onnx/attention_head.onnx');
  const run = async (...args: readonly string[]) => {
    const { stderr } = await mapperHere(['search', arch, model, ...args], { directory: here });
    const [, folder] = /results in (\S+)/.exec(stderr) ?? [];
    return folder && JSON.parse(readFileSync(join(here, folder, 'result.json'), 'utf8'));
  };
  expect(await run()).not.toHaveProperty('resident');
  expect(await run('--resident')).toHaveProperty('resident');
  expect(await run('--resident')).toBeUndefined(); // it is there already
});

it('a network that runs a layer more often than its file counts is refused with both places', async () => {
  const folder = mkdtempSync(join(directory, 'net-'));
  const path = join(folder, 'network.yaml');
  const layer = (count: string): string =>
    `problem:\n  version: 0.4\n${count}  shape: cnn_layer\n  instance: {N: 1, C: 4, M: 4, R: 1, S: 1, P: 2, Q: 2}\n`;
  const run = async (count: string) => {
    writeFileSync(join(folder, 'a.yaml'), layer(count));
    return await mapperHere(['search', arch, folder, '--no-results']);
  };
  writeFileSync(
    path,
    'network:\n  steps:\n    - {name: a, workload: a.yaml, times: 2}\n    - {name: b, workload: a.yaml}\n',
  );
  const { status, stderr } = await run('');
  expect(status).toBe(2);
  expect(stderr).toContain('a.yaml:2:3: error[E-CONFLICT]: this layer occurs once by its count, and the steps of the');
  expect(stderr).toContain('network run it 3 times');
  expect(stderr).toContain('expected count: 3');
  expect(stderr).toContain(`${path}:2:3: note: the steps are here`);
  expect((await run('  count: 2\n')).stderr).toContain(
    'a.yaml:3:10: error[E-CONFLICT]: this layer occurs 2 times by its',
  );
  expect((await run('  count: 3\n')).status).toBe(0);
});

it('a network file that is wrong says where', async () => {
  const path = join(mkdtempSync(join(directory, 'net-')), 'network.yaml');
  const complaintOf = async (...steps: readonly string[]) => {
    const text = `network:\n  steps:\n${steps.map((step) => `    - {${step}}\n`).join('')}`;
    writeFileSync(path, text);
    const { status, stderr } = await mapperHere(['search', arch, path, '--no-results']);
    expect(status).toBe(2);
    expect(readFileSync(path, 'utf8')).toBe(text);
    return stderr;
  };
  const misplaced = await complaintOf('name: a, workload: a.yaml, from: 1', 'workload: a.yaml, times: 0');
  expect(misplaced).toContain(`${path}:3:35: error[E-KEY]: unknown key from in network.steps[0]`);
  expect(misplaced).toContain(`${path}:4:33: error[E-TYPE]: network.steps[1].times cannot be 0`);
  const ahead = await complaintOf('workload: a.yaml', 'workload: a.yaml, consumes: [{dataspace: A, from: 2}]');
  expect(ahead).toContain(`${path}:4:58: error[E-TYPE]: from cannot be 2`);
  expect(ahead).toContain('expected an integer from 1 to 1');
});
