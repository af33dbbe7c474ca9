// YAML text to the document tree of the yaml package (1.2, core schema), with limits applied while the text is still
// tokens: the composer recurses, and an overflow inside it cannot be caught reliably.

import { Composer, CST, type Document, Lexer, type ParsedNode, Parser, type YAMLError } from 'yaml';
import { type Diagnostic, type DiagnosticCode, error } from '../../diagnostics/diagnostic.js';
import { positionAt, type SourceFile, type Span } from '../../diagnostics/span.js';
import { remembered } from '../../math/remembered.js';
import { spanIn } from '../template/marks.js';
import { MAX_NESTING, MAX_TOKENS, MAX_VALUE } from './limits.js';

/** The root node, null for an empty document, undefined when the text cannot be read. */
export function parseYaml(source: SourceFile, diagnostics: Diagnostic[]): ParsedNode | null | undefined {
  const parsed = remembered(known, source, () => {
    const found: Diagnostic[] = [];
    return { root: parse(source, found), diagnostics: found };
  });
  diagnostics.push(...parsed.diagnostics);
  return parsed.root;
}

/** A file is parsed once, however often it is read: an architecture, for example, with every layer of a network. */
const known = new WeakMap<
  SourceFile,
  { readonly root: ReturnType<typeof parse>; readonly diagnostics: readonly Diagnostic[] }
>();

function parse(source: SourceFile, diagnostics: Diagnostic[]): ParsedNode | null | undefined {
  try {
    const tokens = tokenize(source, diagnostics);
    return tokens && compose(source, tokens, diagnostics);
  } catch (problem) {
    // The parser promises not to throw; if it does after all, the text is still what is at fault.
    const message = problem instanceof Error ? problem.message : String(problem);
    diagnostics.push(error('E-YAML', `not readable as YAML: ${message}`, { span: spanIn(source, 0, 0) }));
    return undefined;
  }
}

function tokenize(source: SourceFile, diagnostics: Diagnostic[]): CST.Token[] | undefined {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let count = 0;
  for (const lexeme of new Lexer().lex(source.text)) {
    const start = parser.offset;
    for (const token of parser.next(lexeme)) tokens.push(token);
    count += 1;
    const excess = excessOf({ count, nesting: parser.stack.length, length: lexeme.length });
    if (!excess) continue;
    const span = spanIn(source, start, start + 1);
    diagnostics.push(error('E-SIZE', `${source.name} ${excess}`, { span }));
    return undefined;
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

function excessOf(used: {
  readonly count: number;
  readonly nesting: number;
  readonly length: number;
}): string | undefined {
  if (used.count > MAX_TOKENS) return `has more than ${MAX_TOKENS} tokens`;
  if (used.nesting > MAX_NESTING) return `is nested more than ${MAX_NESTING} deep`;
  return used.length > MAX_VALUE ? `has a value of ${used.length} characters; the limit is ${MAX_VALUE}` : undefined;
}

function compose(source: SourceFile, tokens: readonly CST.Token[], diagnostics: Diagnostic[]) {
  // Duplicate keys are found in compose.ts: the check here compares every pair of keys.
  const composer = new Composer({ version: '1.2', schema: 'core', merge: false, uniqueKeys: false, strict: true });
  const documents: Document.Parsed[] = [];
  for (const document of composer.compose(tokens, true, source.text.length)) documents.push(document);
  const [first, second] = documents;
  if (!first) return null;
  if (first.errors.length > 0) {
    const lines = new Set(first.errors.map(({ pos }) => positionAt(source, pos[0]).line));
    const open = unclosed(source, tokens).filter(({ line }) => !lines.has(line)); // else the parser says what is wrong
    const before = first.errors.filter(({ pos }) => pos[0] < (open[0]?.offset ?? Number.POSITIVE_INFINITY));
    // What a tab sets in stands at no depth at all, so that lines around it are not what they seem either.
    const tabs = before.filter(({ code }) => code === 'TAB_AS_INDENT');
    const causes = tabs.length > 0 ? tabs : before;
    diagnostics.push(...withoutEchoes(causes, source).map((problem) => translate(source, problem)));
    diagnostics.push(...open.map((bracket) => notClosed(source, bracket)));
    return undefined;
  }
  if (second) {
    const start = first.range[2];
    const span = spanIn(source, start, Math.min(start + 3, source.text.length));
    const hint = 'split it into several files, or remove the --- line';
    const message = `${source.name} holds ${documents.length} documents`;
    diagnostics.push(error('E-YAML', message, { span, expected: 'one document', hint }));
    return undefined;
  }
  return first.contents;
}

interface Bracket {
  readonly line: number;
  readonly offset: number;
  readonly source: string;
}

/** Brackets and braces that nothing closes, the innermost of each line: what follows is read as if it were inside. */
function unclosed(source: SourceFile, tokens: readonly CST.Token[]): Bracket[] {
  const open = new Map<number, Bracket>();
  for (const token of tokens) {
    if (token.type !== 'document') continue;
    CST.visit(token, ({ key, value }) => {
      for (const one of [key, value]) {
        if (one?.type !== 'flow-collection') continue;
        const closing = one.start.type === 'flow-seq-start' ? 'flow-seq-end' : 'flow-map-end';
        if (one.end.some(({ type }) => type === closing)) continue;
        const { line } = positionAt(source, one.start.offset);
        open.set(line, { ...one.start, line });
      }
    });
  }
  return [...open.values()];
}

function notClosed(source: SourceFile, { offset, source: bracket }: Bracket): Diagnostic {
  const span = spanIn(source, offset, offset + 1);
  const expected = bracket === '[' ? ']' : '}';
  const hint = 'what follows is read as if it were inside';
  return error('E-YAML', `${bracket} is not closed`, { span, expected, hint });
}

/** One error a line; and once the text has left its structure, everything behind is "unexpected" too. */
function withoutEchoes(errors: readonly YAMLError[], source: SourceFile): readonly YAMLError[] {
  const kept: YAMLError[] = [];
  let lastLine = 0;
  for (const problem of errors) {
    if (kept.length > 0 && problem.message.includes('in YAML stream')) break;
    const { line } = positionAt(source, problem.pos[0]);
    if (line !== lastLine) kept.push(problem);
    lastLine = line;
  }
  return kept;
}

const CODES: Readonly<Record<string, DiagnosticCode>> = {
  TAG_RESOLVE_FAILED: 'E-TAG',
  RESOURCE_EXHAUSTION: 'E-SIZE',
};

function translate(source: SourceFile, problem: YAMLError): Diagnostic {
  const [line = ''] = problem.message.split('\n');
  const message = line.replace(/[.:]?$/, '').replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
  return error(CODES[problem.code] ?? 'E-YAML', message, { span: spanOf(source, problem.pos), hint: hintFor(problem) });
}

function hintFor({ code, message }: YAMLError): string | undefined {
  if (code === 'TAB_AS_INDENT') return 'indent with spaces';
  if (message.includes('flow-seq-start at node end'))
    return 'inside { } or [ ] write a.b for a["b"] and a name with [0..3] in quotes, or use the block form';
  const isAlias = code === 'BAD_ALIAS' || message.startsWith('Alias');
  return isAlias ? 'a star that means all is written "*", in quotes' : undefined;
}

/** What is only missed at the end of the file is shown after the last thing there. */
function spanOf(source: SourceFile, [start, end]: readonly [number, number]): Span {
  const last = source.text.trimEnd().length;
  if (start >= last) return spanIn(source, Math.max(0, last - 1), last);
  return spanIn(source, start, Math.min(Math.max(start, end), source.text.length));
}
