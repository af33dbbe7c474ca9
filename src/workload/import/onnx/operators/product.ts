// Matrix products in all their spellings: one idea behind MatMul, Gemm, Einsum and attention. A product is brought to the
// convolution form of the shipped workloads (rows P, inner dimension C, columns M, groups G, and N for what is repeated over
// one set of weights), so that the constraints of every architecture apply to it.

import { type ProductBounds, productProblem } from '../../convolution-form.js';
import { asConvolution } from '../../einsum-form.js';
import type { LayerProblem } from '../../workload-text.js';
import {
  broadcast,
  fail,
  multiplying,
  type Operator,
  type OperatorContext,
  type OperatorTable,
  shapeText,
  table,
  type Value,
} from '../operator.js';

interface Operands {
  readonly a: Value;
  readonly b: Value;
}

/** Which inputs the operands are. */
type Places = readonly [a: number, b: number];

/** Fused products take the first dimension for that of the rows (`transBatch`), then swap the last two (`trans`). */
function operandsOf(context: OperatorContext, at: Places): Operands {
  const [a, b] = [context.input(at[0]), context.input(at[1])];
  const moved = (shape: readonly number[], name: string): readonly number[] =>
    context.int(name, 0) === 1 && shape.length > 2 ? [...shape.slice(1, -1), shape[0]!, shape.at(-1)!] : shape;
  const turned = (shape: readonly number[], name: string): readonly number[] =>
    context.int(name, 0) === 1 && shape.length > 1 ? [...shape.slice(0, -2), shape.at(-1)!, shape.at(-2)!] : shape;
  return {
    a: { ...a, shape: turned(moved(a.shape, 'transBatchA'), 'transA') },
    b: { ...b, shape: turned(moved(b.shape, 'transBatchB'), 'transB') },
  };
}

/** `Gemm` has no batches. */
function matricesOf(context: OperatorContext, at: Places): Operands {
  const found = operandsOf(context, at);
  for (const { shape } of [found.a, found.b])
    if (shape.length !== 2) fail(`it takes matrices, not ${shapeText(shape)}`);
  return found;
}

function shapeOfProduct({ a, b }: Operands): readonly number[] {
  if (a.shape.length === 0 || b.shape.length === 0) fail('a matrix product needs operands of one dimension or more');
  const rowsOfA = a.shape.length > 1 ? [a.shape.at(-2)!] : [];
  const columnsOfB = b.shape.length > 1 ? [b.shape.at(-1)!] : [];
  const batch = broadcast([a.shape.slice(0, -2), b.shape.slice(0, -2)]);
  if (!batch || a.shape.at(-1) !== b.shape.at(b.shape.length > 1 ? -2 : -1))
    return fail(`${shapeText(a.shape)} and ${shapeText(b.shape)} cannot be multiplied`);
  return [...batch, ...rowsOfA, ...columnsOfB];
}

function boundsOf({ a, b }: Operands): ProductBounds {
  const batchOf = (value: Value): readonly number[] => value.shape.slice(0, -2);
  const rank = Math.max(batchOf(a).length, batchOf(b).length);
  let [groups, repeats, wide] = [1, 1, 1];
  for (let d = 1; d <= rank; d += 1) {
    const ofA = batchOf(a).at(-d) ?? 1;
    const ofB = batchOf(b).at(-d) ?? 1;
    if (ofA > 1 && ofB > 1) groups *= ofA;
    else if (ofA > 1) repeats *= ofA;
    else wide *= ofB;
  }
  return {
    rows: a.shape.length > 1 ? a.shape.at(-2)! : 1,
    inner: a.shape.at(-1)!,
    columns: (b.shape.length > 1 ? b.shape.at(-1)! : 1) * wide,
    groups,
    repeats,
  };
}

/** `type`: of the output, where it is not that of the first operand. */
function product(at: Places, type?: number, operandsIn = operandsOf): Operator {
  const operands = { Inputs: { input: at[0] }, Weights: { input: at[1] } };
  return multiplying(
    (context) => operandsIn(context, at),
    (found) => [{ shape: shapeOfProduct(found), type: type ?? found.a.type }],
    (found) => [{ problem: productProblem(boundsOf(found)), operands }],
  );
}

/** Weights packed to blocks of a few bits: only the attributes tell their size. */
function packedOperands(context: OperatorContext): Operands {
  const a = context.input(0);
  return { a, b: { shape: [context.int('K', 0), context.int('N', 0)], type: a.type } };
}

type Equation = ReturnType<typeof readEquation>;

/** Ellipses become labels of their own, one a dimension, counted from the last. */
function readEquation(context: OperatorContext) {
  const equation = context.text('equation', '').replaceAll(/\s/g, '');
  const [left = '', right] = equation.split('->');
  const terms = left.split(',');
  if (terms.length !== context.inputs.length)
    fail(`the equation "${equation}" does not fit ${context.inputs.length} operands`);
  const extents = new Map<string, number>();
  const operands: string[][] = [];
  let widest: string[] = [];
  for (const [at, term] of terms.entries()) {
    const { shape } = context.input(at);
    const free = shape.length - term.replace('...', '').length;
    if (free < 0 || (free > 0 && !term.includes('...'))) fail(`"${term}" does not fit ${shapeText(shape)}`);
    const ellipsis = Array.from({ length: free }, (_, d) => `.${free - d}`);
    if (ellipsis.length > widest.length) widest = ellipsis;
    const labels = term.split('...').flatMap((part, index) => [...(index > 0 ? ellipsis : []), ...part]);
    for (const [d, label] of labels.entries()) {
      const known = extents.get(label) ?? 1;
      if (known !== 1 && shape[d] !== 1 && known !== shape[d])
        fail(`${label} is ${known} and ${shape[d]} in "${equation}"`);
      extents.set(label, Math.max(known, shape[d]!));
    }
    operands.push(labels);
  }
  const all = operands.flat();
  const single = [...new Set(all)]
    .filter((label) => !label.startsWith('.') && all.filter((one) => one === label).length === 1)
    .sort();
  const output =
    right === undefined
      ? [...widest, ...single]
      : right.split('...').flatMap((part, at) => [...(at > 0 ? widest : []), ...part]);
  const unknown = output.find((label) => !extents.has(label));
  if (unknown !== undefined) fail(`${unknown} stands on no left side in "${equation}"`);
  return { operands, output, extents };
}

const einsum = multiplying(
  readEquation,
  ({ output, extents }, { inputs }) => {
    return [{ shape: output.map((label) => extents.get(label)!), type: inputs[0]!.type }];
  },
  (equation, context) => {
    // One operand: a transposition or a sum. Two: a product, if nothing is summed within one of them. Others are written out.
    if (equation.operands.length === 1) return [];
    const written = writtenEinsum(equation, context);
    const form = asConvolution(written);
    const names = equation.operands.map((_, at) => operandName(at));
    const nameOf = (name: string): string => (name === form?.inputs ? 'Inputs' : form ? 'Weights' : name);
    const operands = Object.fromEntries(names.map((name, at) => [nameOf(name), { input: at }]));
    return [{ problem: form?.problem ?? written, operands }];
  },
);

const operandName = (at: number): string => `Operand${at + 1}`;

/** A dimension of 1 that is broadcast belongs to the other operand alone. */
function writtenEinsum({ operands, output, extents }: Equation, { inputs }: OperatorContext): LayerProblem {
  const labels = [...extents.keys()];
  // A label may be in lower and in upper case, and the dots of an ellipsis are no name.
  const name = (label: string): string =>
    label.startsWith('.') ? `E${label.slice(1)}` : /[A-Z]/.test(label) ? `${label}_` : label.toUpperCase();
  const ranks = (list: readonly string[]) => [...new Set(list)].map((label) => [[name(label), 1] as const]);
  const spread = (list: readonly string[], at: number): readonly string[] =>
    list.filter((label, d) => inputs[at]!.shape[d] === extents.get(label));
  const read = operands.map((list, at) => ({ name: operandName(at), projection: ranks(spread(list, at)) }));
  return {
    shape: {
      name: 'einsum',
      dimensions: labels.map(name),
      dataspaces: [...read, { name: 'Outputs', projection: ranks(output), readWrite: true }],
    },
    instance: Object.fromEntries(labels.map((label) => [name(label), extents.get(label)!])),
  };
}

/** Y[s, b, h] of a recurrent layer: its input product for all steps at once, and one product a step. */
function recurrent(gates: number): Operator {
  return multiplying(
    (context) => {
      const [data, weights, recurrence] = context.inputs;
      if (!data || !weights || !recurrence || data.shape.length !== 3) return fail('input 0 is missing');
      // Quantized weights lie transposed: [directions, hidden, gates * hidden].
      const hidden = context.int('hidden_size', 0) || Math.min(...recurrence.shape.slice(1));
      const batchFirst = context.int('layout', 0) === 1;
      const [first, second, inner] = data.shape as [number, number, number];
      const [steps, batch] = batchFirst ? [second, first] : [first, second];
      return { type: data.type, hidden, directions: weights.shape[0]!, batchFirst, steps, batch, inner };
    },
    ({ type, hidden, directions, batchFirst, steps, batch }) => {
      const state = { shape: batchFirst ? [batch, directions, hidden] : [directions, batch, hidden], type };
      const all = batchFirst ? [batch, steps, directions, hidden] : [steps, directions, batch, hidden];
      return [{ shape: all, type }, state, state];
    },
    ({ hidden, directions, steps, batch, inner }) => {
      const columns = gates * hidden;
      return [
        {
          problem: productProblem({ rows: steps * batch, inner, columns }),
          part: 'inputs',
          times: directions,
          operands: { Inputs: { input: 0 }, Weights: { input: 1 } },
        },
        {
          problem: productProblem({ rows: batch, inner: hidden, columns }),
          part: 'recurrence',
          times: directions * steps,
          operands: { Inputs: { part: 'inputs' }, Weights: { input: 2 } },
        },
      ];
    },
  );
}

export const products: OperatorTable = {
  ...table('MatMul FusedMatMul TransposeMatMul FusedMatMulActivation GemmFastGelu', product([0, 1])),
  ...table('Gemm FusedGemm GemmFloat8', product([0, 1], undefined, matricesOf)),
  MatMulInteger: product([0, 1], 6),
  ...table('MatMulIntegerToFloat DynamicQuantizeMatMul', product([0, 1], 1)),
  QLinearMatMul: product([0, 3]),
  QGemm: product([0, 3], undefined, matricesOf),
  QOrderedMatMul: product([0, 2]),
  ...table('MatMulNBits MatMulBnb4', product([0, 1], undefined, packedOperands)),
  Einsum: einsum,
  ...table('LSTM DynamicQuantizeLSTM', recurrent(4)),
  GRU: recurrent(3),
  RNN: recurrent(1),
};
