// A summary of energies gives three of them where they depend on an action's arguments: the largest counts, as among the
// entries of a full table.

import { inItems, inMap, type MapNode, type Node, replaceValue } from '../node.js';

export function plainSummary(node: Node): Node {
  const inTable = (table: MapNode): Node => replaceValue(table, 'actions', (actions) => inItems(actions, largest));
  return inMap(node, (map) => replaceValue(map, 'table_summary', (tables) => inItems(tables, inTable)));
}

function largest(action: MapNode): Node {
  if (action.entries.some(({ key }) => key === 'energy')) return action;
  const entries = action.entries.map((entry) => (entry.key === 'max_energy' ? { ...entry, key: 'energy' } : entry));
  return { ...action, entries };
}
