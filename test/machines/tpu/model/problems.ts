// Problems of the shipped TPUs and of workloads written in a line, and mappings costed on them: as the command line does.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type EvaluationOutcome, evaluateInputs } from '../../../../src/cli/evaluate-inputs.js';
import type { Diagnostic } from '../../../../src/diagnostics/diagnostic.js';
import { machineRules } from '../../../../src/machines/models.js';
import { buildProblem, type Problem } from '../../../../src/mapping/problem.js';
import type { Evaluation } from '../../../../src/model/evaluation.js';
import { defaultModelOptions } from '../../../../src/model/plan.js';
import type { InputFile } from '../../../../src/spec/read/input-file.js';
import { readSpec } from '../../../../src/spec/read-spec.js';

export interface Case {
  /** `v1`, `v4i` and so on, or the whole text of an architecture. */
  readonly arch: string;
  readonly workload: string;
  /** As after `--set`: `machine.buffers=1`. */
  readonly set?: readonly string[];
  readonly mapping?: string;
}

/** [m,k] by [k,n]; `types` of A, B and Z. */
export function productOf(m: number, k: number, n: number, types?: readonly [string, string, string]): string {
  const named = types ? `\n  types: {A: ${types[0]}, B: ${types[1]}, Z: ${types[2]}}` : '';
  return `problem:\n  version: 0.4\n  shape: gemm${named}\n  instance: {M: ${m}, N: ${n}, K: ${k}}\n`;
}

export function convolutionOf(instance: string, shape = 'cnn_layer'): string {
  return `problem:\n  version: 0.4\n  shape: ${shape}\n  instance: {${instance}}\n`;
}

/** Lines such as `VMEM: N=2 K=8` or `column/: N=128` (spatial), `CMEM-: A B` (bypassed). Loops inner to outer. */
export function mappingOf(lines: string): string {
  const entries = lines
    .split('\n')
    .map((line) => /^\s*(\w+)([/-]?):\s*(.*?)\s*$/.exec(line))
    .filter((match) => match !== null)
    .map(([, target, kind, rest]) => {
      if (kind === '-') return `  - {target: ${target}, type: dataspace, bypass: [${rest!.split(' ').join(', ')}]}`;
      const order = [...rest!.matchAll(/(\w+)=/g)].map(([, name]) => name).join(', ');
      const permutation = order === '' ? '' : `, permutation: [${order}]`;
      return `  - {target: ${target}, type: ${kind === '/' ? 'spatial' : 'temporal'}, factors: "${rest}"${permutation}}`;
    });
  return `mapping:\n${entries.join('\n')}\n`;
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

export function outcomeOf({ arch, workload, mapping = 'mapping: []', set = [] }: Case): EvaluationOutcome {
  const read = { compat: 'none' as const, overrides: set.map(override) };
  const model = { ...defaultModelOptions, cumulativeFanout: false };
  return evaluateInputs([archFile(arch), file('workload', workload), file('mapping', mapping)], { read, model });
}

/** Of a mapping that must be valid. */
export function evaluated(given: Case): Evaluation {
  const outcome = outcomeOf(given);
  if (outcome.kind === 'evaluated') return outcome.evaluation;
  throw new Error(outcome.diagnostics.map(({ code, message }) => `${code}: ${message}`).join('\n'));
}

export function partOf({ machine }: Evaluation, name: string): number {
  return machine!.parts.find((part) => part.name === name)!.cycles;
}

/** Of the systolic arrays alone: section 2.3. */
export function arrayCyclesOf(evaluation: Evaluation): number {
  const names = ['stream', 'weight load', 'weight fetch', 'fill and drain'];
  return names.reduce((sum, name) => sum + partOf(evaluation, name), 0);
}

export function factOf({ machine }: Evaluation, name: string): number {
  const fact = machine!.facts.find((one) => one.name === name);
  if (typeof fact?.value !== 'number') throw new Error(`no figure ${name}`);
  return fact.value;
}

export function archText(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../../../../arch/tpu-${name}.yaml`, import.meta.url)), 'utf8');
}

function archFile(arch: string): InputFile {
  return arch.includes('\n') ? file('arch', arch) : file(`tpu-${arch}`, archText(arch));
}

function file(name: string, text: string): InputFile {
  return { source: { name: `${name}.yaml`, text }, directory: '.', role: 'any' };
}

function override(text: string): { readonly key: string; readonly value: string } {
  const at = text.indexOf('=');
  return { key: text.slice(0, at), value: text.slice(at + 1) };
}
