// Architectures of versions 0.1 to 0.3 in today's form (A.6, at its end): trees of `subtree` and `local` with ranges in the
// names, and lists of `storage`, innermost first, beside one `arithmetic`. There an instance count and a mesh belong to each
// component; here a fan-out belongs to the leaf below which it holds, so the ratio of two neighbours becomes a `spatial`.

import { type Diagnostic, error, warning } from '../../diagnostics/diagnostic.js';
import { sizeNames } from '../attribute-names.js';
import { mapItems, numberOf } from '../build/values.js';
import { childOf, type Entry, type MapNode, type Node, nodeOf, textOf } from '../node.js';
import { type MadeLeaf, moveHops } from './hops.js';
import { rangeOf } from './name-range.js';
import { withSharedRow } from './shared-row.js';
import { reportStrays } from './strays.js';

export interface ModernArchitecture {
  readonly node: MapNode;
  /** The leaf that owns the fan-out below a component: who a spatial directive for that component is for. */
  readonly fanoutBelow: ReadonlyMap<string, string>;
  /** Storage levels from the innermost out: what a directive counts that gives a number for its target. */
  readonly storage: readonly string[];
}

export function isOldArchitecture(node: MapNode): boolean {
  return ['subtree', 'local', 'storage', 'arithmetic'].some((key) => childOf(node, key) !== undefined);
}

interface Part {
  readonly kind: 'container' | 'component';
  readonly name: string;
  readonly map: MapNode;
  readonly instances: number;
}

export function modernArchitecture(node: MapNode, diagnostics: Diagnostic[]): ModernArchitecture {
  const isList = childOf(node, 'storage') || childOf(node, 'arithmetic');
  if (!isList) reportStrays(node, diagnostics);
  const parts = isList ? listed(node) : computeLast(withoutOthers(nested(node, 1, diagnostics), diagnostics));
  const fanoutBelow = new Map<string, string>();
  const written: { part: Part; fanout: Mesh }[] = [];
  let mesh: Mesh = { x: 1, y: 1 };
  let above: string | undefined;
  const compute = parts.findLastIndex(({ kind }) => kind === 'component');
  if (is(parts[compute], STORES) && !is(parts[compute], COMPUTES)) diagnostics.push(noCompute(parts[compute]!));
  for (const [at, part] of parts.entries()) {
    const entry = { part, fanout: { x: 1, y: 1 } };
    if (part.kind === 'component' && isNetwork(part)) {
      const message = `network ${part.name} is not carried over`;
      diagnostics.push(warning('W-DROPPED', message, { span: part.map.span }));
      continue;
    }
    written.push(entry);
    if (part.kind === 'container') continue;
    const own = meshOf(part, mesh, diagnostics);
    const ratio = { x: own.x / mesh.x, y: own.y / mesh.y };
    if (!Number.isInteger(ratio.x) || !Number.isInteger(ratio.y)) {
      const message = `${part.name} has ${own.x} x ${own.y} instances below ${mesh.x} x ${mesh.y}`;
      const hint = 'in a list under local, what is further outside stands first';
      diagnostics.push(error('E-ARCH', message, { span: part.map.span, expected: 'a multiple on each axis', hint }));
    } else if (ratio.x * ratio.y > 1) {
      const owner = ownerOf(written);
      owner.fanout = ratio;
      if (above !== undefined) fanoutBelow.set(above, owner.part.name);
    }
    [mesh, above] = [own, part.name];
    if (at === compute) break;
  }
  const leaves = written.map(({ part, fanout }, at): MadeLeaf => {
    const node = leaf(part, fanout, at === written.length - 1, diagnostics);
    return { name: part.name, node, isContainer: part.kind === 'container', fansOut: fanout.x * fanout.y > 1 };
  });
  const nodes = moveHops(leaves);
  const kept = node.entries.filter(({ key }) => key === 'name');
  const value: Node = { kind: 'list', items: nodes, span: node.span };
  const storage = written.flatMap(({ part }) => (part.kind === 'component' ? [part.name] : [])).slice(0, -1);
  const modern: MapNode = { ...node, entries: [...kept, { key: 'nodes', keySpan: node.span, value }] };
  return { node: modern, fanoutBelow, storage: storage.toReversed() };
}

interface Mesh {
  readonly x: number;
  readonly y: number;
}

/** The container with a range that stands right before the component, or else the component itself. */
function ownerOf(written: { part: Part; fanout: Mesh }[]): { part: Part; fanout: Mesh } {
  const before = written.slice(0, -1);
  const first = before.findLastIndex(({ part }) => part.kind === 'component') + 1;
  const containers = before.slice(first);
  return (
    containers.find(({ part }) => rangeOf(textOf(part.map, 'name') ?? '').count > 1) ??
    containers.at(-1) ??
    written.at(-1)!
  );
}

function nested(node: MapNode, instances: number, diagnostics: Diagnostic[]): readonly Part[] {
  const local = mapItems(childOf(node, 'local')).map((map): Part => {
    const { name, count } = rangeOf(textOf(map, 'name') ?? 'component');
    return { kind: 'component', name, map, instances: statedInstances(map) ?? instances * count };
  });
  const [child, ...more] = mapItems(childOf(node, 'subtree'));
  for (const other of more) {
    const message = 'a second subtree beside another cannot be carried over';
    diagnostics.push(error('E-ARCH', message, { span: other.span, expected: 'one subtree in each list' }));
  }
  if (!child) return local;
  const { name, count } = rangeOf(textOf(child, 'name') ?? 'subtree');
  const container: Part = { kind: 'container', name, map: child, instances: instances * count };
  return [...local, container, ...nested(child, instances * count, diagnostics)];
}

/** What a component says of itself beats the ranges of names around it, as in published files that state both. */
function statedInstances(map: MapNode): number | undefined {
  return numberOf(attributesOf(map).find((entry) => spelled(entry) === 'instances')?.value);
}

/**
 * `Wire` and `Router` of classes that neither store nor compute are there for the estimator: the reference passes them
 * over. What has a size is a memory, though, and the innermost is the compute where nothing else is.
 */
function withoutOthers(parts: readonly Part[], diagnostics: Diagnostic[]): readonly Part[] {
  const hasCompute = parts.some((part) => is(part, COMPUTES) && !is(part, STORES));
  return parts.filter((part, at) => {
    const isKnown = part.kind === 'container' || !childOf(part.map, 'class') || is(part, COMPUTES) || is(part, STORES);
    const isCompute = !hasCompute && at === parts.length - 1;
    if (isKnown || isCompute || isNetwork(part) || hasSize(part)) return true;
    const message = `${part.name} of class ${textOf(part.map, 'class')} is passed over: it neither stores nor computes`;
    diagnostics.push(warning('W-DROPPED', message, { span: part.map.span }));
    return false;
  });
}

function noCompute({ name, map }: Part): Diagnostic {
  const message = `nothing computes: the innermost component, ${name}, is of class ${textOf(map, 'class')}`;
  return error('E-ARCH', message, { span: map.span, expected: 'a component of a class that contains mac or compute' });
}

function hasSize({ map }: Part): boolean {
  return attributesOf(map).some((entry) => sizeNames.includes(spelled(entry)));
}

/** The compute is the innermost wherever its `local` lists it: registers that stand after it are levels like others. */
function computeLast(parts: readonly Part[]): readonly Part[] {
  const at = parts.findLastIndex((part) => part.kind === 'component' && is(part, COMPUTES) && !is(part, STORES));
  if (at < 0 || !is(parts.at(-1), STORES)) return parts;
  return [...parts.slice(0, at), ...parts.slice(at + 1), parts[at]!];
}

function is(part: Part | undefined, words: RegExp): boolean {
  return words.test((part && textOf(part.map, 'class')) ?? '');
}

const COMPUTES = /mac|compute/;
const STORES = /DRAM|SRAM|regfile|smartbuffer|storage/;

function listed(node: MapNode): readonly Part[] {
  const arithmetic = childOf(node, 'arithmetic');
  const all = [...mapItems(childOf(node, 'storage')).toReversed(), ...(arithmetic?.kind === 'map' ? [arithmetic] : [])];
  return all.map((map, at) => {
    const fallback = map === arithmetic ? 'compute' : `level_${all.length - at}`;
    const instances = numberOf(childOf(map, 'instances')) ?? 1;
    return { kind: 'component', name: textOf(map, 'name') ?? fallback, map, instances };
  });
}

/** As many as there are above stand as those do, one below each (the reference's own samples say so of arithmetic). */
function meshOf({ map, name, instances }: Part, above: Mesh, diagnostics: Diagnostic[]): Mesh {
  const attributes = attributesOf(map);
  const [x, y] = ['meshX', 'meshY'].map((key) => attributes.find((entry) => spelled(entry) === key));
  if (!x && !y && instances === above.x * above.y) return above;
  const [givenX, givenY] = [numberOf(x?.value), numberOf(y?.value)];
  const meshX = givenX ?? (givenY === undefined ? instances : instances / givenY);
  const mesh = { x: meshX, y: givenY ?? instances / meshX };
  if (mesh.x * mesh.y === instances && Number.isInteger(mesh.y)) return mesh;
  const span = (x ?? y)?.value.span ?? map.span;
  diagnostics.push(error('E-ARCH', `${name} has ${instances} instances and a mesh of ${mesh.x} x ${mesh.y}`, { span }));
  return { x: instances, y: 1 };
}

function leaf(part: Part, fanout: Mesh, isLast: boolean, diagnostics: Diagnostic[]): MapNode {
  const { map, name, kind } = part;
  const at = (key: string, value: Node): Entry => ({ key, keySpan: map.span, value });
  const said = (key: string, text: string): Entry => at(key, nodeOf(text, map.span));
  const entries = [
    said('name', name),
    ...(kind === 'component' ? classes(part, isLast).map(([key, text]) => said(key, text)) : []),
  ];
  const attributes = attributesOf(map).filter((entry) => !PLACING.has(spelled(entry)));
  const renamed = attributes.map((entry) => ({ ...entry, key: spelled(entry) }));
  const stated = kind === 'component' && !isLast ? withSharedRow(name, renamed, diagnostics) : renamed;
  if (stated.length > 0) entries.push(at('attributes', { kind: 'map', entries: stated, span: map.span }));
  if (fanout.x * fanout.y > 1) {
    const spatial = { ...(fanout.x > 1 && { meshX: fanout.x }), ...(fanout.y > 1 && { meshY: fanout.y }) };
    entries.push(at('spatial', nodeOf(spatial, map.span)));
  }
  return { kind: 'map', entries, tag: kind === 'container' ? 'Container' : 'Component', span: map.span };
}

/** A class must say whether it stores or computes; where it does not, it becomes the subclass. */
function classes({ map }: Part, isLast: boolean): readonly (readonly [string, string])[] {
  const technology = textOf(map, 'technology');
  const name = textOf(map, 'class') ?? (isLast ? 'intmac' : technology === 'DRAM' ? 'DRAM' : 'SRAM');
  const subclass = textOf(map, 'subclass');
  const tells = (isLast ? COMPUTES : STORES).test(name);
  if (tells) return [['class', name], ...(subclass === undefined ? [] : ([['subclass', subclass]] as const))];
  return [
    ['class', isLast ? 'compute' : 'storage'],
    ['subclass', subclass ?? name],
  ];
}

function isNetwork({ map }: Part): boolean {
  return /XY_NoC|Legacy|ReductionTree|SimpleMulticast/.test(textOf(map, 'class') ?? '');
}

/** What says where a component stands rather than what it is. */
const PLACING: ReadonlySet<string> = new Set([
  'meshX',
  'meshY',
  'instances',
  'name',
  'class',
  'subclass',
  'local',
  'subtree',
  'attributes',
]);

/** In lists they stand beside the name. */
function attributesOf(map: MapNode): readonly Entry[] {
  const attributes = childOf(map, 'attributes');
  if (attributes?.kind === 'map') return attributes.entries;
  return map.entries.filter(
    ({ key, value }) => value.kind === 'scalar' && !(key === 'technology' && value.value === 'DRAM'),
  );
}

function spelled({ key }: Entry): string {
  return key.replaceAll('-', '_');
}
