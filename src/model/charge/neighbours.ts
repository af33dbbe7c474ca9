// Elements of a fan-out side by side, and which of them find at a neighbour what they need (F.5, F.6): element e is served
// where a neighbour has the shift of e plus the displacement of the visit. Kernel and bounds ask the same of the same grid.

/** One spatial loop, as one dataspace sees it: how far each iteration moves it along which ranks. */
export interface ShiftLoop {
  readonly bound: number;
  readonly steps: readonly (readonly [rank: number, step: number])[];
}

/** Of all elements of a fan-out with these loops, inner to outer. */
export function shiftsOf(loops: readonly ShiftLoop[], ranks: number) {
  const count = loops.reduce((product, { bound }) => product * bound, 1);
  const shift = new Float64Array(count * ranks);
  const offset = new Float64Array(ranks);
  const span = new Float64Array(ranks);
  let run = 1;
  for (const { bound, steps } of loops) {
    for (const [rank, step] of steps) {
      span[rank] = span[rank]! + Math.abs(step) * (bound - 1);
      if (step < 0) offset[rank] = offset[rank]! - step * (bound - 1);
      for (let element = 0; element < count; element += 1) {
        const index = Math.floor(element / run) % bound;
        shift[element * ranks + rank] = shift[element * ranks + rank]! + index * step;
      }
    }
    run *= bound;
  }
  const weight = new Float64Array(ranks);
  let scale = 1;
  for (let rank = 0; rank < ranks; rank += 1) {
    weight[rank] = scale;
    scale *= span[rank]! + 1;
  }
  const keys = new Float64Array(count);
  for (let element = 0; element < count; element += 1) {
    let key = 0;
    for (let rank = 0; rank < ranks; rank += 1) key += (shift[element * ranks + rank]! + offset[rank]!) * weight[rank]!;
    keys[element] = key;
  }
  return {
    count,
    ranks,
    /** `[element * ranks + rank]`. */
    shift,
    /** One number per element, equal exactly where the shifts are equal. */
    keys,
  };
}

export type Shifts = Readonly<ReturnType<typeof shiftsOf>>;

/** Rows that elements are packed into, in the order of their numbers. */
export interface Grid {
  readonly width: number;
  readonly height: number;
}

/** Whether one of the up to four elements next to this one has a property; ids may be of places that are not in use. */
export function someBeside({ width, height }: Grid, id: number, has: (beside: number) => boolean): boolean {
  const h = id % width;
  const v = Math.floor(id / width);
  return (
    (h > 0 && has(id - 1)) ||
    (h < width - 1 && has(id + 1)) ||
    (v > 0 && has(id - width)) ||
    (v < height - 1 && has(id + width))
  );
}

/** Which elements find, next to them, the shift that they need after `displacement` (one number per rank). */
export function neighboursServe(
  { count, ranks, shift }: Shifts,
  grid: Grid,
  displacement: readonly number[],
): { readonly fromParent: Uint8Array; readonly served: number } {
  const fromParent = new Uint8Array(count).fill(1);
  let served = 0;
  const matches = (element: number, neighbour: number): boolean => {
    if (neighbour >= count) return false;
    for (let rank = 0; rank < ranks; rank += 1) {
      if (shift[neighbour * ranks + rank] !== shift[element * ranks + rank]! + displacement[rank]!) return false;
    }
    return true;
  };
  for (let element = 0; element < count; element += 1) {
    if (someBeside(grid, element, (neighbour) => matches(element, neighbour))) {
      fromParent[element] = 0;
      served += 1;
    }
  }
  return { fromParent, served };
}

export function distinctAmong(shifts: Shifts, member: Uint8Array): number {
  const keys = new Set<number>();
  for (let element = 0; element < shifts.count; element += 1) {
    if (member[element] === 1) keys.add(shifts.keys[element]!);
  }
  return keys.size;
}
