// `mapper validate`: every file by its top-level keys. Files that belong together (one architecture with workloads and
// a mapping) are read together, since expressions and constraints reach across files, and checked against each other.

import { basename } from 'node:path';
import { buildArchitecture } from '../../arch/build-architecture.js';
import { type Diagnostic, error, hasErrors } from '../../diagnostics/diagnostic.js';
import { diagnosticToJson } from '../../diagnostics/render.js';
import type { SourceFile } from '../../diagnostics/span.js';
import { counted } from '../../math/count-text.js';
import type { Style } from '../../report/style.js';
import { renderTable } from '../../report/table.js';
import { csvText } from '../../results/csv.js';
import { parseCsv } from '../../results/read-csv.js';
import { holdsResults, isTable } from '../../results/stored-mapping.js';
import { validateResult } from '../../results/validate-result.js';
import type { InputFile } from '../../spec/read/input-file.js';
import type { SectionName } from '../../spec/read/sections.js';
import { type ReadOptions, readSpec } from '../../spec/read-spec.js';
import type { Spec } from '../../spec/spec.js';
import { isSweepFile } from '../../sweep/sweep-file.js';
import { buildWorkload } from '../../workload/build-workload.js';
import { checkSweep } from '../check-sweep.js';
import type { Context } from '../context.js';
import { answerNo, done, type Ending } from '../ending.js';
import { checkTogether } from '../evaluate-inputs.js';
import { loadEach, noFiles, readOptions, sectionsOf } from '../inputs.js';
import { modelKind } from '../model-files.js';
import { resolveOptions } from '../options.js';
import { eachOnce, print, refuse, showDiagnostics } from '../output.js';
import { withMapper } from '../search-options.js';
import { unusedVariables } from '../template-variables.js';

export async function validate(context: Context): Promise<Ending> {
  const { files, options } = context;
  const loaded = await loadEach(files, options);
  const read = readOptions(options);
  const usage = noFiles(files, 'no files', 'mapper validate <file>...');
  const checked = [...loaded.inputs.map(classify), ...brokenModels(files, loaded.diagnostics)];
  const sweeps = checked.filter(({ kind }) => kind === 'sweep');
  // A sweep asks for those of the files that it names.
  const whole = !hasErrors(loaded.diagnostics);
  const unused = sweeps.length > 0 || !whole ? [] : unusedVariables(loaded.inputs, options);
  const problems = [...usage, ...read.diagnostics, ...unused];
  const unreadable = loaded.diagnostics.filter(({ code }) => /^E-(OPTION|READ|SIZE)$/.test(code));
  if (!read.value || hasErrors([...problems, ...unreadable]))
    return refuse(context, [...problems, ...loaded.diagnostics]);
  const found = [
    ...problems,
    ...loaded.diagnostics,
    ...groups(checked).flatMap((group) => checkGroup(group, read.value!)),
  ];
  for (const { input } of sweeps) found.push(...(await checkSweep(context, input, read.value)));
  const diagnostics = eachOnce(found);
  showDiagnostics(context, diagnostics);
  await print(context, {
    json: () => ({
      schemaVersion: 1,
      valid: !hasErrors(diagnostics),
      diagnostics: diagnostics.map(diagnosticToJson),
      files: verdicts(checked, diagnostics),
    }),
    csv: () => asCsv(verdicts(checked, diagnostics)),
    text: (style) => asText(verdicts(checked, diagnostics), diagnostics, style),
  });
  return hasErrors(diagnostics) ? answerNo : done;
}

interface Checked {
  readonly input: InputFile;
  readonly kind: 'input' | 'result' | 'table' | 'sweep' | 'model';
  readonly sections: ReadonlySet<SectionName>;
}

function classify(input: InputFile): Checked {
  const kind = kindOf(input);
  return { input, kind, sections: kind === 'input' ? sectionsOf(input) : new Set() };
}

function kindOf(input: InputFile): Checked['kind'] {
  if (isTable(input.source)) return 'table';
  if (isSweepFile(input)) return 'sweep';
  return holdsResults(input.source) ? 'result' : 'input';
}

/** Those that have become no layers: what is wrong with a model or a table of layers is an answer like any other. */
function brokenModels(files: readonly string[], diagnostics: readonly Diagnostic[]): readonly Checked[] {
  const models = files.map((name): Checked => {
    return { input: { source: { name, text: '' }, directory: null, role: 'any' }, kind: 'model', sections: new Set() };
  });
  return models.filter((one) => modelKind(one.input.source.name) && concerning(one, diagnostics, 'error') > 0);
}

/** What is read together: with one architecture, it and all that is not a workload or a mapping, once per workload. */
function groups(checked: readonly Checked[]): readonly (readonly Checked[])[] {
  const alone = checked.filter(({ kind }) => kind === 'result' || kind === 'table').map((one) => [one]);
  const inputs = checked.filter((one) => one.kind === 'input');
  const holding = (section: SectionName) => inputs.filter((one) => one.sections.has(section));
  const [architecture, another] = holding('architecture');
  if (!architecture || another) return [...alone, ...inputs.map((one) => [one])];
  const workloads = holding('problem').filter((one) => one !== architecture);
  const mappings = holding('mapping').filter((one) => one !== architecture && !workloads.includes(one));
  const shared = inputs.filter((one) => !workloads.includes(one) && !mappings.includes(one));
  // With several of both it is anybody's guess which mapping is meant for which workload.
  const paired = workloads.length <= 1;
  const combinations = (workloads.length > 0 ? workloads : [undefined]).flatMap((workload) =>
    (paired && mappings.length > 0 ? mappings : [undefined]).map((mapping) =>
      [...shared, workload, mapping].filter((one) => one !== undefined),
    ),
  );
  return [...alone, ...combinations, ...(paired ? [] : mappings.map((one) => [one]))];
}

function checkGroup(group: readonly Checked[], options: ReadOptions): readonly Diagnostic[] {
  const [first] = group;
  if (first?.kind === 'result') return checkResult(first.input.source);
  if (first?.kind === 'table') return parseCsv(first.input.source.text, first.input.source.name).diagnostics;
  const inputs = group.map((one) => one.input);
  const read = readSpec(inputs, options);
  if (!read.value) return read.diagnostics;
  return [...read.diagnostics, ...checkMapper(read.value), ...checkSpec(read.value, options)];
}

/** What a search would refuse; what it would only not follow is a matter of its flags. */
function checkMapper({ mapper }: Spec): readonly Diagnostic[] {
  const defaults = resolveOptions('search', { typed: new Map(), environment: {} }).value!;
  return withMapper(defaults, mapper).diagnostics.filter(({ severity }) => severity === 'error');
}

function checkSpec(spec: Spec, options: ReadOptions): readonly Diagnostic[] {
  if (spec.architecture && spec.problem) return checkTogether(spec, options);
  if (spec.architecture) return buildArchitecture(spec, options).diagnostics;
  return spec.problem ? buildWorkload(spec, options.compat).diagnostics : [];
}

function checkResult({ name, text }: SourceFile): readonly Diagnostic[] {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (problem) {
    return [error('E-READ', `${name} is not JSON: ${(problem as Error).message}`)];
  }
  // run.json describes a run; it is for people and has no schema.
  return basename(name) === 'run.json' ? [] : validateResult(document, name);
}

function verdicts(checked: readonly Checked[], diagnostics: readonly Diagnostic[]) {
  return checked.map((one) => ({
    file: one.input.source.name,
    holds: holds(one),
    errors: concerning(one, diagnostics, 'error'),
    warnings: concerning(one, diagnostics, 'warning'),
  }));
}

type Verdicts = ReturnType<typeof verdicts>;

function asCsv(files: Verdicts): string {
  const rows = files.map(({ file, holds, errors, warnings }) => [file, holds.join(' '), errors, warnings]);
  return csvText([['file', 'holds', 'errors', 'warnings'], ...rows]);
}

function asText(files: Verdicts, diagnostics: readonly Diagnostic[], style: Style): string {
  const rows = files.map(({ file, holds, errors, warnings }) => {
    const verdict = errors > 0 ? style.bad(counted(errors, 'error')) : style.good('ok');
    return [file, holds.join(', '), warnings > 0 ? `${verdict}, ${counted(warnings, 'warning')}` : verdict];
  });
  // Files that the given ones include, where something is wrong with them.
  const others = new Set(diagnostics.flatMap(({ span }) => (span ? [span.source.name] : [])));
  for (const { file } of files) others.delete(file);
  for (const name of others) {
    const found = diagnostics.filter(({ severity, span }) => severity === 'error' && span?.source.name === name).length;
    if (found > 0) rows.push([name, 'included', style.bad(counted(found, 'error'))]);
  }
  const table = renderTable({ columns: [{ header: 'file' }, { header: 'holds' }, { header: 'verdict' }], rows, style });
  const together = diagnostics.filter((one) => one.severity === 'error' && !one.span).length;
  return together > 0 ? `${table}${style.bad(counted(together, 'error'))} without a place in a file\n` : table;
}

function holds(one: Checked): readonly string[] {
  if (one.kind === 'input') return [...one.sections];
  return [one.kind === 'table' ? 'result table' : one.kind];
}

function concerning(one: Checked, diagnostics: readonly Diagnostic[], severity: Diagnostic['severity']): number {
  const { name } = one.input.source;
  return diagnostics.filter((found) => found.severity === severity && placeName(found, name) === name).length;
}

/** Files without spans (JSON, CSV) name themselves first in the message. */
function placeName({ span, message }: Diagnostic, name: string): string | undefined {
  if (span) return span.source.name;
  return message.startsWith(`${name}:`) || message.startsWith(`${name} `) ? name : undefined;
}
