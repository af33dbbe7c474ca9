// Where sparse optimizations are written: on the components, and in the `targets:` of the section of that name.

import { type Diagnostic, error, warning } from '../../diagnostics/diagnostic.js';
import { oneOf } from '../../diagnostics/suggestion.js';
import { remembered } from '../../math/remembered.js';
import { childOf, itemsOf, type MapNode, type Node, textOf } from '../../spec/node.js';
import type { Leaf, Spec } from '../../spec/spec.js';

/** What is written for each component by name; empty where nothing asks for sparsity. */
export function sparseGroups(
  spec: Pick<Spec, 'sparseOptimizations'>,
  leaves: readonly Leaf[],
  diagnostics: Diagnostic[],
): ReadonlyMap<string, readonly MapNode[]> {
  const groups = new Map<string, MapNode[]>();
  const add = (name: string, group: MapNode): void => {
    remembered(groups, name, (): MapNode[] => []).push(group);
  };
  const drop = ({ kind, name }: Leaf, { span }: MapNode): void => {
    const message = `sparse_optimizations of ${name.value} have no effect, a ${kind} stores and computes nothing`;
    diagnostics.push(warning('W-DROPPED', message, { span, hint: 'put them on a component inside' }));
  };
  for (const leaf of leaves) {
    const group = leaf.sparseOptimizations;
    if (group?.kind !== 'map' || !asksForSomething(group)) continue;
    if (leaf.kind !== 'component') drop(leaf, group);
    else if (leaf.enabled) add(leaf.name.value, group);
  }
  const components = leaves.filter(({ kind }) => kind === 'component').map(({ name }) => name.value);
  for (const target of itemsOf(childOf(spec.sparseOptimizations, 'targets'))) {
    if (target.kind !== 'map' || !asksForSomething(target)) continue;
    const name = textOf(target, 'target') ?? '';
    const other = leaves.find((leaf) => leaf.name.value === name && leaf.kind !== 'component');
    if (components.includes(name)) add(name, target);
    else if (other) drop(other, target);
    else {
      const message = `sparse_optimizations name ${name}, which is no component`;
      diagnostics.push(error('E-NAME', message, { span: target.span, ...oneOf(name, components) }));
    }
  }
  return groups;
}

const names: readonly string[] = ['version', 'target'];

/** Empty groups are common in files made from a template. */
function asksForSomething(node: Node): boolean {
  if (node.kind === 'scalar') return node.value !== null;
  if (node.kind === 'list') return node.items.some(asksForSomething);
  return node.entries.some(({ key, value }) => !names.includes(key) && asksForSomething(value));
}
