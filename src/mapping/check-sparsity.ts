// Whether the sparse optimizations of an architecture mean something for the workload at hand: their names, and what the
// model covers.

import type { Architecture, StorageLevel } from '../arch/architecture.js';
import { genericMachine } from '../arch/machine-section.js';
import { type ActionOption, everyDimension } from '../arch/sparse/sparsity.js';
import { type Diagnostic, error } from '../diagnostics/diagnostic.js';
import { oneOf } from '../diagnostics/suggestion.js';
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
  const options = (spatial: boolean) =>
    actions.filter(({ kind }) => (kind === 'spatial skipping') === spatial).flatMap((one) => one.options);
  const isInput = ({ target }: ActionOption): boolean => inputs.some(({ name }) => name === target.value);
  for (const { target, conditionOn } of options(true)) {
    const twice = (message: string, one: Located<string>, other: Located<string>): void => {
      const related = [{ message: 'the other one', span: other.span }];
      const hint = 'leave one of them: the same zeros would be counted twice';
      found.push(error('E-SPARSE', message, { span: one.span, related, hint }));
    };
    const other = options(false).find((one) => one.target.value === target.value);
    if (other !== undefined) {
      const message = `${target.value} is skipped spatially, and gated or skipped in time as well`;
      twice(message, target, other.target);
      continue;
    }
    // Of both, computes that zeros of the condition take would be taken twice (G.7.2).
    const inTime = options(false).filter(isInput);
    for (const condition of conditionOn) {
      const same = inTime.flatMap((one) => one.conditionOn).find(({ value }) => value === condition.value);
      if (same === undefined) continue;
      const message = `zeros of ${condition.value} are skipped spatially, and an input is gated or skipped in time by them as well`;
      twice(message, condition, same);
    }
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
    const message = `sparse_optimizations of ${name}: ${given.value} is no ${what}`;
    return [error('E-NAME', message, { span: given.span, ...oneOf(given.value, names) })];
  };
  const formats = (sparsity?.formats ?? []).flatMap(({ dataspace, ranks }) => [
    ...unknown(dataspace, 'dataspace', known),
    ...ranks.flatMap(({ flattened }) =>
      flattened.flat().flatMap((one) => unknown(one, 'dimension', [...dimensions, everyDimension])),
    ),
  ]);
  const options = (sparsity?.actions ?? []).flatMap((action) => action.options);
  const own = options.flatMap(({ target, conditionOn }) => {
    const itself = conditionOn.find(({ value }) => value === target.value);
    if (itself === undefined) return [];
    const hint = `give ${target.value} a representation_format at ${name}: what is stored in one leaves its own zeros out`;
    return [error('E-SPARSE', `${name}: ${target.value} is a condition of itself`, { span: itself.span, hint })];
  });
  const names = options.flatMap(({ target, conditionOn }) => [target, ...conditionOn]);
  return [...formats, ...own, ...names.flatMap((one) => unknown(one, 'dataspace', known))];
}
