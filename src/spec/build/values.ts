// Typed looks at located nodes. The schemas have been checked before: what is not there or not of the type is absent.

import { childOf, itemsOf, type MapNode, type Node } from '../node.js';
import type { Located } from '../spec.js';

export function numberOf(node: Node | undefined): number | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'number' ? node.value : undefined;
}

/** Of a key that the schema demands to be a number. */
export function locatedNumber(node: Node): Located<number> {
  return { value: numberOf(node)!, span: node.span };
}

export function booleanOf(node: Node | undefined): boolean | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'boolean' ? node.value : undefined;
}

export function locatedText(map: Node | undefined, key: string): Located<string> | undefined {
  const node = childOf(map, key);
  return node && textNode(node);
}

export function textNode(node: Node): Located<string> | undefined {
  return node.kind === 'scalar' && typeof node.value === 'string' ? { value: node.value, span: node.span } : undefined;
}

export function mapItems(node: Node | undefined): readonly MapNode[] {
  return itemsOf(node).filter((item) => item.kind === 'map');
}

/** A list of names, or one string that holds them apart with commas or spaces. */
export function locatedNames(node: Node | undefined): readonly Located<string>[] {
  if (node?.kind !== 'scalar' || typeof node.value !== 'string')
    return itemsOf(node).flatMap((item) => textNode(item) ?? []);
  const { span } = node;
  return (node.value.match(/[^\s,]+/g) ?? []).map((value) => ({ value, span }));
}
