// A smallest set that has a member in common with each of several sets.

/** Branches looked at before it is given up. */
const mostBranches = 200_000;

/** Undefined when it has more than `most` members, or is too hard to find. */
export function smallestHittingSet(sets: readonly (readonly number[])[], most: number): readonly number[] | undefined {
  const left = { branches: mostBranches };
  for (let size = 0; size <= most; size += 1) {
    const found = hit(sets, size, left);
    if (found !== undefined) return found;
    if (left.branches < 0) return undefined;
  }
  return undefined;
}

function hit(
  sets: readonly (readonly number[])[],
  size: number,
  left: { branches: number },
): readonly number[] | undefined {
  left.branches -= 1;
  if (sets.length === 0) return [];
  if (size === 0 || left.branches < 0 || disjointSets(sets) > size) return undefined;
  const smallest = sets.reduce((least, set) => (set.length < least.length ? set : least));
  const common = (member: number): number => sets.filter((set) => set.includes(member)).length;
  // Members in many sets first; of equals the later, which are the more telling ones.
  const members = [...smallest].map((member) => ({ member, sets: common(member) }));
  members.sort((a, b) => b.sets - a.sets || b.member - a.member);
  for (const { member } of members) {
    const others = sets.filter((set) => !set.includes(member));
    const rest = hit(others, size - 1, left);
    if (rest !== undefined) return [member, ...rest];
  }
  return undefined;
}

/** Sets without common members need a member each. */
function disjointSets(sets: readonly (readonly number[])[]): number {
  const used = new Set<number>();
  let count = 0;
  for (const set of [...sets].sort((a, b) => a.length - b.length)) {
    if (set.some((member) => used.has(member))) continue;
    for (const member of set) used.add(member);
    count += 1;
  }
  return count;
}
