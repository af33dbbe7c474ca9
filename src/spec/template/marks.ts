// Where rendered text comes from. While a template runs, its output carries marks: one before every line of its own text,
// one before whatever an expression prints. Taken out at the end, they become a table from places in the output to places
// in templates, of all files that took part.

import type { SourceFile, Span } from '../../diagnostics/span.js';

const OPEN = '\uE000';
const CLOSE = '\uE001';
const MARK = /\uE000([0-9a-z]+)\uE001/g;

/** Rendered text, which knows for each of its places the one in a template that it comes from. */
export interface RenderedFile extends SourceFile {
  readonly spanAt: (start: number, end: number) => Span;
}

/** The place in the file that people wrote. */
export function spanIn(source: SourceFile, start: number, end: number): Span {
  return 'spanAt' in source ? (source as RenderedFile).spanAt(start, end) : { source, start, end };
}

export function withoutMarks(text: string): string {
  return text.includes(OPEN) ? text.replace(MARK, '') : text;
}

interface Origin {
  readonly source: SourceFile;
  readonly start: number;
  /** Of text that stands in the template as it is, the place moves with it; an expression stands for all it prints. */
  readonly end: number | undefined;
}

/** The marks of one rendering and of all renderings inside it. */
export class Marks {
  private readonly origins: Origin[] = [];

  ofText(source: SourceFile, start: number, text: string): string {
    let at = start;
    return text
      .split(/(?<=\n)/)
      .map((line) => {
        const marked = this.mark({ source, start: at, end: undefined }) + line;
        at += line.length;
        return marked;
      })
      .join('');
  }

  ofExpression(source: SourceFile, start: number, end: number): string {
    return this.mark({ source, start, end });
  }

  private mark(origin: Origin): string {
    return `${OPEN}${(this.origins.push(origin) - 1).toString(36)}${CLOSE}`;
  }

  /** The text without its marks. */
  resolve(marked: string, source: SourceFile): RenderedFile {
    const places: { readonly at: number; readonly origin: Origin }[] = [];
    let text = '';
    let from = 0;
    for (const found of marked.matchAll(MARK)) {
      text += marked.slice(from, found.index);
      from = found.index + found[0].length;
      const origin = this.origins[Number.parseInt(found[1]!, 36)]!;
      if (places.at(-1)?.at === text.length) places.pop();
      places.push({ at: text.length, origin });
    }
    text += marked.slice(from);
    return { name: source.name, text, spanAt: (start, end) => spanAt(places, { start, end, source }) };
  }
}

type Places = readonly { readonly at: number; readonly origin: Origin }[];

function spanAt(places: Places, { start, end, source }: Span): Span {
  const first = placeOf(places, start);
  if (!first) return { source, start: 0, end: 0 };
  const { origin } = first;
  const found = origin.start + (start - first.at);
  if (origin.end !== undefined) return { source: origin.source, start: origin.start, end: origin.end };
  const last = placeOf(places, Math.max(start, end - 1))!;
  if (last.origin.source !== origin.source) return { source: origin.source, start: found, end: found };
  const lastEnd = last.origin.end ?? last.origin.start + (end - last.at);
  return { source: origin.source, start: found, end: Math.max(found, lastEnd) };
}

function placeOf(places: Places, offset: number): Places[number] | undefined {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]!.at <= offset) low = middle + 1;
    else high = middle;
  }
  return places[low - 1] ?? places[0];
}
