/** 1 of no values. */
export function productOf(values: ArrayLike<number>): number {
  let product = 1;
  for (let at = 0; at < values.length; at += 1) product *= values[at]!;
  return product;
}
