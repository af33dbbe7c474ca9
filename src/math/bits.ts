// Sets of small numbers as bits of a mask.

export function bitCount(mask: number): number {
  let rest = mask;
  let count = 0;
  for (; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Ascending. */
export function bitsOf(mask: number): number[] {
  const bits: number[] = [];
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits.push(31 - Math.clz32(rest & -rest));
  return bits;
}

export function maskOf(members: Iterable<number>): number {
  let mask = 0;
  for (const member of members) mask |= 1 << member;
  return mask;
}

/** Of the places in a list whose values have a property. */
export function maskWhere<T>(values: Iterable<T>, has: (value: T) => boolean): number {
  let [mask, bit] = [0, 1];
  for (const value of values) {
    if (has(value)) mask |= bit;
    bit <<= 1;
  }
  return mask;
}
