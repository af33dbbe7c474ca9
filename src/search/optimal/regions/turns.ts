// Whose cycles a region has tables of beside those of energy. Larger parts have had others of the busiest ports: these take turns, and
// what has survived one need not come again at the next.

import type { BusyPort } from '../charges/energies.js';
import type { Part } from '../part.js';
import { isSamePort } from './bottleneck.js';

/** Share of the bound that is left without tables of a port's cycles, up to which parts of a region are worth such tables as well. */
const telling = 0.97;

export interface Turns {
  readonly taken: number;
  /** Ports whose cycles have told next to nothing. */
  readonly idle: readonly BusyPort[];
}

export const noTurns: Turns = { taken: 0, idle: [] };

/** The same where ports that have told nothing may tell something again. */
export function afresh(turns: Turns): Turns {
  return { ...turns, idle: [] };
}

/** `ports`: busiest first; null where none is worth it. */
export function inTurn(ports: readonly BusyPort[], { taken, idle }: Turns): BusyPort | null {
  const left = ports.filter((port) => !idle.some((one) => isSamePort(one, port)));
  return left[taken % left.length] ?? null;
}

/** `isWhole`: tables of the whole are coarse, and know little of who waits along: a region's tell more. */
export function turnsAfter({ costs, descent }: Part, turns: Turns, isWhole: boolean): Turns {
  const load = costs[1]?.problem.energies.load ?? null;
  if (load === null || load.mostPj !== null) return turns;
  const tells = isWhole || descent.untold <= telling;
  return { taken: turns.taken + 1, idle: tells ? turns.idle : [...turns.idle, load] };
}
