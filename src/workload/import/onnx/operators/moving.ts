// What operators that move data have in common: one data input, and small constants whose numbers go along.

import { largestFolded, type Operator, type OperatorContext, sizeOf, type Value } from '../operator.js';

/** A tensor of `shape` whose element at some coordinates is the input's at others. */
export function picked(
  value: Value,
  shape: readonly number[],
  from: (at: readonly number[]) => readonly number[],
): Value {
  const { type, data } = value;
  const size = sizeOf(shape);
  if (!data || size > largestFolded) return { shape, type };
  const numbers: number[] = [];
  const at = shape.map(() => 0);
  for (let index = 0; index < size; index += 1) {
    const position = from(at).reduce((sum, coordinate, axis) => sum * value.shape[axis]! + coordinate, 0);
    numbers.push(data[position]!);
    for (let axis = shape.length - 1; axis >= 0; axis -= 1) {
      at[axis]! += 1;
      if (at[axis]! < shape[axis]!) break;
      at[axis] = 0;
    }
  }
  return { shape, type, data: numbers };
}

/** Repeated to a larger shape, with which it has its last axes in common. */
export function stretched(value: Value, to: readonly number[]): Value {
  const before = to.length - value.shape.length;
  return picked(value, to, (at) => value.shape.map((extent, axis) => (extent === 1 ? 0 : (at[before + axis] ?? 0))));
}

/** Of the same data, where it is known. */
export function reshaped(
  { type, data }: { readonly type: number; readonly data?: readonly number[] | undefined },
  shape: readonly number[],
): Value {
  return data ? { shape, type, data } : { shape, type };
}

/** Pieces of these sizes along an axis, one behind the other. */
export function cut(value: Value, axis: number, sizes: readonly number[]): Value[] {
  let next = 0;
  return sizes.map((size) => {
    const start = next;
    next += size;
    const shape = value.shape.map((extent, d) => (d === axis ? size : extent));
    return picked(value, shape, (at) => at.map((one, d) => (d === axis ? one + start : one)));
  });
}

/** An operator of one data input. */
export function moving(infer: (value: Value, context: OperatorContext) => readonly Value[]): Operator {
  return { infer: (context) => infer(context.input(0), context) };
}
