// Tables of names that stand for few values, written value by value.

/** What each name stands for, from the names of each number; in ascending order of the numbers. */
export function byName<N extends string>(names: Readonly<Record<number, readonly N[]>>): Readonly<Record<N, number>> {
  const entries = Object.entries(names).flatMap(([value, own]) => own.map((name) => [name, Number(value)] as const));
  return Object.fromEntries(entries) as Record<N, number>;
}
