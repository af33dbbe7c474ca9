// "Did you mean": the nearest known name by edit distance. Deterministic: among equally near names the one that comes
// first in the list of candidates wins.

const MAX_NAME = 60;
const MAX_CANDIDATES = 2000;

/** The nearest candidate, or undefined when none is near enough to be a slip of the pen. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length === 0 || name.length > MAX_NAME) return undefined;
  const allowance = Math.max(1, Math.floor(name.length / 3));
  const wanted = fold(name);
  let best: string | undefined;
  let bestDistance = allowance + 1;
  let seen = 0;
  for (const candidate of candidates) {
    seen += 1;
    if (seen > MAX_CANDIDATES) break;
    if (candidate === name || candidate.length > MAX_NAME) continue;
    const folded = fold(candidate);
    if (Math.abs(folded.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted, folded);
    // One-letter names have nothing in common with each other.
    if (distance >= Math.max(wanted.length, folded.length)) continue;
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** A hint for a diagnostic: the nearest name, or else the known names when they are few. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const known = [...new Set(candidates)];
  const near = nearest(name, known);
  if (near !== undefined) return `did you mean ${near}?`;
  return known.length > 0 && known.length <= 12 ? `known here: ${known.join(', ')}` : undefined;
}

/** Case and the kind of separator are the commonest slips; they cost nothing. */
function fold(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}

/** Insertions, deletions, substitutions and swaps of neighbours, each at 1 (optimal string alignment). */
export function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i++) {
    const current = [i];
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1];
      let distance = Math.min(last[j]! + 1, current[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      if (swapped) distance = Math.min(distance, beforeLast[j - 2]! + 1);
      current.push(distance);
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length]!;
}
