// Lists of tensors, which exporters make where parts of a tensor are taken one by one: a value with items instead of a shape.

import { axisOf, constantOf, int, missingInput, type Operator, type OperatorContext, type Value } from '../operator.js';
import { joined } from './joined.js';
import { cut, moving } from './moving.js';

function listOf(items: readonly Value[]): Value {
  return { shape: [], type: items[0]?.type ?? 1, items };
}

/** The items of the first input, and a position among them from another one. */
function at(context: OperatorContext, input: number, last: number): number | string {
  const given = context.inputs[input] ? constantOf(context, input, 'position') : [last];
  if (typeof given === 'string') return given;
  const position = given[0]! < 0 ? given[0]! + last + 1 : given[0]!;
  return position >= 0 && position <= last ? position : `there is no position ${given[0]} in a list of ${last + 1}`;
}

function withItems(infer: (items: readonly Value[], context: OperatorContext) => readonly Value[] | string): Operator {
  return {
    infer(context) {
      const items = context.inputs[0]?.items;
      return items ? infer(items, context) : 'its first input is no list of tensors';
    },
  };
}

/** In parts of one size, of the sizes given, or one by one. */
const split = moving((value, context) => {
  const sizesInput = context.inputs[1];
  const axis = axisOf(int(context, 'axis', 0), value.shape.length);
  if (axis === undefined) return `axis ${int(context, 'axis', 0)} does not exist in ${value.shape.length} dimensions`;
  const given = sizesInput ? constantOf(context, 1, 'split') : [1];
  if (typeof given === 'string') return given;
  const extent = value.shape[axis]!;
  const size = given[0] ?? 1;
  const equal = !sizesInput || sizesInput.shape.length === 0;
  if (equal && size < 1) return `parts of ${size} never end`;
  const sizes = equal
    ? Array.from({ length: Math.ceil(extent / size) }, (_, part) => Math.min(size, extent - part * size))
    : given;
  if (sizes.reduce((sum, one) => sum + one, 0) !== extent) return `${extent} cannot be split into ${sizes.join(' + ')}`;
  const dropped = !sizesInput && int(context, 'keepdims', 1) === 0;
  const parts = cut(value, axis, sizes);
  return [listOf(dropped ? parts.map((part) => ({ ...part, shape: part.shape.toSpliced(axis, 1) })) : parts)];
});

const take = withItems((items, context) => {
  const position = at(context, 1, items.length - 1);
  return typeof position === 'string' ? position : [items[position]!];
});

const insert = withItems((items, context) => {
  const position = at(context, 2, items.length);
  const value = context.inputs[1];
  if (typeof position === 'string' || !value) return value ? (position as string) : missingInput(1);
  return [listOf(items.toSpliced(position, 0, value))];
});

const erase = withItems((items, context) => {
  const position = at(context, 1, items.length - 1);
  return typeof position === 'string' ? position : [listOf(items.toSpliced(position, 1))];
});

const concat = withItems((items, context) => {
  if (int(context, 'new_axis', 0) === 0) return joined(items, int(context, 'axis', 0));
  const rank = items[0]?.shape.length ?? 0;
  const axis = axisOf(int(context, 'axis', 0), rank + 1) ?? 0;
  const stacked = items.map((one) => ({ ...one, shape: one.shape.toSpliced(axis, 0, 1) }));
  return joined(stacked, axis);
});

export const sequences: Readonly<Record<string, Operator>> = {
  SequenceEmpty: { infer: () => [listOf([])] },
  SequenceConstruct: { infer: ({ inputs }) => [listOf(inputs.flatMap((value) => value ?? []))] },
  SplitToSequence: split,
  SequenceAt: take,
  SequenceInsert: insert,
  SequenceErase: erase,
  SequenceLength: withItems((items) => [{ shape: [], type: 7, data: [items.length] }]),
  ConcatFromSequence: concat,
};
