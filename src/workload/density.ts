import type { NonzeroPattern } from '../spec/spec.js';

/** How the nonzeros of a dataspace are spread (C, G.2). */
export type Density =
  /** Every tile holds its share, rounded up or down. */
  | { readonly kind: 'fixed_structured'; readonly density: number }
  /** Nonzeros anywhere with equal chance; `tensorWords`: size of the tensor they are drawn from, null = the dataspace. */
  | { readonly kind: 'hypergeometric'; readonly density: number; readonly tensorWords: number | null }
  /** Nonzero where row and column differ by at most `bandWidth`. */
  | { readonly kind: 'banded'; readonly bandWidth: number }
  /** The places of the nonzeros of a real matrix. */
  | { readonly kind: 'measured'; readonly pattern: NonzeroPattern };
