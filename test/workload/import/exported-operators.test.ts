// Graphs with the operators that exporters write, in the spellings of their operator sets: layers and shapes, and what is refused.

import { describe, expect, it } from 'vitest';
import { OnnxWriter } from '../../support/onnx-writer.js';
import { complaint, imported, lines } from './importing.js';

type Build = (g: OnnxWriter) => string;

/** The layers of a graph whose last node feeds a product with four columns, so that its shape shows. */
function shown(build: Build, { opset = 17, dimensions = {}, domains = [] as string[] } = {}): string {
  const g = new OnnxWriter(opset, domains);
  g.output(build(g));
  return lines(imported(g.bytes(), { dimensions })).join(', ');
}

/** Rows and inner dimension of what comes out, in a product of its own. */
const measured = (g: OnnxWriter, x: string, width: number): string => g.node('MatMul', [x, g.weight([width, 2])]);
const axes = (g: OnnxWriter, operator: string, x: string, list: readonly number[]): string =>
  g.opset < 13 ? g.node(operator, [x], { axes: list }) : g.node(operator, [x, g.constant(list)]);

describe.each([9, 11, 13, 17, 21])('operator set %i', (opset) => {
  it('Squeeze, Unsqueeze, Slice, Split, Pad and Resize, their lists as attributes or as inputs', () => {
    const line = shown(
      (g) => {
        const x = axes(g, 'Unsqueeze', g.input('x', ['n', 6, 8]), [0, 3]); // [1, n, 6, 1, 8]
        const y = axes(g, 'Squeeze', x, [3, -5]); // [n, 6, 8]
        const cut =
          opset < 10
            ? g.node('Slice', [y], { starts: [1], ends: [-1], axes: [1] })
            : g.node('Slice', [y, g.constant([1]), g.constant([-1]), g.constant([1])]); // [n, 4, 8]
        const half =
          opset < 13
            ? g.node('Split', [cut], { axis: 2, split: [4, 4] }, { outputs: 2 })
            : g.node('Split', [cut, g.constant([4, 4])], { axis: 2 }, { outputs: 2 }); // [n, 4, 4]
        const pads = [0, 1, 0, 0, 0, 2];
        const padded = opset < 11 ? g.node('Pad', [half], { pads }) : g.node('Pad', [half, g.constant(pads)]); // [n, 5, 6]
        const scales = g.constant([1, 2, 1.5], [3], 1);
        const larger = opset < 11 ? g.node('Resize', [padded, scales]) : g.node('Resize', [padded, '', scales]); // [n, 10, 9]
        return measured(g, larger, 9);
      },
      { opset, dimensions: { n: 3 } },
    );
    expect(line).toBe('MatMul C9 M2 R1 S1 N1 P30 Q1');
  });

  it('sizes computed by Shape, Gather, Cast, arithmetic, Concat, ConstantOfShape, Equal, Where, Expand and Range', () => {
    const line = shown(
      (g) => {
        const x = g.input('x', ['n', 'seq', 8]);
        const extent = (at: number) => g.node('Gather', [g.node('Shape', [x]), g.constant([at], [])], { axis: 0 });
        const both = g.node('Concat', [axes(g, 'Unsqueeze', extent(0), [0]), g.constant([-1])], { axis: 0 });
        const ones = g.node('ConstantOfShape', [g.node('Shape', [both])], { value: { tensor: [1] } });
        const wanted = g.node('Where', [g.node('Equal', [both, g.constant([-1])]), ones, both]); // [n, 1]
        const positions = g.node('Range', [g.constant([0], []), extent(1), g.constant([1], [])]); // [seq]
        const spread = g.node('Expand', [axes(g, 'Unsqueeze', positions, [0]), wanted]); // [n, seq]
        const doubled = g.node('Mul', [g.node('Cast', [extent(1)], { to: 7 }), g.constant([2], [])]);
        const flat = g.node('Concat', [axes(g, 'Unsqueeze', doubled, [0]), g.constant([-1])], { axis: 0 });
        const embedded = g.node('Gather', [g.weight([64, 8]), spread]); // [n, seq, 8]
        return measured(g, g.node('Reshape', [g.node('Add', [x, embedded]), flat]), 12);
      },
      { opset, dimensions: { n: 3, seq: 5 } },
    );
    expect(line).toBe('MatMul C12 M2 R1 S1 N1 P10 Q1');
  });
});

describe('layers', () => {
  it('quantized convolutions and products: data and weights stand apart from scales and zero points', () => {
    const line = shown((g) => {
      const [scale, zero] = [g.constant([1], [], 1), g.constant([0], [], 3)];
      const q = g.node('QuantizeLinear', [g.input('x', [1, 3, 8, 8]), scale, zero]);
      const y = g.node('QLinearConv', [q, scale, zero, g.weight([16, 3, 3, 3]), scale, zero, scale, zero], {
        strides: [2, 2],
        pads: [1, 1, 1, 1],
      });
      const z = g.node('Flatten', [g.node('QLinearGlobalAveragePool', [y, scale, zero, scale, zero])]);
      const w = g.node('QLinearMatMul', [z, scale, zero, g.weight([16, 10]), scale, zero, scale, zero]);
      return measured(g, g.node('DequantizeLinear', [w, scale, zero]), 10);
    });
    expect(line).toBe(
      'QLinearConv C3 M16 R3 S3 N1 P4 Q4 stride 2x2, QLinearMatMul C16 M10 R1 S1 N1 P1 Q1, MatMul C10 M2 R1 S1 N1 P1 Q1',
    );
  });

  it('weights between QuantizeLinear and DequantizeLinear are weights still, and cost nothing at run time', () => {
    const g = new OnnxWriter(17);
    const scale = g.constant([1], [], 1);
    const weights = g.node('DequantizeLinear', [g.weight([16, 3, 3, 3]), scale]);
    g.output(g.node('Conv', [g.input('x', [1, 3, 8, 8]), weights]));
    const network = imported(g.bytes());
    expect(lines(network)).toEqual(['Conv C3 M16 R3 S3 N1 P6 Q6']);
    expect([network.others, network.folded]).toEqual([[], [{ operator: 'DequantizeLinear', count: 1, words: 432 }]]);
  });

  it('transposed, dilated, depthwise, one- and three-dimensional convolutions', () => {
    const conv = (data: number[], weights: number[], attributes = {}, operator = 'Conv') =>
      shown((g) => g.node(operator, [g.input('x', data), g.weight(weights)], attributes));
    expect(conv([1, 4, 8, 6], [4, 3, 4, 2], { strides: [2, 1], pads: [1, 0, 1, 0] }, 'ConvTranspose')).toBe(
      'ConvTranspose C4 M3 R2 S4 N1 P6 Q8 stride 2x1',
    );
    expect(conv([2, 4, 9, 9], [8, 4, 3, 3], { dilations: [2, 2] })).toBe('Conv C4 M8 R3 S3 N2 P5 Q5');
    expect(conv([1, 8, 9, 9], [16, 1, 3, 3], { group: 8 })).toBe('Conv C1 M2 R3 S3 N1 P7 Q7 G8 groups 8');
    expect(conv([1, 80, 3000], [384, 80, 3], { pads: [1, 1], strides: [2] })).toBe(
      'Conv C80 M384 R3 S1 N1 P1500 Q1 stride 2',
    );
    expect(conv([1, 3, 8, 16, 16], [4, 3, 3, 5, 5])).toBe('Conv C3 M4 R5 S5 T3 N1 P12 Q12 O6');
    expect(conv([2, 12, 28], [12, 6, 4], { strides: [3] }, 'ConvTranspose')).toBe(
      'ConvTranspose C12 M6 R4 S1 N2 P28 Q1 stride 3',
    );
  });

  it('fused and ordered products of ONNX Runtime', () => {
    const ms = { domain: 'com.microsoft' };
    const line = shown(
      (g) => {
        const s = g.weight([]);
        const x = g.node('GemmFastGelu', [g.input('x', [2, 3, 4]), g.weight([4, 8])], {}, ms);
        const y = g.node('QOrderedMatMul', [x, s, g.weight([8, 5]), s, s], {}, ms);
        return g.node('GemmFloat8', [g.node('Flatten', [y], { axis: 2 }), g.weight([7, 5])], { transB: 1 }, ms);
      },
      { domains: ['com.microsoft'] },
    );
    expect(line.match(/C\d+ M\d+|P\d+/g)?.join(' ')).toBe('C4 M8 P6 C8 M5 P6 C5 M7 P6');
  });

  it('quantized embeddings and choices of ONNX Runtime', () => {
    const ms = { domain: 'com.microsoft' };
    const line = shown(
      (g) => {
        const ids = g.input('ids', [2, 7], 7);
        const packed = g.node('GatherBlockQuantized', [g.input('e', [50, 8], 2), ids, g.weight([50, 1])], {}, ms);
        const [s, z] = [g.weight([]), g.weight([])];
        const mask = g.input('mask', [7, 1], 9);
        // [2, 7, 16], of which the mask chooses, and what it chooses from is no scale.
        const chosen = g.node('QLinearWhere', [mask, packed, s, z, g.input('y', [16]), s, z, s, z], {}, ms);
        return measured(g, g.node('BiasSoftmax', [chosen, g.weight([16])], {}, ms), 16);
      },
      { domains: ['com.microsoft'] },
    );
    expect(line).toBe('MatMul C16 M2 R1 S1 N1 P14 Q1');
  });

  it('constants of which only what is not zero stands in the file', () => {
    const line = shown((g) => {
      const weights = g.node('Constant', [], { sparse_value: { sparse: [16, 4] } });
      return g.node('MatMul', [g.input('x', [3, 16]), weights]);
    });
    expect(line).toBe('MatMul C16 M4 R1 S1 N1 P3 Q1');
  });

  it("ONNX Runtime's domain of optimized graphs, where channels come last everywhere", () => {
    const domain = 'com.ms.internal.nhwc';
    const line = shown(
      (g) => {
        const x = g.node('Conv', [g.input('x', [1, 12, 8, 3]), g.weight([4, 3, 1, 1])], {}, { domain });
        const deep = g.node('SpaceToDepth', [x], { blocksize: 2 }, { domain }); // [1, 6, 4, 16]
        const up = g.node('ConvTranspose', [deep, g.weight([16, 5, 2, 2])], { strides: [2, 2] }, { domain });
        const wide = g.node('MaxPool', [up], { kernel_shape: [2, 1], strides: [2, 1] }, { domain }); // [1, 6, 8, 5]
        return measured(g, g.node('Flatten', [g.node('GlobalAveragePool', [wide], {}, { domain })]), 5);
      },
      { domains: [domain] },
    );
    expect(line).toBe(
      'Conv C3 M4 R1 S1 N1 P8 Q12, ConvTranspose C16 M5 R2 S2 N1 P4 Q6 stride 2x2, MatMul C5 M2 R1 S1 N1 P1 Q1',
    );
  });

  it('fused products: the first dimension that of the rows, then the last two swapped', () => {
    // Batch and sequence are of one size here, so that nothing else than the order would tell.
    const line = shown(
      (g) =>
        g.node(
          'FusedMatMul',
          [g.input('a', [4, 4, 3, 16]), g.input('b', [4, 4, 3, 16])],
          { transBatchA: 1, transBatchB: 1, transB: 1 },
          { domain: 'com.microsoft' },
        ),
      { domains: ['com.microsoft'] },
    );
    expect(line).toBe('FusedMatMul C16 M4 R1 S1 N1 P4 Q1 G12');
  });

  it('what is random is no constant, so what it goes through is no weight', () => {
    const build: Build = (g) => {
      const x = g.node('MatMul', [g.node('RandomNormal', [], { shape: [2, 8] }), g.weight([8, 4])]);
      const like = g.node('RandomNormalLike', [g.node('ConstantOfShape', [g.constant([2, 4])])]);
      return g.node('MatMul', [g.node('Add', [x, like]), g.weight([4, 6])]);
    };
    expect(shown(build)).toBe('MatMul C8 M4 R1 S1 N1 P2 Q1, MatMul C4 M6 R1 S1 N1 P2 Q1');
  });

  it('of an empty past there is nothing to multiply', () => {
    const build: Build = (g) => {
      const [x, past] = [g.input('x', [1, 4, 8]), g.input('p', [1, 'past', 8])];
      const turned = (k: string) => g.node('Transpose', [k], { perm: [0, 2, 1] });
      const old = g.node('MatMul', [x, turned(past)]); // [1, 4, past]
      const all = g.node('MatMul', [x, turned(g.node('Concat', [past, x], { axis: 1 }))]);
      return g.node('Concat', [old, all], { axis: 2 });
    };
    expect(shown(build, { dimensions: { past: 2 } })).toBe('MatMul C8 M2 R1 S1 N1 P4 Q1, MatMul C8 M6 R1 S1 N1 P4 Q1');
    expect(shown(build, { dimensions: { past: 0 } })).toBe('MatMul C8 M4 R1 S1 N1 P4 Q1');
  });

  it('a function: its branches see its names and attributes', () => {
    const g = new OnnxWriter(17, ['local']);
    const branch = (name: string, weight: string, transB: boolean) => ({
      name,
      type: 5,
      g: {
        node: [
          {
            opType: 'Gemm',
            input: ['a', weight],
            output: ['o'],
            attribute: transB ? [{ name: 'transB', type: 2, refAttrName: 'turned' }] : [],
          },
        ],
        output: [{ name: 'o' }],
      },
    });
    g.functions.push({
      name: 'Product',
      domain: 'local',
      input: ['x', 'w'],
      output: ['r'],
      opsetImport: [{ version: 17 }],
      node: [
        { opType: 'Relu', input: ['x'], output: ['a'] },
        { opType: 'Size', input: ['a'], output: ['size'] },
        { opType: 'Cast', input: ['size'], output: ['any'], attribute: [{ name: 'to', type: 2, i: 9 }] },
        {
          opType: 'If',
          input: ['any'],
          output: ['r'],
          attribute: [branch('then_branch', 'w', true), branch('else_branch', 'nowhere', false)],
        },
      ],
    });
    const weight = g.weight([5, 8], 'w');
    const y = g.node('Product', [g.input('a', [4, 8]), weight], { turned: 1 }, { domain: 'local' });
    g.output(g.node('Product', [y, g.weight([3, 5])], { turned: 1 }, { domain: 'local' }));
    expect(lines(imported(g.bytes()))).toEqual(['Gemm C8 M5 R1 S1 N1 P4 Q1', 'Gemm C5 M3 R1 S1 N1 P4 Q1']);
  });

  it('attention as one operator, with shared keys and with a past', () => {
    const three = (g: OnnxWriter, width: number, keys: number) => [
      g.input('q', [1, 16, width]),
      g.input('k', [1, 16, keys]),
      g.input('v', [1, 16, keys]),
    ];
    expect(
      shown((g) => g.node('Attention', three(g, 64, 16), { q_num_heads: 8, kv_num_heads: 2 }), { opset: 23 }),
    ).toBe('Attention C8 M16 R1 S1 N1 P64 Q1 G2, Attention C16 M8 R1 S1 N1 P64 Q1 G2');
    const past = (g: OnnxWriter) => ['pk', 'pv'].map((name) => g.input(name, [1, 2, 48, 8]));
    const fused = { domain: 'com.microsoft' };
    expect(
      shown(
        (g) =>
          g.node('GroupQueryAttention', [...three(g, 64, 16), ...past(g)], { num_heads: 8, kv_num_heads: 2 }, fused),
        { domains: ['com.microsoft'] },
      ),
    ).toBe('GroupQueryAttention C8 M64 R1 S1 N1 P64 Q1 G2, GroupQueryAttention C64 M8 R1 S1 N1 P64 Q1 G2');
    expect(
      shown((g) => g.node('Attention', [g.input('x', [1, 16, 64]), g.weight([64, 192])], { num_heads: 4 }, fused), {
        domains: ['com.microsoft'],
      }),
    ).toBe(
      'Attention C64 M192 R1 S1 N1 P16 Q1, Attention C16 M16 R1 S1 N1 P16 Q1 G4, Attention C16 M16 R1 S1 N1 P16 Q1 G4',
    );
    const quantized = (g: OnnxWriter) => {
      const before = [g.input('x', [1, 1, 64]), g.weight([64, 192]), g.weight([192]), g.weight([1]), g.weight([1])];
      const past = g.input('p', [2, 1, 4, 15, 16]);
      return g.node('QAttention', [...before, '', '', '', past], { num_heads: 4 }, fused);
    };
    expect(shown(quantized, { domains: ['com.microsoft'] })).toBe(
      'QAttention C64 M192 R1 S1 N1 P1 Q1, QAttention C16 M16 R1 S1 N1 P1 Q1 G4, QAttention C16 M16 R1 S1 N1 P1 Q1 G4',
    );
  });

  it('LSTM and GRU: the inputs of all steps at once, then a product a step', () => {
    const recurrent = (operator: string, gates: number) =>
      shown(
        (g) => {
          const weights = [g.weight([2, gates * 32, 16]), g.weight([2, gates * 32, 32])];
          const y = g.node(operator, [g.input('x', ['seq', 1, 16]), ...weights], {
            hidden_size: 32,
            direction: 'bidirectional',
          });
          return measured(g, y, 32);
        },
        { dimensions: { seq: 10 } },
      );
    const product = 'MatMul C32 M2 R1 S1 N1 P20 Q1';
    expect(recurrent('LSTM', 4)).toBe(
      `LSTM C16 M128 R1 S1 N1 P10 Q1 x 2, LSTM C32 M128 R1 S1 N1 P1 Q1 x 20, ${product}`,
    );
    expect(recurrent('GRU', 3)).toBe(`GRU C16 M96 R1 S1 N1 P10 Q1 x 2, GRU C32 M96 R1 S1 N1 P1 Q1 x 20, ${product}`);
    const quantized: Build = (g) =>
      g.node('DynamicQuantizeLSTM', [g.input('x', [10, 1, 16]), g.weight([1, 16, 128]), g.weight([1, 32, 128])]);
    expect(shown(quantized)).toBe(
      'DynamicQuantizeLSTM C16 M128 R1 S1 N1 P10 Q1, DynamicQuantizeLSTM C32 M128 R1 S1 N1 P1 Q1 x 10',
    );
  });

  it('Einsum: products by their labels, what is summed within one operand written out', () => {
    const einsum = (equation: string, ...shapes: number[][]) =>
      shown((g) =>
        g.node(
          'Einsum',
          shapes.map((shape, at) => g.input(`x${at}`, shape)),
          { equation },
        ),
      );
    expect(einsum('bhid,bhjd->bhij', [2, 4, 8, 16], [2, 4, 6, 16])).toBe('Einsum C16 M6 R1 S1 N1 P8 Q1 G8');
    expect(einsum('bsd,hdk->bhsk', [2, 5, 16], [4, 16, 8])).toBe('Einsum C16 M32 R1 S1 N1 P10 Q1');
    expect(einsum('...ij,...jk', [3, 4, 5], [1, 5, 6])).toBe('Einsum C5 M6 R1 S1 N1 P12 Q1');
    expect(einsum('ij,jk->k', [4, 5], [5, 6])).toBe('Einsum I4 J5 K6');
  });

  it('pipelines of scikit-learn: a network of products, and a classifier whose weights are attributes', () => {
    const scikit = { domain: 'ai.onnx.ml' };
    const row = (size: number) => ({ floats: Array.from({ length: size }, () => 0.5) });
    const network = (g: OnnxWriter): string => {
      const scaled = g.node('Scaler', [g.input('x', ['n', 20])], { offset: row(20), scale: row(20) }, scikit);
      const scores = measured(g, g.node('Relu', [g.node('MatMul', [scaled, g.weight([20, 50])])]), 50);
      const best = g.node('ArgMax', [g.node('Softmax', [scores])], { axis: 1 });
      const labels = g.node('ArrayFeatureExtractor', [g.constant([0, 1], [1, 2]), best], {}, scikit);
      return g.node('Reshape', [labels, g.constant([-1])]);
    };
    const options = { dimensions: { n: 10 }, domains: ['ai.onnx.ml'] };
    expect(shown(network, options)).toBe('MatMul C20 M50 R1 S1 N1 P10 Q1, MatMul C50 M2 R1 S1 N1 P10 Q1');
    const classified = (g: OnnxWriter): string => {
      const classify = { ...scikit, outputs: 2 };
      g.node('LinearClassifier', [g.input('x', ['n', 20])], { coefficients: row(60) }, classify);
      return measured(g, g.node('Normalizer', ['linearclassifier_2'], {}, scikit), 3);
    };
    expect(shown(classified, options)).toBe('LinearClassifier C20 M3 R1 S1 N1 P10 Q1, MatMul C3 M2 R1 S1 N1 P10 Q1');
  });

  it('sequences of parts: Split and take, or put together again', () => {
    expect(
      shown((g) => {
        const parts = g.node('SplitToSequence', [g.input('x', [6, 8]), g.constant([2], [])], { axis: 0 });
        const two = g.node('SequenceConstruct', [
          g.node('SequenceAt', [parts, g.constant([-1], [])]),
          g.node('SequenceAt', [parts, g.constant([0], [])]),
        ]);
        return measured(g, g.node('ConcatFromSequence', [two], { axis: 1 }), 16);
      }),
    ).toBe('MatMul C16 M2 R1 S1 N1 P2 Q1');
  });
});

describe('what only data decides is refused by name', () => {
  const refusals: readonly (readonly [string, Build, string])[] = [
    [
      'Loop',
      (g) => g.node('Loop', [g.input('n', [1], 7)], {}, { name: 'decode' }),
      'node "decode" (Loop): loops are not unrolled',
    ],
    [
      'Scan',
      (g) => g.node('Scan', [g.input('x', [4, 4])], {}, { name: 's' }),
      'node "s" (Scan): loops are not unrolled',
    ],
    [
      'If',
      (g) => g.node('If', [g.input('c', [1], 9)], {}, { name: 'i' }),
      'node "i" (If): which of its branches runs depends on the data',
    ],
    [
      'NonZero',
      (g) => g.node('NonZero', [g.input('x', [4])], {}, { name: 'z' }),
      'node "z" (NonZero): how many elements are not zero depends on the data',
    ],
    [
      'Reshape',
      (g) => g.node('Reshape', [g.input('x', [4]), g.input('to', [2], 7)], {}, { name: 'r' }),
      'node "r" (Reshape): its shape (input 1) depends on the data',
    ],
    [
      'CTCDecode',
      (g) => g.node('CTCDecode', [g.input('x', [4])], {}, { name: 'd', domain: 'com.example' }),
      'node "d" (CTCDecode): operator CTCDecode of domain com.example is not known',
    ],
  ];
  it.each(refusals)('%s', (_, build, said) => {
    const g = new OnnxWriter(17);
    g.output(build(g));
    expect(complaint(g.bytes())).toContain(said);
  });

  it('a size that the export has fixed does not fit, and the hint says so', () => {
    const g = new OnnxWriter(17);
    const x = g.node('MatMul', [g.input('x', ['n', 4]), g.weight([4, 8])]);
    g.output(g.node('Reshape', [x, g.constant([2, 8])], {}, { name: 'r' }));
    const text = complaint(g.bytes(), { dimensions: { n: 3 } });
    expect(text).toContain('node "r" (Reshape): [3, 8] cannot be reshaped to [2, 8]');
    expect(text).toContain('a size that was fixed when the model was exported may not fit those of --dim');
  });
});
