// The kept mappings costed again: what the page shows comes from here, not from what the search said when it ran.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluateInputs } from '../../../../src/cli/evaluate-inputs.js';
import { defaultModelOptions } from '../../../../src/model/plan.js';
import type { InputFile } from '../../../../src/spec/read/input-file.js';
import { readSpec } from '../../../../src/spec/read-spec.js';
import { buildWorkload } from '../../../../src/workload/build-workload.js';
import { root } from '../../../shipped/shipped-files.js';
import { type SearchCase, type Searched, searchCases } from './cases.js';

export interface Outcome {
  readonly given: SearchCase;
  readonly searched: Searched | undefined;
  /** Of the workload as it is, without padding; and how often it occurs. */
  readonly macs: number;
  readonly count: number;
  readonly cost: Cost | undefined;
  /** Why there is none. */
  readonly refusal: string | undefined;
}

export interface Cost {
  readonly cycles: number;
  readonly energyPj: number;
  readonly parts: Readonly<Record<string, number>>;
  readonly facts: Readonly<Record<string, number | string>>;
}

const kept = JSON.parse(readFileSync(join(root, 'test/golden/ipu/searched.json'), 'utf8')) as Searched[];

export function outcomes(): readonly Outcome[] {
  return searchCases((folder) => readdirSync(join(root, folder))).map(outcomeOf);
}

function outcomeOf(given: SearchCase): Outcome {
  const searched = kept.find(({ name }) => name === given.name);
  const overrides = [...given.set, ...(searched?.set ?? [])].map((one) => ({
    key: one.split('=')[0]!,
    value: one.split('=')[1]!,
  }));
  const read = { compat: 'none' as const, overrides };
  const workload = readSpec([shipped(given.workload)], { ...read, overrides: overrides.filter(ofProblem) }).value!;
  const { bounds, count } = buildWorkload(workload).value!;
  const macs = bounds.reduce((product, bound) => product * bound, 1);
  const mapping = {
    source: { name: 'mapping', text: JSON.stringify({ mapping: searched?.mapping ?? [] }) },
    directory: null,
    role: 'any' as const,
  };
  const model = { ...defaultModelOptions, cumulativeFanout: false };
  const outcome = evaluateInputs([shipped(given.arch), shipped(given.workload), mapping], { read, model });
  const refusal = outcome.diagnostics[0]?.message;
  if (outcome.kind !== 'evaluated') return { given, searched, macs, count, cost: undefined, refusal };
  const { cycles, energyPj, machine } = outcome.evaluation;
  const parts = Object.fromEntries(machine!.parts.map((part) => [part.name, part.cycles]));
  const facts = Object.fromEntries(machine!.facts.map(({ name, value }) => [name, value]));
  return { given, searched, macs, count, cost: { cycles, energyPj, parts, facts }, refusal };
}

function ofProblem({ key }: { readonly key: string }): boolean {
  return key.startsWith('problem.');
}

const files = new Map<string, InputFile>();

function shipped(path: string): InputFile {
  const known = files.get(path);
  if (known) return known;
  const file = {
    source: { name: path, text: readFileSync(join(root, path), 'utf8') },
    directory: root,
    role: 'any' as const,
  };
  files.set(path, file);
  return file;
}
