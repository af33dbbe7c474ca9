// What is asked for after the loop that is the first to step, where the order of those outside it is not known (F.3).

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
