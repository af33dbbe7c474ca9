// Which attributes a component ends up with: its own, then those of the containers around it, inner ones first (A.6).
// By default a component's own word stands, however it is spelt; under --compat the front end's rules decide, where
// spellings are strangers to each other and attributes with a front-end default cannot be inherited.

import { type Diagnostic, error, warning } from '../diagnostics/diagnostic.js';
import type { Span } from '../diagnostics/span.js';
import { closest } from '../diagnostics/suggestion.js';
import {
  exclusiveWith,
  explicitNetworks,
  forEstimates,
  frontEndDefaults,
  networkLatencies,
  networkParameters,
} from '../spec/attribute-names.js';
import { type Compat, followsReference } from '../spec/compat.js';
import { attributeNames } from '../spec/read/schemas.js';
import type { Attribute, Attributes, Leaf } from '../spec/spec.js';
import { componentKind } from './component-class.js';
import type { FlatComponent } from './flat-component.js';

/** Without nulls; a null of its own keeps a component from inheriting. */
export function effectiveAttributes(component: FlatComponent, options: { readonly compat: Compat }): Attributes {
  const inherited = mergeContainers(component.containers, options.compat);
  if (component.kind === 'fanout') return inheritedByFanout(inherited, options.compat);
  const own = component.leaf.attributes;
  return !followsReference(options.compat) ? inheritByName(own, inherited) : inheritByKey(own, inherited);
}

/**
 * Unknown attributes are legal, but one that is a letter or two from a known one is a limit that would be missing: an
 * error. `width_a` beside `width` is no slip, nor is what a class of the project declares (`own`), and what only an
 * estimator could read is no limit. A container in capitals (`DATAWIDTH`) holds a constant for the expressions inside:
 * variables stand there in what the reference's front end writes.
 */
export function checkSpelling(leaf: Leaf, own: ReadonlySet<string>): Diagnostic[] {
  const known = [...attributeNames(), ...explicitNetworks];
  return [...leaf.attributes].flatMap(([key, attribute]) => {
    if (key.length < 4 || own.has(key) || (leaf.kind === 'container' && key === key.toUpperCase())) return [];
    const elsewhere = strangers.find(([names]) => names.test(key) && !(key === 'energy' && !isStorage(leaf)));
    if (elsewhere) return [ofEstimatorsOnly(leaf.name.value, key, { span: attribute.keySpan, hint: elsewhere[1] })];
    if (componentKind(leaf.class?.value ?? '') === 'compute' && attribute.value) {
      const hint = ofStorages(key);
      if (hint) return [ofEstimatorsOnly(leaf.name.value, key, { span: attribute.keySpan, hint })];
    }
    if (known.includes(key)) return [];
    const meant = closest(key, known, (name) => (name.length < 7 ? 1 : 2));
    if (meant === undefined || leaf.attributes.has(meant) || key.startsWith(`${meant}_`)) return [];
    const hint = `did you mean ${meant}?`;
    if (forEstimates.includes(meant))
      return [ofEstimatorsOnly(leaf.name.value, key, { span: attribute.keySpan, hint })];
    const message = `${leaf.name.value}.${key} means nothing to the model`;
    return [error('E-ATTRIBUTE', message, { span: attribute.keySpan, hint })];
  });
}

const isStorage = (leaf: Leaf): boolean => componentKind(leaf.class?.value ?? '') === 'storage';

/**
 * What reads like a limit or a cost and is none to the model (A.7), and what says it: `write_energy` is no slip of
 * `wire_energy`; `rw_bandwidth` stands in a cheat sheet of the reference, meshes and instances among the attributes in
 * its versions before 0.4.
 */
const strangers: readonly (readonly [RegExp, string])[] = [
  [
    /^(read|write|update|fill|leak)_energy$|^energy(_per_(op|access|read|write))?$/,
    'vector_access_energy of a storage and energy of a compute are in pJ, an ERT has one for each action',
  ],
  [/^rw_bandwidth$/, 'shared_bandwidth is what reads and writes have together'],
  [/^(mesh[XY]|instances)$/, 'spatial: {meshX, meshY} beside attributes says how many there are'],
  [/^(keep|bypass)$/, 'constraints: {dataspace: {keep, bypass}} beside attributes says what is kept'],
  [
    /^max_overbooked_proportion$/,
    'constraints: {max_overbooked_proportion: {proportion: 0.1}} beside attributes says so',
  ],
  [/^(sparse|action|compute)_optimizations?$|^representation_format$/, 'sparse_optimizations stands beside attributes'],
];

/** A compute has no bandwidth (A.10), and no network below it (F.10): who would have what `key` says. */
function ofStorages(key: string): string | undefined {
  if (networkParameters.includes(key)) return `put ${key} among the attributes of a container that has the fan-out`;
  if (networkLatencies.includes(key) || /bandwidth$/.test(key)) return `${key} is for storages`;
  return undefined;
}

function ofEstimatorsOnly(
  name: string,
  key: string,
  about: { readonly span: Span; readonly hint: string },
): Diagnostic {
  return warning('W-ATTRIBUTE', `${name}.${key} has no effect but where a component class uses it`, about);
}

function mergeContainers(containers: readonly Leaf[], compat: Compat): Attributes {
  const merged = new Map<string, Attribute>();
  for (const container of containers) {
    for (const [key, attribute] of container.attributes) {
      if (!followsReference(compat)) for (const rival of exclusiveWith(key)) merged.delete(rival);
      merged.set(key, attribute);
    }
  }
  return merged;
}

function inheritByName(own: Attributes, inherited: Attributes): Attributes {
  const settled = new Set([...own.keys()].flatMap(exclusiveWith));
  // Gating is a property of the container that names it, not of each component inside (F.11).
  settled.add('has_power_gating').add('power_gated_at');
  return withoutNulls([...own, ...[...inherited].filter(([key]) => !settled.has(key))]);
}

function inheritByKey(own: Attributes, inherited: Attributes): Attributes {
  const present = withoutNulls([...own]);
  const free = [...inherited].filter(([key]) => !present.has(key) && !frontEndDefaults.has(key));
  return withoutNulls([...present, ...free]);
}

/** The wires of a fan-out belong to its level; the latency of a container's children does not, save under --compat. */
function inheritedByFanout(inherited: Attributes, compat: Compat): Attributes {
  const wires = [...networkParameters, 'technology', 'voltage'];
  const names = !followsReference(compat) ? wires : [...wires, ...networkLatencies];
  return withoutNulls([...inherited].filter(([key]) => names.includes(key)));
}

function withoutNulls(entries: readonly (readonly [string, Attribute])[]): Attributes {
  return new Map(entries.filter(([, attribute]) => attribute.value !== null));
}
