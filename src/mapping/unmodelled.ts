// What an input may ask for and nobody computes: sparsity (section G), machine models, and the mapspace template of the
// reference that stands for imperfect factors. Figures that leave these out in silence would be wrong, not rough.

import type { Architecture } from '../arch/architecture.js';
import { genericMachine } from '../arch/machine-section.js';
import { leavesOf } from '../arch/tree-checks.js';
import { type Diagnostic, error, warning } from '../diagnostics/diagnostic.js';
import { childOf, type Node, textOf } from '../spec/node.js';
import type { Spec } from '../spec/spec.js';

/** `machines`: names of the machines that have a model. */
export function checkModelled(spec: Spec, architecture: Architecture, machines: readonly string[]): Diagnostic[] {
  const found: Diagnostic[] = [];
  const leaves = spec.architecture ? leavesOf(spec.architecture) : [];
  const sparse = [spec, ...leaves]
    .flatMap(({ sparseOptimizations }) => sparseOptimizations ?? [])
    .find(asksForSomething);
  if (sparse) {
    const hint = 'leave sparse_optimizations out to cost the dense computation';
    found.push(error('E-UNSUPPORTED', 'sparse optimizations are not modelled', { span: sparse.span, hint }));
  }
  const known = [genericMachine, ...machines];
  if (!known.includes(architecture.machine)) {
    const message = `there is no model of machine ${architecture.machine}`;
    const span = spec.machine && (childOf(spec.machine, 'name') ?? spec.machine).span;
    found.push(error('E-UNSUPPORTED', message, { span, expected: known.join(', '), found: architecture.machine }));
  }
  const template = spec.mapspace && textOf(spec.mapspace, 'template');
  if (template === 'ruby') {
    const message = 'mapspace.template ruby has no effect';
    const hint = 'search imperfect factors with --imperfect';
    found.push(warning('W-DROPPED', message, { span: childOf(spec.mapspace!, 'template')!.span, hint }));
  }
  return found;
}

const names: readonly string[] = ['version', 'target'];

/** Empty groups are common in files made from a template. */
function asksForSomething(node: Node): boolean {
  if (node.kind === 'scalar') return node.value !== null;
  if (node.kind === 'list') return node.items.some(asksForSomething);
  return node.entries.some(({ key, value }) => !names.includes(key) && asksForSomething(value));
}
