// Products and quotients of integers with twice the digits of a double (Dekker 1971), rounded once at the end. Where a
// result decides a rounding up or down, an error in the last digit is one too many.

export class DoubleDouble {
  #high: number;
  #low = 0;

  constructor(value: number) {
    this.#high = value;
  }

  get value(): number {
    return this.#high;
  }

  copy(): DoubleDouble {
    const other = new DoubleDouble(this.#high);
    other.#low = this.#low;
    return other;
  }

  /** `factor`: an integer below 2^53, as all operands here. */
  times(factor: number): this {
    const product = this.#high * factor;
    this.#set(product, productError(this.#high, factor, product) + this.#low * factor);
    return this;
  }

  over(divisor: number): this {
    const quotient = this.#high / divisor;
    const product = quotient * divisor;
    const rest = this.#high - product - productError(quotient, divisor, product) + this.#low;
    this.#set(quotient, rest / divisor);
    return this;
  }

  plus(other: DoubleDouble): this {
    const sum = this.#high + other.#high;
    const part = sum - this.#high;
    this.#set(sum, this.#high - (sum - part) + (other.#high - part) + this.#low + other.#low);
    return this;
  }

  /** This divided by another, rounded to a double. */
  ratio(other: DoubleDouble): number {
    const quotient = this.#high / other.#high;
    const product = quotient * other.#high;
    const rest =
      this.#high - product - productError(quotient, other.#high, product) + this.#low - quotient * other.#low;
    return quotient + rest / other.#high;
  }

  #set(high: number, low: number): void {
    this.#high = high + low;
    this.#low = low - (this.#high - high);
  }
}

const splitter = 2 ** 27 + 1;

/** What rounding took off `product` = a * b. */
function productError(a: number, b: number, product: number): number {
  const aShifted = a * splitter;
  const aHigh = aShifted - (aShifted - a);
  const aLow = a - aHigh;
  const bShifted = b * splitter;
  const bHigh = bShifted - (bShifted - b);
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}
