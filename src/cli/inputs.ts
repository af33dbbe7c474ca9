// The input files of a command, loaded and read: positional files by whatever top-level keys they have, files given by
// a flag as what the flag says.

import { resolve } from 'node:path';
import { type Diagnostic, error, hasErrors, type Outcome, warning } from '../diagnostics/diagnostic.js';
import { counted } from '../math/count-text.js';
import { settingOf } from '../spec/attribute-names.js';
import type { Compat } from '../spec/compat.js';
import { entriesOf } from '../spec/node.js';
import { glanceAt } from '../spec/read/include.js';
import type { InputFile } from '../spec/read/input-file.js';
import { loadInput } from '../spec/read/load.js';
import type { Override } from '../spec/read/overrides.js';
import { isDirectory, projectFolder } from '../spec/read/project-files.js';
import { type SectionName, sectionOf } from '../spec/read/sections.js';
import type { ReadOptions } from '../spec/read-spec.js';
import { valueText } from '../sweep/axis.js';
import { readRange } from '../sweep/range.js';
import { inTermsOfFiles } from './einsum-inputs.js';
import type { FlagName } from './flags.js';
import type { LayerInput } from './layer-input.js';
import { modelInputs, modelKind } from './model-files.js';
import { listOf, type Options, textOf } from './options.js';
import { checkStdin } from './result-tables.js';
import { readVariables, unusedVariables } from './template-variables.js';

const roles: readonly (readonly [FlagName, InputFile['role']])[] = [
  ['constraints', 'constraints'],
  ['mapper', 'mapper'],
  ['ert', 'ert'],
  ['art', 'art'],
  ['variables', 'variables'],
];

/** The positional files, models among them as the layers they hold, then those of the flags: all that a run reads. */
export async function loadInputs(files: readonly string[], options: Options): Promise<Outcome<readonly LayerInput[]>> {
  const { value, diagnostics } = await loadSome(files, options);
  const unused = value ? [...unusedVariables(value, options), ...withoutModel(files, options)] : [];
  return { value: hasErrors(unused) ? undefined : value, diagnostics: [...diagnostics, ...unused] };
}

/** What says how to read ONNX models, where there is none. */
function withoutModel(files: readonly string[], options: Options): readonly Diagnostic[] {
  if (files.some((path) => modelKind(path) === 'onnx')) return [];
  return (['dim', 'skip-unknown', 'density-from-weights'] as const)
    .filter((name) => options.get(name)?.origin === 'command line')
    .map((name) => warning('W-UNUSED', `--${name} has no effect: no ONNX model is read`));
}

/** What a run reads, and how. */
export interface Reading {
  readonly inputs: readonly LayerInput[];
  readonly read: ReadOptions;
}

export async function readGiven(files: readonly string[], options: Options): Promise<Outcome<Reading>> {
  const { value: inputs, diagnostics } = await loadInputs(files, options);
  const { value: read, diagnostics: others } = readOptions(options);
  return { value: inputs && read && { inputs, read }, diagnostics: [...diagnostics, ...others] };
}

/** The same of files beside which others are read. */
export async function loadSome(files: readonly string[], options: Options): Promise<Outcome<readonly LayerInput[]>> {
  const { inputs, diagnostics } = await loadEach(files, options);
  return { value: hasErrors(diagnostics) ? undefined : inputs, diagnostics };
}

interface Loaded {
  /** Of what cannot be loaded, nothing. */
  readonly inputs: readonly LayerInput[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The same, whatever is wrong with some of them. */
export async function loadEach(files: readonly string[], options: Options): Promise<Loaded> {
  const wanted = [
    ...files.map((path) => ({ path, role: 'any' as const })),
    ...roles.flatMap(([flag, role]) => listOf(options, flag).map((path) => ({ path, role }))),
  ];
  const diagnostics: Diagnostic[] = [];
  const templateVariables = readVariables(listOf(options, 'jinja'), diagnostics);
  const paths = wanted.map(({ path }) => path).filter((path) => path !== '-');
  const mentioned = [...templateVariables.values()].filter((value) => typeof value === 'string');
  const given = textOf(options, 'project');
  if (given !== undefined && !isDirectory(given))
    diagnostics.push(error('E-OPTION', `--project must be a folder that is there, got "${given}"`));
  const project = given ?? projectFolder(paths, mentioned);
  diagnostics.push(...checkStdin(wanted.map(({ path }) => path)));
  if (hasErrors(diagnostics)) return { inputs: [], diagnostics };
  const loaded: LayerInput[] = [];
  for (const { path, role } of wanted) {
    const model = role === 'any' ? await modelInputs(path, options) : undefined;
    const outcome = model ?? loadInput(path, role);
    diagnostics.push(...outcome.diagnostics);
    for (const one of [outcome.value ?? []].flat()) loaded.push({ ...one, project, templateVariables });
  }
  const alone = loaded.map((input) => [input]);
  const once = withoutRepeatedLayers(alone, diagnostics);
  const { inputs, diagnostics: said } = inTermsOfFiles(once.flat());
  return { inputs, diagnostics: [...diagnostics, ...said] };
}

/** `*.yaml` matches the layers of a network and the file that names them: they would count twice. `groups`: files that are read together. */
export function withoutRepeatedLayers<Group extends readonly LayerInput[]>(
  groups: readonly Group[],
  diagnostics: Diagnostic[],
): readonly Group[] {
  const held = new Set(
    groups.flat().flatMap(({ layer, source }) => (layer === undefined ? [] : [resolve(source.name)])),
  );
  const kept = groups.filter(([first, ...others]) => {
    return !first || first.layer !== undefined || others.length > 0 || !held.has(resolve(first.source.name));
  });
  const repeated = groups.length - kept.length;
  if (repeated > 0) {
    const message = `${counted(repeated, 'file')} of a network that is there as a whole, too: each counts once`;
    diagnostics.push(warning('W-UNUSED', message));
  }
  return kept;
}

/** Whether a search is to be repeated over values of something. */
export function hasAxes(options: Options): boolean {
  return listOf(options, 'axis').length > 0 || listOf(options, 'set').some(isAxis);
}

/** `GLB.depth=2k..16k`. */
export function isAxis(item: string): boolean {
  return readRange(item.slice(item.indexOf('=') + 1)) !== undefined;
}

export function readOptions(options: Options): Outcome<ReadOptions> {
  const diagnostics: Diagnostic[] = [];
  const overrides: Override[] = [];
  for (const item of listOf(options, 'set')) {
    const at = item.indexOf('=');
    const value = valueText(item.slice(at + 1).trim());
    if (at > 0 && value !== '') overrides.push({ key: item.slice(0, at).trim(), value });
    else diagnostics.push(error('E-OPTION', `--set must be KEY=VALUE, got "${item}"`));
  }
  const last = new Map(overrides.map((one) => [settingOf(one.key), one]));
  for (const { key, value } of overrides) {
    const { value: later, ...after } = last.get(settingOf(key))!;
    if (later === value) continue;
    const message = `--set ${key}=${value} has no effect: --set ${after.key}=${later} comes after it`;
    diagnostics.push(warning('W-DROPPED', message));
  }
  const compat = textOf(options, 'compat') as Compat;
  return { value: hasErrors(diagnostics) ? undefined : { compat, overrides }, diagnostics };
}

/** The sections a file holds, by its top-level keys; what is wrong with it is reported when it is read. */
export function sectionsOf(input: InputFile): ReadonlySet<SectionName> {
  return new Set(entriesOf(glanceAt(input)).flatMap(({ key }) => sectionOf(key) ?? []));
}

/** What is said where no file is given. */
export function noFiles(files: readonly string[], message: string, hint: string): Diagnostic[] {
  return files.length === 0 ? [error('E-OPTION', message, { hint })] : [];
}
