// What is asked for after the loop that is the first to step, where the order of those outside it is not known (F.3).

import type { Around } from '../space/steps.js';

/** A loop outside the first one that steps. */
export interface Turn {
  readonly trips: number;
  /** After each of its steps. */
  readonly words: number;
  /** Whether it steps another rank, and whether it is outside one that does. */
  readonly away: boolean;
  readonly far: boolean;
  /** Whether it stands inside all that do not. */
  readonly inner: boolean;
}

/** Loops of which that over dimension d is the first to step. */
interface Loops {
  readonly d: number;
  readonly loops: number;
  /** Of a `Settlement`. */
  readonly within: number;
  readonly trips: (mask: number) => number;
}

/** All that stand outside the first one; `turn`: what a step of that over dimension e means, whichever of these loops are inside it. */
export function turnsOf(
  { d, loops, within, trips }: Loops,
  turn: (e: number, inside: Around) => Pick<Turn, 'words' | 'away' | 'far'>,
): Turn[] {
  const inner = (within >> d) & 1 ? within & loops : 0;
  const turns: Turn[] = [];
  for (let rest = loops & ~(1 << d); rest !== 0; rest &= rest - 1) {
    const e = 31 - Math.clz32(rest & -rest);
    const isInner = ((inner >> e) & 1) === 1;
    // Inside it the first one stands, and where it is none of these they do, and those that are none of them may.
    const inside = isInner ? { sure: 1 << d, some: inner } : { sure: inner | (1 << d), some: loops };
    const { words, away, far } = turn(e, inside);
    turns.push({ trips: trips(1 << e), words, away, far, inner: isInner });
  }
  return turns;
}

/**
 * Words after each of the first one's last iterations, in the order of the loops outside it that makes them least, and so many after
 * all steps further outside. A loop's share is what those inside leave to it, so that least is moved where those after which least
 * is moved are innermost; but one of those that step another rank stands inside all that are far.
 */
export function leastTurned(outside: Turn[], further: number): number {
  sortByWords(outside);
  if (!outside.some(({ far }) => far)) return turned(outside, further);
  const free = outside.filter(({ far, away }) => !far && !away);
  let least = Number.POSITIVE_INFINITY;
  for (const away of outside) {
    if (!away.away) continue;
    for (let count = 0; count <= free.length; count += 1) {
      const inside = [...free.slice(0, count), away];
      least = Math.min(least, turned([...inside, ...outside.filter((one) => !inside.includes(one))], further));
    }
  }
  return least;
}

/** They are few, and sorted by the million: the library's sorting makes copies. */
function sortByWords(turns: Turn[]): void {
  for (let at = 1; at < turns.length; at += 1) {
    const turn = turns[at]!;
    let to = at;
    for (; to > 0 && isAfter(turns[to - 1]!, turn); to -= 1) turns[to] = turns[to - 1]!;
    turns[to] = turn;
  }
}

function isAfter(one: Turn, other: Turn): boolean {
  return one.inner === other.inner ? one.words > other.words : other.inner;
}

/** The same in this order, inner to outer. */
function turned(outside: readonly Turn[], further: number): number {
  let share = 1;
  let sum = 0;
  for (const { trips, words } of outside) {
    sum += share * (1 - 1 / trips) * words;
    share /= trips;
  }
  return sum + share * further;
}
