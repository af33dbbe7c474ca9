// A matrix product on an architecture whose constraints speak of a convolution: how to state it so that they fit, in one
// line that can be copied.

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Dataspace, Workload } from '../workload/workload.js';

/** The first complaint about an unknown name gets the advice as its hint, and stands for the others. */
export function adviseNames(diagnostics: readonly Diagnostic[], workload: Workload): readonly Diagnostic[] {
  const first = diagnostics.find(isUnknownName);
  const wanted = / ([CMRSNPQ]|Weights|Inputs|Outputs)$/.test(first?.message ?? '');
  const bounds = wanted ? productBounds(workload) : undefined;
  if (!first || !bounds) return diagnostics;
  const { rows, columns, depth } = bounds;
  const hint = `the architecture speaks of a convolution; as one, this product is {shape: cnn-layer, instance: {N: ${rows}, C: ${depth}, M: ${columns}, P: 1, Q: 1, R: 1, S: 1}}, with Inputs ${bounds.inputs}, Weights ${bounds.weights} and Outputs ${bounds.outputs}`;
  return diagnostics.flatMap((one) => (one === first ? [{ ...one, hint }] : isUnknownName(one) ? [] : [one]));
}

function isUnknownName({ code, message }: Diagnostic): boolean {
  return code === 'E-NAME' && /^unknown (dimension|dataspace) /.test(message);
}

/** Bounds of Z[m, n] = A[m, k] * B[k, n], whatever the names. */
function productBounds({ dimensions, bounds, dataspaces }: Workload) {
  const output = dataspaces.find((one) => one.readWrite);
  const [first, second, more] = dataspaces.filter((one) => !one.readWrite);
  if (dimensions.length !== 3 || !output || !first || !second || more) return undefined;
  const [inputs, weights, result] = [first, second, output].map(dimensionsOf);
  const depth = inputs!.find((id) => weights!.includes(id) && !result!.includes(id));
  const rows = inputs!.find((id) => id !== depth);
  const columns = weights!.find((id) => id !== depth);
  if (depth === undefined || rows === undefined || columns === undefined || rows === columns) return undefined;
  const of = { inputs: first.name, weights: second.name, outputs: output.name };
  return { rows: bounds[rows]!, columns: bounds[columns]!, depth: bounds[depth]!, ...of };
}

function dimensionsOf({ projection }: Dataspace): readonly number[] {
  return projection.flat().map((term) => term.dimension);
}
