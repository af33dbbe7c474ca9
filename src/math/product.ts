/** 1 of no values, 0 where one is 0, however large the others are. */
export function productOf(values: ArrayLike<number>): number {
  let product = 1;
  for (let at = 0; at < values.length; at += 1) {
    if (values[at] === 0) return 0;
    product *= values[at]!;
  }
  return product;
}
