// How much one iterator call may move (L8). The padding of partial tiles is counted, and so is the ring of border
// iterators: the documentation says neither, and both are the safe side.

import { type ElementType, elementBytes } from './element-type.js';
import type { FlowIterator } from './iterator.js';
import type { Core } from './parameters.js';
import type { Problem } from './verdict.js';

/** Whole tiles, with all sides and corners of the ring where the iterator brings it. */
export function tilesPerCall(core: Core, type: ElementType, border: FlowIterator['border'] = 'none'): number {
  const side = border === 'ring' ? core.arraySide + 2 : core.arraySide;
  return Math.floor(core.transferLimitBytes / (side * side * elementBytes(type)));
}

/** As many calls move so many bytes; a mapper may split, a single request may not be more than one. */
export function callsFor({ transferLimitBytes }: Core, bytes: number): number {
  return Math.ceil(bytes / transferLimitBytes);
}

export function transferFindings(core: Core, { bytesMoved, type, border }: Transfer): readonly Problem[] {
  if (bytesMoved <= core.transferLimitBytes) return [];
  const message = `one iterator call would move ${bytesMoved} bytes, more than ${core.transferLimitBytes}`;
  const instead = `calls over smaller regions can move ${tilesPerCall(core, type, border)} tiles of ${type} each`;
  return [{ code: 'E_XFER', message, instead }];
}

export interface Transfer {
  readonly bytesMoved: number;
  readonly type: ElementType;
  readonly border: FlowIterator['border'];
}
