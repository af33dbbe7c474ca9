// Entries of `constraints`, `mapping` and `imperfect` as directives (sections B.1 and D.1). What their fields say can
// only be read once the problem's dimensions and dataspaces are known.

import { directiveType, fieldsOf } from '../directive-type.js';
import { childOf, type MapNode, type Node, plain, textOf } from '../node.js';
import type { Directive, DirectiveOrigin, Located } from '../spec.js';
import { mapItems } from './values.js';

/** `constraints` may hold its list under `targets` or be the list. */
export function buildDirectives(node: Node | undefined, origin: DirectiveOrigin): readonly Directive[] {
  const list = node?.kind === 'map' ? childOf(node, 'targets') : node;
  return mapItems(list).flatMap((entry) => directiveOf(entry, origin) ?? []);
}

/** Undefined where the entry has no target or no known type. */
export function directiveOf(entry: MapNode, origin: DirectiveOrigin): Directive | undefined {
  const type = directiveType(textOf(entry, 'type') ?? '');
  const target = targetOf(childOf(entry, 'target'));
  return type && target && { origin, type, target, fields: fieldsOf(entry), span: entry.span };
}

/** A number is no name: whoever looks for the level says which ones there are. */
function targetOf(node: Node | undefined): Located<string> | undefined {
  return node && { value: String(plain(node)), span: node.span };
}
