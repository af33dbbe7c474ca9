// The inner loops of section 2.3 as schedules: what a worker loads and stores in each slot, for a number of 64-bit vectors.
// Slots are counted, and legality is decided, on the schedule itself.

export const loopVariants = [
  'simple',
  'two-per-vector',
  'load-2-ahead',
  'load-3-ahead',
  'two-loads-one-store',
  'axpy-listing',
] as const;

export type LoopVariant = (typeof loopVariants)[number];

/** Which vector of which stream; nothing where the slot only computes or the number is undefined. */
export interface Slot {
  readonly load?: number;
  /** A second array, read in the same slot. */
  readonly alsoLoad?: number;
  readonly store?: number;
}

export interface LoopSchedule {
  readonly slots: readonly Slot[];
  /** Control before, after and around the loop, where it is known. */
  readonly overheadSlots: number;
  readonly repeatCount: number;
  readonly bodyBundles: number;
}

export interface LoopTask {
  readonly variant: LoopVariant;
  /** 64-bit vectors of a worker. */
  readonly vectors: number;
  /** What the listing's register holds; two less than the vectors if it is to be right. */
  readonly register?: number;
}

/** Fewer vectors than this need another path. */
export function leastVectors(variant: LoopVariant): number {
  return variant === 'two-per-vector' || variant === 'axpy-listing' ? 2 : 1;
}

export function loopSchedule({ variant, vectors, register }: LoopTask): LoopSchedule {
  switch (variant) {
    case 'simple':
      // Load, operation, store: the middle slot touches no memory.
      return looped(
        range(vectors).flatMap((at) => [{ load: at }, {}, { store: at }]),
        { repeatCount: vectors, bodyBundles: 3 },
      );
    case 'two-per-vector':
      return looped(twoPerVector(vectors), { repeatCount: vectors - 2, bodyBundles: 2 });
    case 'load-2-ahead':
      return looped(loadAhead(vectors, 2), { repeatCount: Math.floor(Math.max(0, vectors - 2) / 2), bodyBundles: 2 });
    case 'load-3-ahead':
      return looped(loadAhead(vectors, 3), { repeatCount: Math.floor(Math.max(0, vectors - 3) / 3), bodyBundles: 3 });
    case 'two-loads-one-store':
      return looped(
        loadAhead(vectors, 2).map((slot) => (slot.load === undefined ? slot : { ...slot, alsoLoad: slot.load })),
        { repeatCount: Math.max(0, vectors - 2), bodyBundles: 1 },
      );
    case 'axpy-listing':
      return axpyListing(register ?? vectors - 2);
  }
}

/** Operations ride along: each slot loads or stores, and stores lag two slots behind their load. */
function twoPerVector(vectors: number): readonly Slot[] {
  const inner = range(vectors - 2).flatMap((at) => [{ store: at }, { load: at + 2 }]);
  return [{ load: 0 }, { load: 1 }, ...inner, { store: vectors - 2 }, { store: vectors - 1 }];
}

/** A load and a store in each slot of the steady state, `distance` vectors apart. */
function loadAhead(vectors: number, distance: number): readonly Slot[] {
  return range(vectors + distance).map((at) => ({
    ...(at < vectors && { load: at }),
    ...(at >= distance && { store: at - distance }),
  }));
}

/**
 * The published listing with an accumulator as third temporary: three loads, N/2 repeats of two bundles, and one or two more bundles. Its
 * register N counts what the loop stores, two less than the array has; with the array's own length it stores two
 * vectors past the end.
 */
function axpyListing(register: number): LoopSchedule {
  const repeatCount = Math.floor(register / 2);
  const [odd, body] = [register % 2 === 1, 2 * repeatCount];
  const both = (at: number): Slot => ({ store: at, load: at + 3 });
  const drain: readonly Slot[] = odd
    ? [both(body), { store: body + 1 }, { store: body + 2 }]
    : [{ store: body }, { store: body + 1 }];
  return {
    slots: [{ load: 0 }, { load: 1 }, { load: 2 }, ...range(body).map(both), ...drain],
    // mov, tapack, shr, rpt, and, brnz; the even path also jumps over the odd one.
    overheadSlots: odd ? 6 : 7,
    repeatCount,
    bodyBundles: 2,
  };
}

/** The repeat instruction is all there is around the loop. */
function looped(
  slots: readonly Slot[],
  loop: { readonly repeatCount: number; readonly bodyBundles: number },
): LoopSchedule {
  return { slots, overheadSlots: 1, ...loop };
}

function range(count: number): readonly number[] {
  return Array.from({ length: Math.max(0, count) }, (_, at) => at);
}
