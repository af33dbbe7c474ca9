// The types of constraint and mapping entries (sections B.1 and D.1), with the names that older files use.

import type { MapNode } from './node.js';
import type { DirectiveType } from './spec.js';

const TYPES: ReadonlyMap<string, DirectiveType> = new Map<string, DirectiveType>([
  ['temporal', 'temporal'],
  ['spatial', 'spatial'],
  ['dataspace', 'dataspace'],
  ['bypass', 'dataspace'],
  ['datatype', 'dataspace'],
  ['bypassing', 'dataspace'],
  ['max_overbooked_proportion', 'max_overbooked_proportion'],
  ['utilization', 'utilization'],
  ['parallelism', 'utilization'],
]);

export function directiveType(name: string): DirectiveType | undefined {
  return TYPES.get(name);
}

/** Everything but `target` and `type`. */
export function fieldsOf(directive: MapNode): MapNode {
  return { ...directive, entries: directive.entries.filter((entry) => entry.key !== 'target' && entry.key !== 'type') };
}
