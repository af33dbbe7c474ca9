// Graphs as published, and networks in the manner of public exporters: the layers that ship, whatever the operator set.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSpec } from '../../../src/spec/read-spec.js';
import { buildWorkload } from '../../../src/workload/build-workload.js';
import type { Network } from '../../../src/workload/import/network.js';
import { networkMacs } from '../../../src/workload/import/network.js';
import { networkTexts } from '../../../src/workload/import/network-files.js';
import { readFiles, root, shippedFiles } from '../../shipped/shipped-files.js';
import { bertBase, resnet50 } from '../../support/exported-networks.js';
import { imported, lines } from './importing.js';

const graph = (name: string): Uint8Array => readFileSync(join(root, 'test/golden/onnx', `${name}.onnx`));

describe('published graphs', () => {
  it('ResNet-18 has the same layers with and without stored shapes, and the published multiply-accumulates', () => {
    const plain = imported(graph('resnet18'));
    const withShapes = imported(graph('resnet18-inferred'));
    expect(lines(plain)).toEqual(lines(withShapes));
    expect(plain).toEqual(withShapes);
    expect(networkMacs(plain)).toBe(1_814_073_344);
    expect(lines(plain).filter((line) => line.startsWith('Conv'))).toHaveLength(20);
    expect(lines(plain).filter((line) => line.startsWith('Gemm'))).toEqual(['Gemm C512 M1000 R1 S1 N1 P1 Q1']);
  });

  it('a product, a gated feed-forward and one attention head', () => {
    expect(lines(imported(graph('gemm_256_8192_2048')))).toEqual(['Gemm C8192 M2048 R1 S1 N1 P256 Q1']);
    const gated = imported(graph('swiglu_1024_4096_14336'));
    expect(networkMacs(gated)).toBe(3 * 1024 * 4096 * 14_336);
    expect(gated.others.map(({ operator, count }) => `${count} ${operator}`)).toEqual([
      '2 Mul',
      '1 Identity',
      '1 Sigmoid',
    ]);
    const head = imported(graph('attention_head'));
    expect(networkMacs(head)).toBe(3 * 128 * 512 * 64 + 2 * 128 * 128 * 64);
    expect(head.steps.at(-1)).toMatchObject({
      isOutput: true,
      consumes: [{ from: 3, through: ['Softmax'] }, { from: 2 }],
    });
  });
});

/** What each file of a network describes, without its name. */
function workloadsOf(network: Network) {
  return [...networkTexts(network, 'a test')]
    .filter(([name]) => name !== 'network.yaml')
    .map(([name, text]) => {
      const spec = readSpec([{ source: { name, text }, directory: null, role: 'any' }], {
        compat: 'none',
        overrides: [],
      });
      const { value } = buildWorkload(spec.value!);
      return { ...value!, name: '' };
    });
}

function shipped(prefix: string) {
  return shippedFiles('workloads/nets')
    .filter((path) => path.startsWith(`workloads/nets/${prefix}`) && !path.endsWith('network.yaml'))
    .map((path) => ({ ...buildWorkload(readFiles([path]).value!).value!, name: '' }));
}

const opsets = [9, 11, 13, 15, 17, 18, 20, 21];

describe.each(opsets)('as exported with operator set %i', (opset) => {
  it('ResNet-50 is the shipped one: workload for workload, in order, with its counts', () => {
    const network = imported(resnet50(opset).bytes(), { dimensions: { batch: 1 } });
    expect(workloadsOf(network)).toEqual(shipped('resnet50/'));
    expect(networkMacs(network)).toBe(4_089_184_256);
  });

  it('BERT-base is the shipped one', () => {
    const bytes = bertBase(opset).bytes();
    for (const seq of [128, 384]) {
      const network = imported(bytes, { dimensions: { batch: 1, seq } });
      expect(workloadsOf(network)).toEqual(shipped(`bert-base/seq${seq}-`));
    }
  });
});
