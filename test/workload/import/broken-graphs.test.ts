// What is wrong with a model file is said in one message that names the node or the dimension and what to do.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { root } from '../../shipped/shipped-files.js';
import { bertBase } from '../../support/exported-networks.js';
import { OnnxWriter } from '../../support/onnx-writer.js';
import { complaint, importBytes, imported, lines } from './importing.js';

const published = new Uint8Array(readFileSync(join(root, 'test/golden/onnx/resnet18.onnx')));

describe('files that are no model', () => {
  it.each([
    ['empty', new Uint8Array(0), 'the file is empty'],
    ['text', new TextEncoder().encode('architecture:\n  version: 0.4\n'), 'ONNX model'],
    [
      'a pointer',
      new TextEncoder().encode('version https://git-lfs.github.com/spec/v1\noid sha256:00\n'),
      'pointer to large file storage',
    ],
    ['zeros', new Uint8Array(100), 'this is no field of an ONNX model'],
    ['without a graph', new Uint8Array([8, 8]), 'it holds no graph'],
  ])('%s', (_, bytes, said) => {
    const text = complaint(bytes);
    expect(text).toContain('error[E-MODEL]: model.onnx: ');
    expect(text).toContain(said);
  });

  it('a file cut off anywhere says so, and never throws', () => {
    let refused = 0;
    for (let length = 1; length < published.length; length += 97) {
      const { value, diagnostics } = importBytes(published.slice(0, length));
      if (value === undefined) refused += 1;
      else expect(diagnostics).toBeDefined();
      for (const { code } of diagnostics) expect(code).toMatch(/^[EW]-(MODEL|NAME)$/);
    }
    expect(refused).toBeGreaterThan(150);
    expect(complaint(published.slice(0, 15_000))).toMatch(/byte \d+: .*cut off/);
  });

  it('bytes changed at random never throw', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const bytes = published.slice();
      for (let at = 0; at < 5; at += 1)
        bytes[(seed * 7919 + at * 104_729) % bytes.length] = (seed * 31 + at * 17) % 256;
      expect(() => importBytes(bytes)).not.toThrow();
    }
  });
});

function graph(build: (g: OnnxWriter) => void, opset = 17): Uint8Array {
  const g = new OnnxWriter(opset);
  build(g);
  return g.bytes();
}

test('control characters in names are spelt out', () => {
  const bytes = graph((g) => {
    const weight = g.weight([4, 8]);
    g.nodes.push({ opType: 'MatMul', name: 'a\u001b[31m', input: [g.input('x', [2, 4]), weight], output: ['y'] });
    g.output('y');
  });
  const { layers, steps } = imported(bytes);
  expect([layers[0]!.name, steps[0]!.name]).toEqual(['a\\u001b[31m', 'a\\u001b[31m']);
});

describe('graphs that cannot be imported', () => {
  it('lists every dynamic dimension without a size, and how to give them', () => {
    const text = complaint(bertBase(17).bytes());
    expect(text).toContain('dynamic dimensions have no size: batch (input_ids, axis 0), seq (input_ids, axis 1)');
    expect(text).toContain('--dim batch=1,seq=128');
    expect(complaint(bertBase(17).bytes(), { dimensions: { batch: 1 } })).toContain(
      'a dynamic dimension has no size: seq',
    );
    const wrong = complaint(bertBase(17).bytes(), { dimensions: { batch: 1, seqq: 8 } });
    expect(wrong).toContain('--dim seqq: model.onnx has no such dimension');
    expect(wrong).toContain('E-OPTION');
    expect(wrong).toContain('did you mean seq?');
    const nameless = graph((g) => g.output(g.node('MatMul', [g.input('x', [null, 4]), g.weight([4, 8])])));
    expect(complaint(nameless)).toContain('x.0 (x, axis 0)');
    expect(lines(imported(nameless, { dimensions: { 'x.0': 5 } }))).toEqual(['MatMul C4 M8 R1 S1 N1 P5 Q1']);
    expect(complaint(nameless, { dimensions: { batch: 5 } })).toContain('expected one of x.0');
    // As Paddle marks all that it does not know.
    const marked = graph((g) => g.output(g.node('MatMul', [g.input('x', ['?', '?', 4]), g.weight([4, 8])])));
    expect(complaint(marked)).toContain('dynamic dimensions have no size: x.0 (x, axis 0), x.1 (x, axis 1)');
  });

  it('a dimension made of others has their sizes; otherwise it is asked for in quotes', () => {
    const made = graph((g) => {
      const all = g.node('MatMul', [g.input('mask', ['past + seq', 4]), g.weight([4, 8])]);
      g.output(all);
      g.output(g.node('MatMul', [g.input('new', ['seq', 8]), g.weight([8, 3])]));
      g.output(g.node('MatMul', [g.input('cache', ['past', 'n-first', 8]), g.weight([8, 5])]));
    });
    const sizes = { past: 7, seq: 2, 'n-first': 1 };
    expect(lines(imported(made, { dimensions: sizes }))).toEqual([
      'MatMul C4 M8 R1 S1 N1 P9 Q1',
      'MatMul C8 M3 R1 S1 N1 P2 Q1',
      'MatMul C8 M5 R1 S1 N1 P7 Q1',
    ]);
    expect(lines(imported(made, { dimensions: { ...sizes, 'past + seq': 4 } }))[0]).toContain('P4');
    // What it is made of is asked for, and neither that nor a name with a sign in it is an unknown one.
    expect(complaint(made, { dimensions: { seq: 2 } })).toContain(
      'have no size: past (cache, axis 0), n-first (cache, axis 1)',
    );
    const alone = graph((g) => g.output(g.node('MatMul', [g.input('x', ['2*frames', 4]), g.weight([4, 8])])));
    expect(complaint(alone)).toContain("--dim '2*frames=128'");
    expect(lines(imported(alone, { dimensions: { frames: 3 } }))).toEqual(['MatMul C4 M8 R1 S1 N1 P6 Q1']);
  });

  it('names an operator that is not known; --skip-unknown leaves it out and says so', () => {
    const bytes = graph((g) => {
      const x = g.node('MatMul', [g.input('x', [3, 4]), g.weight([4, 8])]);
      const lost = g.node('Convv', [x], {}, { name: '/head/Convv' });
      g.output(g.node('MatMul', [lost, g.weight([8, 2])]));
    });
    const text = complaint(bytes);
    expect(text).toContain('node "/head/Convv" (Convv): operator Convv is not known');
    expect(text).toContain('did you mean Conv?');
    expect(text).toContain('--skip-unknown');
    const { value, diagnostics } = importBytes(bytes, { skipUnknown: true });
    expect(lines(value!)).toEqual(['MatMul C4 M8 R1 S1 N1 P3 Q1']);
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      expect.stringMatching(
        /^W-MODEL: model.onnx: 2 nodes are left out: Convv \/head\/Convv \(operator Convv is not known\); MatMul /,
      ),
    ]);
  });

  it('goes on behind an unknown operator whose shape the file states', () => {
    const bytes = graph((g) => {
      const lost = g.node('Mystery', [g.input('x', [3, 4])], {}, { domain: 'com.example' });
      g.state(lost, [3, 8]);
      g.output(g.node('MatMul', [lost, g.weight([8, 2])]));
    });
    expect(complaint(bytes)).toContain('operator Mystery of domain com.example is not known');
    expect(lines(importBytes(bytes, { skipUnknown: true }).value!)).toEqual(['MatMul C8 M2 R1 S1 N1 P3 Q1']);
  });

  it('refuses loops and branches that data decides, by name', () => {
    const looped = graph((g) => g.output(g.node('Loop', [g.input('n', [1], 7)], {}, { name: 'decode' })));
    expect(complaint(looped)).toContain('node "decode" (Loop): loops are not unrolled');
    const branched = graph((g) => g.output(g.node('If', [g.input('flag', [1], 9)], {}, { name: 'gate' })));
    expect(complaint(branched)).toContain('node "gate" (If): which of its branches runs depends on the data');
  });

  it('says which shapes do not fit, at which node', () => {
    const product = graph((g) =>
      g.output(g.node('MatMul', [g.input('x', [3, 4]), g.weight([5, 8])], {}, { name: 'fc' })),
    );
    expect(complaint(product)).toContain('node "fc" (MatMul): [3, 4] and [5, 8] cannot be multiplied');
    const conv = graph((g) =>
      g.output(g.node('Conv', [g.input('x', [1, 4, 2, 2]), g.weight([8, 4, 3, 3])], {}, { name: 'c' })),
    );
    expect(complaint(conv)).toContain('node "c" (Conv): a window of [3, 3] does not fit into [2, 2]');
    const grouped = graph((g) =>
      g.output(g.node('Conv', [g.input('x', [1, 4, 8, 8]), g.weight([8, 4, 3, 3])], { group: 2 }, { name: 'c' })),
    );
    expect(complaint(grouped)).toContain('weights [8, 4, 3, 3] in 2 groups do not fit data [1, 4, 8, 8]');
  });

  it.each([
    ['Conv', [8, 4, 3, 3], { kernel_shape: [5, 5] }, 'its kernel_shape is [5, 5], and its weights are [8, 4, 3, 3]'],
    ['Conv', [8, 4, 3, 3], { pads: [1, 1] }, '4 pads are needed, not 2'],
    ['Conv', [8, 4, 3, 3], { strides: [2] }, '2 strides are needed, not 1'],
    ['ConvTranspose', [4, 8, 3, 3], { dilations: [1, 1, 1] }, '2 dilations are needed, not 3'],
    ['Conv', [8, 4, 3, 3], { auto_pad: 'SAME' }, 'auto_pad SAME is none of NOTSET, VALID, SAME_UPPER, SAME_LOWER'],
    ['Gemm', [9, 8], {}, 'it takes matrices, not [1, 4, 9, 9]'],
  ])('refuses attributes that do not fit: %s %j %j', (operator, weights, attributes, said) => {
    const bytes = graph((g) => {
      g.output(g.node(operator, [g.input('x', [1, 4, 9, 9]), g.weight(weights)], attributes, { name: 'c' }));
    });
    expect(complaint(bytes)).toContain(`node "c" (${operator}): ${said}`);
  });

  it('says which input is missing', () => {
    const complaintOf = (operator: string, count: number) =>
      complaint(
        graph((g) => {
          const inputs = Array.from({ length: count }, (_, at) => g.constant([1], [1], at === 0 ? 9 : 7));
          g.output(g.node(operator, inputs, {}, { name: 'n' }));
        }),
      );
    expect(complaintOf('Where', 2)).toContain('node "n" (Where): input 2 is missing');
    expect(complaintOf('Slice', 2)).toContain('node "n" (Slice): input 2 is missing');
    expect(complaintOf('QLinearAdd', 3)).toContain('node "n" (QLinearAdd): input 3 is missing');
  });

  it('a graph that is laid out for one processor', () => {
    const laidOut = graph((g) => {
      const data = [g.input('x', [1, 3, 8, 8]), g.weight([16, 3, 3, 3])];
      g.output(g.node('Conv', data, {}, { name: 'c', domain: 'com.microsoft.nchwc' }));
    });
    expect(complaint(laidOut)).toContain('save it with ORT_ENABLE_EXTENDED');
  });

  it('sizes that no layer can have', () => {
    const build = (size: number) =>
      graph((g) => {
        const weights = [g.weight([1, 16, 4]), g.weight([1, 16, 4])];
        g.output(g.node('LSTM', [g.input('x', [2, 1, 4]), ...weights], { hidden_size: size }, { name: 'l' }));
      });
    expect(complaint(build(-1))).toContain(
      'node "l" (LSTM): its shapes and attributes do not fit together, they give a bound of -4',
    );
    expect(complaint(build(2 ** 61))).toContain(
      'node "l" (LSTM): its shapes and attributes do not fit together, they give a bound of 9223372036854776000',
    );
  });

  it('an input that no node makes, an input without a shape, and a graph without products', () => {
    const lost = graph((g) => g.output(g.node('Relu', ['nowhere'], {}, { name: 'r' })));
    expect(complaint(lost)).toContain('node "r" (Relu): its input "nowhere" is made by no node before it');
    const plain = graph((g) => g.output(g.node('Relu', [g.input('x', [2, 2])])));
    expect(complaint(plain)).toContain('the model has no layer that multiplies');
    const unknown = graph((g) => g.output(g.node('Foo', [g.input('x', [2, 2])], {}, { name: 'f' })));
    const { diagnostics } = importBytes(unknown, { skipUnknown: true });
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      expect.stringMatching(/^W-MODEL: model.onnx: 1 node is left out: Foo f /),
      expect.stringMatching(/^E-MODEL: .*no layer that multiplies$/),
    ]);
  });

  it('a stored shape that contradicts the graph is a warning, and the graph counts', () => {
    const bytes = graph((g) => {
      const x = g.node('MatMul', [g.input('x', [3, 4]), g.weight([4, 8])]);
      g.state(x, [3, 9]);
      g.output(g.node('Relu', [x]), [3, 8]);
    });
    const { value, diagnostics } = importBytes(bytes);
    expect(lines(value!)).toEqual(['MatMul C4 M8 R1 S1 N1 P3 Q1']);
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'W-MODEL: model.onnx: stored shapes contradict the graph: matmul_2: the file says [3, 9], the graph gives [3, 8]',
    ]);
  });
});
