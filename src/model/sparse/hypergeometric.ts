// Nonzeros anywhere in the tensor with equal chance (G.2): of N words r are nonzero, a tile holds n of the N.

import { DoubleDouble } from '../../math/double-double.js';
import { remembered } from '../../math/remembered.js';
import type { DensityModel, Enclosing, Occupancies, TileShape } from './density-model.js';

export class Hypergeometric implements DensityModel {
  readonly name = 'hypergeometric';
  readonly shapeless = true;
  readonly #words: number;
  readonly #nonzeros: number;
  readonly #known = new Map<number, Occupancies>();
  readonly #empty = new Map<number, number>();

  readonly #quirks: boolean;

  /** `quirks`: count the fewest nonzeros as the reference does. */
  constructor(density: number, tensorWords: number, { quirks }: { readonly quirks: boolean }) {
    this.#quirks = quirks;
    this.#words = tensorWords;
    this.#nonzeros = Math.ceil(density * tensorWords);
  }

  empty(tile: TileShape, within?: Enclosing): number {
    if (within !== undefined) return noneOf(tile.words, within.occupancy, within.tile.words);
    let empty = this.#empty.get(tile.words);
    if (empty === undefined) {
      empty = noneOf(tile.words, this.#nonzeros, this.#words);
      this.#empty.set(tile.words, empty);
    }
    return empty;
  }

  mostNonzeros(tile: TileShape, confidence: number): number {
    if (confidence >= 1) return Math.min(tile.words, this.#nonzeros);
    const { counts, probabilities } = this.occupancies(tile);
    let sum = 0;
    for (let at = 0; at < counts.length; at += 1) {
      sum += probabilities[at]!;
      if (sum >= confidence) return counts[at]!;
    }
    return counts.at(-1)!;
  }

  fewestNonzeros({ words }: TileShape): number {
    // Its unsigned difference wraps around for every part of the tensor, and comes back as 0 (G.2).
    if (this.#quirks && words < this.#words) return 0;
    return Math.max(0, words - (this.#words - this.#nonzeros));
  }

  expectedNonzeros({ words }: TileShape): number {
    return (Math.min(words, this.#words) * this.#nonzeros) / this.#words;
  }

  occupancies({ words }: TileShape): Occupancies {
    return remembered(this.#known, words, () =>
      distribution(Math.min(words, this.#words), this.#nonzeros, this.#words),
    );
  }
}

/** Below this a probability and zero make no difference to one minus it. */
const INVISIBLE = 1e-30;

/** C(N-r, n) / C(N, n), as a product of the shorter of two forms. */
function noneOf(n: number, r: number, N: number): number {
  if (r === 0) return 1;
  if (n + r > N) return 0;
  const steps = Math.min(n, r);
  const other = Math.max(n, r);
  const probability = new DoubleDouble(1);
  for (let at = 0; at < steps && probability.value > INVISIBLE; at += 1) probability.times(N - other - at).over(N - at);
  return probability.value;
}

/** By ratios outwards from the mode, then divided by the sum: exact, also where factorials overflow. */
function distribution(n: number, r: number, N: number): Occupancies {
  const least = Math.max(0, n + r - N);
  const most = Math.min(n, r);
  const mode = Math.min(most, Math.max(least, Math.floor(((n + 1) * (r + 1)) / (N + 2))));
  const total = new DoubleDouble(1);
  const grow = (from: number, to: number, step: 1 | -1): DoubleDouble[] => {
    const weights: DoubleDouble[] = [];
    const weight = new DoubleDouble(1);
    for (let k = from; k !== to; k += step) {
      if (step > 0)
        weight
          .times(n - k)
          .times(r - k)
          .over(k + 1)
          .over(N - n - r + k + 1);
      else
        weight
          .times(k)
          .times(N - n - r + k)
          .over(n - k + 1)
          .over(r - k + 1);
      if (weight.value < INVISIBLE) break;
      total.plus(weight);
      weights.push(weight.copy());
    }
    return weights;
  };
  const up = grow(mode, most, 1);
  const down = grow(mode, least, -1);
  const weights = [...down.reverse(), new DoubleDouble(1), ...up];
  const first = mode - down.length;
  return {
    counts: Float64Array.from(weights, (_, at) => first + at),
    probabilities: Float64Array.from(weights, (weight) => weight.ratio(total)),
  };
}
