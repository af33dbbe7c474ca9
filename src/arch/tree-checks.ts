// Rules a component tree must keep for flattening to make sense (A.5, A.6).

import { type Diagnostic, error } from '../diagnostics/diagnostic.js';
import type { ArchNode, Branch, Leaf } from '../spec/spec.js';
import { type FlatComponent, fanoutName } from './flat-component.js';

export function leavesOf(node: ArchNode): readonly Leaf[] {
  return 'nodes' in node ? node.nodes.flatMap(leavesOf) : [node];
}

/** The reader sees to it that names are unique; none may pass for another leaf's fan-out level either. */
export function checkLeafNames(root: Branch): Diagnostic[] {
  const leaves = leavesOf(root).filter((leaf) => leaf.kind !== 'nothing');
  const owners = new Map(leaves.map((leaf) => [fanoutName(leaf.name.value), leaf]));
  return leaves.flatMap((leaf) => {
    const owner = owners.get(leaf.name.value);
    if (!owner) return [];
    const message = `${leaf.name.value} is the name of the fan-out level of ${owner.name.value}`;
    return [error('E-DUPLICATE', message, { span: leaf.name.span })];
  });
}

/** At least one storage level, and exactly one compute, last. */
export function checkLine(components: readonly FlatComponent[], root: Branch): Diagnostic[] {
  const last = components.at(-1);
  if (!last) return [error('E-ARCH', 'the architecture holds no component', { span: root.span })];
  const found: Diagnostic[] = [];
  if (last.kind !== 'compute') {
    const { name, class: given } = last.leaf;
    const what = given ? `is of class ${given.value}` : 'is a container';
    const message = `the last component must be compute, but ${name.value} ${what}`;
    found.push(error('E-ARCH', message, { span: last.leaf.name.span, expected: 'a component with class: compute' }));
  }
  for (const component of components.slice(0, -1)) {
    if (component.kind !== 'compute') continue;
    const message = `compute ${component.name} stands outside ${last.leaf.name.value}`;
    const expected = 'one compute component, innermost';
    found.push(error('E-ARCH', message, { span: component.leaf.name.span, expected }));
  }
  if (!components.some((component) => component.kind === 'storage')) {
    found.push(error('E-ARCH', 'the architecture has no storage level', { span: root.span }));
  }
  return found;
}
