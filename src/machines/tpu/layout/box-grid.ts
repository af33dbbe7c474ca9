// Cells with lines between them for drawings in text: double lines, single lines or none, as thick as each border is asked to be.

export type Weight = 0 | 1 | 2;

export interface GridLines {
  /** The line above a row. The outer lines are double whatever this says. */
  readonly above: (row: number) => Weight;
  /** The line before a column. */
  readonly before: (column: number) => Weight;
}

/** Every row as long as the first; ends with a newline. */
export function boxGrid(cells: readonly (readonly string[])[], lines: GridLines): string {
  const columns = cells[0]?.length ?? 0;
  const width = Math.max(...cells.flat().map((cell) => cell.length)) + 2;
  const before = (column: number): Weight => (column === 0 || column === columns ? 2 : lines.before(column));
  const borders = Array.from({ length: columns + 1 }, (_, column) => before(column));
  const output: string[] = [];
  cells.forEach((row, at) => {
    const weight = at === 0 ? 2 : lines.above(at);
    if (weight > 0) output.push(lineOf({ weight, borders, width, junctions: at === 0 ? top : middle }));
    const texts = row.map((cell) => ` ${cell.padStart(width - 2)} `);
    output.push(texts.map((text, column) => vertical[borders[column]!] + text).join('') + vertical[2]);
  });
  output.push(lineOf({ weight: 2, borders, width, junctions: bottom }));
  return `${output.join('\n')}\n`;
}

const vertical = ['', '│', '║'] as const;
const horizontal = ['', '─', '═'] as const;

/** By the line's weight, then by that of the border it meets: at the left end, in between, at the right end. */
interface Junctions {
  readonly left: readonly string[];
  readonly inner: readonly (readonly string[])[];
  readonly right: readonly string[];
}

const top: Junctions = { left: ['', '', '╔'], inner: [[], [], ['', '╤', '╦']], right: ['', '', '╗'] };
const bottom: Junctions = { left: ['', '', '╚'], inner: [[], [], ['', '╧', '╩']], right: ['', '', '╝'] };
const middle: Junctions = {
  left: ['', '╟', '╠'],
  inner: [[], ['', '┼', '╫'], ['', '╪', '╬']],
  right: ['', '╢', '╣'],
};

interface Line {
  readonly weight: Weight;
  readonly borders: readonly Weight[];
  readonly width: number;
  readonly junctions: Junctions;
}

function lineOf({ weight, borders, width, junctions }: Line): string {
  const stroke = horizontal[weight].repeat(width);
  const meeting = borders.slice(1, -1).map((border) => junctions.inner[weight]![border]! + stroke);
  return [junctions.left[weight]!, stroke, ...meeting, junctions.right[weight]!].join('');
}
