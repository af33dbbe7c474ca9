// Which levels keep one dataspace (B.7, E.2): forced ones, free ones, never none at all. A choice is a bit mask over
// levels; choices are ranked with the innermost free level as the least significant bit, 0 = bypass.

import type { Architecture } from '../arch/architecture.js';
import type { Constraints } from '../mapping/constraints.js';

export interface KeepSpace {
  readonly forced: number;
  /** Level indices that may keep or bypass, innermost first. */
  readonly free: readonly number[];
  readonly count: number;
}

/** The outermost storage level keeps what it is not told to bypass; fan-out levels hold nothing. */
export function keepSpaceOf(architecture: Architecture, constraints: Constraints, dataspace: number): KeepSpace {
  const { levels } = architecture;
  const outermost = levels.reduce((last, level, index) => (level.kind === 'storage' ? index : last), -1);
  let forced = 0;
  const free: number[] = [];
  levels.forEach((level, index) => {
    if (level.kind !== 'storage') return;
    const { keep, bypass } = constraints.levels[index]!;
    if ((bypass >> dataspace) & 1) return;
    if ((keep >> dataspace) & 1 || index === outermost) forced |= 1 << index;
    else free.push(index);
  });
  return { forced, free, count: 2 ** free.length - (forced === 0 ? 1 : 0) };
}

export function keepMask(space: KeepSpace, rank: number): number {
  const bits = space.forced === 0 ? rank + 1 : rank;
  return space.free.reduce((mask, level, bit) => ((bits >> bit) & 1 ? mask | (1 << level) : mask), space.forced);
}

/** -1 when the mask is not a choice of this space. */
export function keepRank(space: KeepSpace, mask: number): number {
  const bits = space.free.reduce((sum, level, bit) => ((mask >> level) & 1 ? sum | (1 << bit) : sum), 0);
  const rank = space.forced === 0 ? bits - 1 : bits;
  return rank >= 0 && keepMask(space, rank) === mask ? rank : -1;
}
