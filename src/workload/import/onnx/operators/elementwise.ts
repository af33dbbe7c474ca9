// Operators whose output has the shape of their first input, or of their inputs broadcast. Their numbers are computed
// where they are small constants, because exporters compute shapes with them.

import { elementTypes } from '../model.js';
import {
  broadcast,
  fail,
  largestFolded,
  type Operator,
  type OperatorContext,
  type OperatorTable,
  shapeText,
  sizeOf,
  table,
  type Value,
} from '../operator.js';
import { moving, reshaped, stretched } from './moving.js';

const isWhole = (type: number): boolean => [2, 3, 4, 5, 6, 7, 12, 13].includes(type);

const unary: Readonly<Record<string, (value: number, type: number) => number>> = {
  Abs: Math.abs,
  Ceil: Math.ceil,
  Exp: Math.exp,
  Floor: Math.floor,
  Identity: (value) => value,
  Log: Math.log,
  Neg: (value) => -value,
  Not: (value) => (value === 0 ? 1 : 0),
  Reciprocal: (value) => 1 / value,
  Relu: (value) => Math.max(0, value),
  Round: (value) => (Math.abs(value % 1) === 0.5 ? 2 * Math.round(value / 2) : Math.round(value)),
  Sign: Math.sign,
  Sqrt: Math.sqrt,
};

const binary: Readonly<Record<string, (a: number, b: number, type: number) => number>> = {
  Add: (a, b) => a + b,
  And: (a, b) => a && b,
  Div: (a, b, type) => (isWhole(type) ? Math.trunc(a / b) : a / b),
  Equal: (a, b) => Number(a === b),
  Greater: (a, b) => Number(a > b),
  GreaterOrEqual: (a, b) => Number(a >= b),
  Less: (a, b) => Number(a < b),
  LessOrEqual: (a, b) => Number(a <= b),
  Max: Math.max,
  Min: Math.min,
  // As Python's: the sign of the divisor.
  Mod: (a, b) => a - b * Math.floor(a / b),
  Mul: (a, b) => a * b,
  Or: (a, b) => a || b,
  Pow: (a, b) => a ** b,
  Sub: (a, b) => a - b,
  Xor: (a, b) => Number((a === 0) !== (b === 0)),
};

const comparisons: ReadonlySet<string> = new Set(
  'Equal Greater GreaterOrEqual Less LessOrEqual And Or Xor Not'.split(' '),
);

/** The shape of the first input, whatever else goes in; further outputs (masks, statistics) are not looked at by anybody. */
const sameShape = moving(({ shape, type: given, data }, { node: { operator, outputs } }) => {
  const compute = unary[operator];
  const type = comparisons.has(operator) ? elementTypes.bool : given;
  const computed = compute && data?.map((one) => compute(one, given));
  return outputs.map((_, at) => reshaped({ type, data: at === 0 ? computed : undefined }, shape));
});

/** A normalization; its further outputs are the statistics: one a channel, or one for what lies before the axis. */
const normalization = moving(({ shape, type }, context) => {
  const { operator, outputs } = context.node;
  const axis = context.int('axis', -1);
  const from = axis < 0 ? axis + shape.length : axis;
  const perChannel = operator === 'BatchNormalization';
  const statistics = perChannel ? [shape[1] ?? 1] : shape.map((extent, at) => (at < from ? extent : 1));
  // What is added on the way comes out last, in full.
  const whole = (at: number): boolean => at === 0 || (at === 3 && operator.startsWith('Skip'));
  return outputs.map((_, at) => ({ shape: whole(at) ? shape : statistics, type }));
});

/** Which inputs are broadcast; the others (scales, zero points) are not data. */
function broadcasting(which: (context: OperatorContext) => readonly number[]): Operator {
  return {
    infer(context) {
      const { operator, domain } = context.node;
      const first = context.input(0);
      const given = which(context).map((index) => context.input(index));
      const shapes = given.map((one) => one.shape);
      // Before version 7 the first input gave the shape, and an attribute said how the second was laid on it.
      const laidOnFirst = context.opset < 7 && domain === '' && context.int('broadcast', 0) === 1;
      const shape =
        (laidOnFirst ? first.shape : broadcast(shapes)) ??
        fail(`shapes ${shapes.map(shapeText).join(' and ')} do not fit together`);
      const type = comparisons.has(operator) ? elementTypes.bool : given.at(operator.endsWith('Where') ? 1 : 0)!.type;
      return [reshaped({ type, data: computed(operator, given, shape) }, shape)];
    },
  };
}

function computed(operator: string, values: readonly Value[], shape: readonly number[]): readonly number[] | undefined {
  if (values.some((value) => value.data === undefined) || sizeOf(shape) > largestFolded) return undefined;
  const spread = values.map((value) => stretched(value, shape).data!);
  if (operator === 'Where') return spread[0]!.map((chosen, at) => spread[chosen === 0 ? 2 : 1]![at]!);
  const compute = binary[operator];
  const { type } = values[0]!;
  if (!compute) return undefined;
  return spread.reduce((left, right) => left.map((one, at) => compute(one, right[at]!, type)));
}

const allInputs = broadcasting(({ inputs }) => inputs.map((_, at) => at));

const cast = moving(({ shape, type: given, data }, context) => {
  const type = context.node.operator === 'CastLike' ? (context.inputs[1]?.type ?? given) : context.int('to', given);
  const whole = isWhole(type);
  const converted = data?.map((one) =>
    type === elementTypes.bool ? Number(one !== 0) : whole ? Math.trunc(one) : one,
  );
  return [reshaped({ type, data: converted }, shape)];
});

/** Scales and zero points are small: the shape of the data, then two scalars. */
const dynamicQuantize = moving(({ shape }) => [
  { shape, type: 2 },
  { shape: [], type: 1 },
  { shape: [], type: 2 },
]);

export const elementwise: OperatorTable = {
  ...table(
    'Abs Acos Acosh Asin Asinh Atan Atanh BitwiseNot Ceil Celu Clip Cos Cosh CumProd CumSum DequantizeLinear ' +
      'Dropout Elu Erf Exp EyeLike Floor Gelu GroupNormalization HardSigmoid HardSwish Hardmax Identity ImageScaler ' +
      'InstanceNormalization IsInf IsNaN LRN LeakyRelu Log LogSoftmax LpNormalization MeanVarianceNormalization Mish Neg Not ' +
      'ParametricSoftplus QuantizeLinear Reciprocal Relu ReverseSequence RotaryEmbedding Round ' +
      'Scale ScaledTanh Scatter ScatterElements ScatterND Selu Shrink Sigmoid Sign Sin Sinh Softmax Softplus Softsign Sqrt Swish ' +
      'Tan Tanh TensorScatter ThresholdedRelu Trilu PRelu ' +
      'BiasGelu FastGelu QuickGelu BiasAdd GroupNorm SkipGroupNorm QLinearSigmoid QLinearLeakyRelu QLinearSoftmax MemcpyFromHost MemcpyToHost ' +
      'BiasSoftmax QOrderedGelu QOrderedLayerNormalization QuantizeWithOrder DequantizeWithOrder',
    sameShape,
  ),
  ...table('Bernoulli RandomNormalLike RandomUniformLike', { ...sameShape, random: true }),
  ...table(
    'BatchNormalization LayerNormalization RMSNormalization SimplifiedLayerNormalization SkipLayerNormalization SkipSimplifiedLayerNormalization',
    normalization,
  ),
  ...table(
    'Add And BitShift BitwiseAnd BitwiseOr BitwiseXor Div Equal Greater GreaterOrEqual Less LessOrEqual Max Mean Min Mod Mul Or Pow Sub Sum Xor',
    allInputs,
  ),
  Where: broadcasting(() => [0, 1, 2]),
  QLinearWhere: broadcasting(() => [0, 1, 4]),
  ...table(
    'QLinearAdd QLinearMul',
    broadcasting(() => [0, 3]),
  ),
  ...table('Cast CastLike', cast),
  DynamicQuantizeLinear: dynamicQuantize,
};
