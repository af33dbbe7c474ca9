// A Jinja template cut into plain text and tags, with the place of each: the library that parses and runs the tags keeps
// no positions. White space is left as the reference front end's settings leave it: only `-` takes it away.

export type Segment =
  | { readonly kind: 'text'; readonly start: number; readonly text: string }
  | { readonly kind: 'expression' | 'statement'; readonly start: number; readonly end: number; readonly code: string };

interface FaultDetails {
  readonly code?: 'E-JINJA' | 'E-INCLUDE' | 'E-SIZE' | undefined;
  readonly hint?: string | undefined;
}

/** A fault of a function, whose caller knows the place; without a message it has been reported. */
export class TemplateFault extends Error {
  readonly code: NonNullable<FaultDetails['code']>;
  readonly hint: string | undefined;

  constructor(message: string, { code = 'E-JINJA', hint }: FaultDetails = {}) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** What is wrong with a template, by its place in the text. */
export class TemplateError extends TemplateFault {
  readonly start: number;
  readonly end: number;

  constructor(message: string, place: FaultDetails & { readonly start: number; readonly end: number }) {
    super(message, place);
    this.start = place.start;
    this.end = place.end;
  }
}

export function isTemplate(source: { readonly name: string; readonly text: string }): boolean {
  return /\.(jinja2?|j2)$/.test(source.name) || /\{\{|\{%|\{#/.test(source.text);
}

const OPENINGS = { '{{': '}}', '{%': '%}', '{#': '#}' } as const;

export function segmentsOf(template: string): readonly Segment[] {
  const text = template.replace(/\r?\n$/, '');
  const segments: Segment[] = [];
  let at = 0;
  let trims = false;
  const addText = (end: number, trimsEnd: boolean): void => {
    const lead = trims ? /^\s*/.exec(text.slice(at, end))![0].length : 0;
    const piece = text.slice(at + lead, end);
    segments.push({ kind: 'text', start: at + lead, text: trimsEnd ? piece.trimEnd() : piece });
  };
  for (;;) {
    const start = nextTag(text, at);
    if (start < 0) {
      addText(text.length, false);
      return segments;
    }
    const opening = text.slice(start, start + 2) as keyof typeof OPENINGS;
    const sign = /[-+]/.exec(text[start + 2] ?? '')?.[0] ?? '';
    addText(start, sign === '-');
    const bodyStart = start + 2 + sign.length;
    const close = opening === '{#' ? text.indexOf('#}', bodyStart) : closingOf(text, bodyStart, OPENINGS[opening]);
    const hint = `close it with ${OPENINGS[opening]}`;
    if (close < 0) throw new TemplateError(`${opening} is never closed`, { start, end: start + 2, hint });
    const end = close + 2;
    const body = text.slice(bodyStart, close);
    trims = body.endsWith('-');
    const code = body.replace(/[-+]$/, '').trim();
    at = end;
    if (opening === '{{') segments.push({ kind: 'expression', start, end, code });
    else if (code === 'raw' && opening === '{%') {
      const rest = /\{%([-+]?)\s*endraw\s*([-+]?)%\}/g;
      rest.lastIndex = end;
      const found = rest.exec(text);
      if (!found) throw new TemplateError('raw is never closed', { start, end, hint: 'close it with {% endraw %}' });
      addText(found.index, found[1] === '-');
      at = rest.lastIndex;
      trims = found[2] === '-';
    } else if (opening === '{%') segments.push({ kind: 'statement', start, end, code });
  }
}

function nextTag(text: string, from: number): number {
  const found = text.slice(from).search(/\{[{%#]/);
  return found < 0 ? -1 : from + found;
}

/** Where the tag closes, quoted text and brackets inside it skipped; -1 when it does not. */
function closingOf(text: string, from: number, closing: string): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at]!;
    if (letter === '"' || letter === "'") {
      at = endOfString(text, at);
      if (at < 0) return -1;
    } else if (depth === 0 && text.startsWith(closing, at)) return at;
    else if ('([{'.includes(letter)) depth += 1;
    else if (')]}'.includes(letter)) depth = Math.max(0, depth - 1);
    // The next tag begins before this one has ended.
    if (depth > 0 && closing === '%}' && text.startsWith('%}', at)) return at;
  }
  return -1;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === text[start]) return at;
  }
  return -1;
}
