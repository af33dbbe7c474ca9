// How much one iterator call may move (L8). The padding of partial tiles is counted, and so is the ring of border
// iterators: the documentation says neither, and both are the safe side.

import type { ElementType } from './element-type.js';
import { elementBytes } from './element-type.js';
import type { Finding } from './finding.js';
import type { Core } from './parameters.js';
import { tileElements } from './tiles.js';

/** Of an iterator without borders. */
export function tilesPerCall(core: Core, type: ElementType): number {
  return Math.floor(core.transferLimitBytes / (tileElements(core) * elementBytes(type)));
}

/** As many calls move so many bytes; a mapper may split, a single request may not be more than one. */
export function callsFor({ transferLimitBytes }: Core, bytes: number): number {
  return Math.ceil(bytes / transferLimitBytes);
}

export function transferFindings(core: Core, bytes: number, type: ElementType): readonly Finding[] {
  if (bytes <= core.transferLimitBytes) return [];
  const message = `one iterator call would move ${bytes} bytes, more than ${core.transferLimitBytes}`;
  const tiles = tilesPerCall(core, type);
  const instead = `${callsFor(core, bytes)} calls over smaller regions, of at most ${tiles} tiles of ${type} each, move it`;
  return [{ code: 'E_XFER', message, instead }];
}
