// Expressions in the architecture (section A.4): an attribute sees the attributes before it in its leaf, those of the
// containers around and before it by bare name, every leaf by name, and the variables.

import type { Scope } from '../expression/evaluate-expression.js';
import type { Namespace, Value } from '../expression/value.js';
import { childOf, type Entry, entryOf, type ListNode, type MapNode, type Node, replaceValue, textOf } from '../node.js';
import type { Cell, Evaluator } from './evaluator.js';
import { attributeTypes, declaredTypes } from './schemas.js';
import { firstOf, groupOf, named, Timeline, withOnes } from './scopes.js';
import { type Sequence, sequence } from './sequence.js';

export function evaluateArchitecture(architecture: Node, variables: Scope, evaluator: Evaluator): Node {
  const leaves = new Map<string, Namespace>();
  const result = branch(architecture, firstOf(named(leaves), variables), { evaluator, leaves });
  // Computed only now, because a leaf may refer to one that comes later.
  return result();
}

interface Context {
  readonly evaluator: Evaluator;
  readonly leaves: Map<string, Namespace>;
}

/** The evaluated node, once all leaves are known. */
type Later = () => Node;

function branch(node: Node, scope: Scope, context: Context): Later {
  const nodes = childOf(node, 'nodes');
  if (node.kind !== 'map' || nodes?.kind !== 'list') return () => node;
  const items = list(nodes, scope, context);
  return () => replaceValue(node, 'nodes', () => ({ ...nodes, items: items.map((item) => item()) }));
}

function list(nodes: ListNode, outer: Scope, context: Context): readonly Later[] {
  const containers = new Timeline();
  return nodes.items.map((item, position) => {
    if (item.kind !== 'map' || context.evaluator.failed.has(item)) return () => item;
    const scope = firstOf(containers.before(position), outer);
    if (entryOf(item, 'nodes')) return branch(item, scope, context);
    const { later, attributes } = leaf(item, scope, context);
    if (item.tag === 'Container') for (const [name, cell] of attributes) containers.add(name, position, cell);
    return later;
  });
}

function leaf(
  node: MapNode,
  scope: Scope,
  { evaluator, leaves }: Context,
): { readonly later: Later; readonly attributes: ReadonlyMap<string, Cell> } {
  const name = textOf(node, 'name') ?? 'leaf';
  const part = (key: string, visible: Scope): Sequence | undefined => {
    const map = entryOf(node, key)?.value;
    if (map?.kind !== 'map') return undefined;
    const [label, types] = key === 'attributes' ? [name, attributeTypes()] : [`${name}.${key}`, declaredTypes('arch')];
    return sequence(map, visible, { evaluator, label, types });
  };
  const attributes = part('attributes', scope);
  const cells = attributes?.cells ?? new Map<string, Cell>();
  // Beside its attributes a leaf's own attributes are known, by bare name too.
  const group = named(new Map([['attributes', groupOf(`${name}.attributes`, cells)]]));
  const own = attributes ? firstOf(attributes.timeline.before(Infinity), group) : group;
  const spatial = part('spatial', firstOf(own, scope));
  if (!leaves.has(name)) leaves.set(name, asNamespace(node, name, { attributes: cells, spatial: spatial?.cells }));
  const later = () => ({
    ...node,
    entries: node.entries.map((entry) => {
      const values = entry.key === 'attributes' ? attributes : entry.key === 'spatial' ? spatial : undefined;
      if (values) return { ...entry, value: { ...(entry.value as MapNode), entries: values.entries() } };
      return other(entry, firstOf(own, scope), { evaluator, name });
    }),
  });
  return { later, attributes: cells };
}

/** Constraints, sparse optimizations and the typed keys of a leaf. */
function other(
  entry: Entry,
  scope: Scope,
  { evaluator, name }: { readonly evaluator: Evaluator; readonly name: string },
): Entry {
  const schema = entry.key === 'constraints' ? 'constraints' : entry.key === 'sparse_optimizations' ? 'sparse' : 'arch';
  const holder: MapNode = { kind: 'map', entries: [entry], span: entry.value.span };
  const evaluated = evaluator.strict(holder, scope, { types: declaredTypes(schema), label: name });
  return evaluated.kind === 'map' ? (evaluated.entries[0] ?? entry) : entry;
}

function asNamespace(
  node: MapNode,
  name: string,
  parts: { readonly attributes: ReadonlyMap<string, Cell>; readonly spatial: ReadonlyMap<string, Cell> | undefined },
): Namespace {
  const spatial = groupOf(`${name}.spatial`, parts.spatial ?? new Map());
  const members = new Map<string, Value>([
    ['attributes', groupOf(`${name}.attributes`, parts.attributes)],
    ['spatial', withOnes(spatial, ['meshX', 'meshY'])],
    ['name', name],
  ]);
  const className = textOf(node, 'class');
  if (className !== undefined) members.set('class', className);
  return { kind: 'namespace', label: name, get: (key) => members.get(key), names: () => [...members.keys()] };
}
