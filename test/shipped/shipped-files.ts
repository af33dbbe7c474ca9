// Where the shipped files are and how the tests read them: through the reader itself, as the command line does.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { machineRules } from '../../src/machines/models.js';
import { buildProblem, type Problem } from '../../src/mapping/problem.js';
import type { InputFile } from '../../src/spec/read/input-file.js';
import { readSpec } from '../../src/spec/read-spec.js';
import type { Spec } from '../../src/spec/spec.js';
import { networkFileName } from '../../src/workload/import/network-files.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Paths relative to the project, with slashes, sorted; the graphs of networks are looked at by themselves. */
export function shippedFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml') && basename(name) !== networkFileName)
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .sort();
}

/** Trees that the generic model costs; those with a machine's own model are tested with their machine. */
export function genericArchitectures(): string[] {
  return shippedFiles('arch').filter((path) => !/^machine:/m.test(readFileSync(join(root, path), 'utf8')));
}

export function shippedWorkloads(): string[] {
  return shippedFiles('workloads').filter((name) => !name.startsWith('workloads/mappings/'));
}

/** Workloads with dimensions of their own, which only the architectures without constraints take. */
export const freeForm: readonly string[] = [
  'conv1d-example',
  'gemm-example',
  'mttkrp',
  'spmspm-banded',
  'spmspm-poisson',
];

export function nameOf(path: string): string {
  return basename(path, '.yaml');
}

export interface Read<T> {
  readonly value: T | undefined;
  /** Code and message of everything there was to say; empty is what the tests want. */
  readonly said: readonly string[];
}

export function readFiles(paths: readonly string[]): Read<Spec> {
  const outcome = readSpec(paths.map(inputFile), { compat: 'none', overrides: [] });
  return { value: outcome.value, said: outcome.diagnostics.map(sentence) };
}

export function readProblem(architecture: string, workload: string): Read<Problem> {
  const { value: spec, said } = readFiles([architecture, workload]);
  if (!spec) return { value: undefined, said };
  const outcome = buildProblem(spec, { compat: 'none', machines: machineRules });
  return { value: outcome.value, said: [...said, ...outcome.diagnostics.map(sentence)] };
}

const inputs = new Map<string, InputFile>();

/** The same one every time, which spares the reader to parse it again. */
function inputFile(path: string): InputFile {
  const known = inputs.get(path);
  if (known) return known;
  const full = join(root, path);
  const input: InputFile = {
    source: { name: path, text: readFileSync(full, 'utf8') },
    directory: dirname(full),
    role: 'any',
  };
  inputs.set(path, input);
  return input;
}

export function sentence({ code, message }: Diagnostic): string {
  return `${code}: ${message}`;
}
