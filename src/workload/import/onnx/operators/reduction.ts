// Operators that make tensors smaller: reductions over axes, and pooling.

import { productOf } from '../../../../math/product.js';
import { elementTypes } from '../model.js';
import { axesOf, axisIn, fail, type OperatorTable, sizeOf, table } from '../operator.js';
import { moving } from './moving.js';
import { imageOf, imageShape, isChannelsLast, windowed } from './window.js';

const folds: Readonly<Record<string, (values: readonly number[]) => number>> = {
  ReduceSum: (values) => values.reduce((sum, one) => sum + one, 0),
  ReduceProd: (values) => productOf(values),
  ReduceMax: (values) => Math.max(...values),
  ReduceMin: (values) => Math.min(...values),
};

const reduce = moving(({ shape: given, type, data }, context) => {
  const { node, inputs } = context;
  const rank = given.length;
  const attribute = context.ints('axes');
  const listed = attribute ?? (inputs[1] && sizeOf(inputs[1].shape) > 0 ? context.constant(1, 'axes') : []);
  const keepsAll = listed.length === 0 && context.int('noop_with_empty_axes', 0) === 1;
  const axes = listed.length === 0 && !keepsAll ? given.map((_, at) => at) : axesOf(listed, rank);
  const keeps = context.int('keepdims', 1) === 1;
  const shape = given.flatMap((extent, at) => (!axes.includes(at) ? [extent] : keeps ? [1] : []));
  const fold = folds[node.operator];
  const whole = axes.length === rank || rank === 0;
  return [fold && data && whole ? { shape, type, data: [fold(data)] } : { shape, type }];
});

const argument = moving(({ shape }, context) => {
  const axis = axisIn(shape, context.int('axis', 0));
  const kept = context.int('keepdims', 1) === 1 ? [1] : [];
  return [{ shape: shape.toSpliced(axis, 1, ...kept), type: elementTypes.int64 }];
});

/** Over a window; the second output of MaxPool says where the maxima were. */
const pool = moving((value, context) => {
  const kernel = context.ints('kernel_shape') ?? fail('it has no kernel_shape');
  const image = imageOf(value, context);
  const shape = imageShape({ ...image, spatial: windowed(context, { ...image, kernel }) });
  return context.node.outputs.map((_, at) => ({ shape, type: at === 0 ? value.type : elementTypes.int64 }));
});

const globalPool = moving(({ shape, type }, context) => {
  const channels = isChannelsLast(context) ? shape.length - 1 : 1;
  return [{ shape: shape.map((extent, at) => (at === 0 || at === channels ? extent : 1)), type }];
});

export const reduction: OperatorTable = {
  ...table(
    'ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd ReduceSum ReduceSumSquare',
    reduce,
  ),
  ...table('ArgMax ArgMin', argument),
  ...table('AveragePool LpPool MaxPool NhwcMaxPool QLinearAveragePool', pool),
  ...table('GlobalAveragePool GlobalLpPool GlobalMaxPool QLinearGlobalAveragePool', globalPool),
};
