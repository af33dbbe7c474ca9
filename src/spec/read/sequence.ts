// A map whose values are evaluated in document order, each seeing the ones before it (section A.4).

import type { Scope } from '../expression/evaluate-expression.js';
import type { Entry, MapNode } from '../node.js';
import type { Cell, Evaluator, StrictOptions } from './evaluator.js';
import { firstOf, Timeline } from './scopes.js';

export interface SequenceOptions extends StrictOptions {
  readonly evaluator: Evaluator;
}

export interface Sequence {
  readonly cells: ReadonlyMap<string, Cell>;
  readonly timeline: Timeline;
  /** Computes every value. */
  readonly entries: () => readonly Entry[];
}

export function sequence(map: MapNode, outer: Scope, { evaluator, label, types }: SequenceOptions): Sequence {
  const cells = new Map<string, Cell>();
  const siblings = new Map(map.entries.map((entry) => [entry.key, entry.value]));
  const timeline = new Timeline();
  for (const [position, entry] of map.entries.entries()) {
    const scope = firstOf(timeline.before(position), outer);
    const declaration = { label: `${label}.${entry.key}`, type: types.get(entry.key), siblings };
    const cell = evaluator.cell(() => evaluator.free(entry.value, scope, declaration));
    cells.set(entry.key, cell);
    timeline.add(entry.key, position, cell);
  }
  const entries = () => map.entries.map((entry) => ({ ...entry, value: cells.get(entry.key)!.node() }));
  return { cells, timeline, entries };
}
