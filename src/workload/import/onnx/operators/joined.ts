// Tensors one behind the other along an axis.

import { axisOf, type Inferred, largestFolded, missingInput, shapeText, sizeOf, type Value } from '../operator.js';

export function joined(values: readonly Value[], along: number): Inferred {
  const [head] = values;
  if (!head) return missingInput(0);
  const axis = axisOf(along, head.shape.length);
  if (axis === undefined) return `axis ${along} does not exist in ${shapeText(head.shape)}`;
  const odd = values.find(
    ({ shape }) =>
      shape.length !== head.shape.length || shape.some((extent, at) => at !== axis && extent !== head.shape[at]),
  );
  if (odd) return `${shapeText(head.shape)} and ${shapeText(odd.shape)} cannot be joined along axis ${axis}`;
  const shape = head.shape.map((extent, at) =>
    at === axis ? values.reduce((sum, one) => sum + one.shape[axis]!, 0) : extent,
  );
  const { type } = head;
  if (axis > 0 || values.some((one) => !one.data) || sizeOf(shape) > largestFolded) return [{ shape, type }];
  return [{ shape, type, data: values.flatMap((one) => one.data!) }];
}
