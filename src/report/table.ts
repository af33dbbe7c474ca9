// Tables for people: no borders, headers with units, numbers to the right, never wider than the style allows: headers are
// broken, then long texts, and where numbers alone are too wide, the columns that do not fit follow below with the first ones repeated.

import { stripVTControlCharacters } from 'node:util';
import Table from 'cli-table3';
import type { Style } from './style.js';

export interface TableColumn {
  readonly header: string;
  readonly align?: 'left' | 'right';
}

/** Columns of texts by their headers, and of numbers, which stand to the right. */
export const texts = (...headers: readonly string[]): TableColumn[] => headers.map((header) => ({ header }));
export const numbers = (...headers: readonly string[]): TableColumn[] =>
  headers.map((header) => ({ header, align: 'right' }));

export interface TableContent {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly string[])[];
  readonly style: Style;
  /** Columns that tell what a row is about, the first ones; one unless told. */
  readonly keys?: number;
}

const gap = '  ';

const noBorders = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) =>
    ['', '-mid', '-left', '-right'].map((part) => [`${side}${part}`, '']),
  ),
);

/** Ends with a newline; lines carry no trailing blanks. */
export function renderTable({ columns, rows, style, keys = 1 }: TableContent): string {
  const widths = columns.map(({ header }, at) =>
    Math.max(visibleLength(header), ...rows.map((row) => visibleLength(row[at] ?? ''))),
  );
  const narrow = widths.map((width, at) =>
    Math.min(width, Math.max(longestWord(columns[at]!.header), ...rows.map((row) => visibleLength(row[at] ?? '')))),
  );
  const fitted = total(widths) <= style.width ? widths : fit(narrow, { columns, rows, style, keys });
  const [first, ...others] = blocks(fitted, style.width, keys);
  const repeated = [...Array(keys).keys()];
  const draw = (block: readonly number[]): string => drawBlock(block, fitted, { columns, rows, style });
  return [draw(first!), ...others.map((block) => draw([...repeated, ...block]))].join('\n');
}

/** Columns of text give way, the widest first, as long as they stay wide enough to be read. */
function fit(natural: readonly number[], { columns, rows, style, keys = 1 }: TableContent): number[] {
  const widths = [...natural];
  const least = widths.map((width, at) => {
    const wraps = rows.some((row) => /[A-Za-z]{3,}/.test(stripVTControlCharacters(row[at] ?? '')));
    return wraps ? Math.min(width, Math.max(longestWord(columns[at]!.header), 10)) : width;
  });
  while (total(widths) > style.width) {
    const widest = widths.reduce(
      (best, width, at) => (width > least[at]! && (best < 0 || width > widths[best]!) ? at : best),
      -1,
    );
    if (widest < 0) break;
    widths[widest]! -= 1;
  }
  if (total(widths) <= style.width) return widths;
  const first = least.slice(0, keys);
  // Headers give way before what stands below them.
  const below = first.map((_, at) => Math.max(1, ...rows.map((row) => visibleLength(row[at] ?? ''))));
  while (total(first) > Math.max(style.width / 2, total(first.map(() => 1)))) {
    const spare = first.map((width, at) => width - below[at]!);
    const [give, most] = Math.max(...spare) > 0 ? [spare, Math.max(...spare)] : [first, Math.max(...first)];
    first[give.indexOf(most)]! -= 1;
  }
  const left = style.width - total(first) - gap.length;
  return natural.map((width, at) => first[at] ?? Math.min(width, left));
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width + gap.length, -gap.length);
}

/** Column numbers of each block; the keys are repeated in every block but counted in the first only. */
function blocks(widths: readonly number[], width: number, keys: number): readonly (readonly number[])[] {
  const repeated = [...Array(keys).keys()];
  const found: number[][] = [[]];
  widths.forEach((_, at) => {
    const block = found.at(-1)!;
    const shown = found.length > 1 ? [...repeated, ...block, at] : [...block, at];
    if (at >= keys && block.length > 0 && total(shown.map((one) => widths[one]!)) > width) found.push([at]);
    else block.push(at);
  });
  return found;
}

function drawBlock(
  block: readonly number[],
  widths: readonly number[],
  { columns, rows, style }: TableContent,
): string {
  const heads = block.map((at) => wrapped(style.bold(columns[at]!.header), widths[at]!));
  const height = Math.max(...heads.map(lineCount));
  const table = new Table({
    head: heads.map((head) => `${'\n'.repeat(height - lineCount(head))}${head}`),
    colAligns: block.map((at) => columns[at]!.align ?? 'left'),
    chars: { ...noBorders, middle: gap },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  for (const row of rows) table.push(block.map((at) => wrapped(row[at] ?? '', widths[at]!)));
  const lines = table.toString().split('\n');
  return `${lines.map(withoutTrailingBlanks).join('\n')}\n`;
}

const styleCode = '\\u001b\\[\\d+m';
const blanksAndCodes = new RegExp(`(?:\\s|${styleCode})*$`);

/** Also of cells whose style ends behind the blanks. */
function withoutTrailingBlanks(line: string): string {
  const end = blanksAndCodes.exec(line)!;
  return `${line.slice(0, end.index)}${end[0].replace(/\s/g, '')}`;
}

/** Breaks at blanks, else behind punctuation inside a name, else anywhere; a style around the whole text stays on each line. */
export function wrapped(text: string, width: number): string {
  if (visibleLength(text) <= width) return text;
  const codes = `(?:${styleCode})*`;
  const [, before = '', inner = '', after = ''] = new RegExp(`^(${codes})(.*?)(${codes})$`, 's').exec(text)!;
  const lines: string[] = [];
  let rest = inner;
  while (rest.length > width) {
    const head = rest.slice(0, width + 1);
    const blank = head.lastIndexOf(' ');
    const mark = Math.max(...['-', '_', '/', '.', ','].map((one) => head.slice(0, width).lastIndexOf(one))) + 1;
    // A path in whole names, as columns are made wide enough for.
    const isWhole = rest[mark - 1] === '.' && longestWord(rest.slice(mark)) <= width;
    const end = blank > 0 ? blank : mark > width / 2 || isWhole ? mark : width;
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest].map((line) => `${before}${line}${after}`).join('\n');
}

/** What is said below a table, broken to the width. */
export function notesText(lines: readonly string[], style: Style): string {
  return lines.map((line) => `${style.dim(wrapped(line, style.width))}\n`).join('');
}

function lineCount(text: string): number {
  return text.split('\n').length;
}

/** Paths are words by their parts. */
function longestWord(text: string): number {
  return Math.max(...text.split(/ |(?<=\.)/).map((word) => word.length));
}

function visibleLength(text: string): number {
  return stripVTControlCharacters(text).length;
}
