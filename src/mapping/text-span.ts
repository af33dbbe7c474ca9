// Where a piece of a scalar's text stands, so that a diagnostic can point at `P=3` inside `"C=1 P=3"`.

import type { Span } from '../diagnostics/span.js';

/** The span of the first `piece` at or after `offset` characters into `span`; the whole span when it is not there. */
export function spanWithin(span: Span, piece: string, offset = 0): Span {
  const at = piece === '' ? -1 : span.source.text.indexOf(piece, span.start + offset);
  if (at < 0 || at + piece.length > span.end) return span;
  return { source: span.source, start: at, end: at + piece.length };
}
