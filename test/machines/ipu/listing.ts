// Executes the published axpy listing register by register, one number for each vector of 64 bits: the judge of its schedule and of what it
// computes. `f32v2axpy dst, a, b` gives dst the accumulator and the accumulator scale * a + b.

export interface ListingRun {
  readonly loads: readonly number[];
  readonly stores: readonly { readonly at: number; readonly value: number }[];
}

export interface ListingInput {
  /** Read past the end as NaN, which must never be stored within the array. */
  readonly data: readonly number[];
  readonly addend: number;
  readonly scale: number;
  readonly register: number;
}

export function runListing({ data, addend, scale, register }: ListingInput): ListingRun {
  const loads: number[] = [];
  const stores: { at: number; value: number }[] = [];
  let accumulator = 0;
  const load = (): number => {
    loads.push(loads.length);
    return data[loads.length - 1] ?? Number.NaN;
  };
  const store = (value: number): void => {
    stores.push({ at: stores.length, value });
  };
  const axpy = (first: number, second: number): number => {
    const before = accumulator;
    accumulator = scale * first + second;
    return before;
  };
  let tmp0 = load();
  let tmp1 = load();
  axpy(addend, tmp0);
  [tmp0, tmp1] = [load(), axpy(addend, tmp1)];
  for (let count = register >> 1; count > 0; count--) {
    store(tmp1);
    [tmp1, tmp0] = [load(), axpy(tmp0, addend)];
    store(tmp0);
    [tmp0, tmp1] = [load(), axpy(tmp1, addend)];
  }
  if (register & 1) {
    store(tmp1);
    [tmp1, tmp0] = [load(), axpy(addend, tmp0)];
    store(tmp0);
    tmp1 = axpy(addend, 0);
    store(tmp1);
  } else {
    store(tmp1);
    tmp0 = axpy(addend, 0);
    store(tmp0);
  }
  return { loads, stores };
}
