// `sparse_optimizations` of versions before 0.4 in today's form (G.1): targets were called `name`, and there were hyphens in
// keys, which are plain already here, and in the order of ranks and the types of actions.

import { mapItems } from '../build/values.js';
import { childOf, inItems, inMap, type MapNode, type Node, nodeOf, renamedKey, replaceValue } from '../node.js';

export function isOldSparse(section: MapNode): boolean {
  return mapItems(childOf(section, 'targets')).some(
    (target) => !childOf(target, 'target') || target.entries.some(({ key }) => key.includes('-')),
  );
}

export function modernSparse(section: Node): Node {
  return inMap(section, (map) => replaceValue(map, 'targets', (targets) => inItems(targets, modernTarget)));
}

function modernTarget(target: MapNode): MapNode {
  const named = childOf(target, 'target') ? target : renamedKey(target, 'name', 'target');
  const stored = replaceValue(named, 'representation_format', (format) =>
    inMap(format, (map) =>
      replaceValue(map, 'data_spaces', (own) => inItems(own, (one) => underscored(one, 'rank_application_order'))),
    ),
  );
  return replaceValue(stored, 'action_optimization', (actions) => inItems(actions, (one) => underscored(one, 'type')));
}

function underscored(map: MapNode, key: string): MapNode {
  return replaceValue(map, key, (value) =>
    value.kind === 'scalar' ? nodeOf(String(value.value).replaceAll('-', '_'), value.span) : value,
  );
}
