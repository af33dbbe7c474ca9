// Division by six without a divider: a multiplication and a shift on the tile, or quotient and remainder packed into 16 bits
// by the host (section 2.2). Each is right up to a limit, and wrong without a sign beyond it.

const factor = 0xaaab;
const shift = 18;

/** The largest number that the tile divides right: beyond it the product leaves its 32 bits. */
export const mostDivided = 98_303;

/** The largest number that the host can pack: the quotient has 13 bits. */
export const mostPacked = 49_151;

export function tileQuotient(n: number): number {
  return Math.imul(n, factor) >>> shift;
}

/** `(n / 6) << 3 | n % 6`; undefined where that takes more than 16 bits. */
export function packQuotient(n: number): number | undefined {
  return n > mostPacked ? undefined : quotientWord(n);
}

export function quotientWord(n: number): number {
  return Math.floor(n / 6) * 8 + (n % 6);
}
