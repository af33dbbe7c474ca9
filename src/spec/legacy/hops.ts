// What words pay on their way to several children (A.6, F.10). In versions before 0.4 the storage above a fan-out says so;
// today the fan-out is a level of its own, which takes these attributes from the containers around it. So they move from
// the storage to the container of its fan-out, and what is further inside is told what it had without them.

import { networkParameters } from '../attribute-names.js';
import { childOf, type Entry, entriesOf, type MapNode, type Node, nodeOf } from '../node.js';
import { defaultWordBits } from '../spec.js';

/** A leaf of today's tree, its attributes spelled with underscores. */
export interface MadeLeaf {
  readonly name: string;
  readonly node: MapNode;
  readonly isContainer: boolean;
  readonly fansOut: boolean;
}

/** The same leaves with each network's attributes where its fan-out takes them from, and containers for that put in. */
export function moveHops(leaves: readonly MadeLeaf[]): readonly MapNode[] {
  const names = new Set(leaves.map(({ name }) => name));
  const scopes: Scopes = { old: new Map(), made: new Map(), feeder: undefined, names };
  return leaves.flatMap((leaf, at) => {
    const isStorage = !leaf.isContainer && at < leaves.length - 1;
    const nextStorage = leaves.findIndex((other, later) => later > at && !other.isContainer);
    const feeds = isStorage && leaves.slice(at + 1, nextStorage + 1).some(({ fansOut }) => fansOut);
    return leaf.isContainer ? [container(leaf, scopes)] : component(leaf, { isStorage, feeds, scopes });
  });
}

type Scope = ReadonlyMap<string, Entry>;

interface Scopes {
  /** Of all leaves. */
  readonly names: ReadonlySet<string>;
  /** Attributes of the containers so far, as they were given. */
  old: Scope;
  /** The same, as they stand in today's tree. */
  made: Scope;
  /** The attributes of the storage above, its own and those of the containers around it. */
  feeder: { readonly own: Scope; readonly around: Scope } | undefined;
}

function container({ node, fansOut }: MadeLeaf, scopes: Scopes): MapNode {
  const given = attributesOf(node);
  scopes.old = within(scopes.old, given);
  scopes.made = within(scopes.made, given);
  if (!fansOut) return node;
  const changed = asked(scopes);
  scopes.made = within(scopes.made, changed);
  return withAttributes(node, changed);
}

function component(
  { name, node, fansOut }: MadeLeaf,
  { isStorage, feeds, scopes }: { isStorage: boolean; feeds: boolean; scopes: Scopes },
): readonly MapNode[] {
  const changed = fansOut ? asked(scopes) : new Map<string, Entry>();
  scopes.made = within(scopes.made, changed);
  let wiresName = `${name}_wires`;
  while (scopes.names.has(wiresName)) wiresName += '_';
  const wires = withAttributes(emptyContainer(wiresName, node), changed);
  const before = changed.size > 0 ? [wires] : [];
  if (!isStorage) return [...before, node];
  const own = attributesOf(node);
  scopes.feeder = { own, around: scopes.old };
  return [...before, storage(node, { feeds, scopes })];
}

/** Its network is at its fan-out; where it has none, what it pays is what it said, or what was around it. */
function storage(node: MapNode, { feeds, scopes }: { feeds: boolean; scopes: Scopes }): MapNode {
  const own = attributesOf(node);
  const kept = feeds ? withoutNetwork(node) : node;
  const changed = new Map<string, Entry>();
  for (const key of chargedWithoutHops) {
    if (!feeds && own.has(key)) continue;
    const [old, made] = [feeds ? undefined : scopes.old.get(key), scopes.made.get(key)];
    if (made && made !== old) changed.set(key, old ?? absent(key, node));
  }
  return withAttributes(kept, changed);
}

/** Those that cost something where words make no hops. */
const chargedWithoutHops = ['router_energy', 'energy_per_ingress'];

/** What must be said at a fan-out, so that it has what the storage above says, or else the containers. */
function asked({ old, made, feeder }: Scopes): Scope {
  const changed = new Map<string, Entry>();
  const bits = wordBits(old, feeder);
  for (const key of networkParameters) {
    const own = feeder?.own.get(key);
    const wanted = (isSaid(own) ? own : old.get(key)) ?? (key === 'network_word_bits' ? bits : undefined);
    const had = made.get(key);
    if (wanted && wanted !== had) changed.set(key, wanted);
    else if (!wanted && had) changed.set(key, absent(key, had.value));
  }
  return changed;
}

/** Wires carried words as wide as the storage's; the words of today's fan-out are one bit wide. */
function wordBits(containers: Scope, feeder: Scopes['feeder']): Entry | undefined {
  const wire = feeder?.own.get('wire_energy') ?? containers.get('wire_energy');
  if (!feeder || !isSaid(wire)) return undefined;
  const given = [feeder.own, feeder.around].flatMap((scope) =>
    ['word_bits', 'word_width', 'datawidth'].flatMap((key) => scope.get(key) ?? []),
  );
  const value = given.find(isSaid)?.value ?? nodeOf(defaultWordBits, wire.value.span);
  return { key: 'network_word_bits', keySpan: wire.keySpan, value };
}

function isSaid(entry: Entry | undefined): entry is Entry {
  return entry !== undefined && !(entry.value.kind === 'scalar' && entry.value.value === null);
}

/** An energy of nothing is 0, which holds whoever reads the file; no width and no kind of network is null. */
function absent(key: string, { span }: Node): Entry {
  return { key, keySpan: span, value: nodeOf(chargedWithoutHops.includes(key) ? 0 : null, span) };
}

function attributesOf(node: MapNode): Scope {
  return new Map(entriesOf(childOf(node, 'attributes')).map((entry) => [entry.key, entry]));
}

function within(outer: Scope, inner: Scope): Scope {
  return inner.size === 0 ? outer : new Map([...outer, ...inner]);
}

function withoutNetwork(node: MapNode): MapNode {
  const attributes = childOf(node, 'attributes');
  if (attributes?.kind !== 'map') return node;
  const entries = attributes.entries.filter(({ key }) => !networkParameters.includes(key));
  return replaced(node, { ...attributes, entries });
}

function withAttributes(node: MapNode, more: Scope): MapNode {
  if (more.size === 0) return node;
  const kept = entriesOf(childOf(node, 'attributes')).filter(({ key }) => !more.has(key));
  return replaced(node, { kind: 'map', entries: [...kept, ...more.values()], span: node.span });
}

/** Attributes stand right before `spatial`, as elsewhere. */
function replaced(node: MapNode, value: MapNode): MapNode {
  const others = node.entries.filter(({ key }) => key !== 'attributes');
  const attributes: Entry = { key: 'attributes', keySpan: node.span, value };
  const at = others.findIndex(({ key }) => key === 'spatial');
  const end = at < 0 ? others.length : at;
  const entries = value.entries.length === 0 ? others : [...others.slice(0, end), attributes, ...others.slice(end)];
  return { ...node, entries };
}

function emptyContainer(name: string, { span }: Node): MapNode {
  const named: Entry = { key: 'name', keySpan: span, value: nodeOf(name, span) };
  return { kind: 'map', entries: [named], tag: 'Container', span };
}
