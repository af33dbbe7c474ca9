// Cycles of a flow (C1): a line of the array at a time, the sides that border iterators add, and what each call costs
// before it starts. Every rate is an estimate.

import { registersPerElement } from './element-type.js';
import type { Flow } from './flow.js';
import { haloSides } from './halo.js';
import type { Core, ParameterName } from './parameters.js';
import { callsFor } from './transfer-limit.js';

export interface FlowCycles {
  /** Lines and borders. */
  readonly streaming: number;
  /** Of all iterator calls. */
  readonly setup: number;
}

export const flowEstimates: readonly ParameterName[] = [
  'flowLinesPerCycle',
  'flowSetupCycles',
  'borderRowCycles',
  'borderColumnCycles',
];

export function flowCycles(core: Core, flow: Omit<Flow, 'registers'>): FlowCycles {
  const { grid, type, bytesMoved } = flow;
  const lines = grid.tiles * core.arraySide * registersPerElement(type);
  return {
    streaming: Math.ceil(lines / core.flowLinesPerCycle) + borderCycles(core, flow),
    setup: callsFor(core, bytesMoved) * core.flowSetupCycles,
  };
}

function borderCycles(core: Core, { grid, region, iterator, type }: Omit<Flow, 'registers'>): number {
  if (iterator.border === 'none') return 0;
  const { rows, columns } = haloSides(grid, region);
  return (rows * core.borderRowCycles + columns * core.borderColumnCycles) * registersPerElement(type);
}
