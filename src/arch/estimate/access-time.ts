// How long CACTI 7 takes to read a row of an SRAM: a quadratic form in the logarithms of width, rows a bank, banks and
// node, fitted by least squares to 546 of its results (22 to 65 nm in `test/golden/energy/sram.jsonl`).

/** One memory as CACTI is asked for it. */
export interface Memory {
  /** Bits, from 32. */
  readonly width: number;
  /** Rows over all banks, from 64 a bank. */
  readonly depth: number;
  readonly ports: number;
  readonly banks: number;
}

/**
 * ns. Of each result, fitted without it, half are within 4 % and nine of ten within 9 % (`test/arch/estimate/held-out.test.ts`).
 * Where CACTI is not asked (below 22 nm, from 90 nm on) the reference's package scales with the node, from 22 nm.
 */
export function accessTimeNs(memory: Memory, nm: number): number {
  const fitted = nm >= 22 && nm < 90 ? nm : 22;
  const terms = accessTimeTerms(memory, fitted);
  return Math.exp(terms.reduce((sum, term, at) => sum + term * coefficients[at]!, 0)) * (nm / fitted);
}

/** 1, the five variables, and their products in order; a port more or not is no square. */
export function accessTimeTerms({ width, depth, ports, banks }: Memory, nm: number): readonly number[] {
  const rows = Math.max(depth, 64 * banks) / banks;
  const variables = [Math.max(width, 32), rows, banks, nm / 22].map(Math.log2);
  const all = [...variables, ports - 1];
  const products = all.flatMap((one, at) => all.slice(at).map((other) => one * other));
  return [1, ...all, ...products.slice(0, -1)];
}

export const coefficients: readonly number[] = [
  0.04009, -0.2854, -0.1662, -0.24548, 0.91025, -0.25558, 0.01631, 0.02135, 0.03126, -0.02835, 0.03649, 0.00928,
  0.01412, -0.02236, 0.0179, 0.0164, -0.03665, 0.0448, 0.07523, -0.04555,
];
