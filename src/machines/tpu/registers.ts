/** A register of the vector unit: rows, which accumulators are filled by, too, and words of a row. */
export const SUBLANES = 8;
export const LANES = 128;
