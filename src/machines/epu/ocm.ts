// Room in OCM (F5, L4). Flows start at multiples of the array's side, which rows of any width only allow when each begins
// at one: so a row takes a pitch of whole lines. That is inferred; traffic to DDR is dense.

import { roundUp } from '../padding.js';
import { type ElementType, elementBytes } from './element-type.js';
import type { Core } from './parameters.js';
import { type Shape, shapeText } from './shape.js';
import type { Problem } from './verdict.js';

/** Elements from the start of a row to the start of the next. */
export function rowPitch({ arraySide }: Pick<Core, 'arraySide'>, { columns }: Pick<Shape, 'columns'>): number {
  return roundUp(columns, arraySide);
}

export function footprintBytes(core: Core, shape: Shape, type: ElementType): number {
  return shape.rows * bytesPerRow(core, shape, type);
}

/** How many rows of such a tensor fit, in all channels and batches. */
export function rowsThatFit(core: Core, shape: Shape, { type, liveBytes }: OcmUse): number {
  return Math.max(0, Math.floor((core.ocmBytes - liveBytes) / bytesPerRow(core, shape, type)));
}

export interface OcmUse {
  readonly type: ElementType;
  /** What other allocations take. */
  readonly liveBytes: number;
}

export function ocmFindings(core: Core, shape: Shape, use: OcmUse): readonly Problem[] {
  const needed = footprintBytes(core, shape, use.type);
  const free = core.ocmBytes - use.liveBytes;
  if (needed <= free) return [];
  const beside = use.liveBytes > 0 ? ` beside ${use.liveBytes} live bytes` : '';
  const rows = rowsThatFit(core, shape, use);
  return [
    {
      code: 'E_OCMCAP',
      message: `${shapeText(shape)} of ${use.type} takes ${needed} bytes, more than fit into OCM of ${core.ocmBytes}${beside}`,
      instead: rows > 0 ? `${rows} of its ${shape.rows} rows fit at a time` : 'not even one row of it fits',
    },
  ];
}

function bytesPerRow(core: Core, shape: Shape, type: ElementType): number {
  return shape.batches * shape.channels * rowPitch(core, shape) * elementBytes(type);
}
