// Which spatial choices of a link make a tile above its fan-outs of a tile below them, or the other way round. There may be
// thousands, and whether one does is known dimension by dimension: a bit for each, by the tile's factor in the dimension.

import type { Landings, Link, Spread } from './chain.js';
import type { Lattice } from './lattice.js';

const wordBits = 32;

export class FittingSpreads {
  /** Those of the tile that was asked for last, in the order given, and the tile that each makes of it. */
  readonly found: Int32Array;
  readonly made: Int32Array;
  readonly #among: ArrayLike<number>;
  readonly #lattice: Lattice;
  readonly #spreads: readonly Spread[];
  readonly #landings: Landings | null;
  readonly #sign: 1 | -1;
  readonly #words: number;
  /** Dimensions that some choice has a factor of; by dimension and factor, `[place * words + word]`. */
  readonly #stepped: readonly number[];
  readonly #fitting: readonly Int32Array[];

  /** Of some of the link's choices. The tile above is the `product` of what is below and a choice, that below the `quotient`. */
  constructor(
    lattice: Lattice,
    makes: 'product' | 'quotient',
    of: Pick<Link, 'spreads' | 'landings'> & { readonly among: readonly number[] | Int32Array },
  ) {
    const { digit, divisors } = lattice;
    const { spreads, landings, among } = of;
    this.found = new Int32Array(among.length);
    this.made = new Int32Array(among.length);
    this.#among = among;
    this.#lattice = lattice;
    this.#spreads = spreads;
    this.#sign = makes === 'product' ? 1 : -1;
    this.#landings = landings;
    const placeMade = (d: number, place: number, { places }: Spread): number =>
      landings === null
        ? lattice[makes][d]![place * divisors[d]!.length + places[d]!]!
        : landings[d]![places[d]!]![place]!;
    this.#words = Math.ceil(among.length / wordBits);
    const stepped = new Set(Array.from(among).flatMap((s) => spreads[s]!.stepped));
    this.#stepped = [...digit.keys()].filter((d) => stepped.has(d));
    this.#fitting = this.#stepped.map((d) => {
      const { length } = divisors[d]!;
      const bits = new Int32Array(length * this.#words);
      for (let place = 0; place < length; place += 1) {
        for (let at = 0; at < among.length; at += 1) {
          const spread = spreads[among[at]!]!;
          if (spread.stepped.includes(d) && placeMade(d, place, spread) < 0) continue;
          const word = place * this.#words + Math.floor(at / wordBits);
          bits[word] = bits[word]! | (1 << (at % wordBits));
        }
      }
      return bits;
    });
  }

  /** How many there are of a tile. */
  of(node: number): number {
    const { digit } = this.#lattice;
    let count = 0;
    for (let word = 0; word < this.#words; word += 1) {
      let bits = -1;
      for (let at = 0; at < this.#stepped.length; at += 1)
        bits &= this.#fitting[at]![digit[this.#stepped[at]!]![node]! * this.#words + word]!;
      for (let rest = bits; rest !== 0; rest &= rest - 1) {
        const at = word * wordBits + 31 - Math.clz32(rest & -rest);
        if (at >= this.#among.length) break; // beyond the last choice
        const s = this.#among[at]!;
        this.found[count] = s;
        this.made[count] = this.#madeBy(this.#spreads[s]!, node);
        count += 1;
      }
    }
    return count;
  }

  #madeBy({ id, places, stepped }: Spread, node: number): number {
    const landings = this.#landings;
    if (landings === null) return node + this.#sign * id;
    const { offset, digit } = this.#lattice;
    let made = node;
    for (const d of stepped) {
      const place = digit[d]![node]!;
      made += offset[d]![landings[d]![places[d]!]![place]!]! - offset[d]![place]!;
    }
    return made;
  }
}
