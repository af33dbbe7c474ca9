// A matrix in Matrix Market format (https://math.nist.gov/MatrixMarket/formats.html), of which only the places of the
// nonzeros matter: coordinate or array form; symmetric ones are mirrored, zeros written out are left out.

import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import type { SourceFile } from '../../diagnostics/span.js';
import type { NonzeroPattern } from '../spec.js';

/** Fields, and values of an entry. */
const fields = new Map([
  ['real', 1],
  ['integer', 1],
  ['complex', 2],
  ['pattern', 0],
]);
const symmetries = ['general', 'symmetric', 'skew-symmetric', 'hermitian'];

/** Undefined after a diagnostic. */
export function readMatrixMarket(source: SourceFile, diagnostics: Diagnostic[]): NonzeroPattern | undefined {
  const lines = new Lines(source.text);
  const refuse = (message: string, expected: string, hint?: string): undefined => {
    const span = { source, start: lines.start, end: lines.end };
    const found = lines.isOver ? 'the end of the file' : source.text.slice(lines.start, lines.end).trim().slice(0, 60);
    diagnostics.push(error('E-READ', `${source.name}: ${message}`, { span, expected, found, hint }));
    return undefined;
  };
  const [mark, object, form, field = '', symmetry = 'general'] = (lines.next() ?? '').toLowerCase().split(/\s+/);
  if (mark !== '%%matrixmarket' || object !== 'matrix' || (form !== 'coordinate' && form !== 'array'))
    return refuse('this is no Matrix Market file', '%%MatrixMarket matrix coordinate real general');
  const width = fields.get(field);
  if (width === undefined) return refuse(`unknown field ${field}`, `one of ${[...fields.keys()].join(', ')}`);
  if (!symmetries.includes(symmetry)) return refuse(`unknown symmetry ${symmetry}`, `one of ${symmetries.join(', ')}`);
  const sizes = numbersOf(lines.nextData());
  const [rows = 0, columns = 0, entries = rows * columns] = sizes;
  const sound = sizes.length === (form === 'array' ? 2 : 3) && sizes.every((size) => Number.isSafeInteger(size));
  if (!sound || rows < 1 || columns < 1 || entries < 0)
    return refuse('the sizes cannot be read', form === 'array' ? 'rows and columns' : 'rows, columns and entries');

  const counted = 'correct the sizes in the line after the comments, or the lines that follow it';
  /** Nothing is left. */
  const isRead = (): boolean => lines.nextData() === undefined;
  const found = new Nonzeros(rows, columns, symmetry !== 'general');
  if (form === 'array') {
    for (let c = 0; c < columns; c += 1) {
      for (let r = symmetry === 'general' ? 0 : symmetry === 'skew-symmetric' ? c + 1 : c; r < rows; r += 1) {
        const values = numbersOf(lines.nextData());
        if (values.length !== width || values.some(Number.isNaN))
          return refuse('a value is missing', `${width} a line, for ${rows} rows and ${columns} columns`, counted);
        if (values.some((value) => value !== 0)) found.add(r, c);
      }
    }
    return isRead() ? found.pattern() : refuse('there are values left', 'the end of the file', counted);
  }
  for (let at = 0; at < entries; at += 1) {
    const [r = 0, c = 0, ...values] = numbersOf(lines.nextData());
    const inside = Number.isInteger(r) && Number.isInteger(c) && r >= 1 && r <= rows && c >= 1 && c <= columns;
    if (!inside || values.length < width || values.some(Number.isNaN)) {
      const expected = `row 1 to ${rows}, column 1 to ${columns}${width === 0 ? '' : width === 1 ? ', value' : ', two values'}`;
      return refuse(`entry ${at + 1} of ${entries} cannot be read`, expected, counted);
    }
    if (width === 0 || values.some((value) => value !== 0)) found.add(r - 1, c - 1);
  }
  return isRead()
    ? found.pattern()
    : refuse(`more entries than the ${entries} of the sizes`, 'the end of the file', counted);
}

/** Entries of one place are one nonzero, however often the file names it. */
class Nonzeros {
  readonly #rows: number;
  readonly #columns: number;
  readonly #mirrored: boolean;
  readonly #places = new Set<number>();

  constructor(rows: number, columns: number, mirrored: boolean) {
    this.#rows = rows;
    this.#columns = columns;
    this.#mirrored = mirrored;
  }

  add(row: number, column: number): void {
    this.#places.add(row * this.#columns + column);
    if (this.#mirrored && row < this.#columns && column < this.#rows) this.#places.add(column * this.#columns + row);
  }

  pattern(): NonzeroPattern {
    const places = Float64Array.from(this.#places).sort();
    const row = Int32Array.from(places, (place) => Math.floor(place / this.#columns));
    const column = Int32Array.from(places, (place) => place % this.#columns);
    return { rows: this.#rows, columns: this.#columns, row, column };
  }
}

function numbersOf(line: string | undefined): number[] {
  return line === undefined || line === '' ? [] : line.split(/\s+/).map(Number);
}

class Lines {
  start = 0;
  end = 0;
  #next = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether there was no further line to read. */
  isOver = false;

  next(): string | undefined {
    this.isOver = this.#next >= this.#text.length;
    if (this.isOver) return undefined;
    const stop = this.#text.indexOf('\n', this.#next);
    this.start = this.#next;
    this.end = stop < 0 ? this.#text.length : stop;
    this.#next = this.end + 1;
    return this.#text.slice(this.start, this.end).trim();
  }

  /** The next line that is neither empty nor a comment. */
  nextData(): string | undefined {
    let line = this.next();
    while (line !== undefined && (line === '' || line.startsWith('%'))) line = this.next();
    return line;
  }
}
