// Splits of versions before 0.4 counted the permutation as it was written (B.4), while today's front end inserts unit loops
// before it counts. Of a permutation with every dimension in it there is one reading only.

import { type Diagnostic, warning } from '../../diagnostics/diagnostic.js';
import { numberOf } from '../build/values.js';
import { childOf, itemsOf, type MapNode, type Node, nodeOf, replaceValue, textOf } from '../node.js';

/**
 * An entry of spatial loops with the dimensions that are missing from its permutation put in. In a mapping they came last, in
 * their order, whoever reads it. In constraints their order was free (B.3), so only who writes today's form settles it,
 * and says so.
 */
export function withWholePermutation(
  node: MapNode,
  { dimensions, isFree, diagnostics }: { dimensions: readonly string[]; isFree: boolean; diagnostics: Diagnostic[] },
): MapNode {
  const split = childOf(node, 'split');
  if (!split || textOf(node, 'type') !== 'spatial') return node;
  const given = childOf(node, 'permutation');
  const words = wordsOf(given, dimensions);
  const missing = dimensions.filter((name) => !words.includes(name));
  if (missing.length === 0) return node;
  const gap = words.includes('_') ? words.indexOf('_') : words.length;
  const order = [...words.slice(0, gap), ...missing, ...words.slice(gap).filter((word) => word !== '_')];
  const whole = nodeOf(order, given?.span ?? split.span);
  const at = numberOf(split) ?? 0;
  if (isFree && at > gap && at < gap + missing.length) {
    const message = `the order of ${missing.join(', ')} was free beside the split for ${textOf(node, 'target') ?? ''}`;
    const hint = `a split of today counts every dimension, so the permutation becomes ${order.join(', ')}`;
    diagnostics.push(warning('W-LEGACY', message, { span: split.span, hint }));
  }
  if (given) return replaceValue(node, 'permutation', () => whole);
  return { ...node, entries: [...node.entries, { key: 'permutation', keySpan: split.span, value: whole }] };
}

/** Names stood in a list, between commas or blanks, or run together, where each is one letter. */
function wordsOf(node: Node | undefined, dimensions: readonly string[]): readonly string[] {
  if (node?.kind === 'list') return itemsOf(node).flatMap((item) => wordsOf(item, dimensions));
  if (node?.kind !== 'scalar' || node.value === null) return [];
  const words = String(node.value).split(/[\s,]+/);
  return words.flatMap((word) => (dimensions.includes(word) ? [word] : [...word]));
}
