// Problems of shipped architectures and workloads written in a line, and mappings costed on them: as the command line does.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type EvaluationOutcome, evaluateInputs } from '../../../../src/cli/evaluate-inputs.js';
import type { Diagnostic } from '../../../../src/diagnostics/diagnostic.js';
import { machineRules } from '../../../../src/machines/models.js';
import { buildProblem, type Problem } from '../../../../src/mapping/problem.js';
import { defaultModelOptions } from '../../../../src/model/plan.js';
import type { InputFile } from '../../../../src/spec/read/input-file.js';
import { readSpec } from '../../../../src/spec/read-spec.js';

export interface Case {
  /** `mk1`, `mk2`, `bow`, `pod4-mk2`, or the whole text of an architecture. */
  readonly arch: string;
  readonly workload: string;
  /** As after `--set`: `machine.partials=float`. */
  readonly set?: readonly string[];
  readonly mapping?: string;
}

export function productOf(m: number, n: number, k: number, type = 'f16'): string {
  return `problem:
  version: 0.4
  shape: cnn_layer
  types: {Weights: ${type}, Inputs: ${type}, Outputs: ${type}}
  instance: {C: ${k}, M: ${n}, R: 1, S: 1, N: 1, P: ${m}, Q: 1}
`;
}

export function convolutionOf(instance: string): string {
  return `problem:\n  version: 0.4\n  shape: cnn_layer\n  instance: {${instance}}\n`;
}

export function built({ arch, workload, set = [] }: Case): {
  readonly problem: Problem | undefined;
  readonly said: readonly Diagnostic[];
} {
  const read = { compat: 'none' as const, overrides: set.map(override) };
  const spec = readSpec([archFile(arch), file('workload', workload)], read);
  if (!spec.value) return { problem: undefined, said: spec.diagnostics };
  const problem = buildProblem(spec.value, { compat: 'none', machines: machineRules });
  return { problem: problem.value, said: [...spec.diagnostics, ...problem.diagnostics] };
}

export function evaluated({ arch, workload, mapping = '', set = [] }: Case): EvaluationOutcome {
  const read = { compat: 'none' as const, overrides: set.map(override) };
  const model = { ...defaultModelOptions, cumulativeFanout: false };
  return evaluateInputs([archFile(arch), file('workload', workload), file('mapping', mapping)], { read, model });
}

export function archText(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../../../../arch/ipu-${name}.yaml`, import.meta.url)), 'utf8');
}

function archFile(arch: string): InputFile {
  return arch.includes('\n') ? file('arch', arch) : file(`ipu-${arch}`, archText(arch));
}

function file(name: string, text: string): InputFile {
  return { source: { name: `${name}.yaml`, text }, directory: '.', role: 'any' };
}

function override(text: string): { readonly key: string; readonly value: string } {
  const [key = '', value = ''] = text.split('=');
  return { key, value };
}
