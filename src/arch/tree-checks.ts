// Rules a component tree must keep for flattening to make sense (A.5, A.6).

import { type Diagnostic, error } from '../diagnostics/diagnostic.js';
import type { ArchNode, Branch, Leaf } from '../spec/spec.js';
import type { FlatComponent } from './flatten.js';

export function leavesOf(node: ArchNode): readonly Leaf[] {
  return 'nodes' in node ? node.nodes.flatMap(leavesOf) : [node];
}

/** Names are unique over the whole tree, `!Nothing` aside, and none may pass for another leaf's fan-out level. */
export function checkLeafNames(root: Branch): Diagnostic[] {
  const found: Diagnostic[] = [];
  const first = new Map<string, Leaf>();
  const leaves = leavesOf(root).filter((leaf) => leaf.kind !== 'nothing');
  for (const leaf of leaves) {
    const earlier = first.get(leaf.name.value);
    if (!earlier) {
      first.set(leaf.name.value, leaf);
      continue;
    }
    const related = [{ message: 'first used here', span: earlier.name.span }];
    found.push(error('E-DUPLICATE', `two leaves are named ${leaf.name.value}`, { span: leaf.name.span, related }));
  }
  for (const leaf of leaves) {
    const owner = first.get(/^inter_(.+)_spatial$/.exec(leaf.name.value)?.[1] ?? '');
    if (!owner) continue;
    const message = `${leaf.name.value} is the name of the fan-out level of ${owner.name.value}`;
    found.push(error('E-DUPLICATE', message, { span: leaf.name.span }));
  }
  return found;
}

export function checkMesh(leaf: Leaf): Diagnostic[] {
  const spatial = leaf.spatial;
  if (!spatial) return [];
  return (['meshX', 'meshY'] as const)
    .filter((axis) => !Number.isSafeInteger(spatial[axis]) || spatial[axis] < 1)
    .map((axis) => {
      const message = `${leaf.name.value}.spatial.${axis} is ${spatial[axis]}`;
      return error('E-FANOUT', message, { span: spatial.span, expected: 'a positive integer' });
    });
}

/** At least one storage level, and exactly one compute, last. */
export function checkLine(components: readonly FlatComponent[], root: Branch): Diagnostic[] {
  const last = components.at(-1);
  if (!last) return [error('E-ARCH', 'the architecture holds no component', { span: root.span })];
  const found: Diagnostic[] = [];
  if (last.kind !== 'compute') {
    const message = `the last component must be compute, but ${last.leaf.name.value} is of class ${last.leaf.class?.value}`;
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
