// A machine that executes one kind of sparse nest on tensors that are really there, and counts: Z[m,n] += A[m,k] B[k,n] over
// DRAM (m2), L2 (n1, k1) and RF (m0, k0), A compressed everywhere, B skipped at L2 where the tile of A in RF is all zero, Z
// gated at RF and computes gated where operands are zero.

import type { Choices } from '../support/choices.js';

export interface SparseNest {
  readonly m2: number;
  readonly n1: number;
  readonly k1: number;
  readonly m0: number;
  readonly k0: number;
  /** Nonzeros of A and of B. */
  readonly nonzeros: readonly [number, number];
}

/** Words of A and B that move, reads of B and updates of Z, and computes, by what becomes of them. */
export const countNames = [
  'words of A into L2',
  'words of A into RF',
  'reads of A at RF',
  'words of B into RF',
  'reads of B skipped at L2',
  'updates of Z gated at RF',
  'computes',
] as const;

export type Counts = readonly number[];

export function runSparseNest(nest: SparseNest, choices: Choices): Counts {
  const { m2, n1, k1, m0, k0 } = nest;
  const [rows, inner, columns] = [m2 * m0, k1 * k0, n1];
  const a = scattered(rows * inner, nest.nonzeros[0], choices);
  const b = scattered(inner * columns, nest.nonzeros[1], choices);
  const counts = countNames.map(() => 0);
  const count = (at: number, words = 1): void => {
    counts[at] = counts[at]! + words;
  };
  const heldBy = (m: number, k: number, width: number): number => {
    let held = 0;
    for (let y = 0; y < m0; y += 1) for (let x = 0; x < width; x += 1) held += a[(m * m0 + y) * inner + k + x]!;
    return held;
  };
  for (let m = 0; m < m2; m += 1) {
    count(0, heldBy(m, 0, inner));
    for (let kOuter = 0; kOuter < k1; kOuter += 1) {
      const held = heldBy(m, kOuter * k0, k0);
      count(1, held);
      for (let n = 0; n < n1; n += 1) {
        // A compressed tile knows what is empty.
        count(held === 0 ? 4 : 3, k0);
        for (let y = 0; y < m0; y += 1) {
          for (let x = 0; x < k0; x += 1) {
            const k = kOuter * k0 + x;
            if (a[(m * m0 + y) * inner + k] === 0) {
              count(5);
              continue;
            }
            count(2);
            if (b[k * columns + n] !== 0) count(6);
          }
        }
      }
    }
  }
  return counts;
}

/** `nonzeros` ones at random places of `words`. */
function scattered(words: number, nonzeros: number, choices: Choices): Uint8Array {
  const tensor = new Uint8Array(words).fill(1, 0, nonzeros);
  for (let at = words - 1; at > 0; at -= 1) {
    const other = choices.below(at + 1);
    [tensor[at], tensor[other]] = [tensor[other]!, tensor[at]!];
  }
  return tensor;
}
