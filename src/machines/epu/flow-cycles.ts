// Cycles of a flow (C1): a line of the array at a time, the sides that border iterators add, and what each call costs
// before it starts. Every rate is an estimate.

import { type ElementType, registersPerElement } from './element-type.js';
import type { Flow } from './flow.js';
import { type HaloSides, haloSides } from './halo.js';
import type { Core, ParameterName } from './parameters.js';
import { callsFor } from './transfer-limit.js';

export const flowEstimates: readonly ParameterName[] = [
  'flowLinesPerCycle',
  'flowSetupCycles',
  'borderRowCycles',
  'borderColumnCycles',
];

export function flowCycles(core: Core, flow: Omit<Flow, 'registers'>) {
  const { grid, region, iterator, type, bytesMoved } = flow;
  const sides = iterator.border === 'none' ? noSides : haloSides(grid, region);
  return {
    /** Lines and borders. */
    streaming: Math.ceil(streamingCycles(core, type, { tiles: grid.tiles, ...sides })),
    /** Of all iterator calls. */
    setup: callsFor(core, bytesMoved) * core.flowSetupCycles,
  };
}

const noSides = { rows: 0, columns: 0 };

/** Of tiles, and of so many sides of theirs that the ring is brought to. */
export function streamingCycles(core: Core, type: ElementType, { tiles, rows, columns }: Streamed): number {
  const lines = (tiles * core.arraySide) / core.flowLinesPerCycle;
  const borders = rows * core.borderRowCycles + columns * core.borderColumnCycles;
  return (lines + borders) * registersPerElement(type);
}

export interface Streamed extends Pick<HaloSides, 'rows' | 'columns'> {
  readonly tiles: number;
}
