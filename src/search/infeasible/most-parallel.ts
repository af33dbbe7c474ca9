// The most instances that one fan-out can put to use, when each dimension has some factors to choose from: every product
// along X and Y that can be reached is listed. Which loops may lie along which axis is not asked, so it is an upper bound.

import type { SpatialPosition } from '../../mapspace/tiling.js';
import type { Effort } from './effort.js';

export function mostParallel(
  values: readonly (readonly number[])[],
  { fanoutX, fanoutY }: Pick<SpatialPosition, 'fanoutX' | 'fanoutY'>,
  effort: Effort,
): number {
  const greatest = values.reduce((product, list) => product * Math.max(...list), 1);
  if (fanoutX === Number.POSITIVE_INFINITY || fanoutY === Number.POSITIVE_INFINITY) return greatest;
  let reached = new Map<number, readonly [x: number, y: number]>([[0, [1, 1]]]);
  for (const list of values) {
    const next = new Map<number, readonly [number, number]>();
    const put = (x: number, y: number): void => {
      if (x <= fanoutX && y <= fanoutY) next.set(x * (fanoutY + 1) + y, [x, y]);
    };
    for (const [x, y] of reached.values()) {
      for (const factor of list) {
        put(x * factor, y);
        put(x, y * factor);
      }
    }
    effort.spend(reached.size * list.length);
    reached = next;
  }
  return [...reached.values()].reduce((most, [x, y]) => Math.max(most, x * y), 0);
}
