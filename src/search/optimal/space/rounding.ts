// Tiles rounded up: of each dimension a few divisors stand for all below them, as far as the next. Where every rank is stepped by
// one dimension whatever is charged falls as a tile grows, so the divisor itself bounds what it stands for; what fits is told by
// the least of that. There are far fewer such tiles, and tables over them say which of all can matter.

import { productOf } from '../../../math/product.js';
import { type Chain, chainWith, type Link, linkWith } from './chain.js';
import { type Lattice, latticeOfRows } from './lattice.js';

/** By dimension and place in its row: places of the divisors that it stands for. */
type Members = readonly (readonly (readonly number[])[])[];

export interface Rounding {
  /** Whose tiles are the rounded ones. */
  readonly chain: Chain;
  /** By link: what its tiles stand for inside the loops, and outside the storage. */
  readonly inside: readonly Members[];
  readonly outside: readonly Members[];
  /** By link and dimension: the least extent of what a tile stands for outside the storage, by tile. */
  readonly least: readonly (readonly Float64Array<ArrayBuffer>[])[];
}

/** Rows of no more than `most` tiles in all. */
export function roundingOf(chain: Chain, most: number): Rounding {
  const { lattice, links } = chain;
  const rows = rowsFor(lattice, most);
  const rounded = latticeOfRows(
    lattice.bounds,
    rows.map((row, d) => row.map((place) => lattice.divisors[d]![place]!)),
  );
  const inside: Members[] = [];
  const outside: Members[] = [];
  // Compute is one point.
  outside[links.length] = rows.map((row) => row.map((_, digit) => (digit === 0 ? [0] : [])));
  const made: Link[] = [];
  for (let k = links.length - 1; k >= 0; k -= 1) {
    const link = links[k]!;
    const landed = rows.map((row, d) => new Landed(lattice, { d, row, below: outside[k + 1]![d]! }));
    const landings = landed.map((own, d) => own.under(link.spreads.map(({ places }) => places[d]!)));
    inside[k] = landed.map(({ members }) => members);
    const allowed = link.allowed.map((places, d) => (places.some((place) => place > 0) ? [...rows[d]!.keys()] : [0]));
    outside[k] = rows.map((row, d) => {
      const own = inside[k]![d]!;
      return allowed[d]!.length === 1 ? own : throughLoops(lattice, { d, row, inside: own });
    });
    made[k] = linkWith(link, { landings, allowed });
  }
  const least = links.map((_, k) => {
    return rounded.value.map((_, d) => leastOf(rounded, lattice, { d, members: outside[k]![d]! }));
  });
  return {
    chain: chainWith(chain, { lattice: rounded, links: made, halved: null }),
    inside,
    outside,
    least,
  };
}

/** Every tile stands for itself. */
export function unrounded(chain: Chain): Pick<Rounding, 'chain' | 'inside' | 'outside'> {
  const members = chain.lattice.divisors.map((own) => Array.from(own, (_, place) => [place]));
  return { chain, inside: chain.links.map(() => members), outside: chain.links.map(() => members) };
}

/** Some tiles, by id, ascending; and a figure of each. */
export interface Some {
  readonly nodes: Int32Array;
  readonly figures: Float64Array;
}

/** From tiles that are rounded in one way to those rounded in another that stand for some of the same, each with the greatest figure. */
export class Rerounding {
  readonly #from: Lattice;
  /** By dimension and place in the row of the one: ids of the others with that place. */
  readonly #offsets: readonly (readonly number[])[][];
  readonly #greatest: Float64Array;

  constructor(from: { lattice: Lattice; members: Members }, to: { lattice: Lattice; members: Members }) {
    this.#from = from.lattice;
    this.#offsets = from.members.map((row, d) =>
      row.map((own) =>
        to.members[d]!.flatMap((other, at) =>
          other.some((place) => own.includes(place)) ? [to.lattice.offset[d]![at]!] : [],
        ),
      ),
    );
    this.#greatest = new Float64Array(to.lattice.size).fill(Number.NEGATIVE_INFINITY);
  }

  of({ nodes, figures }: Some): Some {
    const greatest = this.#greatest;
    let count = 0;
    const raise = (node: number, figure: number): void => {
      if (greatest[node] === Number.NEGATIVE_INFINITY) count += 1;
      if (figure > greatest[node]!) greatest[node] = figure;
    };
    for (let at = 0; at < nodes.length; at += 1) this.#visit(nodes[at]!, figures[at]!, raise);
    const all = { nodes: new Int32Array(count), figures: new Float64Array(count) };
    for (let node = 0, at = 0; at < count; node += 1) {
      if (greatest[node] === Number.NEGATIVE_INFINITY) continue;
      all.nodes[at] = node;
      all.figures[at] = greatest[node]!;
      greatest[node] = Number.NEGATIVE_INFINITY;
      at += 1;
    }
    return all;
  }

  /** Every tile that stands for some of what `node` does. */
  #visit(node: number, figure: number, raise: (node: number, figure: number) => void): void {
    const { dimensions, digit } = this.#from;
    const go = (d: number, id: number): void => {
      const offsets = this.#offsets[d]![digit[d]![node]!]!;
      for (let at = 0; at < offsets.length; at += 1) {
        if (d + 1 === dimensions) raise(id + offsets[at]!, figure);
        else go(d + 1, id + offsets[at]!);
      }
    };
    go(0, 0);
  }
}

/** By how much the ratio of two neighbours in a row grows until there are few enough tiles. */
const wider = 1.03;

function rowsFor({ divisors }: Lattice, most: number): number[][] {
  for (let ratio = 1; ; ratio *= wider) {
    const rows = divisors.map((own) => rowOf(own, ratio));
    if (productOf(rows.map(({ length }) => length)) <= most || rows.every(({ length }) => length <= 2)) return rows;
  }
}

/** Places of divisors, each at least so many times the next below; the point and the whole are always among them. */
function rowOf(divisors: Float64Array, ratio: number): number[] {
  const row: number[] = [];
  let last = Number.POSITIVE_INFINITY;
  for (let place = divisors.length - 1; place > 0; place -= 1) {
    if (divisors[place]! * ratio > last) continue;
    row.push(place);
    last = divisors[place]!;
  }
  return [0, ...row.reverse()];
}

/** Place in the row of what stands for a divisor. */
function digitOf(row: readonly number[], place: number): number {
  return row.findIndex((one) => one >= place);
}

interface Below {
  readonly d: number;
  readonly row: readonly number[];
  /** By place in the row: what it stands for below the fan-outs. */
  readonly below: Members[number];
}

/** What the fan-outs of a link make of the divisors of one dimension. */
class Landed {
  /** By place in the row: what it stands for above the fan-outs. */
  readonly members: number[][];
  readonly #lattice: Lattice;
  readonly #of: Below;

  constructor(lattice: Lattice, of: Below) {
    this.#lattice = lattice;
    this.#of = of;
    this.members = of.row.map(() => []);
  }

  /** By factor, of those that the fan-outs may have: the place in the row by that below. */
  under(factors: readonly number[]): Int16Array[] {
    const landings: Int16Array[] = [];
    for (const factor of new Set(factors)) landings[factor] = this.#by(factor);
    return landings;
  }

  /** Of the greatest that it makes of any divisor; -1 for none. */
  #by(factor: number): Int16Array {
    const { d, row, below } = this.#of;
    const { product, divisors } = this.#lattice;
    const landings = new Int16Array(row.length).fill(-1);
    below.forEach((places, digit) => {
      const made = places
        .map((place) => product[d]![place * divisors[d]!.length + factor]!)
        .filter((place) => place >= 0);
      if (made.length === 0) return;
      // What nothing multiplies stays, though what stands for it may stand for more.
      const landing = factor === 0 ? digit : digitOf(row, Math.max(...made));
      landings[digit] = landing;
      const own = this.members[landing]!;
      for (const place of made) if (!own.includes(place)) own.push(place);
    });
    return landings;
  }
}

/** What stands outside the loops of a link, where all factors are taken to be allowed. */
function throughLoops(
  { product, divisors }: Lattice,
  { d, row, inside }: { readonly d: number; readonly row: readonly number[]; readonly inside: Members[number] },
): number[][] {
  const members: Set<number>[] = row.map(() => new Set());
  inside.forEach((places, digit) => {
    for (const place of places) {
      for (let factor = 0; factor < divisors[d]!.length; factor += 1) {
        const made = product[d]![place * divisors[d]!.length + factor]!;
        if (made >= 0) members[Math.max(digit, digitOf(row, made))]!.add(made);
      }
    }
  });
  return members.map((own) => [...own]);
}

/** By rounded tile: the least extent of dimension d. */
function leastOf(
  { digit }: Lattice,
  { divisors }: Lattice,
  of: { readonly d: number; readonly members: Members[number] },
): Float64Array<ArrayBuffer> {
  const { d, members } = of;
  const least = members.map((places) =>
    places.length === 0 ? Number.POSITIVE_INFINITY : divisors[d]![Math.min(...places)]!,
  );
  return Float64Array.from(digit[d]!, (place) => least[place]!);
}
