// Each thing once, by what is the same about two of them.

/** The first of all that have the same key; `again` is told of every other one. */
export function distinctBy<T>(
  all: readonly T[],
  keyOf: (one: T) => string,
  again: (key: string, at: number) => void = () => {},
): readonly T[] {
  const seen = new Set<string>();
  return all.filter((one, at) => {
    const key = keyOf(one);
    if (seen.has(key)) {
      again(key, at);
      return false;
    }
    seen.add(key);
    return true;
  });
}
