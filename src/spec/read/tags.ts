// The tags of the dialect (section A.3) and where they may stand. Everything else is an error: a mistyped
// `!Componnet` must not pass for an untagged map.

import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import { closest, didYouMean } from '../../diagnostics/suggestion.js';
import type { Scalar } from '../node.js';

export type NodeKind = 'map' | 'list' | 'scalar';

const KINDS: ReadonlyMap<string, readonly NodeKind[]> = new Map<string, readonly NodeKind[]>([
  ['Component', ['map']],
  ['Container', ['map']],
  ['Hierarchical', ['map']],
  ['Parallel', ['map']],
  ['Pipelined', ['map']],
  // `- !Nothing` alone is a node: an empty scalar to YAML.
  ['Nothing', ['map', 'scalar']],
  ['include', ['scalar']],
  ['includedir', ['scalar']],
  ['nomerge', ['map', 'list', 'scalar']],
]);

/** Tags of the project that came after this dialect, whose architectures and mappings are trees of another kind. */
const OF_ACCELFORGE: ReadonlySet<string> = new Set([
  ...['Memory', 'Compute', 'Toll', 'Fanout', 'Array', 'Fork'],
  ...['Storage', 'Temporal', 'Spatial', 'Nested', 'Sequential'],
]);
const ofAccelForge =
  'files of AccelForge are not read; here a storage or a compute is a !Component with a class, and a mapping a list of entries (docs/from-accelforge.md)';

/** Of a fork of the front end, for arrays of processing elements, and of the front end before its first release. */
const OF_OTHERS: ReadonlyMap<string, string> = new Map([
  [
    'ArrayContainer',
    'write !Container: its spatial (meshX, meshY) says how many there are, and its constraints what lies on them',
  ],
  ['Element', 'write !Component, as it has been called since'],
]);

/** YAML's own, `!!str` and the like. */
const STANDARD: ReadonlyMap<string, NodeKind> = new Map<string, NodeKind>([
  ['map', 'map'],
  ['seq', 'list'],
  ...['str', 'int', 'float', 'bool', 'null'].map((name) => [name, 'scalar'] as const),
]);

/** `str` of `!!str`; undefined where the tag is none of YAML's own. */
export function standardTag(tag: string | undefined): string | undefined {
  const name = tag?.startsWith(PREFIX) ? tag.slice(PREFIX.length) : '';
  return STANDARD.has(name) ? name : undefined;
}

export function isOfTag(value: Scalar, standard: string): boolean {
  if (standard === 'int') return Number.isInteger(value);
  if (standard === 'null') return value === null;
  return typeof value === ({ float: 'number', bool: 'boolean' }[standard] ?? 'string');
}

const PREFIX = 'tag:yaml.org,2002:';

/** Stands for a tag that was refused: nothing more is said about its node. */
export const REFUSED_TAG = '?';

/** The tag without its exclamation mark, undefined when there is none. */
export function readTag(
  tag: string | undefined,
  place: { readonly kind: NodeKind; readonly span: Span },
  diagnostics: Diagnostic[],
): string | undefined {
  if (tag === undefined || tag === '!') return undefined;
  if (STANDARD.get(standardTag(tag) ?? '') === place.kind) return undefined;
  const name = tag.startsWith('!') ? tag.slice(1) : tag;
  const kinds = KINDS.get(name);
  const { span } = place;
  if (!kinds) {
    const expected = [...KINDS.keys()].map((known) => `!${known}`).join(', ');
    const elsewhere = OF_ACCELFORGE.has(name) ? ofAccelForge : OF_OTHERS.get(name);
    const hint = elsewhere ?? didYouMean(name, KINDS.keys());
    diagnostics.push(error('E-TAG', `unknown tag ${shown(tag)}`, { span, expected, hint }));
    // What a slip of the pen stands on is read as what was meant, so that its other mistakes are told too.
    const meant = closest(name, KINDS.keys());
    return meant !== undefined && KINDS.get(meant)!.includes(place.kind) ? meant : REFUSED_TAG;
  }
  if (!kinds.includes(place.kind)) {
    const details = { span, expected: kinds.join(' or '), found: place.kind };
    diagnostics.push(error('E-TAG', `tag !${name} stands on a ${place.kind}`, details));
    return REFUSED_TAG;
  }
  return name;
}

function shown(tag: string): string {
  return tag.startsWith(PREFIX) ? `!!${tag.slice(PREFIX.length)}` : tag;
}
