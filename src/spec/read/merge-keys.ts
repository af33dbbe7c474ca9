// Merge keys (section A.3). `<<: *x` adds the keys that are missing; `<<<: *x` also merges maps into maps and appends
// lists to lists. Both take a list of maps, of which earlier ones win. Values already there win, `!nomerge` protects a value from being merged into, and merged keys come
// last, which matters because expressions see the keys before them.

import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import type { Entry, MapNode, Node } from '../node.js';

export function isMergeKey(key: string): boolean {
  return key === '<<' || key === '<<<';
}

export interface MergeContext {
  readonly diagnostics: Diagnostic[];
  /** Values that were reported already. */
  readonly refused: ReadonlySet<Node>;
}

/** `merges` are the map's merge entries, of which there may be only one. */
export function applyMerge(map: MapNode, merges: readonly Entry[], { diagnostics, refused }: MergeContext): MapNode {
  const [merge, second] = merges;
  if (!merge || refused.has(merge.value)) return map;
  if (second) {
    const related = [{ message: 'the first one', span: merge.keySpan }];
    const told = { expected: 'one merge key in a map', hint: 'merge a list: <<: [*a, *b]', related };
    const message = `a map has both ${merge.key} and ${second.key}`;
    diagnostics.push(error('E-MERGE', message, { span: second.keySpan, ...told }));
    return map;
  }
  const reconcile = merge.key === '<<<' ? deep : keep;
  return sourcesOf(merge, diagnostics).reduce((merged, source) => mergeMaps(merged, source, reconcile), map);
}

function sourcesOf(merge: Entry, diagnostics: Diagnostic[]): readonly MapNode[] {
  const { value } = merge;
  const candidates = value.kind === 'list' ? value.items : [value];
  const maps = candidates.filter((one) => one.kind === 'map');
  if (maps.length < candidates.length) {
    const wrong = candidates.find((one) => one.kind !== 'map');
    const details = { expected: 'a map or a list of maps', found: wrong?.kind };
    const span = wrong?.span ?? merge.keySpan;
    diagnostics.push(error('E-MERGE', `${merge.key} merges only maps`, { span, ...details }));
  }
  return maps;
}

/** What becomes of a value that is there and one that comes, both under `key`. */
type Reconcile = (existing: Node, added: Node, key: string) => Node;

export function mergeMaps(into: MapNode, from: MapNode, reconcile: Reconcile): MapNode {
  const added = new Map(from.entries.map((entry) => [entry.key, entry]));
  const entries = into.entries.map((entry) => {
    const other = added.get(entry.key);
    if (!other) return entry;
    added.delete(entry.key);
    return { ...entry, value: reconcile(entry.value, other.value, entry.key) };
  });
  return { ...into, entries: [...entries, ...added.values()] };
}

const keep: Reconcile = (existing) => existing;

const deep: Reconcile = (existing, added) => {
  if (existing.tag === 'nomerge') return existing;
  if (existing.kind === 'map' && added.kind === 'map') return mergeMaps(existing, added, deep);
  if (existing.kind === 'list' && added.kind === 'list')
    return { ...existing, items: [...existing.items, ...added.items] };
  return existing;
};

/** Values of several files as one: lists are joined, maps merged, anything else becomes a list. */
export function mergeValues(values: readonly Node[], span: Node['span']): Node {
  const lists = values.filter((one) => one.kind === 'list');
  if (lists.length === values.length) return { kind: 'list', items: lists.flatMap((one) => one.items), span };
  const [first, ...rest] = values.filter((one) => one.kind === 'map');
  if (first && rest.length + 1 === values.length)
    return rest.reduce((merged, one) => mergeMaps(merged, one, deep), first);
  return { kind: 'list', items: values, span };
}
