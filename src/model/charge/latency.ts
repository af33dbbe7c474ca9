// Cycles of the networks around the levels, once a run (F.9).

import type { StorageLevel } from '../../arch/architecture.js';

export function networkLatencyCycles(levels: readonly StorageLevel[]): number {
  return levels.reduce((sum, level) => sum + level.networkFillLatencyCycles + level.networkDrainLatencyCycles, 0);
}
