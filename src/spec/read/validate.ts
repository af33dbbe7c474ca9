// Validates each section against its schema. Architecture nodes go by their tag and constraints by their `type`, which
// JSON Schema cannot see or could only report as "matches none of seven forms": so they are checked one by one here,
// against the definition that is meant.

import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import { own } from '../../math/own.js';
import { directiveType, fieldsOf } from '../directive-type.js';
import { childOf, type Entry, itemsOf, type MapNode, type Node, type PlainValue, plain, textOf } from '../node.js';
import type { Sections } from './combine.js';
import { OF_TILEFLOW } from './schema-errors.js';
import { checkAgainstSchema } from './schema-validator.js';
import type { SchemaName } from './schemas.js';
import type { SectionName } from './sections.js';

/** Found without fault, and likely to come again. */
const sound = new WeakSet<Node>();

/** Diagnostics per section, so that the sections without errors can still be built. */
export function validateSections(
  sections: Sections,
  failed: ReadonlySet<Node>,
): ReadonlyMap<SectionName, readonly Diagnostic[]> {
  return new Map(
    [...sections].map(([name, entry]) => {
      if (sound.has(entry.value)) return [name, []];
      const found = new Validation(failed).section(name, entry);
      if (found.length === 0 && failed.size === 0) sound.add(entry.value);
      return [name, found];
    }),
  );
}

const DEFINITIONS: Readonly<Record<SectionName, SchemaName>> = {
  architecture: 'arch',
  problem: 'workload',
  components: 'document',
  constraints: 'constraints',
  mapping: 'mapping',
  imperfect: 'mapping',
  mapper: 'mapper',
  mapspace: 'mapper',
  model: 'mapper',
  machine: 'machine',
  sparse_optimizations: 'sparse',
  variables: 'document',
  globals: 'document',
  ERT: 'ert',
  ERT_summary: 'ert',
  ART: 'art',
  ART_summary: 'art',
};

class Validation {
  private readonly failed: ReadonlySet<Node>;
  private readonly diagnostics: Diagnostic[] = [];

  constructor(failed: ReadonlySet<Node>) {
    this.failed = failed;
  }

  section(name: SectionName, { value }: Entry): readonly Diagnostic[] {
    if (name === 'architecture') this.branch(value, name, name);
    else if (name === 'constraints') this.directiveList(value, 'constraints');
    else if (name === 'mapping') this.directives(value, 'mapping');
    else this.check(value, plain(value), { schema: DEFINITIONS[name], definition: name, label: name });
    if (name !== 'mapspace') return this.diagnostics;
    return this.diagnostics.map((one) => (one.code === 'E-KEY' ? { ...one, hint: one.hint ?? oldConstraints } : one));
  }

  private check(
    node: Node,
    value: PlainValue,
    options: { readonly schema: SchemaName; readonly definition: string; readonly label: string },
  ): void {
    for (const one of checkAgainstSchema(node, value, { ...options, failed: this.failed })) this.diagnostics.push(one);
  }

  private branch(node: Node, definition: 'architecture' | 'branch', label: string): void {
    this.check(node, without(node, 'nodes'), { schema: 'arch', definition, label });
    for (const [at, item] of itemsOf(childOf(node, 'nodes')).entries()) this.archNode(item, `${label}.nodes[${at}]`);
  }

  private archNode(node: Node, label: string): void {
    const definition = own(NODE_DEFINITIONS, node.tag ?? '');
    if (this.failed.has(node)) return;
    if (!definition) {
      const span = { ...node.span, end: node.span.start };
      const tags = Object.keys(NODE_DEFINITIONS).map((tag) => `!${tag}`);
      const message = `${label} has no tag that says what it is`;
      this.diagnostics.push(error('E-TAG', message, { span, expected: tags.join(', ') }));
      return;
    }
    if (definition === 'branch') {
      this.branch(node, definition, label);
      return;
    }
    const name = textOf(node, 'name') ?? label;
    this.check(node, without(node, 'constraints'), { schema: 'arch', definition, label: name });
    const group = childOf(node, 'constraints');
    if (group)
      this.check(group, plain(group), { schema: 'constraints', definition: 'group', label: `${name}.constraints` });
  }

  private directiveList(node: Node, label: string): void {
    // A bare list is what `targets` holds.
    if (node.kind === 'list') {
      this.directives(node, label);
      return;
    }
    this.check(node, without(node, 'targets'), { schema: 'constraints', definition: 'constraints', label });
    const targets = childOf(node, 'targets');
    if (targets) this.directives(targets, `${label}.targets`);
  }

  private directives(node: Node, label: string): void {
    if (node.kind !== 'list') {
      if (this.failed.has(node) || (node.kind === 'scalar' && node.value === null)) return;
      const expected = 'a list of entries with target and type';
      const hint = childOf(node, 'node-type') && OF_TILEFLOW;
      const details = { span: node.span, expected, found: node.kind, hint };
      this.diagnostics.push(error('E-TYPE', `${label} is not a list`, details));
      return;
    }
    for (const [at, item] of node.items.entries()) this.directive(item, `${label}[${at}]`);
  }

  private directive(node: Node, label: string): void {
    const before = this.diagnostics.length;
    this.check(node, plain(node), { schema: 'constraints', definition: 'directiveHead', label });
    if (node.kind !== 'map' || this.diagnostics.length > before) return;
    const type = directiveType(textOf(node, 'type') ?? '');
    if (!type) return;
    const fields = fieldsOf(node);
    const entry = `${type} entry for ${textOf(node, 'target')}`;
    this.check(fields, plain(fields), { schema: 'constraints', definition: type, label: entry });
  }
}

/** Files of long ago named constraints here, by `constraints_NAME`. */
const oldConstraints = 'constraints go under a top-level key constraints, as a list under targets';

const NODE_DEFINITIONS: Readonly<Record<string, string>> = {
  Component: 'component',
  Container: 'container',
  Nothing: 'nothing',
  Hierarchical: 'branch',
  Parallel: 'branch',
  Pipelined: 'branch',
};

/** The plain form with one list emptied: its items are checked on their own. */
function without(node: Node, key: string): PlainValue {
  if (node.kind !== 'map') return plain(node);
  const emptied = (entry: Entry): Node => {
    const { value } = entry;
    if (entry.key !== key) return value;
    if (value.kind === 'list') return { ...value, items: [] };
    return value.kind === 'map' ? { ...value, entries: [] } : value;
  };
  const shallow: MapNode = { ...node, entries: node.entries.map((entry) => ({ ...entry, value: emptied(entry) })) };
  return plain(shallow);
}
