// Batches: JSON Lines in, one compact JSON result a line out, in order, each with its `id`. A bad case is a result that
// says so; nothing in a line ends the run.

import { createReadStream, fstatSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { type Diagnostic, error } from '../diagnostics/diagnostic.js';
import { counted } from '../math/count-text.js';
import { duration } from '../report/numbers.js';
import { isRecord, type PlainValue } from '../spec/node.js';
import type { InputFile } from '../spec/read/input-file.js';
import { reasonOf } from '../spec/read/load.js';
import { isDirectory } from '../spec/read/project-files.js';
import type { Context } from './context.js';
import { badInput, done, type Ending } from './ending.js';
import { type Reading, readGiven } from './inputs.js';
import { watchInterrupts } from './interrupts.js';
import { isOn, textOf } from './options.js';
import { showDiagnostics } from './output.js';

export interface BatchCase {
  /** As given; null when there is none. */
  readonly id: unknown;
  readonly inputs: readonly InputFile[];
  /** The case as parsed, for `objective` and the like. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export type CaseResult = Readonly<Record<string, unknown>> & { readonly valid: boolean };

export interface Batch {
  /** A long case stops early when `signal` says so. */
  readonly perform: (one: BatchCase, signal: AbortSignal) => CaseResult | Promise<CaseResult>;
  /** The result of a case that cannot be performed. */
  readonly refuse: (diagnostics: readonly Diagnostic[]) => CaseResult;
}

/** `shared`: what all cases share, the files given beside them, and how to read. */
export async function runBatch(context: Context, batchOf: (shared: Reading) => Batch): Promise<Ending> {
  const { options, terminal } = context;
  const shared = await readGiven(context.files, options);
  showDiagnostics(context, shared.diagnostics);
  if (!shared.value) return badInput;
  const { perform, refuse } = batchOf(shared.value);
  const problems = ['csv', 'out', 'print-config'].flatMap((name) =>
    options.get(name as 'csv')?.origin === 'command line'
      ? [error('E-OPTION', `--${name} does not go with --batch`)]
      : [],
  );
  const interrupts = watchInterrupts();
  const lines = problems.length > 0 ? problems : await openLines(textOf(options, 'batch')!, interrupts.signal);
  if (Array.isArray(lines)) {
    interrupts.release();
    showDiagnostics(context, lines);
    return badInput;
  }
  const tally = { cases: 0, valid: 0, broken: 0, startedAt: performance.now() };
  const attempt = async (parsed: ParsedCase): Promise<CaseResult> => {
    if (parsed.diagnostics.length > 0) return refuse(parsed.diagnostics);
    try {
      return await perform(parsed, interrupts.signal);
    } catch (problem) {
      tally.broken += 1;
      const message = problem instanceof Error ? problem.message : String(problem);
      return refuse([error('E-INTERNAL', `internal error: ${message}`)]);
    }
  };
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() === '') continue;
    const parsed = parseCase(line, number);
    const document = await attempt(parsed);
    tally.cases += 1;
    if (document.valid) tally.valid += 1;
    await terminal.out(`${JSON.stringify({ id: parsed.id, ...document })}\n`);
    await breath();
    if (interrupts.signal.aborted) break;
  }
  const signal = interrupts.received();
  if (signal) return { kind: 'interrupted', signal };
  interrupts.release();
  if (!isOn(options, 'quiet')) {
    const seconds = (performance.now() - tally.startedAt) / 1000;
    terminal.err(
      `${counted(tally.cases, 'case')}, ${tally.valid} valid, ${tally.cases - tally.valid} not valid, ${duration(seconds)}\n`,
    );
  }
  return tally.broken > 0 ? { kind: 'internal-error' } : done;
}

/** The lines of a file, or of standard input for `-`; none more once `signal` says so, though somebody may still write. */
export async function openLines(file: string, signal?: AbortSignal): Promise<AsyncIterable<string> | Diagnostic[]> {
  // Of a directory the stream of standard input ends at once, as if it were empty.
  const isFolder = file === '-' ? fstatSync(0).isDirectory() : isDirectory(file);
  if (isFolder) return [error('E-READ', `cannot read ${nameOf(file)}: it is a directory`)];
  const input = file === '-' ? process.stdin : createReadStream(file);
  if (file !== '-') {
    const problem = await new Promise<Error | undefined>((resolve) => {
      input.once('open', () => resolve(undefined)).once('error', resolve);
    });
    if (problem) return [error('E-READ', `cannot read ${file}: ${reasonOf(problem)}`)];
  }
  const lines = withoutMark(createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY, ...(signal && { signal }) }));
  return namingTheFile(lines, nameOf(file));
}

function nameOf(file: string): string {
  return file === '-' ? 'standard input' : file;
}

/** Editors of some systems begin a file with a byte order mark, which no JSON begins with. */
async function* withoutMark(lines: AsyncIterable<string>): AsyncIterable<string> {
  let isFirst = true;
  for await (const line of lines) {
    yield isFirst ? line.replace(/^\uFEFF/, '') : line;
    isFirst = false;
  }
}

/** What the system refuses in the middle of a file says nothing of its name. */
async function* namingTheFile(lines: AsyncIterable<string>, path: string): AsyncIterable<string> {
  try {
    yield* lines;
  } catch (problem) {
    throw problem instanceof Error ? Object.assign(problem, { path }) : problem;
  }
}

type ParsedCase = BatchCase & { readonly diagnostics: readonly Diagnostic[] };

const sections: readonly (readonly [string, InputFile['role']])[] = [
  ['arch', 'architecture'],
  ['problem', 'problem'],
  ['constraints', 'constraints'],
  ['mapping', 'mapping'],
  ['imperfect', 'any'],
  ['mapper', 'mapper'],
  ['ert', 'ert'],
  ['art', 'art'],
  ['variables', 'variables'],
];

function parseCase(line: string, number: number): ParsedCase {
  const broken = (message: string): ParsedCase => {
    return { id: null, inputs: [], fields: {}, diagnostics: [error('E-READ', `line ${number} ${message}`)] };
  };
  const fields = objectIn(line, 'a JSON object');
  if (typeof fields === 'string') return broken(`is ${fields}`);
  const id = fields.id ?? null;
  const inputs: InputFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [key, role] of sections) {
    const text = fields[key];
    if (text === undefined || text === null || text === '') continue;
    if (typeof text === 'string') {
      const name = `${id === null ? `line ${number}` : String(id)}/${key}`;
      inputs.push({ source: { name, text }, directory: null, role });
    } else diagnostics.push(error('E-TYPE', `${key} must be YAML text in a string`, { found: typeof text }));
  }
  return { id, inputs, fields, diagnostics };
}

/** What a line of JSON holds, or what it is instead; `wanted`: how an object is called. */
export function objectIn(line: string, wanted: string): Readonly<Record<string, PlainValue>> | string {
  try {
    const value = JSON.parse(line) as PlainValue;
    return isRecord(value) ? value : `not ${wanted}`;
  } catch (problem) {
    return `not JSON: ${(problem as Error).message}`;
  }
}

let lastBreath = performance.now();

/** Lets signals in now and then; promises alone never do. */
async function breath(): Promise<void> {
  if (performance.now() - lastBreath < 50) return;
  await setImmediate();
  lastBreath = performance.now();
}
