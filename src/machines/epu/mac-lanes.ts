// Multiplications of a core and what they come to for the array (C6, C8).

import type { ElementType } from './element-type.js';
import type { Core } from './parameters.js';
import { tileElements } from './tiles.js';

export function macLanes(core: Core, type: ElementType): number {
  return { int8: core.macLanesInt8, int16: core.macLanesInt16, int32: core.macLanesInt32 }[type];
}

/** Two operations for each MAC. */
export function peakOperationsPerSecond(core: Core, type: ElementType): number {
  return 2 * tileElements(core) * macLanes(core, type) * core.clockHz;
}
