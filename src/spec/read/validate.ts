// Validates each section against its schema. Architecture nodes go by their tag and constraints by their `type`, which
// JSON Schema cannot see or could only report as "matches none of seven forms": so they are checked one by one here,
// against the definition that is meant.

import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import { own } from '../../math/own.js';
import { directiveType, fieldsOf } from '../directive-type.js';
import { childOf, type Entry, itemsOf, type MapNode, type Node, type PlainValue, plain, textOf } from '../node.js';
import { NODE_KINDS } from '../spec.js';
import type { Sections } from './combine.js';
import { type Check, OF_FUSED_LAYERS, OF_TILEFLOW } from './schema-errors.js';
import { checkAgainstSchema } from './schema-validator.js';
import { schemaOf } from './schemas.js';
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
      const found = problemsOf(name, entry, failed);
      if (found.length === 0 && failed.size === 0) sound.add(entry.value);
      return [name, found];
    }),
  );
}

function problemsOf(name: SectionName, { value }: Entry, failed: ReadonlySet<Node>): readonly Diagnostic[] {
  const checking: Checking = { failed, diagnostics: [] };
  if (name === 'architecture') checkBranch(value, { definition: name, label: name }, checking);
  else if (name === 'constraints') checkDirectiveList(value, 'constraints', checking);
  else if (name === 'mapping') checkDirectives(value, 'mapping', checking);
  else check(value, plain(value), { schema: schemaOf[name], definition: name, label: name }, checking);
  if (name !== 'mapspace') return checking.diagnostics;
  return checking.diagnostics.map((one) => (one.code === 'E-KEY' ? { ...one, hint: one.hint ?? oldConstraints } : one));
}

interface Checking {
  readonly failed: ReadonlySet<Node>;
  readonly diagnostics: Diagnostic[];
}

type Definition = Omit<Check, 'failed'>;

function check(node: Node, value: PlainValue, definition: Definition, { failed, diagnostics }: Checking): void {
  for (const one of checkAgainstSchema(node, value, { ...definition, failed })) diagnostics.push(one);
}

function checkBranch(node: Node, as: Omit<Definition, 'schema'>, checking: Checking): void {
  check(node, without(node, 'nodes'), { schema: 'arch', ...as }, checking);
  for (const [at, item] of itemsOf(childOf(node, 'nodes')).entries())
    checkArchNode(item, `${as.label}.nodes[${at}]`, checking);
}

function checkArchNode(node: Node, label: string, checking: Checking): void {
  const kind = own(NODE_KINDS, node.tag ?? '');
  if (checking.failed.has(node)) return;
  if (!kind) {
    const span = { ...node.span, end: node.span.start };
    const tags = Object.keys(NODE_KINDS).map((tag) => `!${tag}`);
    const message = `${label} has no tag that says what it is`;
    checking.diagnostics.push(error('E-TAG', message, { span, expected: tags.join(', ') }));
    return;
  }
  if (kind === 'hierarchical' || kind === 'parallel' || kind === 'pipelined') {
    checkBranch(node, { definition: 'branch', label }, checking);
    return;
  }
  const name = textOf(node, 'name') ?? label;
  check(node, without(node, 'constraints'), { schema: 'arch', definition: kind, label: name }, checking);
  const group = childOf(node, 'constraints');
  const grouped = { schema: 'constraints', definition: 'group', label: `${name}.constraints` } as const;
  if (group) check(group, plain(group), grouped, checking);
}

function checkDirectiveList(node: Node, label: string, checking: Checking): void {
  // A bare list is what `targets` holds.
  if (node.kind === 'list') {
    checkDirectives(node, label, checking);
    return;
  }
  check(node, without(node, 'targets'), { schema: 'constraints', definition: 'constraints', label }, checking);
  const targets = childOf(node, 'targets');
  if (targets) checkDirectives(targets, `${label}.targets`, checking);
}

function checkDirectives(node: Node, label: string, checking: Checking): void {
  if (node.kind !== 'list') {
    if (checking.failed.has(node) || (node.kind === 'scalar' && node.value === null)) return;
    const expected = 'a list of entries with target and type';
    const isFused = childOf(node, 'type') ?? childOf(node, 'nodes');
    const hint = childOf(node, 'node-type') ? OF_TILEFLOW : isFused && OF_FUSED_LAYERS;
    const details = { span: node.span, expected, found: node.kind, hint };
    checking.diagnostics.push(error('E-TYPE', `${label} is not a list`, details));
    return;
  }
  for (const [at, item] of node.items.entries()) checkDirective(item, `${label}[${at}]`, checking);
}

function checkDirective(node: Node, label: string, checking: Checking): void {
  const before = checking.diagnostics.length;
  check(node, plain(node), { schema: 'constraints', definition: 'directiveHead', label }, checking);
  if (node.kind !== 'map' || checking.diagnostics.length > before) return;
  const type = directiveType(textOf(node, 'type') ?? '');
  if (!type) return;
  const fields = fieldsOf(node);
  const entry = `${type} entry for ${textOf(node, 'target')}`;
  check(fields, plain(fields), { schema: 'constraints', definition: type, label: entry }, checking);
}

/** Files of long ago named constraints here, by `constraints_NAME`. */
const oldConstraints = 'constraints go under a top-level key constraints, as a list under targets';

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
