// Diagnostics as text for people (position, excerpt, caret, hint) and as plain objects for JSON.

import type { Diagnostic, Severity } from './diagnostic.js';
import { lineText, positionAt, type Span } from './span.js';

/** Several lines without a trailing newline. */
export function renderDiagnostic(diagnostic: Diagnostic, { color } = { color: false }): string {
  const paint = (text: string, style: Style): string => (color ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text);
  const head = `${paint(`${diagnostic.severity}[${diagnostic.code}]`, diagnostic.severity)}: ${paint(clean(diagnostic.message), 'strong')}`;
  const lines = [diagnostic.span ? `${placeOf(diagnostic.span)}: ${head}` : head];
  if (diagnostic.span) lines.push(...excerpt(diagnostic.span, (text) => paint(text, diagnostic.severity)));
  const contrast = contrastOf(diagnostic);
  if (contrast) lines.push(`  ${contrast}`);
  if (diagnostic.hint !== undefined) lines.push(`  ${paint('hint', 'note')}: ${clean(diagnostic.hint)}`);
  for (const { message, span } of diagnostic.related ?? []) {
    lines.push(`${placeOf(span)}: ${paint('note', 'note')}: ${clean(message)}`);
    lines.push(...excerpt(span, (text) => paint(text, 'note')));
  }
  return lines.join('\n');
}

export interface DiagnosticJson extends Omit<Diagnostic, 'span' | 'related'>, Partial<PlaceJson> {
  readonly related?: readonly ({ readonly message: string } & PlaceJson)[];
}

/** Keys in a fixed order; those without a value are absent. */
export function diagnosticToJson(diagnostic: Diagnostic): DiagnosticJson {
  const { code, severity, message, span, expected, found, hint, related } = diagnostic;
  return {
    code,
    severity,
    message,
    ...(span && placeJson(span)),
    ...(expected !== undefined && { expected }),
    ...(found !== undefined && { found }),
    ...(hint !== undefined && { hint }),
    ...(related && { related: related.map((one) => ({ message: one.message, ...placeJson(one.span) })) }),
  };
}

type PlaceJson = ReturnType<typeof placeJson>;

function placeJson({ source, start, end }: Span) {
  const from = positionAt(source, start);
  const to = positionAt(source, Math.max(start, end));
  return { file: source.name, line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

function placeOf(span: Span): string {
  const { line, column } = positionAt(span.source, span.start);
  return `${clean(span.source.name)}:${line}:${column}`;
}

function contrastOf({ expected, found }: Diagnostic): string | undefined {
  const parts = [
    expected !== undefined && `expected ${clean(expected)}`,
    found !== undefined && `found ${clean(found)}`,
  ];
  return parts.filter((part) => part !== false).join(', ') || undefined;
}

/** With the gutter and an ellipsis at either end, a line of a usual terminal. */
const EXCERPT_WIDTH = 70;

/** The line a span starts on, at most so many characters around its start, and carets below what the span covers of it. */
function excerpt(span: Span, highlight: (text: string) => string): string[] {
  const { line, column } = positionAt(span.source, span.start);
  const text = lineText(span.source, line);
  if (text.trim() === '') return [];
  const start = Math.min(column - 1, text.length);
  const length = Math.max(1, Math.min(span.end - span.start, text.length - start));
  const from = text.length <= EXCERPT_WIDTH ? 0 : Math.max(0, Math.min(start - 30, text.length - EXCERPT_WIDTH));
  const to = Math.min(text.length, from + EXCERPT_WIDTH);
  const lead = from > 0 ? '…' : '';
  const shown = `${lead}${clean(text.slice(from, to))}${to < text.length ? '…' : ''}`;
  const carets = '^'.repeat(Math.max(1, Math.min(length, to - start)));
  const gutter = String(line).padStart(5);
  return [
    `${gutter} | ${shown}`,
    `${' '.repeat(gutter.length)} | ${' '.repeat(lead.length + start - from)}${highlight(carets)}`,
  ];
}

const LONGEST_MESSAGE = 600;

/** Input text must neither drive the terminal nor flood it: one visible character for every control character. */
function clean(text: string): string {
  if (text.length > LONGEST_MESSAGE) return clean(`${text.slice(0, LONGEST_MESSAGE - 1)}…`);
  return text.replaceAll('\t', ' ').replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '\ufffd');
}

type Style = Severity | 'note' | 'strong';

const CODES: Readonly<Record<Style, string>> = { error: '1;31', warning: '1;33', note: '36', strong: '1' };
