// The located tree that reading YAML yields: merges and includes resolved, tags kept, expressions evaluated,
// and every value still knowing where it stands. Later phases read this and nothing else of YAML.

import type { Span } from '../diagnostics/span.js';

export type Scalar = number | string | boolean | null;

export interface ScalarNode {
  readonly kind: 'scalar';
  readonly value: Scalar;
  /** Written with explicit quotes: such a string is never an expression (A.4). */
  readonly quoted: boolean;
  readonly tag?: string;
  readonly span: Span;
}

export interface ListNode {
  readonly kind: 'list';
  readonly items: readonly Node[];
  readonly tag?: string;
  readonly span: Span;
}

export interface Entry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: Node;
}

export interface MapNode {
  readonly kind: 'map';
  /** In document order; keys are unique. */
  readonly entries: readonly Entry[];
  /** Local tag without the exclamation mark, e.g. `Component`. */
  readonly tag?: string;
  readonly span: Span;
}

export type Node = ScalarNode | ListNode | MapNode;

export type PlainValue = Scalar | readonly PlainValue[] | { readonly [key: string]: PlainValue };

export function isRecord(value: PlainValue): value is { readonly [key: string]: PlainValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a map holds; of anything else, nothing. */
export function entriesOf(node: Node | undefined): readonly Entry[] {
  return node?.kind === 'map' ? node.entries : [];
}

/** What a list holds; of anything else, nothing. */
export function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.kind === 'list' ? node.items : [];
}

export function entryOf(node: Node | undefined, key: string): Entry | undefined {
  return entriesOf(node).find((entry) => entry.key === key);
}

export function childOf(node: Node | undefined, key: string): Node | undefined {
  return entryOf(node, key)?.value;
}

/** The string under a key, if it is one. */
export function textOf(map: Node | undefined, key: string): string | undefined {
  const node = childOf(map, key);
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

/** The map with the value under `key` changed; the same map when nothing changes. */
export function replaceValue(map: MapNode, key: string, change: (value: Node) => Node): MapNode {
  const old = childOf(map, key);
  const value = old && change(old);
  if (!value || value === old) return map;
  return { ...map, entries: map.entries.map((entry) => (entry.key === key ? { ...entry, value } : entry)) };
}

export function renamedKey(map: MapNode, from: string, to: string): MapNode {
  return { ...map, entries: map.entries.map((entry) => (entry.key === from ? { ...entry, key: to } : entry)) };
}

/** Changed where it is a map. */
export function inMap(node: Node, change: (map: MapNode) => Node): Node {
  return node.kind === 'map' ? change(node) : node;
}

/** Of a list, what items that are maps become. */
export function inItems(list: Node, change: (map: MapNode) => Node): Node {
  return list.kind === 'list' ? { ...list, items: list.items.map((item) => inMap(item, change)) } : list;
}

/** Whether one of these nodes is in the tree. */
export function containsAny(node: Node, wanted: ReadonlySet<Node>): boolean {
  if (wanted.size === 0) return false;
  if (wanted.has(node)) return true;
  if (node.kind === 'scalar') return false;
  if (node.kind === 'list') return node.items.some((item) => containsAny(item, wanted));
  return node.entries.some(({ value }) => containsAny(value, wanted));
}

/** What stands where nothing was given. */
export function emptyMap(span: Span): MapNode {
  return { kind: 'map', entries: [], span };
}

export function emptyScalar(span: Span): ScalarNode {
  return { kind: 'scalar', value: null, quoted: false, span };
}

export function plain(node: Node): PlainValue {
  switch (node.kind) {
    case 'scalar':
      return node.value;
    case 'list':
      return node.items.map(plain);
    case 'map':
      return Object.fromEntries(node.entries.map((entry) => [entry.key, plain(entry.value)]));
  }
}

/** The tree of a value that nobody wrote, every part of it at `span`. */
export function nodeOf(value: PlainValue, span: Span): Node {
  if (value === null || typeof value !== 'object') return { kind: 'scalar', value, quoted: true, span };
  if (Array.isArray(value)) return { kind: 'list', items: value.map((item: PlainValue) => nodeOf(item, span)), span };
  return mapNodeOf(value as { readonly [key: string]: PlainValue }, span);
}

export function mapNodeOf(value: { readonly [key: string]: PlainValue }, span: Span): MapNode {
  const entries = Object.entries(value).map(([key, one]) => ({ key, keySpan: span, value: nodeOf(one, span) }));
  return { kind: 'map', entries, span };
}
