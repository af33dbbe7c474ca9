// Attention as one operator, of ONNX itself and as optimizers fuse it: two products a head, and the projections where they are
// part of it. Query heads that share keys and values are rows of one product, so that shared operands count once.

import { productProblem } from '../../convolution-form.js';
import {
  type FoundLayer,
  fail,
  multiplying,
  type OperandSource,
  type Operator,
  type OperatorContext,
  type OperatorTable,
  shapeText,
  type Value,
} from '../operator.js';

interface Heads {
  readonly batch: number;
  readonly heads: number;
  readonly keyHeads: number;
  readonly queries: number;
  /** Past ones included. */
  readonly keys: number;
  readonly width: number;
  readonly valueWidth: number;
}

function attentionLayers(
  { batch, heads, keyHeads, queries, keys, width, valueWidth }: Heads,
  sources: Readonly<Record<'query' | 'key' | 'value', OperandSource>>,
): FoundLayer[] {
  const shared = { groups: batch * keyHeads, rows: (heads / keyHeads) * queries };
  return [
    {
      part: 'scores',
      problem: productProblem({ ...shared, inner: width, columns: keys }),
      operands: { Inputs: sources.query, Weights: sources.key },
    },
    {
      part: 'context',
      problem: productProblem({ ...shared, inner: keys, columns: valueWidth }),
      operands: { Inputs: { part: 'scores' }, Weights: sources.value },
    },
  ];
}

/** `past`: the input with the keys of before. */
function operator(read: (context: OperatorContext, past: number) => Heads, past: number): Operator {
  return multiplying(
    (context) => read(context, past),
    ({ batch, heads, keyHeads, queries, keys, width, valueWidth }, { inputs }) => {
      const { type, shape } = inputs[0]!;
      const output = shape.length === 4 ? [batch, heads, queries, valueWidth] : [batch, queries, heads * valueWidth];
      const present = [width, valueWidth].map((one): Value => ({ shape: [batch, keyHeads, keys, one], type }));
      return [{ shape: output, type }, ...present, { shape: [batch, heads, queries, keys], type }];
    },
    (heads, { inputs }) =>
      // Keys and values may be packed with the queries.
      attentionLayers(heads, {
        query: { input: 0 },
        key: { input: inputs[1] ? 1 : inputs[past] ? past : 0 },
        value: { input: inputs[2] ? 2 : 0 },
      }),
  );
}

/** How many keys there were before. */
function pastOf({ inputs }: OperatorContext, index: number): number {
  const past = inputs[index];
  return past && past.shape.length >= 4 ? past.shape.at(-2)! : 0;
}

/** Batch and queries, and how wide each of the heads, which lie side by side, is. */
function sideBySide({ shape }: Value, heads: number) {
  const [batch, queries, hidden] = shape as [number, number, number];
  if (heads < 1 || hidden % heads !== 0) fail(`queries ${shapeText(shape)} do not divide into ${heads} heads`);
  return { batch, queries, width: hidden / heads };
}

/** Heads apart ([batch, heads, tokens, width]) or side by side ([batch, tokens, heads * width]). */
function standard(context: OperatorContext, pastInput: number): Heads {
  const [query, key, value] = [0, 1, 2].map((index) => context.input(index)) as [Value, Value, Value];
  const past = pastOf(context, pastInput);
  if (query.shape.length === 4) {
    const [batch, heads, queries, width] = query.shape as [number, number, number, number];
    const [, keyHeads, keys] = key.shape as [number, number, number];
    return { batch, heads, keyHeads, queries, keys: keys + past, width, valueWidth: value.shape[3]! };
  }
  const heads = context.int('q_num_heads', 0);
  const keyHeads = context.int('kv_num_heads', heads);
  const valueWidth = value.shape[2]! / keyHeads;
  return { ...sideBySide(query, heads), heads, keyHeads, keys: key.shape[1]! + past, valueWidth };
}

function multiHead(context: OperatorContext, pastInput: number): Heads {
  const query = context.input(0);
  const [, key, value] = context.inputs;
  const heads = context.int('num_heads', 0);
  if (query.shape.length === 5) {
    const [batch, queries, , , width] = query.shape as [number, number, number, number, number];
    return { batch, heads, keyHeads: heads, queries, keys: queries, width, valueWidth: width };
  }
  const found = { ...sideBySide(query, heads), heads, keyHeads: heads };
  const { queries, width } = found;
  const past = pastOf(context, pastInput);
  if (!key) return { ...found, keys: queries + past, valueWidth: width };
  const keys = key.shape.length === 4 ? key.shape[2]! : key.shape[1]! + past;
  const valueWidth = !value ? width : value.shape.length === 4 ? value.shape[3]! : value.shape[2]! / heads;
  return { ...found, keys, valueWidth };
}

function grouped(context: OperatorContext, pastInput: number): Heads {
  const query = context.input(0);
  const heads = context.int('num_heads', 0);
  const keyHeads = context.int('kv_num_heads', heads);
  const found = sideBySide(query, context.inputs[1] ? heads : heads + 2 * keyHeads);
  const keys = context.inputs[6]?.data?.[0] ?? found.queries + pastOf(context, pastInput);
  return { ...found, heads, keyHeads, keys, valueWidth: found.width };
}

/** With the three projections inside. */
const withProjections = multiplying(
  (context) => {
    const [data, weights] = [context.input(0), context.input(1)];
    const heads = context.int('num_heads', 0);
    const [batch, queries, inside] = data.shape as [number, number, number];
    const outside = weights.shape[1]!;
    const given = context.ints('qkv_hidden_sizes');
    const sizes = given && given.length === 3 ? given : [outside / 3, outside / 3, outside / 3];
    if (heads < 1 || sizes.some((size) => size % heads !== 0))
      fail(`${outside} columns do not divide into ${heads} heads`);
    // Scales and zero points of the quantized form stand before its past.
    const keys = queries + pastOf(context, context.node.operator === 'QAttention' ? 8 : 4);
    const [width, valueWidth] = [sizes[0]! / heads, sizes[2]! / heads];
    return { batch, heads, keyHeads: heads, queries, keys, width, valueWidth, inside, outside, type: data.type };
  },
  ({ batch, queries, heads, keys, width, valueWidth, type }) => [
    { shape: [batch, queries, heads * valueWidth], type },
    { shape: [2, batch, heads, keys, width], type },
  ],
  (found) => {
    const part = { part: 'projections' };
    return [
      {
        ...part,
        problem: productProblem({ rows: found.batch * found.queries, inner: found.inside, columns: found.outside }),
        operands: { Inputs: { input: 0 }, Weights: { input: 1 } },
      },
      ...attentionLayers(found, { query: part, key: part, value: part }),
    ];
  },
);

export const attention: OperatorTable = {
  Attention: operator(standard, 4),
  MultiHeadAttention: operator(multiHead, 6),
  GroupQueryAttention: operator(grouped, 3),
};

/** `com.microsoft` has another operator of the same name. */
export const attentionWithProjections: OperatorTable = { Attention: withProjections, QAttention: withProjections };
