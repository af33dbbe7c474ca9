// Workloads on the shipped architectures, with parameters of the machine changed, as the command line would build them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { machineRules } from '../../../src/machines/models.js';
import { buildProblem, type Problem } from '../../../src/mapping/problem.js';
import { type InputFile, readSpec } from '../../../src/spec/read-spec.js';
import { root, sentence } from '../../shipped/shipped-files.js';

export interface Built {
  readonly problem: Problem | undefined;
  /** Code and message of everything there was to say. */
  readonly said: readonly string[];
}

/** `settings`: parameters of the machine section, as `--set machine.<name>=<value>`. */
export function build(core: string, workload: string, settings: Readonly<Record<string, string>> = {}): Built {
  const text = { source: { name: 'workload.yaml', text: workload }, directory: null, role: 'any' as const };
  const overrides = Object.entries(settings).map(([key, value]) => ({ key, value }));
  const options = { compat: 'none', overrides, machines: machineRules } as const;
  const spec = readSpec([architecture(core), text], options);
  const built = spec.value && buildProblem(spec.value, options);
  const said = [...spec.diagnostics, ...(built?.diagnostics ?? [])];
  return { problem: built?.value, said: said.map(sentence) };
}

/** One that has nothing to complain about. */
export function problem(core: string, workload: string, settings: Readonly<Record<string, string>> = {}): Problem {
  const built = build(core, workload, settings);
  expect(built.said).toEqual([]);
  return built.problem!;
}

export function architecture(core: string): InputFile {
  const name = `arch/epu-${core}.yaml`;
  return { source: { name, text: readFileSync(join(root, name), 'utf8') }, directory: null, role: 'any' };
}
