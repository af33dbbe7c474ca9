// Attention as one operator, of ONNX itself and as optimizers fuse it: two products a head, and the projections where they are
// part of it. Query heads that share keys and values are rows of one product, so that shared operands count once.

import { productProblem } from '../../convolution-form.js';
import {
  type FoundLayer,
  int,
  ints,
  missingInput,
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

interface Sources {
  readonly query: OperandSource;
  readonly key: OperandSource;
  readonly value: OperandSource;
}

function attentionLayers(
  { batch, heads, keyHeads, queries, keys, width, valueWidth }: Heads,
  sources: Sources,
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

const separate: Sources = { query: { input: 0 }, key: { input: 1 }, value: { input: 2 } };
const packedSources: Sources = { query: { input: 0 }, key: { input: 0 }, value: { input: 0 } };

function operator(read: (context: OperatorContext) => Heads | string, pasts: readonly [number, number]): Operator {
  return {
    infer(context) {
      const heads = read(context);
      if (typeof heads === 'string') return heads;
      const { type, shape } = context.inputs[0]!;
      const { batch, queries, valueWidth, width, keyHeads, keys } = heads;
      const four = shape.length === 4;
      const output = four ? [batch, heads.heads, queries, valueWidth] : [batch, queries, heads.heads * valueWidth];
      const present = [width, valueWidth].map((one): Value => ({ shape: [batch, keyHeads, keys, one], type }));
      return [{ shape: output, type }, ...present, { shape: [batch, heads.heads, queries, keys], type }];
    },
    layers(context) {
      const heads = read(context);
      if (typeof heads === 'string') return heads;
      const { inputs } = context;
      const sources = {
        query: separate.query,
        key: inputs[1] ? separate.key : inputs[pasts[0]] ? { input: pasts[0] } : packedSources.key,
        value: inputs[2] ? separate.value : packedSources.value,
      };
      return attentionLayers(heads, sources);
    },
  };
}

/** How many keys there were before. */
function pastOf({ inputs }: OperatorContext, index: number): number {
  const past = inputs[index];
  return past && past.shape.length >= 4 ? past.shape.at(-2)! : 0;
}

const unfit = (query: Value, heads: number): string =>
  `queries ${shapeText(query.shape)} do not divide into ${heads} heads`;

/** Heads apart ([batch, heads, tokens, width]) or side by side ([batch, tokens, heads * width]). */
function standard(context: OperatorContext): Heads | string {
  const [query, key, value] = context.inputs;
  if (!query || !key || !value) return missingInput(query ? (key ? 2 : 1) : 0);
  const past = pastOf(context, 4);
  if (query.shape.length === 4) {
    const [batch, heads, queries, width] = query.shape as [number, number, number, number];
    const [, keyHeads, keys] = key.shape as [number, number, number];
    return { batch, heads, keyHeads, queries, keys: keys + past, width, valueWidth: value.shape[3]! };
  }
  const heads = int(context, 'q_num_heads', 0);
  const keyHeads = int(context, 'kv_num_heads', heads);
  const [batch, queries, hidden] = query.shape as [number, number, number];
  if (heads < 1 || hidden % heads !== 0) return unfit(query, heads);
  const [width, valueWidth] = [hidden / heads, value.shape[2]! / keyHeads];
  return { batch, heads, keyHeads, queries, keys: key.shape[1]! + past, width, valueWidth };
}

function multiHead(context: OperatorContext): Heads | string {
  const [query, key, value] = context.inputs;
  const heads = int(context, 'num_heads', 0);
  if (!query) return missingInput(0);
  if (query.shape.length === 5) {
    const [batch, queries, , , width] = query.shape as [number, number, number, number, number];
    return { batch, heads, keyHeads: heads, queries, keys: queries, width, valueWidth: width };
  }
  const [batch, queries, hidden] = query.shape as [number, number, number];
  if (heads < 1 || hidden % heads !== 0) return unfit(query, heads);
  const width = hidden / heads;
  const past = pastOf(context, 6);
  if (!key) return { batch, heads, keyHeads: heads, queries, keys: queries + past, width, valueWidth: width };
  const apart = key.shape.length === 4;
  const keys = (apart ? key.shape[2]! : key.shape[1]!) + (apart ? 0 : past);
  const valueWidth = !value ? width : value.shape.length === 4 ? value.shape[3]! : value.shape[2]! / heads;
  return { batch, heads, keyHeads: heads, queries, keys, width, valueWidth };
}

function grouped(context: OperatorContext): Heads | string {
  const [query, key] = context.inputs;
  const heads = int(context, 'num_heads', 0);
  const keyHeads = int(context, 'kv_num_heads', heads);
  if (!query) return missingInput(0);
  const [batch, queries, hidden] = query.shape as [number, number, number];
  const parts = key ? heads : heads + 2 * keyHeads;
  if (parts < 1 || hidden % parts !== 0) return unfit(query, parts);
  const width = hidden / parts;
  const total = context.inputs[6]?.data?.[0];
  return { batch, heads, keyHeads, queries, keys: total ?? queries + pastOf(context, 3), width, valueWidth: width };
}

/** With the three projections inside. */
function projected(context: OperatorContext): (Heads & { readonly inside: number; readonly outside: number }) | string {
  const [data, weights] = context.inputs;
  const heads = int(context, 'num_heads', 0);
  if (!data || !weights) return missingInput(data ? 1 : 0);
  const [batch, queries, inside] = data.shape as [number, number, number];
  const outside = weights.shape[1]!;
  const given = ints(context, 'qkv_hidden_sizes');
  const sizes = given && given.length === 3 ? given : [outside / 3, outside / 3, outside / 3];
  if (heads < 1 || sizes.some((size) => size % heads !== 0))
    return `${outside} columns do not divide into ${heads} heads`;
  // Scales and zero points of the quantized form stand before its past.
  const keys = queries + pastOf(context, context.node.operator === 'QAttention' ? 8 : 4);
  const [width, valueWidth] = [sizes[0]! / heads, sizes[2]! / heads];
  return { batch, heads, keyHeads: heads, queries, keys, width, valueWidth, inside, outside };
}

const withProjections: Operator = {
  infer(context) {
    const given = projected(context);
    if (typeof given === 'string') return given;
    const { type } = context.inputs[0]!;
    const { batch, queries, heads, keys, width, valueWidth } = given;
    return [
      { shape: [batch, queries, heads * valueWidth], type },
      { shape: [2, batch, heads, keys, width], type },
    ];
  },
  layers(context) {
    const given = projected(context);
    if (typeof given === 'string') return given;
    const { batch, queries, inside, outside } = given;
    const part = { part: 'projections' };
    return [
      {
        ...part,
        problem: productProblem({ rows: batch * queries, inner: inside, columns: outside }),
        operands: { Inputs: { input: 0 }, Weights: { input: 1 } },
      },
      ...attentionLayers(given, { query: part, key: part, value: part }),
    ];
  },
};

export const attention: OperatorTable = {
  Attention: operator(standard, [4, 5]),
  MultiHeadAttention: operator(multiHead, [6, 7]),
  GroupQueryAttention: operator(grouped, [3, 4]),
};

/** `com.microsoft` has another operator of the same name. */
export const attentionWithProjections: OperatorTable = { Attention: withProjections, QAttention: withProjections };
