// Several files, and sections that are lists of maps, become one document (section A.1, step 2): maps are combined recursively, equal values are fine, lists
// that are collections (constraints, mapping entries, classes, tables, architecture nodes) are joined, and anything else
// that differs is a conflict which names both places.

import { type Diagnostic, error, warning } from '../../diagnostics/diagnostic.js';
import { childOf, type Entry, entriesOf, entryOf, inMap, type MapNode, type Node, replaceValue } from '../node.js';
import { mergeMaps } from './merge-keys.js';
import { type SectionName, sectionOf, unknownSection } from './sections.js';

/** One entry per section, in the order in which sections first appear. */
export type Sections = ReadonlyMap<SectionName, Entry>;

/** What the reference's front end writes atop of what it hands on, `parsed-processed-input.yaml`. */
const MARK_OF_DUMPS = 'dumped_by_timeloop_front_end';

export function combineFiles(files: readonly MapNode[], diagnostics: Diagnostic[]): Sections {
  const sections = new Map<SectionName, Entry>();
  const written = withoutDecided(files).flatMap(({ entries }) => entries.flatMap(halves).map(chosenList));
  for (const entry of written.filter((one) => !refuseFused(one, diagnostics)).flatMap(parts)) {
    const name = sectionIn(entry);
    if (entry.key === MARK_OF_DUMPS) continue;
    if (!name) {
      diagnostics.push(unknownSection(entry));
      continue;
    }
    const earlier = sections.get(name);
    if (!earlier) sections.set(name, entry);
    else {
      const value = combining(name, diagnostics)(earlier.value, entry.value, []);
      sections.set(name, { ...earlier, value });
    }
  }
  return sections;
}

/** What a search decided of a machine stands beside its mapping, and holds for it whatever the machine's own file says (A.1). */
function withoutDecided(files: readonly MapNode[]): readonly MapNode[] {
  const ofMapping = (file: MapNode) => entryOf(file, 'mapping') && !entryOf(file, 'architecture');
  const decided = files.filter(ofMapping).flatMap((file) => entriesOf(childOf(file, 'machine')));
  const keys = decided.map(({ key }) => key).filter((key) => key !== 'name');
  const left = (map: MapNode) => ({ ...map, entries: map.entries.filter(({ key }) => !keys.includes(key)) });
  return files.map((file) => (ofMapping(file) ? file : replaceValue(file, 'machine', (node) => inMap(node, left))));
}

/** `mapspace` was what constraints were called before version 0.4; today it says `template`. */
function sectionIn({ key, value }: Entry): SectionName | undefined {
  const isOld = key === 'mapspace' && (value.kind === 'list' || childOf(value, 'targets'));
  return isOld ? 'constraints' : sectionOf(key);
}

/** Both at once, as the reference's own samples of version 0.1 write it: `template` beside constraints. */
function halves(entry: Entry): readonly Entry[] {
  const { key, value } = entry;
  const template = key === 'mapspace' ? childOf(value, 'template') : undefined;
  if (!template || value.kind !== 'map' || !value.entries.some((one) => one.value.kind === 'list')) return [entry];
  const part = (today: boolean): Entry => ({
    ...entry,
    value: { ...value, entries: value.entries.filter((one) => (one.value === template) === today) },
  });
  return [part(true), part(false)];
}

/** Of several lists of constraints the section once chose one: `constraints: NAME` is the list `constraints_NAME`. */
function chosenList(entry: Entry): Entry {
  const { key, value } = entry;
  if (value.kind !== 'map' || (key !== 'mapspace' && sectionOf(key) !== 'constraints')) return entry;
  // An empty choice beside targets chooses nothing.
  const said = value.entries.filter((one) => one.key !== 'constraints' || !isEmpty(one.value));
  if (said.length < value.entries.length && childOf(value, 'targets'))
    return { ...entry, value: { ...value, entries: said } };
  // What else stands there would be lost.
  if (!value.entries.every((one) => one.key === 'version' || sectionOf(one.key) === 'constraints')) return entry;
  const chosen = childOf(value, 'constraints');
  const list = chosen?.kind === 'scalar' ? childOf(value, `constraints_${chosen.value}`) : chosen;
  return list?.kind === 'list' ? { ...entry, value: list } : entry;
}

/** Layers that LoopTree fuses are a list of problems, each with a shape: one by one they would contradict each other. */
function refuseFused({ key, keySpan, value }: Entry, diagnostics: Diagnostic[]): boolean {
  const shapes = key === 'problem' && value.kind === 'list' ? value.items.filter((one) => childOf(one, 'shape')) : [];
  if (shapes.length < 2) return false;
  const hint =
    'write each into a file of its own, with bounds under instance: {M: 4}, and name them one after the other';
  diagnostics.push(
    error('E-UNSUPPORTED', `layers are not fused, and problem lists ${shapes.length}`, { span: keySpan, hint }),
  );
  return true;
}

/** A list of maps where a section is a map, `variables: [{...}, {...}]`, is as if several files had given them. */
function parts(entry: Entry): readonly Entry[] {
  const { value } = entry;
  const name = sectionIn(entry);
  const several =
    name && !JOINED[name]?.includes('') && value.kind === 'list' && value.items.every((item) => item.kind === 'map');
  return several && value.items.length > 0 ? value.items.map((item) => ({ ...entry, value: item })) : [entry];
}

/** Lists that are joined, by section and key path; the empty path is the section itself. */
const JOINED: Readonly<Partial<Record<SectionName, readonly string[]>>> = {
  architecture: ['nodes'],
  components: ['', 'classes'],
  constraints: ['', 'targets'],
  mapping: [''],
  imperfect: [''],
  sparse_optimizations: ['', 'targets'],
  globals: ['expression_custom_functions', 'accelergy_plug_ins'],
  ERT: ['tables'],
  ART: ['tables'],
  ERT_summary: ['table_summary'],
  ART_summary: ['table_summary'],
};

/** Of a section that is a list, or a map which has this list under a key, the key: `constraints: {targets: [...]}`. */
function listOf(section: SectionName): string | undefined {
  const lists = JOINED[section] ?? [];
  return lists.includes('') ? lists.find((path) => path !== '') : undefined;
}

function inKey(key: string, node: Node): Node {
  return node.kind === 'list'
    ? { kind: 'map', span: node.span, entries: [{ key, keySpan: node.span, value: node }] }
    : node;
}

/** How two values of a section become one. */
function combining(section: SectionName, diagnostics: Diagnostic[]) {
  return combine;

  function combine(first: Node, second: Node, path: readonly string[]): Node {
    if (isEmpty(first)) return second;
    if (isEmpty(second)) return first;
    const held = path.length === 0 ? listOf(section) : undefined;
    if (held !== undefined && [first.kind, second.kind].sort().join() === 'list,map')
      return combine(inKey(held, first), inKey(held, second), path);
    if (first.kind === 'map' && second.kind === 'map')
      return mergeMaps(first, second, (value, other, key) => combine(value, other, [...path, key]));
    if (first.kind === 'list' && second.kind === 'list' && JOINED[section]?.includes(path.join('.'))) {
      if (section === 'architecture') warnOfJoinedNodes(first, second);
      return { ...first, items: [...first.items, ...second.items] };
    }
    if (!sameValue(first, second) && !isSameVersion(first, second, path)) conflict(first, second, path);
    return first;
  }

  function conflict(first: Node, second: Node, path: readonly string[]): void {
    const name = [section, ...path].join('.');
    const values = { expected: summary(first), found: summary(second) };
    const related = [{ message: 'the other value', span: first.span }];
    const message = `two places give different values for ${name}`;
    diagnostics.push(error('E-CONFLICT', message, { span: second.span, ...values, related }));
  }

  function warnOfJoinedNodes(first: Node, second: Node): void {
    const related = [{ message: 'the first nodes', span: first.span }];
    const message = 'two files hold architecture nodes; the second ones are put below the first';
    diagnostics.push(warning('W-MERGE', message, { span: second.span, related }));
  }
}

/** A version counts as text (A.2): dumps of the reference quote it. */
function isSameVersion(first: Node, second: Node, path: readonly string[]): boolean {
  if (path.at(-1) !== 'version' || first.kind !== 'scalar' || second.kind !== 'scalar') return false;
  return String(first.value) === String(second.value);
}

function isEmpty(node: Node): boolean {
  if (node.kind === 'scalar') return node.value === null;
  return node.kind === 'map' ? node.entries.length === 0 : node.items.length === 0;
}

function sameValue(first: Node, second: Node): boolean {
  if (first === second) return true;
  if (first.kind === 'scalar') return second.kind === 'scalar' && first.value === second.value;
  if (first.kind === 'list') {
    return (
      second.kind === 'list' &&
      first.items.length === second.items.length &&
      first.items.every((item, at) => sameValue(item, second.items[at]!))
    );
  }
  if (second.kind !== 'map' || first.entries.length !== second.entries.length) return false;
  const others = new Map(second.entries.map((entry) => [entry.key, entry.value]));
  return first.entries.every((entry) => {
    const other = others.get(entry.key);
    return other !== undefined && sameValue(entry.value, other);
  });
}

function summary(node: Node): string {
  if (node.kind === 'scalar') return JSON.stringify(node.value);
  return node.kind === 'map' ? 'a map' : `a list of ${node.items.length}`;
}
