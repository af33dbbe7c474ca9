// Why a nest is rejected, as small integers that the hot path can return.

export const VALID = 0;
/** A spatial product exceeds a fan-out, or the expansions exceed the hardware's instances. */
export const FANOUT = 1;
/** A tile exceeds an effective capacity. */
export const CAPACITY = 2;
/** Below a level's min_utilization. */
export const UTILIZATION = 3;
/** A dataspace is bypassed everywhere. */
export const BYPASSED = 4;
/** A count left the range of exact integers. */
export const OVERFLOW = 5;

/** Factors that do not divide, which no machine's model covers. */
export const IMPERFECT = 6;

/** A sparse format that the mapping does not suit; see sparse/sparse-kernel.ts. */
export const SPARSE = 7;

/** Not known: whoever asked gave up before the literal walk was over. */
export const UNDECIDED = 8;

export type Verdict = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
