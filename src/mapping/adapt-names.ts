// A workload on an architecture whose constraints speak of a convolution: one message for all the names that are not
// known, and for a matrix product a line that can be given in place of the workload.

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Dataspace, Workload } from '../workload/workload.js';

const OF_CONVOLUTIONS = /^([CMRSNPQ]|Weights|Inputs|Outputs)$/;

/** The first complaint about an unknown name gets the advice as its hint, and stands for the others. */
export function adviseNames(diagnostics: readonly Diagnostic[], workload: Workload): readonly Diagnostic[] {
  const unknown = diagnostics.filter(isUnknownName);
  const [first] = unknown;
  const names = [...new Set(unknown.map(({ message }) => message.split(' ').at(-1)!))];
  // One name alone may be a slip as well.
  if (!first || names.filter((name) => OF_CONVOLUTIONS.test(name)).length < 2) return diagnostics;
  // A line that lacks one of the names would be refused like the workload.
  const hint =
    (names.every((name) => OF_CONVOLUTIONS.test(name)) ? adviceFor(workload) : undefined) ??
    (names.length > 1
      ? `the architecture also speaks of ${names.slice(1).join(', ')}; the workload must use its names`
      : first.hint);
  return diagnostics.flatMap((one) =>
    one === first ? [{ ...one, ...(hint !== undefined && { hint }) }] : unknown.includes(one) ? [] : [one],
  );
}

function isUnknownName({ code, message }: Diagnostic): boolean {
  return code === 'E-NAME' && /^unknown (dimension|dataspace) /.test(message);
}

/** For Z[m, n] = A[m, k] * B[k, n], whatever the names, and for several of them at once. */
function adviceFor({ dimensions, bounds, dataspaces }: Workload): string | undefined {
  const output = dataspaces.find((one) => one.readWrite);
  const [first, second, more] = dataspaces.filter((one) => !one.readWrite);
  if (!output || !first || !second || more) return undefined;
  // Sums such as p + r are no product's.
  if (dataspaces.some(({ projection }) => projection.some((rank) => rank.length !== 1))) return undefined;
  const [inputs, weights, result] = [first, second, output].map(dimensionsOf);
  const inAll = (id: number) => [inputs, weights, result].every((one) => one!.includes(id));
  const single = dimensions.map((_, id) => id).filter((id) => !inAll(id) && bounds[id]! > 1);
  const [rows, columns, depth] = [
    single.filter((id) => inputs!.includes(id) && result!.includes(id)),
    single.filter((id) => weights!.includes(id) && result!.includes(id)),
    single.filter((id) => inputs!.includes(id) && weights!.includes(id)),
  ];
  if (rows.length + columns.length + depth.length < single.length) return undefined;
  const product = (ids: readonly number[]) => ids.reduce((all, id) => all * bounds[id]!, 1);
  const batch = product(dimensions.map((_, id) => id).filter(inAll));
  const [n, m, c] = [rows, columns, depth].map(product);
  const line = `Outputs[N,M,P,Q] = Inputs[N,C,P+R,Q+S] * Weights[M,C,R,S]; N=${n}, C=${c}, M=${m}, P=1, Q=1, R=1, S=1`;
  const which = batch > 1 ? `of these ${batch} products each is` : 'this product is';
  return `the architecture speaks of a convolution; as one, ${which} '${line}', to be given in place of the workload (${first.name} are Inputs, ${second.name} Weights, ${output.name} Outputs)`;
}

function dimensionsOf({ projection }: Dataspace): readonly number[] {
  return projection.flat().map((term) => term.dimension);
}
