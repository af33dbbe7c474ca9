// Workloads on the shipped architectures, with parameters of the machine changed, as the command line would build them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { evaluateInputs } from '../../../src/cli/evaluate-inputs.js';
import { machineRules } from '../../../src/machines/models.js';
import { buildProblem, type Problem } from '../../../src/mapping/problem.js';
import type { Evaluation } from '../../../src/model/evaluation.js';
import { defaultModelOptions } from '../../../src/model/plan.js';
import type { InputFile } from '../../../src/spec/read/input-file.js';
import { readSpec } from '../../../src/spec/read-spec.js';
import { root, sentence } from '../../shipped/shipped-files.js';

export interface Built {
  readonly problem: Problem | undefined;
  /** Code and message of everything there was to say. */
  readonly said: readonly string[];
}

/** `settings`: parameters of the machine section, as `--set machine.<name>=<value>`. */
export function build(core: string, workload: string, settings: Readonly<Record<string, string>> = {}): Built {
  return buildWith(architecture(core).source.text, workload, settings);
}

export function buildWith(
  architecture: string,
  workload: string,
  settings: Readonly<Record<string, string>> = {},
): Built {
  const inputs = [file('architecture.yaml', architecture), file('workload.yaml', workload)];
  const overrides = Object.entries(settings).map(([key, value]) => ({ key, value }));
  const options = { compat: 'none', overrides, machines: machineRules } as const;
  const spec = readSpec(inputs, options);
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
  return file(name, readFileSync(join(root, name), 'utf8'));
}

function file(name: string, text: string): InputFile {
  return { source: { name, text }, directory: null, role: 'any' };
}

export interface Evaluated {
  readonly evaluation: Evaluation | undefined;
  readonly said: readonly string[];
}

export interface Question {
  readonly core: string;
  /** Text of a workload file, and of the entries of a mapping. */
  readonly workload: string;
  readonly mapping: string;
  readonly settings?: Readonly<Record<string, string>>;
}

export function evaluate({ core, workload, mapping, settings = {} }: Question): Evaluated {
  const overrides = Object.entries(settings).map(([key, value]) => ({ key, value }));
  const inputs = [architecture(core), file('workload.yaml', workload), file('mapping.yaml', `mapping:\n${mapping}`)];
  const outcome = evaluateInputs(inputs, {
    read: { compat: 'none', overrides },
    model: { ...defaultModelOptions, cumulativeFanout: false },
  });
  const said = outcome.diagnostics.map(sentence);
  return { evaluation: outcome.kind === 'evaluated' ? outcome.evaluation : undefined, said };
}

/** Of a mapping that is legal: what the machine says of it. */
export function costs(question: Question): Costs {
  const { evaluation, said } = evaluate(question);
  expect(said).toEqual([]);
  const { cycles, machine } = evaluation!;
  const parts = Object.fromEntries(machine!.parts.map((part) => [part.name, part.cycles]));
  const facts = Object.fromEntries(machine!.facts.map(({ name, value }) => [name, value]));
  return { cycles, parts, facts, evaluation: evaluation! };
}

export interface Costs {
  readonly cycles: number;
  readonly parts: Readonly<Record<string, number>>;
  readonly facts: Readonly<Record<string, number | string>>;
  readonly evaluation: Evaluation;
}
