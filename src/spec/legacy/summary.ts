// A summary of energies before version 0.4 gives three of them where an action has arguments: the largest counts, as
// among the entries of a full table.

import { type Node, replaceValue } from '../node.js';

export function modernSummary(node: Node): Node {
  return inEach(node, 'table_summary', (table) => inEach(table, 'actions', largest));
}

function largest(action: Node): Node {
  if (action.kind !== 'map' || action.entries.some(({ key }) => key === 'energy')) return action;
  const entries = action.entries.map((entry) => (entry.key === 'max_energy' ? { ...entry, key: 'energy' } : entry));
  return { ...action, entries };
}

function inEach(node: Node, key: string, change: (item: Node) => Node): Node {
  if (node.kind !== 'map') return node;
  return replaceValue(node, key, (list) => (list.kind === 'list' ? { ...list, items: list.items.map(change) } : list));
}
