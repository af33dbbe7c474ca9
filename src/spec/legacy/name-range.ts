// `PE[0..13]`: in versions before 0.4 that is 14 of them (A.6, at its end). In today's form a name is only a name, and who
// still writes a range there would get one instance without a word.

import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import { childOf, type Node } from '../node.js';

export function rangeOf(text: string): { readonly name: string; readonly count: number } {
  const range = rangeIn(text);
  return range?.count === undefined ? { name: text, count: 1 } : { name: range.name, count: range.count };
}

/** Without a count where the bounds are no numbers. */
function rangeIn(text: string): { readonly name: string; readonly count: number | undefined } | undefined {
  const [, name, first, last] = /^(.*?)\s*\[\s*([^[\]]*?)\s*\.\.\s*([^[\]]*?)\s*\]$/.exec(text) ?? [];
  if (name === undefined || first === undefined || last === undefined) return undefined;
  const isCounted = /^\d+$/.test(first) && /^\d+$/.test(last);
  return { name, count: isCounted ? Number(last) - Number(first) + 1 : undefined };
}

/** Of the nodes of an architecture in today's form. */
export function refuseRanges(node: Node, diagnostics: Diagnostic[]): void {
  const nodes = node.kind === 'map' ? childOf(node, 'nodes') : node;
  if (nodes?.kind === 'list') for (const item of nodes.items) refuseRanges(item, diagnostics);
  if (node.kind !== 'map' || nodes) return;
  const given = childOf(node, 'name');
  const text = given?.kind === 'scalar' ? String(given.value) : '';
  const range = rangeIn(text);
  if (!given || !range || range.count === 1) return;
  const expected = 'a name without a range: they multiply instances in versions before 0.4 only';
  const hint = `write name: ${range.name} with spatial: {meshX: ${range.count ?? 'N'}} beside it`;
  const message = `the range in the name ${text} does not multiply instances`;
  diagnostics.push(error('E-VERSION', message, { span: given.span, expected, hint }));
}
