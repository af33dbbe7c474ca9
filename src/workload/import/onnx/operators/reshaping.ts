// Operators that give data another shape, join it or repeat it, and those that make constants: what exporters compute shapes with.

import { elementTypes } from '../model.js';
import {
  axesOf,
  broadcast,
  fail,
  largestFolded,
  type Operator,
  type OperatorTable,
  shapeText,
  sizeOf,
} from '../operator.js';
import { joined } from './joined.js';
import { moving, picked, reshaped, stretched } from './moving.js';

const { int64 } = elementTypes;

const reshape = moving((value, context) => {
  const wanted = context.neededList('shape', 1);
  const keepsZero = context.int('allowzero', 0) === 1;
  const shape = wanted.map((extent, at) => (extent === 0 && !keepsZero ? (value.shape[at] ?? 0) : extent));
  const open = shape.indexOf(-1);
  const size = sizeOf(value.shape);
  if (open >= 0) shape[open] = size / sizeOf(shape.filter((_, at) => at !== open));
  if (shape.some((extent) => !Number.isInteger(extent) || extent < 0) || sizeOf(shape) !== size)
    fail(`${shapeText(value.shape)} cannot be reshaped to ${shapeText(wanted)}`);
  return [reshaped(value, shape)];
});

const flatten = moving((value, context) => {
  const axis = context.int('axis', 1);
  const at = axis < 0 ? axis + value.shape.length : axis;
  return [reshaped(value, [sizeOf(value.shape.slice(0, at)), sizeOf(value.shape.slice(at))])];
});

const squeeze = moving((value, context) => {
  const given = context.list('axes', 1);
  const axes = given && axesOf(given, value.shape.length);
  const shape = value.shape.filter((extent, at) => (axes ? !axes.includes(at) : extent !== 1));
  return [reshaped(value, shape)];
});

const unsqueeze = moving((value, context) => {
  const given = context.neededList('axes', 1);
  const axes = axesOf(given, value.shape.length + given.length);
  const shape = [...value.shape];
  for (const axis of axes.toSorted((a, b) => a - b)) shape.splice(axis, 0, 1);
  return [reshaped(value, shape)];
});

const transpose = moving((value, context) => {
  const rank = value.shape.length;
  const given = context.ints('perm');
  const order = given && given.length > 0 ? given : value.shape.map((_, at) => rank - 1 - at);
  if (order.length !== rank) fail(`a permutation of ${order.length} axes does not fit ${shapeText(value.shape)}`);
  const axes = axesOf(order, rank);
  const shape = axes.map((axis) => value.shape[axis]!);
  return [picked(value, shape, (at) => value.shape.map((_, axis) => at[axes.indexOf(axis)]!))];
});

const concat: Operator = {
  infer(context) {
    // The quantized form lists a scale and a zero point for the result, then three inputs a tensor.
    const quantized = context.node.operator === 'QLinearConcat';
    const values = context.inputs.flatMap((value, at) =>
      value && (!quantized || (at >= 2 && (at - 2) % 3 === 0)) ? [value] : [],
    );
    return joined(values, context.int('axis', 1));
  },
};

const expand = moving((value, context) => {
  const wanted = context.constant(1, 'shape');
  const shape =
    broadcast([value.shape, wanted]) ?? fail(`${shapeText(value.shape)} cannot be expanded to ${shapeText(wanted)}`);
  return [stretched(value, shape)];
});

const tile = moving((value, context) => {
  const repeats = context.constant(1, 'repeats');
  const shape = value.shape.map((extent, at) => extent * (repeats[at] ?? 1));
  return [picked(value, shape, (at) => at.map((one, axis) => one % value.shape[axis]!))];
});

const shapeOf = moving((value, context) => {
  const rank = value.shape.length;
  const at = (position: number): number => Math.max(0, Math.min(rank, position < 0 ? position + rank : position));
  const data = value.shape.slice(at(context.int('start', 0)), at(context.int('end', rank)));
  return [{ shape: [data.length], type: int64, data }];
});

const constant: Operator = {
  infer(context) {
    const { attributes } = context.node;
    const tensor = attributes.get('value')?.t ?? attributes.get('sparse_value')?.t;
    if (tensor) return [{ shape: tensor.shape, type: tensor.type, ...(tensor.data && { data: tensor.data }) }];
    const one = attributes.get('value_int')?.i ?? attributes.get('value_float')?.f;
    if (one !== undefined) return [{ shape: [], type: attributes.has('value_int') ? int64 : 1, data: [one] }];
    const whole = attributes.get('value_ints')?.ints;
    const list = whole ?? attributes.get('value_floats')?.floats;
    if (list) return [{ shape: [list.length], type: whole ? int64 : 1, data: list }];
    const strings = attributes.get('value_strings')?.strings;
    if (strings) return [{ shape: [strings.length], type: 8 }];
    return attributes.size > 0 ? [{ shape: [], type: 8 }] : fail('a constant has no value');
  },
};

const constantOfShape: Operator = {
  infer(context) {
    const shape = context.constant(0, 'shape');
    const value = context.node.attributes.get('value')?.t;
    const type = value?.type ?? 1;
    if (sizeOf(shape) > largestFolded) return [{ shape, type }];
    return [{ shape, type, data: Array.from({ length: sizeOf(shape) }, () => value?.data?.[0] ?? 0) }];
  },
};

const range: Operator = {
  infer(context) {
    const given = ['start', 'limit', 'delta'].map((name, at) => context.constant(at, name)[0]);
    const [from, to, by] = given as [number, number, number];
    const length = Math.max(0, Math.ceil((to - from) / by));
    const { type } = context.inputs[0]!;
    if (!Number.isSafeInteger(length)) fail(`a range from ${from} to ${to} by ${by} has no length`);
    if (length > largestFolded) return [{ shape: [length], type }];
    return [{ shape: [length], type, data: Array.from({ length }, (_, at) => from + at * by) }];
  },
};

export const reshaping: OperatorTable = {
  Reshape: reshape,
  Flatten: flatten,
  Squeeze: squeeze,
  Unsqueeze: unsqueeze,
  Transpose: transpose,
  Concat: concat,
  QLinearConcat: concat,
  Expand: expand,
  Tile: tile,
  Shape: shapeOf,
  Size: moving((value) => [{ shape: [], type: int64, data: [sizeOf(value.shape)] }]),
  Constant: constant,
  ConstantOfShape: constantOfShape,
  Range: range,
};
