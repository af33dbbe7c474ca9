// What cores pass to the cores beside them (N1, N2, N5, C5). At the array's edge a core without a neighbour and without a
// ring reads 0, which is assumed.

import { type ElementType, registersPerElement } from '../../../../src/machines/epu/element-type.js';
import type { Core } from '../../../../src/machines/epu/parameters.js';

/** Words over real links when every core passes its register on in one direction. */
export function wordsPerHop({ arraySide }: Core): number {
  return arraySide * (arraySide - 1);
}

/** And in all four, as qAllNeighbors does. */
export function wordsPerExchange(core: Core): number {
  return 4 * wordsPerHop(core);
}

/** Words that cores read after an exchange, with a ring on so many sides of the tile; the others are masked. */
export function wordsRead(core: Core, ringSides: number): number {
  return wordsPerExchange(core) + ringSides * core.arraySide;
}

export interface Taps {
  readonly rows: number;
  readonly columns: number;
}

/** Along a snake through all taps of a filter with stride 1. */
export function hopsForTaps({ rows, columns }: Taps): number {
  return rows * columns - 1;
}

/**
 * Calls of qAllNeighbors that bring all taps: of the value itself, and of its copies from above and below. Farther taps are
 * out of their reach.
 */
export function exchangesForTaps({ rows, columns }: Taps): number | undefined {
  if (rows > 3 || columns > 3 || rows % 2 === 0 || columns % 2 === 0) return undefined;
  if (rows * columns === 1) return 0;
  return rows === 3 && columns === 3 ? 3 : 1;
}

/** Of so many calls, in one direction or in all. */
export function exchangeCycles({ exchangeCycles: perCall }: Core, calls: number, type: ElementType): number {
  return calls * perCall * registersPerElement(type);
}
