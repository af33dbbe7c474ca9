// What a command prints: its answer in the form that was asked for, and diagnostics, which go to stderr for people and with
// --json into the document on stdout.

import { stripVTControlCharacters } from 'node:util';
import type { Diagnostic, DiagnosticCode } from '../diagnostics/diagnostic.js';
import { diagnosticToJson, renderDiagnostic } from '../diagnostics/render.js';
import { distinctBy } from '../math/distinct.js';
import { groupedBy } from '../math/remembered.js';
import type { Style } from '../report/style.js';
import type { Context } from './context.js';
import { badInput, type Ending } from './ending.js';
import { isOn } from './options.js';
import type { Terminal } from './terminal.js';

/** What several layers say in the same words is said once, with how often. */
export function renderDiagnostics(diagnostics: readonly Diagnostic[], { errColor, errWidth }: Terminal): string {
  return [...groupedBy(diagnostics, (one) => renderDiagnostic(one)).values()]
    .map((alike) => {
      const [first] = alike as [Diagnostic];
      return alike.length === 1 ? first : { ...first, message: `${first.message} (${alike.length} times)` };
    })
    .map((diagnostic) => `${inWidth(renderDiagnostic(diagnostic, { color: errColor }), errWidth)}\n`)
    .join('');
}

/** The same complaint about a shared file comes up once for whatever was read with it. */
export function eachOnce(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return distinctBy(diagnostics, (one) => JSON.stringify(diagnosticToJson(one)));
}

/** Sentences are wrapped; what is shown of a file stays as it is. */
export function inWidth(text: string, width: number | null): string {
  if (width === null) return text;
  const isExcerpt = /^ *\d* \| /;
  const lines = text.split('\n').flatMap((line) => (isExcerpt.test(line) ? [line] : wrappedSentence(line, width)));
  return lines.join('\n');
}

/** Continued under its beginning. */
function wrappedSentence(line: string, width: number): readonly string[] {
  const indent = /^ */.exec(line)![0];
  const lines: string[] = [];
  for (const word of line.slice(indent.length).split(' ')) {
    const longer = lines.length === 0 ? `${indent}${word}` : `${lines.at(-1)} ${word}`;
    const fits = lines.length === 0 || stripVTControlCharacters(longer).length <= width;
    if (fits) lines.splice(-1, 1, longer);
    else lines.push(`${indent}  ${word}`);
  }
  return lines;
}

/** Warnings after which a result still means what was asked for. */
const hiddenByQuiet: ReadonlySet<DiagnosticCode> = new Set(['W-COMPAT', 'W-LEGACY', 'W-QUEUE', 'W-WRITE']);

/** To stderr; --quiet drops such warnings and cuts others to a line, and with --json says nothing, because the document does. */
export function showDiagnostics({ options, terminal }: Context, diagnostics: readonly Diagnostic[]): void {
  const quiet = isOn(options, 'quiet');
  if (quiet && isOn(options, 'json')) return;
  const shown = quiet ? diagnostics.filter(({ code }) => !hiddenByQuiet.has(code)).map(inOneLine) : diagnostics;
  if (shown.length > 0) terminal.err(renderDiagnostics(shown, terminal));
}

function inOneLine(diagnostic: Diagnostic): Diagnostic {
  const { code, severity, message } = diagnostic;
  return severity === 'error' ? diagnostic : { code, severity, message };
}

/** The same of the run as a whole, for its document too. */
export function saying(context: Context, diagnostics: readonly Diagnostic[]): Context {
  showDiagnostics(context, diagnostics);
  return { ...context, said: [...context.said, ...diagnostics] };
}

/** A document with what has been said of the run before whatever it says itself; the key is there when that is nothing, too. */
export function withSaid(document: object, { said }: Context): object {
  if (Array.isArray(document)) return document;
  const { diagnostics = [] } = document as { readonly diagnostics?: readonly object[] };
  return { ...document, diagnostics: [...said.map(diagnosticToJson), ...diagnostics] };
}

interface RefusalForm {
  readonly documentOf?: (diagnostics: readonly Diagnostic[]) => object;
  readonly ending?: Ending;
}

/** Ends a run before it has a result: says why to stderr, and with --json as the document that says so. */
export async function refuse(
  context: Context,
  diagnostics: readonly Diagnostic[],
  { documentOf = failureDocument, ending = badInput }: RefusalForm = {},
): Promise<Ending> {
  showDiagnostics(context, diagnostics);
  if (isOn(context.options, 'json'))
    await context.terminal.out(jsonText(documentOf([...context.said, ...diagnostics])));
  return ending;
}

function failureDocument(diagnostics: readonly Diagnostic[]): object {
  return { schemaVersion: 1, valid: false, diagnostics: diagnostics.map(diagnosticToJson) };
}

export interface Forms {
  readonly json: () => object;
  readonly csv: () => string;
  readonly text: (style: Style) => string;
  /** Whether the document is a machine's answer, whose keys are its own: `diagnostics` only where something has been said. */
  readonly isAnswer?: boolean;
}

export async function print(context: Context, { json, csv, text, isAnswer }: Forms): Promise<void> {
  const { options, terminal, said } = context;
  const bare = isAnswer === true && said.length === 0;
  if (isOn(options, 'json')) await terminal.out(jsonText(bare ? json() : withSaid(json(), context)));
  else await terminal.out(isOn(options, 'csv') ? csv() : text(terminal.outStyle));
}

export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
