// Canonical index of a key and back: mixed radix with weights that depend on the digits before.

/** The digits of a key are either searched for (by index) or given (by key); both walk the same weights. */
export interface Digits {
  /** Chooses the digit at `at` among these, in ascending order; so many numbers begin with each. */
  pick(choices: readonly Choice[], at: number): number;
  /** The same for digits 0 to `count - 1` of equal size. */
  rank(count: number, size: bigint, at: number): number;
}

export interface Choice {
  readonly digit: number;
  readonly size: bigint;
}

export interface Weights {
  /** Whether every number below `size` belongs to a mapping. */
  readonly exact: boolean;
  readonly size: bigint;
  /** Goes through the digits of one key, most significant first. */
  walk(digits: Digits): void;
}

/** Writes the key with that index below the size, or with the next index that is one. */
export function writeKeyAt(weights: Weights, index: bigint, key: Float64Array): void {
  let rest = index;
  const chosen = (digit: number, at: number, skipped: bigint): number => {
    rest -= skipped;
    key[at] = digit;
    return digit;
  };
  weights.walk({
    pick: (choices, at) => {
      let skipped = 0n;
      const last = choices.length - 1;
      let one = 0;
      for (; one < last && rest >= skipped + choices[one]!.size; one += 1) skipped += choices[one]!.size;
      return chosen(choices[one]!.digit, at, skipped);
    },
    rank: (count, size, at) => {
      const digit = Math.min(count - 1, Number(rest / size));
      return chosen(digit, at, BigInt(digit) * size);
    },
  });
}

/** The key must be one of a mapping. */
export function indexOfKey(weights: Weights, key: ArrayLike<number>): bigint {
  let index = 0n;
  weights.walk({
    pick: (choices, at) => {
      for (const { digit, size } of choices) {
        if (digit === key[at]) break;
        index += size;
      }
      return key[at]!;
    },
    rank: (_, size, at) => {
      index += BigInt(key[at]!) * size;
      return key[at]!;
    },
  });
  return index;
}
