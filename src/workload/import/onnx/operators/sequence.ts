// Lists of tensors, which exporters make where parts of a tensor are taken one by one: a value with items instead of a shape.

import {
  axesOf,
  axisOf,
  fail,
  type Operator,
  type OperatorContext,
  type OperatorTable,
  type Value,
} from '../operator.js';
import { joined } from './joined.js';
import { cut, moving } from './moving.js';

function listOf(items: readonly Value[]): Value {
  return { shape: [], type: items[0]?.type ?? 1, items };
}

/** The items of the first input, and a position among them from another one. */
function positionIn(context: OperatorContext, index: number, last: number): number {
  const given = context.inputs[index] ? context.constant(index, 'position')[0]! : last;
  const position = given < 0 ? given + last + 1 : given;
  if (!(position >= 0 && position <= last)) fail(`there is no position ${given} in a list of ${last + 1}`);
  return position;
}

function withItems(infer: (items: readonly Value[], context: OperatorContext) => readonly Value[]): Operator {
  return {
    infer: (context) => infer(context.inputs[0]?.items ?? fail('its first input is no list of tensors'), context),
  };
}

/** In parts of one size, of the sizes given, or one by one. */
const split = moving((value, context) => {
  const sizesInput = context.inputs[1];
  const axis = axesOf([context.int('axis', 0)], value.shape.length)[0]!;
  const given = sizesInput ? context.constant(1, 'split') : [1];
  const extent = value.shape[axis]!;
  const size = given[0] ?? 1;
  const equal = !sizesInput || sizesInput.shape.length === 0;
  if (equal && size < 1) fail(`parts of ${size} never end`);
  const sizes = equal
    ? Array.from({ length: Math.ceil(extent / size) }, (_, part) => Math.min(size, extent - part * size))
    : given;
  if (sizes.reduce((sum, one) => sum + one, 0) !== extent) fail(`${extent} cannot be split into ${sizes.join(' + ')}`);
  const dropped = !sizesInput && context.int('keepdims', 1) === 0;
  const parts = cut(value, axis, sizes);
  return [listOf(dropped ? parts.map((part) => ({ ...part, shape: part.shape.toSpliced(axis, 1) })) : parts)];
});

const take = withItems((items, context) => [items[positionIn(context, 1, items.length - 1)]!]);

const insert = withItems((items, context) => {
  const value = context.input(1);
  return [listOf(items.toSpliced(positionIn(context, 2, items.length), 0, value))];
});

const erase = withItems((items, context) => {
  return [listOf(items.toSpliced(positionIn(context, 1, items.length - 1), 1))];
});

const concat = withItems((items, context) => {
  if (context.int('new_axis', 0) === 0) return joined(items, context.int('axis', 0));
  const rank = items[0]?.shape.length ?? 0;
  const axis = axisOf(context.int('axis', 0), rank + 1) ?? 0;
  const stacked = items.map((one) => ({ ...one, shape: one.shape.toSpliced(axis, 0, 1) }));
  return joined(stacked, axis);
});

export const sequences: OperatorTable = {
  SequenceEmpty: { infer: () => [listOf([])] },
  SequenceConstruct: { infer: ({ inputs }) => [listOf(inputs.flatMap((value) => value ?? []))] },
  SplitToSequence: split,
  SequenceAt: take,
  SequenceInsert: insert,
  SequenceErase: erase,
  SequenceLength: withItems((items) => [{ shape: [], type: 7, data: [items.length] }]),
  ConcatFromSequence: concat,
};
