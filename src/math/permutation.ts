// Orders of distinct small integers, ranked lexicographically: rank 0 is the ascending order.

export function factorial(count: number): number {
  let product = 1;
  for (let factor = 2; factor <= count; factor += 1) product *= factor;
  return product;
}

/** Lexicographic rank of `items[from]` to `items[from + count - 1]` among the orders of the same integers. */
export function rankPermutation(items: ArrayLike<number>, from: number, count: number): number {
  let rank = 0;
  for (let i = 0; i < count; i += 1) {
    let smaller = 0;
    for (let j = i + 1; j < count; j += 1) if (items[from + j]! < items[from + i]!) smaller += 1;
    rank = rank * (count - i) + smaller;
  }
  return rank;
}

/** Rearranges `items[from]` to `items[from + count - 1]`, which must be ascending, into the order with that rank. */
export function unrankPermutation(items: Uint8Array, from: number, count: number, rank: number): void {
  let rest = rank;
  for (let i = 0; i < count - 1; i += 1) {
    const block = factorial(count - 1 - i);
    const pick = Math.floor(rest / block);
    rest -= pick * block;
    const chosen = items[from + i + pick]!;
    for (let j = i + pick; j > i; j -= 1) items[from + j] = items[from + j - 1]!;
    items[from + i] = chosen;
  }
}

/** Steps to the lexicographic successor in place; false, and ascending again, after the last order. */
export function nextPermutation(items: Uint8Array, from: number, count: number): boolean {
  const last = from + count - 1;
  let pivot = last - 1;
  while (pivot >= from && items[pivot]! >= items[pivot + 1]!) pivot -= 1;
  if (pivot >= from) {
    let swap = last;
    while (items[swap]! <= items[pivot]!) swap -= 1;
    exchange(items, pivot, swap);
  }
  for (let low = pivot + 1, high = last; low < high; low += 1, high -= 1) exchange(items, low, high);
  return pivot >= from;
}

function exchange(items: Uint8Array, a: number, b: number): void {
  const kept = items[a]!;
  items[a] = items[b]!;
  items[b] = kept;
}
