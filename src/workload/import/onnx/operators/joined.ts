// Tensors one behind the other along an axis.

import { axisIn, fail, largestFolded, shapeText, sizeOf, type Value } from '../operator.js';

export function joined(values: readonly Value[], along: number): readonly Value[] {
  const head = values[0] ?? fail('input 0 is missing');
  const axis = axisIn(head.shape, along);
  const odd = values.find(
    ({ shape }) =>
      shape.length !== head.shape.length || shape.some((extent, at) => at !== axis && extent !== head.shape[at]),
  );
  if (odd) fail(`${shapeText(head.shape)} and ${shapeText(odd.shape)} cannot be joined along axis ${axis}`);
  const shape = head.shape.map((extent, at) =>
    at === axis ? values.reduce((sum, one) => sum + one.shape[axis]!, 0) : extent,
  );
  const { type } = head;
  if (axis > 0 || values.some((one) => !one.data) || sizeOf(shape) > largestFolded) return [{ shape, type }];
  return [{ shape, type, data: values.flatMap((one) => one.data!) }];
}
