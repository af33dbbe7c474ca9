// The classes of `components:` or `compound_components:`: attributes with defaults, subcomponents (also arrays of
// them), actions that say what the subcomponents do, or a table of points of a lab's own. Read as written; expressions
// stay text until a component gives the attributes their values (`compound.ts`).

import { type Diagnostic, error, warning } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import { mapItems } from '../../spec/build/values.js';
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
  /** Says that it is made of nothing, `subcomponents: []`, and what it does: then it costs nothing. */
  readonly empty: boolean;
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

/** Of a section that the schema has passed. */
export function readComponentClasses(
  section: MapNode | ListNode | undefined,
  diagnostics: Diagnostic[],
): ComponentClasses {
  const listed = section?.kind === 'map' ? childOf(section, 'classes') : section;
  const classes = new Map<string, ComponentClass>();
  // `- {{include_all(...)}}` puts a list into the list.
  for (const node of itemsOf(listed).flatMap((item) => (item.kind === 'list' ? item.items : [item]))) {
    const one = readClass(node, diagnostics);
    const known = classes.get(one.name);
    if (known) {
      const related = [{ message: 'the other one', span: known.span }];
      diagnostics.push(error('E-DUPLICATE', `component class ${one.name} is given twice`, { span: one.span, related }));
    }
    classes.set(one.name, one);
  }
  return classes;
}

function readClass(node: Node, diagnostics: Diagnostic[]): ComponentClass {
  const name = textOf(node, 'name')!;
  const points = childOf(node, 'points');
  const table = points && readPointTable(points, name, diagnostics);
  const [listed, actions] = [childOf(node, 'subcomponents'), mapItems(childOf(node, 'actions'))];
  const parts = mapItems(listed);
  const subcomponents = parts.map(readSubcomponent);
  warnOfOthers(`subcomponent of class ${name}`, subcomponents, diagnostics);
  warnOfOthers(
    `action of class ${name}`,
    actions.map((one) => ({ name: textOf(one, 'name')!, span: one.span })),
    diagnostics,
  );
  return {
    name,
    attributes: entriesOf(childOf(node, 'attributes')),
    subcomponents,
    actions: actions.map(readAction),
    empty: listed?.kind === 'list' && parts.length === 0 && actions.length > 0,
    ...(table && { table }),
    span: node.span,
  };
}

/** Of those with one name the last counts. */
function warnOfOthers(
  what: string,
  named: readonly { readonly name: string; readonly span: Span }[],
  diagnostics: Diagnostic[],
): void {
  const last = new Map(named.map((one) => [one.name, one]));
  for (const one of named) {
    const counting = last.get(one.name)!;
    if (counting === one) continue;
    const related = [{ message: 'the one that counts', span: counting.span }];
    diagnostics.push(
      warning('W-UNUSED', `${one.name} has no effect, another ${what} has its name`, { span: one.span, related }),
    );
  }
}

function readAction(node: MapNode): ClassAction {
  return {
    name: textOf(node, 'name')!,
    arguments: entriesOf(childOf(node, 'arguments')),
    uses: mapItems(childOf(node, 'subcomponents')).map((use) => ({
      ...nameAndRange(use),
      actions: mapItems(childOf(use, 'actions')).map(readUse),
      span: use.span,
    })),
  };
}

function readUse(action: MapNode): UsedAction {
  const scale = childOf(action, 'energy_scale') ?? childOf(action, 'action_share') ?? childOf(action, 'repeat');
  const given = entriesOf(childOf(action, 'arguments'));
  return { name: textOf(action, 'name')!, arguments: given, ...(scale && { scale }) };
}

function readSubcomponent(node: MapNode): Subcomponent {
  const areaScale = childOf(node, 'area_scale') ?? childOf(node, 'area_share');
  return {
    ...nameAndRange(node),
    className: textOf(node, 'class') ?? '',
    attributes: entriesOf(childOf(node, 'attributes')),
    ...(areaScale && { areaScale }),
    span: node.span,
  };
}

/** `storage[1..width*depth]` is an array called `storage`. */
function nameAndRange(node: MapNode): { readonly name: string; readonly range?: string } {
  const label = textOf(node, 'name')!;
  const parts = /^([^[]*)\[(.*)\]\s*$/s.exec(label);
  return parts ? { name: parts[1]!.trim(), range: parts[2]! } : { name: label.trim() };
}
