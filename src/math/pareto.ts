// Points (x, y) of which none is at least as small as another in both coordinates: the frontier of two minimized figures.

export interface ParetoPoint {
  readonly x: number;
  readonly y: number;
}

export class ParetoFront<P extends ParetoPoint> {
  readonly #points: P[] = [];
  readonly #prefer: (a: P, b: P) => number;

  /** `prefer` decides between points with equal coordinates: negative when the first is to be kept. */
  constructor(prefer: (a: P, b: P) => number) {
    this.#prefer = prefer;
  }

  /** Fewest x first. */
  get points(): readonly P[] {
    return this.#points;
  }

  /** Whether `offer` would reject any point with these coordinates without looking at anything else. */
  dominates(x: number, y: number): boolean {
    const at = this.#firstNotBelow(x);
    const here = this.#points[at];
    if (here !== undefined && here.x === x && here.y < y) return true;
    return at > 0 && this.#points[at - 1]!.y <= y;
  }

  /** Least y of the points with no more than this x, Infinity where there is none. */
  lowest(x: number): number {
    const at = this.#firstNotBelow(x);
    const here = this.#points[at];
    if (here !== undefined && here.x === x) return here.y;
    return at > 0 ? this.#points[at - 1]!.y : Number.POSITIVE_INFINITY;
  }

  /** Adds the point unless a present one is at least as good; removes what it makes superfluous. */
  offer(point: P): boolean {
    const at = this.#firstNotBelow(point.x);
    if (at > 0 && this.#points[at - 1]!.y <= point.y) return false;
    const here = this.#points[at];
    if (here !== undefined && here.x === point.x) {
      if (here.y < point.y) return false;
      if (here.y === point.y && this.#prefer(here, point) <= 0) return false;
    }
    let end = at;
    while (end < this.#points.length && this.#points[end]!.y >= point.y) end += 1;
    this.#points.splice(at, end - at, point);
    return true;
  }

  /** Index of the first point whose x is not below the given one. */
  #firstNotBelow(x: number): number {
    let low = 0;
    let high = this.#points.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#points[middle]!.x < x) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
