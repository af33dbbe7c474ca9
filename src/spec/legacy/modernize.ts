// Sections of versions before 0.4 in today's form, so that the rest of the program knows one dialect only. What cannot be
// carried over is said.

import { type Diagnostic, error, warning } from '../../diagnostics/diagnostic.js';
import { numberOf } from '../build/values.js';
import { directiveType } from '../directive-type.js';
import type { Entry, MapNode, Node } from '../node.js';
import { childOf, entriesOf, entryOf, itemsOf, nodeOf, renamedKey, replaceValue, textOf } from '../node.js';
import type { SectionName } from '../read/sections.js';
import { isOldArchitecture, modernArchitecture } from './architecture.js';
import { refuseRanges } from './name-range.js';
import { withWholePermutation } from './permutation.js';
import { isOldSparse, modernSparse } from './sparse.js';
import { plainSummary } from './summary.js';

export type OldSections = ReadonlyMap<SectionName, Entry>;

/** How that old forms were read is told; who converts them knows. */
export const readAsNew = 'sections in a form before version 0.4 are read as 0.4';

/**
 * The same sections where nothing is old, but for summaries of energies, which are alike in all versions. `isWritten`: as a
 * file of today, where a split counts otherwise.
 */
export function modernize(given: OldSections, diagnostics: Diagnostic[], { isWritten = false } = {}): OldSections {
  const summary = given.get('ERT_summary');
  const sections = summary
    ? new Map<SectionName, Entry>([...given, ['ERT_summary', { ...summary, value: plainSummary(summary.value) }]])
    : given;
  const architecture = sections.get('architecture')?.value;
  const isOldTree = architecture?.kind === 'map' && isOldArchitecture(architecture);
  if (architecture && !isOldTree) refuseRanges(architecture, diagnostics);
  const old = [...sections].filter(([name, entry]) => isOld(name, entry.value));
  const [first] = old;
  if (!first) return sections;
  const names = old.map(([name]) => name).join(', ');
  const hint = 'mapper convert writes the new form';
  const message = `${readAsNew}: ${names}`;
  diagnostics.push(warning('W-LEGACY', message, { span: placeOf(first[1]), hint }));
  const nodes = isOldTree ? entryOf(architecture, 'nodes') : undefined;
  if (nodes) {
    const hint = 'give one of them; parsed-processed-input.yaml holds the whole project already';
    const message = 'the architecture has nodes and a tree of the form before version 0.4';
    diagnostics.push(error('E-CONFLICT', message, { span: nodes.keySpan, hint }));
  }
  const modern = isOldTree ? modernArchitecture(architecture, diagnostics) : undefined;
  const { fanoutBelow = new Map<string, string>(), storage = [] } = modern ?? {};
  const dimensions = dimensionsIn(sections.get('problem')?.value);
  const oldNames = new Set(old.map(([name]) => name));
  const changed = [...sections].map(([name, entry]): readonly [SectionName, Entry] => {
    const isDirectives = name === 'constraints' || name === 'mapping';
    if (!oldNames.has(name) && !(isDirectives && modern)) return [name, entry];
    const plainKeys = underscored(withoutVersion(entry.value));
    if (name === 'architecture' && modern) return [name, { ...entry, value: modern.node }];
    if (name === 'problem') return [name, { ...entry, value: problem(plainKeys) }];
    if (isDirectives && namesFanouts(plainKeys, fanoutBelow)) return [name, { ...entry, value: plainKeys }];
    if (isDirectives) {
      const splits = { isFree: name === 'constraints', areWhole: isWritten || name === 'mapping' };
      const context = { fanoutBelow, storage, dimensions, splits, diagnostics };
      return [name, { ...entry, value: directives(plainKeys, context) }];
    }
    if (name === 'sparse_optimizations') return [name, { ...entry, value: modernSparse(plainKeys) }];
    return [name, { ...entry, value: name === 'architecture' ? withoutVersion(entry.value) : plainKeys }];
  });
  return new Map(changed);
}

function isOld(name: SectionName, value: Node): boolean {
  if (value.kind !== 'map') return false;
  const version = childOf(value, 'version');
  if (version?.kind === 'scalar' && /^0\.[0-3]\d*$/.test(String(version.value))) return true;
  if (name === 'architecture') return isOldArchitecture(value);
  if (name === 'mapper') return value.entries.some(({ key }) => OLD_KEYS.test(key));
  if (name === 'sparse_optimizations') return isOldSparse(value);
  const shape = entriesOf(childOf(value, 'shape'));
  return name === 'problem' && (isOldProblem(value) || shape.some(({ key }) => OLD_KEYS.test(key)));
}

const OLD_KEYS = /^(optimization-metrics?|search-size|num-threads|victory-condition|live-status|data-spaces)$/;

function placeOf({ value, keySpan }: Entry) {
  return childOf(value, 'version')?.span ?? keySpan;
}

function withoutVersion(node: Node): Node {
  return node.kind === 'map' ? { ...node, entries: node.entries.filter(({ key }) => key !== 'version') } : node;
}

/** `data-spaces`, `read-write`, `search-size`. */
function underscored(node: Node): Node {
  if (node.kind === 'list') return { ...node, items: node.items.map(underscored) };
  if (node.kind === 'scalar') return node;
  const entries = node.entries.map((entry) => ({
    ...entry,
    key: entry.key.replaceAll('-', '_'),
    value: underscored(entry.value),
  }));
  return { ...node, entries };
}

/** Bounds stood beside `shape` before there was `instance`. */
function isOldProblem(value: MapNode): boolean {
  return !childOf(value, 'instance') && value.entries.some(({ key }) => /^[A-Z]$/.test(key));
}

const BESIDE_INSTANCE: ReadonlySet<string> = new Set(['shape', 'name', 'version', 'count', 'types']);

function problem(node: Node): Node {
  if (node.kind !== 'map' || !isOldProblem(node)) return node;
  const [kept, moved] = [true, false].map((stays) =>
    node.entries.filter(({ key }) => BESIDE_INSTANCE.has(key) === stays),
  );
  const instance: Node = { kind: 'map', entries: moved!, span: node.span };
  return { ...node, entries: [...kept!, { key: 'instance', keySpan: node.span, value: instance }] };
}

/** Of a shape that is only named, the bounds tell. */
function dimensionsIn(problem: Node | undefined): readonly string[] {
  const shape = childOf(problem, 'shape');
  if (shape?.kind !== 'map') {
    const bounds = entriesOf(childOf(problem, 'instance') ?? problem);
    return bounds.flatMap(({ key }) => (/^[A-Z]$/.test(key) ? [key] : []));
  }
  return itemsOf(childOf(shape, 'dimensions')).flatMap((item) => (item.kind === 'scalar' ? [String(item.value)] : []));
}

/**
 * Whether spatial loops stand at fan-outs and not above them: a mapping that a search found is in today's names. The
 * innermost fan-out is above no other, and the outermost level with one below it is no fan-out.
 */
function namesFanouts(node: Node, fanoutBelow: ReadonlyMap<string, string>): boolean {
  const list = node.kind === 'map' ? childOf(node, 'targets') : node;
  const targets = itemsOf(list).flatMap((item) => {
    const target = textOf(item, 'type') === 'spatial' ? textOf(item, 'target') : undefined;
    return target === undefined ? [] : [target];
  });
  const fanouts = new Set(fanoutBelow.values());
  const isToday = (target: string) => fanouts.has(target) && !fanoutBelow.has(target);
  return targets.some(isToday) && targets.every((target) => fanouts.has(target));
}

interface DirectiveContext {
  readonly fanoutBelow: ReadonlyMap<string, string>;
  readonly storage: readonly string[];
  readonly dimensions: readonly string[];
  /** Whether what a permutation beside a split leaves out has an order of its own, and whether it is put in. */
  readonly splits: { readonly isFree: boolean; readonly areWhole: boolean };
  readonly diagnostics: Diagnostic[];
}

function directives(node: Node, context: DirectiveContext): Node {
  if (node.kind === 'list')
    return { ...node, items: node.items.flatMap(unfolded).map((item) => directive(item, context)) };
  if (node.kind !== 'map') return node;
  const targets = entryOf(node, 'targets');
  if (!targets) return node;
  const value = directives(targets.value, context);
  return { ...node, entries: node.entries.map((entry) => (entry === targets ? { ...entry, value } : entry)) };
}

/** What holds for one target stood in a list under `constraints` first, what each says under `attributes`. */
function unfolded(item: Node): readonly Node[] {
  const inner = entryOf(item, 'constraints');
  const several = item.kind === 'map' && inner?.value.kind === 'list';
  if (!several) return [flattened(item, 'attributes')];
  const target = item.entries.filter((entry) => entry !== inner);
  return itemsOf(inner.value).map((one) => {
    const flat = flattened(one, 'attributes');
    return flat.kind === 'map' ? { ...flat, entries: [...target, ...flat.entries] } : flat;
  });
}

/** With what stands under a key beside it. */
function flattened(node: Node, key: string): Node {
  if (node.kind !== 'map') return node;
  const entries = node.entries.flatMap((entry) => (entry.key === key ? entriesOf(entry.value) : [entry]));
  return { ...node, entries };
}

/** `{type: no_link_transfer, datatypes: [A]}` said by itself what an entry of spatial loops says among others. */
function asSpatial(node: MapNode): MapNode {
  const key = REUSE.get(textOf(node, 'type') ?? '');
  if (key === undefined) return node;
  const entries = node.entries.map((entry): Entry => {
    if (entry.key === 'type') return { ...entry, value: nodeOf('spatial', entry.value.span) };
    return entry.key === 'datatypes' ? { ...entry, key } : entry;
  });
  return { ...node, entries };
}

const REUSE: ReadonlyMap<string, string> = new Map([
  ['no_link_transfer', 'no_link_transfer'],
  ['no_multicast', 'no_reuse'],
  ['no_reduction', 'no_reuse'],
  ['no_multicast_no_reduction', 'no_reuse'],
]);

/** The reference takes the number of a storage level for its name, counted from 0 for the innermost. */
function named(node: MapNode, storage: readonly string[]): MapNode {
  return replaceValue(node, 'target', (target) => {
    const name = storage[numberOf(target) ?? Number.NaN];
    return name === undefined ? target : nodeOf(name, target.span);
  });
}

/** Spatial loops stood at the level above their fan-out, and a `split` counted the permutation as written. */
function directive(written: Node, context: DirectiveContext): Node {
  const { fanoutBelow, storage, dimensions, splits, diagnostics } = context;
  if (written.kind !== 'map') return written;
  // A target could be called `name`.
  const node = named(asSpatial(childOf(written, 'target') ? written : renamedKey(written, 'name', 'target')), storage);
  const type = textOf(node, 'type');
  const target = textOf(node, 'target') ?? '';
  const owner = type === 'spatial' ? fanoutBelow.get(target) : undefined;
  const renamed = directiveType(type ?? '') === 'dataspace' ? 'dataspace' : undefined;
  const said = node.entries.filter((entry) => !isWithoutEffect(entry, { type, target, diagnostics }));
  const entries = said.map((entry): Entry => {
    if (entry.key === 'target' && owner !== undefined) return { ...entry, value: nodeOf(owner, entry.value.span) };
    if (entry.key === 'type' && renamed) return { ...entry, value: nodeOf(renamed, entry.value.span) };
    return entry;
  });
  if (type === 'spatial' && owner === undefined && fanoutBelow.size > 0) {
    const message = `${target} has no fan-out below it: this spatial directive is left as it is`;
    diagnostics.push(warning('W-LEGACY', message, { span: node.span }));
  } else if (splits.areWhole && type === 'spatial' && childOf(node, 'split') && dimensions.length === 0) {
    const message = `the split for ${target} counts its permutation as written`;
    const hint =
      'give the problem along: then the permutation is completed, and every reading of the split is the same';
    diagnostics.push(warning('W-LEGACY', message, { span: node.span, hint }));
  }
  const changed = { ...node, entries };
  return splits.areWhole ? withWholePermutation(changed, { dimensions, isFree: splits.isFree, diagnostics }) : changed;
}

/**
 * `stream`, which mapping files that were found stated beside `keep` for a while, a `split` without axes to split, and
 * what is said of loops where none are: the reference reads no more than what is kept there.
 */
function isWithoutEffect(
  { key, keySpan, value }: Entry,
  { type, target, diagnostics }: { type: string | undefined; target: string; diagnostics: Diagnostic[] },
): boolean {
  const isKept = directiveType(type ?? '') === 'dataspace';
  const isStream = key === 'stream' && type !== 'spatial' && type !== 'temporal';
  const isOfLoops = isKept && LOOP_KEYS.has(key);
  if (!isStream && !isOfLoops && !(key === 'split' && type === 'temporal')) return false;
  const isEmpty = value.kind === 'list' ? value.items.length === 0 : value.kind === 'scalar' && value.value === null;
  if (!isEmpty) diagnostics.push(warning('W-DROPPED', `${key} has no effect at ${target}`, { span: keySpan }));
  return true;
}

const LOOP_KEYS: ReadonlySet<string> = new Set(['factors', 'permutation', 'split']);
