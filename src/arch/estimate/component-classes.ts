// The classes of `components:` or `compound_components:`: attributes with defaults, subcomponents (also arrays of
// them), actions that say what the subcomponents do, or a table of points of a lab's own. Read as written; expressions
// stay text until a component gives the attributes their values (`compound.ts`).

import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import { oneOf } from '../../diagnostics/suggestion.js';
import {
  childOf,
  type Entry,
  entriesOf,
  itemsOf,
  type ListNode,
  type MapNode,
  type Node,
  textOf,
} from '../../spec/node.js';
import { type PointTable, readPointTable } from './point-table.js';

export interface ComponentClass {
  readonly name: string;
  readonly attributes: readonly Entry[];
  readonly subcomponents: readonly Subcomponent[];
  readonly actions: readonly ClassAction[];
  readonly table?: PointTable;
  readonly span: Span;
}

export interface Subcomponent {
  /** Without the range. */
  readonly name: string;
  /** `1..width*depth`; absent where there is one. */
  readonly range?: string;
  readonly className: string;
  readonly attributes: readonly Entry[];
  readonly areaScale?: Node;
  readonly span: Span;
}

export interface ClassAction {
  readonly name: string;
  /** A range `0..1` stands for its greatest value. */
  readonly arguments: readonly Entry[];
  readonly uses: readonly SubcomponentUse[];
  readonly span: Span;
}

export interface SubcomponentUse {
  readonly name: string;
  readonly range?: string;
  readonly actions: readonly UsedAction[];
  readonly span: Span;
}

export interface UsedAction {
  readonly name: string;
  readonly arguments: readonly Entry[];
  /** `energy_scale`, formerly `action_share` and `repeat`. */
  readonly scale?: Node;
}

export type ComponentClasses = ReadonlyMap<string, ComponentClass>;

const CLASS_KEYS = ['name', 'attributes', 'subcomponents', 'actions', 'points', 'primitive_type', 'description'];

export function readComponentClasses(
  section: MapNode | ListNode | undefined,
  diagnostics: Diagnostic[],
): ComponentClasses {
  const listed = section?.kind === 'map' ? childOf(section, 'classes') : section;
  const classes = new Map<string, ComponentClass>();
  if (listed?.kind === 'scalar' && listed.value === null) return classes;
  if (section && listed?.kind !== 'list') {
    const expected = 'classes: a list of component classes';
    diagnostics.push(error('E-TYPE', 'components holds no list of classes', { span: section.span, expected }));
    return classes;
  }
  // `- {{include_all(...)}}` puts a list into the list.
  for (const node of itemsOf(listed).flatMap((item) => (item.kind === 'list' ? item.items : [item]))) {
    const one = readClass(node, diagnostics);
    if (!one) continue;
    const known = classes.get(one.name);
    if (known) {
      const related = [{ message: 'the other one', span: known.span }];
      diagnostics.push(error('E-DUPLICATE', `component class ${one.name} is given twice`, { span: one.span, related }));
    }
    classes.set(one.name, one);
  }
  return classes;
}

function readClass(node: Node, diagnostics: Diagnostic[]): ComponentClass | undefined {
  const name = textOf(node, 'name');
  if (node.kind !== 'map' || name === undefined) {
    const expected = 'a map with name, attributes, subcomponents and actions, or points';
    diagnostics.push(error('E-TYPE', 'a component class has no name', { span: node.span, expected }));
    return undefined;
  }
  for (const { key, keySpan } of node.entries) {
    if (CLASS_KEYS.includes(key)) continue;
    const details = { span: keySpan, ...oneOf(key, CLASS_KEYS) };
    diagnostics.push(error('E-KEY', `component class ${name} has no ${key}`, details));
  }
  const points = childOf(node, 'points');
  const table = points && readPointTable(points, name, diagnostics);
  const namedIn = (map: MapNode, key: string, owner: string) => named(map, key, { owner, diagnostics });
  const readAction = (item: MapNode, own: string): ClassAction => ({
    name: own,
    arguments: entriesOf(childOf(item, 'arguments')),
    uses: namedIn(item, 'subcomponents', `${name}.${own}`).map(([use, label]) => ({
      ...splitName(label),
      actions: namedIn(use, 'actions', `${name}.${own}.${label}`).map(([action, does]) => readUse(action, does)),
      span: use.span,
    })),
    span: item.span,
  });
  return {
    name,
    attributes: entriesOf(childOf(node, 'attributes')),
    subcomponents: namedIn(node, 'subcomponents', name).map(([item, own]) => readSubcomponent(item, own)),
    actions: namedIn(node, 'actions', name).map(([item, own]) => readAction(item, own)),
    ...(table && { table }),
    span: node.span,
  };
}

function readUse(action: MapNode, name: string): UsedAction {
  const scale = childOf(action, 'energy_scale') ?? childOf(action, 'action_share') ?? childOf(action, 'repeat');
  return { name, arguments: entriesOf(childOf(action, 'arguments')), ...(scale && { scale }) };
}

function readSubcomponent(node: MapNode, label: string): Subcomponent {
  const areaScale = childOf(node, 'area_scale') ?? childOf(node, 'area_share');
  return {
    ...splitName(label),
    className: textOf(node, 'class') ?? '',
    attributes: entriesOf(childOf(node, 'attributes')),
    ...(areaScale && { areaScale }),
    span: node.span,
  };
}

/** `storage[1..width*depth]` is an array called `storage`. */
function splitName(label: string): { readonly name: string; readonly range?: string } {
  const parts = /^([^[]*)\[(.*)\]\s*$/s.exec(label);
  return parts ? { name: parts[1]!.trim(), range: parts[2]! } : { name: label.trim() };
}

/** The maps of a list together with their names. */
function named(
  node: MapNode,
  key: string,
  { owner, diagnostics }: { readonly owner: string; readonly diagnostics: Diagnostic[] },
): readonly (readonly [MapNode, string])[] {
  const list = childOf(node, key);
  if (list === undefined || (list.kind === 'scalar' && list.value === null)) return [];
  const wrong = (span: Span) => {
    const expected = 'a list of maps with a name each';
    diagnostics.push(error('E-TYPE', `${key} of component class ${owner} are not as expected`, { span, expected }));
    return [];
  };
  if (list.kind !== 'list') return wrong(list.span);
  return list.items.flatMap((item): readonly (readonly [MapNode, string])[] => {
    const name = textOf(item, 'name');
    return item.kind === 'map' && name !== undefined ? [[item, name]] : wrong(item.span);
  });
}
