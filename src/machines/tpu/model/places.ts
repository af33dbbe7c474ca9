// Which level of the tree is which part of a TPU (section 2.6 of docs/tpu.md). Components and containers are known by their
// names: the outermost storage is the memory, then CMEM where there is one, VMEM or unified_buffer, accumulators where there are
// any, and weights; the fan-outs are core, mxu, stream, column and row. A fan-out of one is no level and may be left out.

import type { Architecture } from '../../../arch/architecture.js';
import type { Diagnostic } from '../../../diagnostics/diagnostic.js';
import type { Span } from '../../../diagnostics/span.js';
import { checkParts, levelsOf, type Part, widthOf } from '../../places.js';

/** Indices into `Architecture.levels`; -1 where there is none. */
export interface Places {
  readonly memory: number;
  readonly cmem: number;
  readonly buffer: number;
  readonly accumulators: number;
  readonly weights: number;
  /** Width of each fan-out. */
  readonly widths: Readonly<Record<FanOut, number>>;
}

export type FanOut = 'core' | 'mxu' | 'stream' | 'column' | 'row';

export const fanOuts: readonly FanOut[] = ['core', 'mxu', 'stream', 'column', 'row'];

const parts = {
  memory: { kind: 'storage', names: [] },
  cmem: { kind: 'storage', names: ['CMEM'], optional: true },
  core: { kind: 'fanout', names: ['core'], optional: true },
  buffer: { kind: 'storage', names: ['VMEM', 'unified_buffer'] },
  mxu: { kind: 'fanout', names: ['mxu'], optional: true },
  accumulators: { kind: 'storage', names: ['accumulators'], optional: true },
  weights: { kind: 'storage', names: ['weights'] },
  stream: { kind: 'fanout', names: ['stream'], optional: true, loose: true },
  column: { kind: 'fanout', names: ['column'], optional: true, loose: true },
  row: { kind: 'fanout', names: ['row'], optional: true, loose: true },
} as const satisfies Readonly<Record<string, Part>>;

export function placesOf(architecture: Architecture): Places {
  const { core, mxu, stream, column, row, ...storage } = levelsOf(architecture, parts);
  const widths = Object.entries({ core, mxu, stream, column, row }).map(([leaf, at]) => [
    leaf,
    widthOf(architecture, at),
  ]);
  return { ...storage, widths: Object.fromEntries(widths) as Places['widths'] };
}

/** `span`: the machine section, for what is missing. */
export function checkPlaces(architecture: Architecture, span: Span | undefined): Diagnostic[] {
  return checkParts(architecture, { machine: 'tpu', parts: Object.values(parts), span });
}
