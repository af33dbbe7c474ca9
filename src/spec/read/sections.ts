// The top-level keys (section A.2): some are spelt exactly, some only have to contain a word, and what contains
// `ignore` is skipped (compose.ts drops it).

import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import { didYouMean } from '../../diagnostics/suggestion.js';
import type { Entry, Node } from '../node.js';

const EXACT = [
  'architecture',
  'problem',
  'imperfect',
  'mapper',
  'mapspace',
  'model',
  'machine',
  'sparse_optimizations',
  'variables',
  'ERT',
  'ART',
  'ERT_summary',
  'ART_summary',
] as const;

/** `architecture_constraints`, `compound_components` and the like; the order decides. */
const CONTAINED = ['components', 'constraints', 'mapping', 'globals'] as const;

export type SectionName = (typeof EXACT)[number] | (typeof CONTAINED)[number];

export function sectionOf(key: string): SectionName | undefined {
  // Before version 0.3.
  if (key === 'arch') return 'architecture';
  return EXACT.find((name) => key === name) ?? CONTAINED.find((word) => key.includes(word));
}

const ofZigZag =
  'accelerators of ZigZag are not read: write architecture: {version: 0.4, nodes: [...]}, as docs/from-zigzag.md tells';

/** Sections of files that are told by their names. */
const named = new Map([
  ['network', 'the steps of a network are read from a file that is called network.yaml, or its directory'],
  [
    'workload',
    'workloads of AccelForge are not read: write problem: {shape, instance}, or an einsum (docs/from-accelforge.md)',
  ],
  ['operational_array', ofZigZag],
  ['multipliers', ofZigZag],
  ['memories', ofZigZag],
  ['layout', 'layouts of data in banks are not modelled: a key layout_ignore is left out'],
  ['shape', 'a shape stands beside its instance: problem: {shape: {...}, instance: {...}}'],
]);

export function unknownSection(entry: Entry): Diagnostic {
  const known = [...EXACT, ...CONTAINED];
  const expected = `one of ${known.join(', ')}, or a key with "ignore" in it`;
  const hint = named.get(entry.key) ?? didYouMean(entry.key, known);
  return error('E-KEY', `unknown top-level key ${entry.key}`, { span: entry.keySpan, expected, hint });
}

/** Files that are a list, told by a key of its first item. */
const listed = new Map([
  ['loop_dims', 'layers of ZigZag are not read: write them as einsums, or import the ONNX file (docs/from-zigzag.md)'],
  ['spatial_mapping', 'mappings of ZigZag are not read: write constraints, or a mapping (docs/from-zigzag.md)'],
  ['target', 'entries stand under a key: mapping: [...], or constraints: {targets: [...]}'],
  ['class', 'components stand in architecture: {version: 0.4, nodes: [...]}'],
]);

export function hintOfList(node: Node): string | undefined {
  const [first] = node.kind === 'list' ? node.items : [];
  const keys = first?.kind === 'map' ? first.entries.map(({ key }) => key) : [];
  return keys.map((key) => listed.get(key)).find((hint) => hint !== undefined);
}
