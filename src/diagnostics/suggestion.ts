// Did-you-mean: the name that a misspelt one most likely stands for. Deterministic: among equally near names the one
// that comes first in the list of candidates wins.

const LONGEST_NAME = 60;
const MOST_CANDIDATES = 2000;

/** The closest candidate within a third of the word's length, or `slips` letters; undefined when none is close. */
export function closest(
  word: string,
  candidates: Iterable<string>,
  slips = (_: string): number => Math.max(1, Math.floor(word.length / 3)),
): string | undefined {
  if (word.length === 0 || word.length > LONGEST_NAME) return undefined;
  const wanted = fold(word);
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  let seen = 0;
  for (const candidate of candidates) {
    seen += 1;
    if (seen > MOST_CANDIDATES) break;
    const folded = fold(candidate);
    const longer = Math.max(folded.length, wanted.length);
    const most = Math.min(slips(candidate), least - 1);
    if (candidate === word || Math.abs(folded.length - wanted.length) > most) continue;
    const distance = editDistance(wanted, folded);
    // One-letter names have nothing in common with each other.
    if (distance <= most && distance < longer) [best, least] = [candidate, distance];
  }
  return best;
}

/** The same as a hint for a diagnostic. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const best = closest(word, candidates);
  return best === undefined ? undefined : `did you mean ${best}?`;
}

/** The names that there are, for a diagnostic about one that is none of them. */
export function oneOf(word: string, known: readonly string[]): { readonly expected: string; readonly hint?: string } {
  const hint = didYouMean(word, known);
  return { expected: `one of ${known.join(', ')}`, ...(hint !== undefined && { hint }) };
}

/** Case and the kind of separator are the commonest slips; they cost nothing. */
function fold(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}

/** Insertions, deletions, substitutions and swaps of neighbours that turn one word into the other. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
