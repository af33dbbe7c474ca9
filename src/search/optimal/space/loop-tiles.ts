// The tiles part of the way through the loops of one link: what stands when some of its loops are inside and others not yet.
// Only those between the tiles inside its loops and the tiles outside its storage matter; tables over them are small.

import { allDimensions, type ClosedLoops, closeOver, openOver } from './closure.js';
import type { Lattice } from './lattice.js';

export interface LoopEnds {
  /** By dimension: places of the factors that the loops may have. */
  readonly allowed: readonly (readonly number[])[];
  /** Ids in the lattice: inside the loops, and outside the storage. */
  readonly inside: Int32Array;
  readonly outside: Int32Array;
}

/** For each tile the one a step further inside, by its place, -1 for none. */
type Steps = Int32Array;

export class LoopTiles {
  /** Ids in the lattice, ascending, and the place of each. */
  readonly nodes: Int32Array;
  readonly place: Int32Array;
  readonly #lattice: Lattice;
  readonly #allowed: LoopEnds['allowed'];
  /** By dimension and factor that the loops may have: one step is taken at once. */
  readonly #steps: Steps[][] = [];

  constructor(lattice: Lattice, { allowed, inside, outside }: LoopEnds) {
    this.#lattice = lattice;
    this.#allowed = allowed;
    // Some loops may not have been closed yet, and others are closed already.
    const part = allowed.map((places) => (places.includes(0) ? places : [0, ...places]));
    const over = { allowed: part, fixed: 0, over: allDimensions };
    const reached = new Float64Array(lattice.size).fill(Number.POSITIVE_INFINITY);
    for (const node of inside) reached[node] = 0;
    closeOver(lattice, reached, over);
    const leading = new Float64Array(lattice.size).fill(Number.NEGATIVE_INFINITY);
    for (const node of outside) leading[node] = 0;
    openOver(lattice, leading, over);
    this.place = new Int32Array(lattice.size).fill(-1);
    const nodes: number[] = [];
    for (let node = 0; node < lattice.size; node += 1)
      if (reached[node] === 0 && leading[node] === 0) this.place[node] = nodes.push(node) - 1;
    this.nodes = Int32Array.from(nodes);
  }

  /** Replaces each figure by the least inside it, as `closeOver` does. */
  close(table: Float64Array, loops: Pick<ClosedLoops, 'fixed' | 'over'>): void {
    this.#sweep(table, loops, false);
  }

  /** The other way round: by the greatest outside it; nothing is -Infinity. */
  open(table: Float64Array, loops: Pick<ClosedLoops, 'fixed' | 'over'>): void {
    this.#sweep(table, loops, true);
  }

  #sweep(table: Float64Array, { fixed, over }: Pick<ClosedLoops, 'fixed' | 'over'>, outwards: boolean): void {
    const { dimensions, divisors } = this.#lattice;
    for (let d = 0; d < dimensions; d += 1) {
      if (!((over >> d) & 1) || divisors[d]!.length === 1) continue;
      const places = this.#allowed[d]!;
      if ((fixed >> d) & 1) {
        if (!places.includes(0)) table.fill(outwards ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
        continue;
      }
      if (places.length === 1 && places[0] === 0) continue;
      if (places.length === divisors[d]!.length) {
        // Every factor is a product of steps along the chains.
        for (const steps of this.#stepsOf(d)) (outwards ? raise : lower)(table, table, steps);
        continue;
      }
      const before = table.slice();
      if (!places.includes(0)) table.fill(outwards ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
      for (const steps of this.#stepsOf(d)) (outwards ? raise : lower)(table, before, steps);
    }
  }

  /** Along chains where all factors are allowed, by each factor but one where they are not. */
  #stepsOf(d: number): readonly Steps[] {
    const known = this.#steps[d];
    if (known !== undefined) return known;
    const { chains, divisors, digit, quotient, offset } = this.#lattice;
    const places = this.#allowed[d]!;
    const { length } = divisors[d]!;
    const made =
      places.length === length
        ? chains[d]!.map(({ stride, power }) =>
            this.nodes.map((node) => (Math.floor(node / stride) % (power + 1) > 0 ? this.place[node - stride]! : -1)),
          )
        : places
            .filter((place) => place !== 0)
            .map((factor) =>
              this.nodes.map((node) =>
                quotient[d]![digit[d]![node]! * length + factor]! < 0 ? -1 : this.place[node - offset[d]![factor]!]!,
              ),
            );
    this.#steps[d] = made;
    return made;
  }
}

/** From the innermost tile out: what has been lowered lowers further. */
function lower(table: Float64Array, from: Float64Array, steps: Steps): void {
  for (let at = 0; at < steps.length; at += 1) {
    const inner = steps[at]!;
    if (inner >= 0 && from[inner]! < table[at]!) table[at] = from[inner]!;
  }
}

function raise(table: Float64Array, from: Float64Array, steps: Steps): void {
  for (let at = steps.length - 1; at >= 0; at -= 1) {
    const inner = steps[at]!;
    if (inner >= 0 && from[at]! > table[inner]!) table[inner] = from[at]!;
  }
}
