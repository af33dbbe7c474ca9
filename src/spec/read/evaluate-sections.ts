// The order of evaluation (section A.4): `variables` first, each seeing the ones before it; then the architecture; then
// everything else, which sees the variables.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Scope } from '../expression/evaluate-expression.js';
import { fromPlain, type Namespace, type Value } from '../expression/value.js';
import {
  childOf,
  type Entry,
  entryOf,
  type ListNode,
  type MapNode,
  type Node,
  plain,
  replaceValue,
  textOf,
} from '../node.js';
import type { Sections } from './combine.js';
import { type Cell, Evaluator } from './evaluator.js';
import { attributeTypes, type DeclaredType, declaredTypes, schemaOf } from './schemas.js';
import { firstOf, groupOf, named, Timeline, withOnes } from './scopes.js';
import type { SectionName } from './sections.js';
import { type Sequence, sequence } from './sequence.js';

export interface Evaluated {
  readonly sections: Sections;
  /** The refused nodes and those whose expressions had no value. */
  readonly failed: ReadonlySet<Node>;
}

/** Architectures that need no other section than `variables`, by what was written there: they come again with every layer. */
const known = new WeakMap<Node, { readonly variables: Node | undefined; readonly value: Node }>();

/** `refused`: nodes that have been reported before. */
export function evaluateSections(sections: Sections, refused: ReadonlySet<Node>, diagnostics: Diagnostic[]): Evaluated {
  const evaluator = new Evaluator(diagnostics, refused);
  const asked = { spec: false };
  const variables = evaluateVariables(sections, evaluator, asked);
  const written = sections.get('variables')?.value;
  const architecture = (node: Node): Node => {
    const before = known.get(node);
    if (before && before.variables === written) return before.value;
    const value = evaluateArchitecture(node, variables.scope, evaluator);
    if (!asked.spec && diagnostics.length === 0 && evaluator.failed.size === 0)
      known.set(node, { variables: written, value });
    return value;
  };
  const evaluate = (name: SectionName, entry: Entry): Entry => {
    if (name === 'variables') return variables.entry ?? entry;
    const value =
      name === 'architecture'
        ? architecture(entry.value)
        : evaluateSection(name, entry.value, variables.scope, evaluator);
    return { ...entry, value };
  };
  return {
    sections: new Map([...sections].map(([name, entry]) => [name, evaluate(name, entry)])),
    failed: evaluator.failed,
  };
}

/** Typed keys and parenthesized strings are expressions; components and globals are passed through as written. */
function evaluateSection(name: SectionName, node: Node, scope: Scope, evaluator: Evaluator): Node {
  const schema = schemaOf[name];
  if (schema === 'document') return node;
  // Entries of a mapping have the fields of constraints.
  const types = declaredTypes(schema === 'mapping' ? 'constraints' : schema);
  const result = evaluator.strict(node, scope, { types, label: name });
  if (name !== 'problem' || result.kind !== 'map') return result;
  // Whatever stands in `instance` is meant as a number, under any key.
  return replaceValue(result, 'instance', (instance) => {
    if (instance.kind !== 'map') return instance;
    const types = new Map<string, DeclaredType>(instance.entries.map((entry) => [entry.key, 'number']));
    return evaluator.strict(instance, scope, { types, label: 'problem.instance' });
  });
}

function evaluateVariables(
  sections: Sections,
  evaluator: Evaluator,
  asked: { spec: boolean },
): { readonly entry?: Entry; readonly scope: Scope } {
  let group: Namespace | undefined;
  const written = specAsWritten(sections, () => group, asked);
  const entry = sections.get('variables');
  if (entry?.value.kind !== 'map') return { scope: written };
  const map: MapNode = entry.value;
  const { cells, timeline, entries } = sequence(map, written, { evaluator, label: 'variables', types: new Map() });
  group = groupOf('variables', cells);
  const scope = firstOf(timeline.before(Infinity), named(new Map([['variables', group]])), written);
  return { entry: { ...entry, value: { ...map, entries: entries() } }, scope };
}

/** `spec.problem.instance` and the like: sections by name, with their values as they are written. */
function specAsWritten(sections: Sections, variables: () => Namespace | undefined, asked: { spec: boolean }): Scope {
  const spec: Namespace = {
    kind: 'namespace',
    label: 'spec',
    get: (name) => {
      if (name === 'variables') return variables();
      const section = sections.get(name as SectionName);
      return section && fromPlain(plain(section.value));
    },
    names: () => [...sections.keys()],
  };
  return {
    lookup: (name) => {
      if (name === 'spec') asked.spec = true;
      return name === 'spec' ? spec : undefined;
    },
    names: () => ['spec'],
  };
}

// Expressions in the architecture (section A.4): an attribute sees the attributes before it in its leaf, those of the
// containers around and before it by bare name, every leaf by name, and the variables.

function evaluateArchitecture(architecture: Node, variables: Scope, evaluator: Evaluator): Node {
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
