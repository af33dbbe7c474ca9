// Nodes and workloads made by hand.

import type { ListNode, Scalar, ScalarNode } from '../../src/spec/node.js';
import type { Workload } from '../../src/workload/workload.js';

export function scalarNode(value: Scalar): ScalarNode {
  const text = String(value);
  return { kind: 'scalar', value, quoted: false, span: { source: { name: 'text', text }, start: 0, end: text.length } };
}

export function listNode(values: readonly (Scalar | readonly Scalar[])[]): ListNode {
  const items = values.map((value) => (Array.isArray(value) ? listNode(value) : scalarNode(value as Scalar)));
  return { kind: 'list', items, span: scalarNode('').span };
}

/** Dimensions with their bounds, and one dataspace that depends on all of them. */
export function workloadOf(bounds: Readonly<Record<string, number>>): Workload {
  const dimensions = Object.keys(bounds);
  const projection = dimensions.map((_, dimension) => [{ dimension, coefficient: 1 }]);
  return {
    name: 'work',
    dimensions,
    bounds: Object.values(bounds),
    dataspaces: [{ name: 'Out', projection, readWrite: true }],
    count: 1,
    types: new Map(),
  };
}
