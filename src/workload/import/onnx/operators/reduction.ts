// Operators that make tensors smaller: reductions over axes, and pooling.

import { productOf } from '../../../../math/product.js';
import { elementTypes } from '../model.js';
import {
  axesOf,
  axisOf,
  constantOf,
  first,
  int,
  ints,
  missingInput,
  type Operator,
  type OperatorTable,
  shapeText,
  sizeOf,
} from '../operator.js';
import { windowed } from './window.js';

const folds: Readonly<Record<string, (values: readonly number[]) => number>> = {
  ReduceSum: (values) => values.reduce((sum, one) => sum + one, 0),
  ReduceProd: (values) => productOf(values),
  ReduceMax: (values) => Math.max(...values),
  ReduceMin: (values) => Math.min(...values),
};

const reduce: Operator = {
  infer(context) {
    const value = first(context);
    if (!value) return missingInput(0);
    const { node, inputs } = context;
    const rank = value.shape.length;
    const attribute = ints(context, 'axes');
    const given = attribute ?? (inputs[1] && sizeOf(inputs[1].shape) > 0 ? constantOf(context, 1, 'axes') : []);
    if (typeof given === 'string') return given;
    const keepsAll = given.length === 0 && int(context, 'noop_with_empty_axes', 0) === 1;
    const axes = given.length === 0 && !keepsAll ? value.shape.map((_, at) => at) : axesOf(given, rank);
    if (typeof axes === 'string') return axes;
    const keeps = int(context, 'keepdims', 1) === 1;
    const shape = value.shape.flatMap((extent, at) => (!axes.includes(at) ? [extent] : keeps ? [1] : []));
    const { type, data } = value;
    const fold = folds[node.operator];
    const whole = axes.length === rank || rank === 0;
    return [fold && data && whole ? { shape, type, data: [fold(data)] } : { shape, type }];
  },
};

const argument: Operator = {
  infer(context) {
    const value = first(context);
    if (!value) return missingInput(0);
    const axis = axisOf(int(context, 'axis', 0), value.shape.length);
    if (axis === undefined) return `axis ${int(context, 'axis', 0)} does not exist in ${shapeText(value.shape)}`;
    const kept = int(context, 'keepdims', 1) === 1 ? [1] : [];
    return [
      { shape: [...value.shape.slice(0, axis), ...kept, ...value.shape.slice(axis + 1)], type: elementTypes.int64 },
    ];
  },
};

/** Over a window; the second output of MaxPool says where the maxima were. */
const pool: Operator = {
  infer(context) {
    const value = first(context);
    if (!value) return missingInput(0);
    const kernel = ints(context, 'kernel_shape');
    if (!kernel) return 'it has no kernel_shape';
    const last = int(context, 'channels_last', 0) === 1 || context.node.operator.startsWith('Nhwc');
    const spatial = last ? value.shape.slice(1, -1) : value.shape.slice(2);
    const extents = windowed(context, { spatial, kernel });
    if (typeof extents === 'string') return extents;
    const [batch = 1] = value.shape;
    const shape = last ? [batch, ...extents, value.shape.at(-1)!] : [batch, value.shape[1] ?? 1, ...extents];
    return context.node.outputs.map((_, at) => ({ shape, type: at === 0 ? value.type : elementTypes.int64 }));
  },
};

const globalPool: Operator = {
  infer(context) {
    const value = first(context);
    if (!value) return missingInput(0);
    const last = int(context, 'channels_last', 0) === 1;
    const rank = value.shape.length;
    const shape = value.shape.map((extent, at) => (at === 0 || at === (last ? rank - 1 : 1) ? extent : 1));
    return [{ shape, type: value.type }];
  },
};

function table(names: string, operator: Operator): OperatorTable {
  return Object.fromEntries(names.split(' ').map((name) => [name, operator]));
}

export const reduction: OperatorTable = {
  ...table(
    'ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd ReduceSum ReduceSumSquare',
    reduce,
  ),
  ...table('ArgMax ArgMin', argument),
  ...table('AveragePool LpPool MaxPool NhwcMaxPool QLinearAveragePool', pool),
  ...table('GlobalAveragePool GlobalLpPool GlobalMaxPool QLinearGlobalAveragePool', globalPool),
};
