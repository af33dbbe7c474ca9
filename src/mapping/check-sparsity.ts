// Whether the sparse optimizations of an architecture mean something for the workload at hand: their names, and what the
// model covers.

import type { Architecture, StorageLevel } from '../arch/architecture.js';
import { genericMachine } from '../arch/machine-section.js';
import { everyDimension } from '../arch/sparse/sparsity.js';
import { type Diagnostic, error } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../diagnostics/suggestion.js';
import type { Located } from '../spec/spec.js';
import type { Workload } from '../workload/workload.js';

export function checkSparsity(workload: Workload, architecture: Architecture): Diagnostic[] {
  const { compute, levels, machine } = architecture;
  if (compute.sparsity === undefined) return [];
  const found: Diagnostic[] = levels.flatMap((level) => checkLevel(level, workload));
  const inputs = workload.dataspaces.filter(({ readWrite }) => !readWrite);
  if (inputs.length !== 2) {
    const names = inputs.map(({ name }) => name).join(', ') || 'none';
    const message = `sparse optimizations need a compute of two operands, ${workload.name} has ${inputs.length} (${names})`;
    const hint = 'leave sparse_optimizations out to cost the dense computation';
    found.push(error('E-UNSUPPORTED', message, { span: compute.span, hint }));
  }
  const actions = levels.flatMap(({ sparsity }) => sparsity?.actions ?? []);
  const targets = (spatial: boolean) =>
    actions.filter(({ kind }) => (kind === 'spatial skipping') === spatial).flatMap(({ options }) => options);
  for (const { target } of targets(true)) {
    const other = targets(false).find((one) => one.target.value === target.value);
    if (other === undefined) continue;
    const message = `${target.value} is skipped spatially, and gated or skipped in time as well`;
    const related = [{ message: 'the other one', span: other.target.span }];
    const hint = 'leave one of them: the same zeros would be counted twice';
    found.push(error('E-SPARSE', message, { span: target.span, related, hint }));
  }
  if (machine !== genericMachine) {
    const message = `sparse optimizations are not modelled on machine ${machine}`;
    const hint = 'leave out machine: for the generic model, or sparse_optimizations for the dense computation';
    found.push(error('E-UNSUPPORTED', message, { span: compute.span, hint }));
  }
  return found;
}

function checkLevel({ name, sparsity }: StorageLevel, { dataspaces, dimensions }: Workload): Diagnostic[] {
  const known = dataspaces.map((one) => one.name);
  const unknown = (given: Located<string>, what: string, names: readonly string[]): Diagnostic[] => {
    if (names.includes(given.value)) return [];
    const details = { span: given.span, expected: `one of ${names.join(', ')}`, hint: didYouMean(given.value, names) };
    return [error('E-NAME', `sparse_optimizations of ${name}: ${given.value} is no ${what}`, details)];
  };
  const formats = (sparsity?.formats ?? []).flatMap(({ dataspace, ranks }) => [
    ...unknown(dataspace, 'dataspace', known),
    ...ranks.flatMap(({ flattened }) =>
      flattened.flat().flatMap((one) => unknown(one, 'dimension', [...dimensions, everyDimension])),
    ),
  ]);
  const options = (sparsity?.actions ?? []).flatMap((action) => action.options);
  const names = options.flatMap(({ target, conditionOn }) => [target, ...conditionOn]);
  return [...formats, ...names.flatMap((one) => unknown(one, 'dataspace', known))];
}
