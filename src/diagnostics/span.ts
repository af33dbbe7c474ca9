// Where in an input file something stands. A span keeps its source, so a diagnostic can quote the line it points at
// without anybody reading the file again.

export interface SourceFile {
  /** Name shown to people: the path as typed, or `<stdin>`, or `<case id>/arch` in a batch. */
  readonly name: string;
  readonly text: string;
}

/** Half-open range of UTF-16 offsets in `source.text`. */
export interface Span {
  readonly source: SourceFile;
  readonly start: number;
  readonly end: number;
  /** What to do for whoever contradicts what stands here, where that is known. */
  readonly advice?: string;
}

export interface Position {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
}

const lineStarts = new WeakMap<SourceFile, number[]>();

function startsOf(source: SourceFile): number[] {
  const known = lineStarts.get(source);
  if (known) return known;
  const starts = [0];
  for (let at = source.text.indexOf('\n'); at !== -1; at = source.text.indexOf('\n', at + 1)) starts.push(at + 1);
  lineStarts.set(source, starts);
  return starts;
}

export function positionAt(source: SourceFile, offset: number): Position {
  const starts = startsOf(source);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - starts[low]! + 1 };
}

export function lineText(source: SourceFile, line: number): string {
  const starts = startsOf(source);
  const start = starts[line - 1] ?? source.text.length;
  const end = starts[line] ?? source.text.length + 1;
  return source.text.slice(start, end - 1).replace(/\r$/, '');
}
