// A figure by tile and class of parallelism, most of them nothing: a few of a hundred tiles matter to any one group of edges. Entries
// are kept in pages, made as soon as there is something to put in, so that a table of nothing takes next to no room.

/** Entries of a page, a power of two. */
const pageBits = 4;
const pageSize = 1 << pageBits;
const inPage = pageSize - 1;

/** What a table takes besides its pages. */
const objectBytes = 256;

/** Where there is no more room for pages, so many times as many have some, and so many more. */
const grown = 1.4;
const firstPages = 2;

export class Table {
  /** Classes of a tile, side by side: entry `place * classes + b` is of class b. */
  readonly classes: number;
  readonly places: number;
  /** What an entry is that nobody has set. */
  readonly nothing: number;
  /** By page: where its entries begin; one of nothing, at 0, stands for all that there are not. */
  readonly #begins: Int32Array;
  #figures: Float64Array;
  #used = pageSize;

  constructor(places: number, classes: number, nothing: number) {
    this.classes = classes;
    this.places = places;
    this.nothing = nothing;
    this.#begins = new Int32Array(Math.ceil((places * classes) / pageSize));
    this.#figures = new Float64Array(pageSize).fill(nothing);
  }

  get bytes(): number {
    return objectBytes + 4 * this.#begins.length + 8 * this.#figures.length;
  }

  get(entry: number): number {
    return this.#figures[this.#begins[entry >> pageBits]! + (entry & inPage)]!;
  }

  lower(entry: number, figure: number): void {
    if (figure < this.get(entry)) this.#put(entry, figure);
  }

  raise(entry: number, figure: number): void {
    if (figure > this.get(entry)) this.#put(entry, figure);
  }

  /** All that is something, in order of the entries. */
  forEach(visit: (figure: number, place: number, entry: number) => void): void {
    const begins = this.#begins;
    const figures = this.#figures;
    for (let page = 0; page < begins.length; page += 1) {
      const begin = begins[page]!;
      if (begin === 0) continue;
      for (let at = 0; at < pageSize; at += 1) {
        const figure = figures[begin + at]!;
        if (figure === this.nothing) continue;
        const entry = page * pageSize + at;
        visit(figure, Math.floor(entry / this.classes), entry);
      }
    }
  }

  /** Places of the tiles with something in any class. */
  filled(): Int32Array {
    const filled = new Int32Array(this.places);
    let count = 0;
    this.forEach((_, place) => {
      if (count > 0 && filled[count - 1] === place) return;
      filled[count] = place;
      count += 1;
    });
    return filled.slice(0, count);
  }

  /** By place: nought where there is nothing in any class. */
  marks(): Uint8Array {
    const marks = new Uint8Array(this.places);
    this.forEach((_, place) => {
      marks[place] = 1;
    });
    return marks;
  }

  #put(entry: number, figure: number): void {
    const page = entry >> pageBits;
    if (this.#begins[page] === 0) this.#begins[page] = this.#newPage();
    this.#figures[this.#begins[page]! + (entry & inPage)] = figure;
  }

  #newPage(): number {
    const begin = this.#used;
    this.#used += pageSize;
    if (this.#used > this.#figures.length) {
      const more = Math.min(this.#begins.length + 1, Math.ceil(grown * (begin / pageSize)) + firstPages);
      const figures = new Float64Array(more * pageSize).fill(this.nothing, begin);
      figures.set(this.#figures);
      this.#figures = figures;
    }
    return begin;
  }
}
