// `--set KEY=VALUE`: replaces a value before expressions are evaluated, so that what depends on it follows. KEY is a
// variable, an attribute path (`GLB.depth`, `PE.spatial.meshX`, `GLB.attributes.depth`) or a path from a section
// (`problem.instance.C`). Nothing is created that the input could not have meant.

import { type Diagnostic, error, warning } from '../../diagnostics/diagnostic.js';
import type { SourceFile, Span } from '../../diagnostics/span.js';
import { closest, didYouMean } from '../../diagnostics/suggestion.js';
import { remembered } from '../../math/remembered.js';
import { spellingsOf } from '../attribute-names.js';
import type { Entry, MapNode, Node } from '../node.js';
import { childOf, emptyMap, entriesOf, entryOf, replaceValue, textOf } from '../node.js';
import type { Sections } from './combine.js';
import { readTree } from './include.js';
import type { ReadingContext } from './open-included.js';
import { attributeNames, machineParameters } from './schemas.js';
import type { SectionName } from './sections.js';

export interface Override {
  readonly key: string;
  readonly value: string;
  /** Where the value and its name stand, if in a file; else they were typed. */
  readonly span?: Span | undefined;
  readonly keySpan?: Span | undefined;
}

/** What is said of a key that nothing is called. */
export function nothingCalled(key: string): string {
  return `nothing is called ${key}`;
}

interface OverrideContext extends ReadingContext {
  /** Files have errors: a key that nothing is called may stand in what was not read. */
  readonly unread: boolean;
}

export function applyOverrides(sections: Sections, overrides: readonly Override[], context: OverrideContext): Sections {
  return overrides.reduce((current, override) => applyOne(current, override, context), sections);
}

/** Points of a sweep share what they set: it is parsed once. */
const sources = new WeakMap<Override, SourceFile>();

function applyOne(sections: Sections, override: Override, context: OverrideContext): Sections {
  const source = remembered(sources, override, () => ({ name: `--set ${override.key}`, text: override.value }));
  const span = override.span ?? { source, start: 0, end: override.value.length };
  const said: Diagnostic[] = [];
  const read = readTree({ source, directory: null }, { ...context, diagnostics: said });
  // What stands in a file is shown there, not as if it had been typed.
  const isTyped = override.span === undefined;
  context.diagnostics.push(...said.map((one) => (isTyped ? one : { ...one, span })));
  if (!read) return sections;
  const value = isTyped ? read : { ...read, span };
  const change: Change = { value, span };
  const path = override.key.split('.');
  const changed =
    inVariables(sections, path, change) ??
    inLeaf(sections, path, change) ??
    inDensities(sections, path, change) ??
    inSection(sections, path, change);
  if (changed) {
    warnOfStatedInside(sections, override, context);
    return changed;
  }
  if (context.unread) return sections;
  const known = knownKeys(sections, path);
  context.diagnostics.push(
    error('E-NAME', nothingCalled(override.key), {
      span: override.keySpan ?? keySpan(override),
      expected:
        'a variable, LEAF.ATTRIBUTE, LEAF.spatial.meshX, problem.instance.NAME, problem.instance.densities.DATASPACE or machine.PARAMETER',
      hint: suggestion(override.key, known) ?? forTemplates(override),
    }),
  );
  return sections;
}

/** It is the key that nothing is called. */
function keySpan({ key, value }: Override): Span {
  return { source: { name: '--set', text: `${key}=${value}` }, start: 0, end: key.length };
}

function forTemplates({ key, value }: Override): string | undefined {
  return /^[A-Za-z_]\w*$/.test(key) ? `for a variable of Jinja templates, --jinja ${key}=${value}` : undefined;
}

/** A slip in the spelling, a path that ends in the same word, or what there is where the path is right but for its last word. */
function suggestion(key: string, known: readonly string[]): string | undefined {
  const last = lastWord(key);
  const sameEnd = known.find((one) => one !== key && lastWord(one) === last);
  if (sameEnd !== undefined) return `did you mean ${sameEnd}?`;
  const above = key.slice(0, key.length - last.length);
  const beside = known.filter((one) => one.startsWith(above) && !one.includes('.', above.length));
  if (above === '' || beside.length === 0) return didYouMean(key, known);
  const words = beside.map((one) => one.slice(above.length));
  const meant = words.find((word) => word.toLowerCase().startsWith(last)) ?? closest(last, words);
  if (meant !== undefined) return `did you mean ${above}${meant}?`;
  return beside.length > MOST_LISTED ? didYouMean(key, known) : `known there: ${words.join(', ')}`;
}

const MOST_LISTED = 30;

function lastWord(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).toLowerCase();
}

interface Change {
  readonly value: Node;
  readonly span: Span;
}

function inVariables(sections: Sections, path: readonly string[], change: Change): Sections | undefined {
  const names = path[0] === 'variables' ? path.slice(1) : path;
  const [name] = names;
  const given = sections.get('variables')?.value;
  const variables: Node = given ?? emptyMap(change.span);
  if (name === undefined || names.length !== 1 || variables.kind !== 'map') return undefined;
  if (!entryOf(variables, name) && !EVERYWHERE.has(name)) return undefined;
  const value = put(variables, name, change);
  if (given) return withSection(sections, 'variables', value);
  return new Map(sections).set('variables', { key: 'variables', keySpan: change.span, value });
}

/** Variables that mean something to every component, given or not. */
const EVERYWHERE: ReadonlySet<string> = new Set(['technology', 'global_cycle_seconds', 'voltage']);

/** An attribute of a container or a component counts before such a variable, which may then change nothing. */
function warnOfStatedInside(sections: Sections, override: Override, { diagnostics }: OverrideContext): void {
  const { key, value } = override;
  if (!EVERYWHERE.has(key)) return;
  const leaves = leavesOf(sections.get('architecture')?.value);
  const stating = [...leaves].flatMap(([name, leaf]) => {
    const own = childOf(childOf(leaf, 'attributes'), key);
    // An expression may stand on the variable.
    return own?.kind === 'scalar' && !`${own.value}`.includes(key) ? [name] : [];
  });
  const [first] = stating;
  if (first === undefined) return;
  diagnostics.push(
    warning('W-UNUSED', `${key} is set for what states none of its own, and ${stating.join(', ')} states one`, {
      span: override.keySpan ?? keySpan(override),
      hint: `did you mean ${first}.${key}=${value}?`,
    }),
  );
}

function inSection(sections: Sections, [name, ...path]: readonly string[], change: Change): Sections | undefined {
  if (!name || path.length === 0 || !OVERRIDABLE.has(name)) return undefined;
  const entry = sections.get(name as SectionName);
  const changed = entry && putAt(entry.value, path, change, creatable(name, entry.value));
  return changed && withSection(sections, name as SectionName, changed);
}

/** A dataspace's density, also where the workload gives none: a number, or one key of the map that says how it is spread. */
function inDensities(sections: Sections, path: readonly string[], change: Change): Sections | undefined {
  const [section, instanceKey, densitiesKey, dataspace, key, ...more] = path;
  if (`${section}.${instanceKey}.${densitiesKey}` !== 'problem.instance.densities') return undefined;
  const problem = sections.get('problem')?.value;
  const instance = childOf(problem, 'instance');
  if (problem?.kind !== 'map' || instance?.kind !== 'map' || dataspace === undefined || more.length > 0)
    return undefined;
  const empty = emptyMap(change.span);
  const given = childOf(instance, 'densities');
  const densities = given?.kind === 'map' ? given : empty;
  const old = childOf(densities, dataspace);
  // A number keeps the distribution that is there, and a distribution the number.
  const spread = old?.kind === 'map' ? old : undefined;
  const field = key ?? (spread && change.value.kind === 'scalar' ? 'density' : undefined);
  const asMap = spread ?? (old === undefined ? empty : put(empty, 'density', { ...change, value: old }));
  const value = field === undefined ? change.value : put(asMap, field, change);
  const changed = put(densities, dataspace, { ...change, value });
  const written = put(instance, 'densities', { ...change, value: changed });
  return withSection(sections, 'problem', put(problem, 'instance', { ...change, value: written }));
}

const OVERRIDABLE: ReadonlySet<string> = new Set<SectionName>(['problem', 'mapper', 'mapspace', 'machine']);

/** Keys that need not be there yet: a machine's parameters have defaults. */
function creatable(section: string, value: Node): readonly string[] {
  return section === 'machine' ? machineParameters(machineName(value)) : (CREATABLE[section] ?? []);
}

function machineName(section: Node | undefined): string {
  return textOf(section, 'name') || '';
}

const CREATABLE: Readonly<Record<string, readonly string[]>> = {
  problem: ['count', 'name'],
  mapper: ['algorithm', 'optimization_metrics', 'victory_condition', 'timeout', 'search_size', 'num_threads'],
  mapspace: ['template'],
};

function inLeaf(sections: Sections, [name, ...path]: readonly string[], change: Change): Sections | undefined {
  const entry = sections.get('architecture');
  if (!entry || name === undefined || path.length === 0) return undefined;
  const changed = changeLeaf(entry.value, name, (leaf) => inOneLeaf(leaf, path, change));
  return changed && withSection(sections, 'architecture', changed);
}

function inOneLeaf(leaf: MapNode, path: readonly string[], change: Change): MapNode | undefined {
  const [first, second] = path;
  if (path.length === 1 && first !== undefined) return inAttributes(leaf, first, change) ?? inKeys(leaf, first, change);
  if (path.length !== 2 || first === undefined || second === undefined) return undefined;
  if (first === 'attributes') return inAttributes(leaf, second, change);
  if (first !== 'spatial' || (second !== 'meshX' && second !== 'meshY')) return undefined;
  return putIn(leaf, 'spatial', second, change);
}

function inKeys(leaf: MapNode, key: string, change: Change): MapNode | undefined {
  return entryOf(leaf, key) && LEAF_KEYS.has(key) ? put(leaf, key, change) : undefined;
}

const LEAF_KEYS: ReadonlySet<string> = new Set(['class', 'subclass', 'enabled', 'area_scale', 'energy_scale']);

/** An attribute that is there, also under another of its names, or one that has a meaning (A.7). */
function inAttributes(leaf: MapNode, key: string, change: Change): MapNode | undefined {
  const map = childOf(leaf, 'attributes');
  const present = [key, ...spellingsOf(key)].find((name) => entryOf(map, name));
  if (present === undefined && !attributeNames().includes(key)) return undefined;
  return putIn(leaf, 'attributes', present ?? key, change);
}

function changeLeaf(node: Node, name: string, change: (leaf: MapNode) => MapNode | undefined): Node | undefined {
  if (node.kind !== 'map') return undefined;
  const nodes = childOf(node, 'nodes');
  if (nodes?.kind !== 'list') return textOf(node, 'name') === name ? change(node) : undefined;
  for (const [at, item] of nodes.items.entries()) {
    const changed = changeLeaf(item, name, change);
    if (changed) return replaceValue(node, 'nodes', () => ({ ...nodes, items: nodes.items.with(at, changed) }));
  }
  return undefined;
}

/** Follows existing maps; the last key must exist too, or be one of `creatable` at the top. */
function putAt(node: Node, path: readonly string[], change: Change, creatable: readonly string[]): Node | undefined {
  const [key, ...rest] = path;
  if (node.kind !== 'map' || key === undefined) return undefined;
  const entry = entryOf(node, key);
  if (rest.length === 0) return entry || creatable.includes(key) ? put(node, key, change) : undefined;
  const changed = entry && putAt(entry.value, rest, change, []);
  return changed && replaceValue(node, key, () => changed);
}

function putIn(leaf: MapNode, part: string, key: string, change: Change): MapNode {
  const existing = childOf(leaf, part);
  const map = existing?.kind === 'map' ? existing : emptyMap(change.span);
  return put(leaf, part, { value: put(map, key, change), span: change.span });
}

function put(map: MapNode, key: string, change: Change): MapNode {
  if (entryOf(map, key)) return replaceValue(map, key, () => change.value);
  const added: Entry = { key, keySpan: change.span, value: change.value };
  return { ...map, entries: [...map.entries, added] };
}

function withSection(sections: Sections, name: SectionName, value: Node): Sections {
  return new Map(sections).set(name, { ...sections.get(name)!, value });
}

/** Whatever could have been meant, for the suggestion. */
function knownKeys(sections: Sections, [first, ...rest]: readonly string[]): readonly string[] {
  const instance = sections.get('problem')?.value;
  const machine = sections.get('machine')?.value;
  const leaves = leavesOf(sections.get('architecture')?.value);
  const leaf = leaves.get(first ?? '');
  const near = [closest(first ?? '', leaves.keys()) ?? []].flat();
  return [
    ...keysOf(sections.get('variables')?.value),
    ...keysOf(childOf(instance, 'instance')).map((name) => `problem.instance.${name}`),
    ...machineParameters(machineName(machine)).map((name) => `machine.${name}`),
    ...entriesOf(machine).flatMap(({ key, value }) => keysOf(value).map((inner) => `machine.${key}.${inner}`)),
    // Either the attribute is misspelt or the leaf.
    ...(leaf ? leafKeys(leaf, rest).map((key) => `${first}.${key}`) : near.map((name) => [name, ...rest].join('.'))),
  ];
}

function leafKeys(leaf: MapNode, rest: readonly string[]): readonly string[] {
  const keys = [...keysOf(childOf(leaf, 'attributes')), ...attributeNames()];
  return [...keys.map((key) => (rest.length > 1 ? `attributes.${key}` : key)), 'spatial.meshX', 'spatial.meshY'];
}

function leavesOf(node: Node | undefined, found = new Map<string, MapNode>()): ReadonlyMap<string, MapNode> {
  if (node?.kind !== 'map') return found;
  const nodes = childOf(node, 'nodes');
  const name = textOf(node, 'name');
  if (nodes?.kind === 'list') for (const item of nodes.items) leavesOf(item, found);
  else if (name !== undefined) found.set(name, node);
  return found;
}

function keysOf(node: Node | undefined): readonly string[] {
  return entriesOf(node).map((entry) => entry.key);
}
