// Writes a results directory for a command and says where it went, or why not.

import { createHash } from 'node:crypto';
import { type Diagnostic, error, type Outcome } from '../diagnostics/diagnostic.js';
import { checkTarget, type Files, runFile, type WhenPresent, writeResults } from '../results/directory.js';
import type { JsonObject } from '../results/evaluation-json.js';
import { type RunRecord, runJson } from '../results/run-record.js';
import type { InputFile } from '../spec/read/input-file.js';
import type { Context } from './context.js';
import { isOn, type Options, textOf } from './options.js';
import { jsonText, withSaid } from './output.js';

export interface ResultTexts {
  readonly result: JsonObject;
  readonly mappingsCsv: string;
  readonly stats: string;
  /** Name to text: `mapping.yaml`, or one file a layer. */
  readonly mappings: Files;
}

/** What a command knows of its run; the rest of the record is the same for all. */
export interface Run extends Pick<RunRecord, 'seed' | 'configuration' | 'configHash' | 'startedAt' | 'stopReasons'> {
  readonly inputs: readonly InputFile[];
}

/** A directory that the user named is never touched without --force; the default one is kept if it is there. */
export function whenPresent(options: Options): WhenPresent {
  if (isOn(options, 'force')) return 'replace';
  return textOf(options, 'out') === undefined ? 'keep' : 'refuse';
}

/** To be asked before the work is done. */
export function checkOut(options: Options): readonly Diagnostic[] {
  const out = textOf(options, 'out');
  if (out === undefined) return [];
  if (isOn(options, 'no-results')) return [error('E-OPTION', '--out and --no-results contradict each other')];
  return checkTarget(out, whenPresent(options)).diagnostics;
}

/** `fallback`: the directory without --out; the run does not fail when that one cannot be written. */
export async function writeTexts(
  context: Context,
  fallback: string,
  texts: ResultTexts,
  run: Run,
): Promise<Outcome<string>> {
  const { options, terminal, version, argv } = context;
  const elapsedSeconds = (Date.now() - run.startedAt.getTime()) / 1000;
  const record = { ...run, version, argv, inputs: run.inputs.map(inputRecord), elapsedSeconds };
  const files = new Map([
    ['result.json', jsonText(withSaid(texts.result, context))],
    ['mappings.csv', texts.mappingsCsv],
    ...texts.mappings,
    ['stats.txt', texts.stats],
    [runFile, jsonText(runJson(record))],
  ]);
  const target = textOf(options, 'out') ?? fallback;
  const outcome = await writeResults(target, files, { whenPresent: whenPresent(options), decisive: 'mappings.csv' });
  if (!outcome.value) return { value: undefined, diagnostics: outcome.diagnostics.map((one) => named(one, options)) };
  const { directory, written } = outcome.value;
  if (!isOn(options, 'quiet')) {
    const kept = `${directory} holds the same results already and was left as it is (--force writes it again)`;
    terminal.err(written ? `results in ${directory}\n` : `${kept}\n`);
  }
  return { value: directory, diagnostics: [] };
}

function named(problem: Diagnostic, options: Options): Diagnostic {
  if (textOf(options, 'out') !== undefined) return problem;
  return { ...problem, code: 'W-WRITE', severity: 'warning', hint: 'give another --out, or --no-results' };
}

function inputRecord({ source }: InputFile): RunRecord['inputs'][number] {
  return { name: source.name, sha256: createHash('sha256').update(source.text).digest('hex') };
}
