// A summary of energies gives three of them where they depend on an action's arguments: the largest counts, as among the
// entries of a full table.

import { entryOf, inItems, inMap, type MapNode, type Node, renamedKey, replaceValue } from '../node.js';

export function plainSummary(node: Node): Node {
  const inTable = (table: MapNode): Node => replaceValue(table, 'actions', (actions) => inItems(actions, largest));
  return inMap(node, (map) => replaceValue(map, 'table_summary', (tables) => inItems(tables, inTable)));
}

function largest(action: MapNode): Node {
  return entryOf(action, 'energy') ? action : renamedKey(action, 'max_energy', 'energy');
}
