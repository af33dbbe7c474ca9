// Flows between OCM and the array, tile by tile in the order of an iterator: what is allowed (L1, L5 to L9) and what they
// move. Rules are checked in this order: path, iterator, bounds, alignment, registers, transfer size, room in OCM.

import { legal } from '../verdict.js';
import { type ElementType, elementBytes } from './element-type.js';
import { haloElements } from './halo.js';
import { type FlowIterator, iteratorOf } from './iterator.js';
import { type Packing, registerFindings, registersOf } from './local-memory.js';
import { type Path, pathFindings } from './memory.js';
import { ocmFindings } from './ocm.js';
import type { Core } from './parameters.js';
import { boundsFindings, type Region } from './region.js';
import { bytesMoved, type TileGrid, tileGrid } from './tiles.js';
import { transferFindings } from './transfer-limit.js';
import type { Problem, Verdict } from './verdict.js';

export interface FlowRequest {
  readonly path: Path;
  readonly region: Region;
  /** As typed. */
  readonly iterator: string;
  readonly type: ElementType;
  readonly packing: Packing;
  /** What other variables take of every core. */
  readonly liveRegisters: number;
}

export interface Flow {
  readonly grid: TileGrid;
  readonly region: Region;
  readonly iterator: FlowIterator;
  readonly type: ElementType;
  /** At the array's side: padding and ring included. */
  readonly bytesMoved: number;
  /** In every core. */
  readonly registers: number;
}

export function flowRuling(core: Core, request: FlowRequest): Verdict<Flow> {
  const { path, region, type, liveRegisters } = request;
  const named = iteratorOf(request.iterator);
  const grid = tileGrid(core, region.roi);
  const ring = named.kind === 'legal' ? ringBytes(grid, { region, type, iterator: named.value }) : 0;
  const border = named.kind === 'legal' ? named.value.border : 'none';
  const moved = bytesMoved(grid, type) + ring;
  const registers = registersOf(grid.tiles, request);
  const problems = [
    ...pathFindings('flow', path),
    ...(named.kind === 'illegal' ? named.problems : []),
    ...boundsFindings(region),
    ...alignmentFindings(core, region),
    ...registerFindings(core, registers, liveRegisters),
    ...transferFindings(core, { bytesMoved: moved, type, border }),
    ...ocmFindings(core, region.tensor, { type, liveBytes: 0 }),
  ];
  const [first, ...others] = problems;
  if (first) return { kind: 'illegal', problems: [first, ...others] };
  if (named.kind === 'illegal') return named;
  return legal({ grid, region, iterator: named.value, type, bytesMoved: moved, registers }, named.warnings);
}

/** Whether corners come along is not documented: they are counted, which is the safe side. */
export function ringBytes(
  grid: TileGrid,
  { region, type, iterator }: Pick<Flow, 'region' | 'type' | 'iterator'>,
): number {
  return iterator.border === 'ring' ? haloElements(grid, region, 'included') * elementBytes(type) : 0;
}

function alignmentFindings({ arraySide }: Core, { tensor, roi, offset }: Region): readonly Problem[] {
  const { columns } = offset;
  if (columns % arraySide === 0) return [];
  const before = Math.floor(columns / arraySide) * arraySide;
  const near = [before, before + arraySide].filter((at) => at >= 0 && at + roi.columns <= tensor.columns);
  const fits = near.length > 0 ? ` (here ${near.join(' or ')})` : '';
  const message = `a flow cannot start at column ${columns}, which is not a multiple of ${arraySide}`;
  const instead = `start at a multiple of ${arraySide}${fits}, or use random access (RAU), which can start anywhere`;
  return [{ code: 'E_ALIGN', message, instead }];
}
