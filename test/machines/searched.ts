// A workload searched on a shipped machine as the command line does, parameters of the machine section changed.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from '../../src/diagnostics/diagnostic.js';
import { machineRules } from '../../src/machines/models.js';
import { buildProblem, type Problem } from '../../src/mapping/problem.js';
import { compilePlan, defaultModelOptions } from '../../src/model/plan.js';
import { type RunHooks, runSearch } from '../../src/parallel/run-search.js';
import type { SearchOptions, SearchResult } from '../../src/search/result.js';
import type { InputFile } from '../../src/spec/read/input-file.js';
import { readSpec } from '../../src/spec/read-spec.js';
import { usualOptions } from '../search/random-search.js';
import { root, sentence } from '../shipped/shipped-files.js';

export type Stated = Readonly<Record<string, string | number>>;

export interface Asked {
  /** As in `arch/<machine>.yaml`. */
  readonly machine: string;
  /** Text of a workload file, or the path of one that ships. */
  readonly workload: string;
  /** As after `--set`; keys without a dot are parameters of the machine section. */
  readonly set?: Stated;
}

/** `factor` fixed at a level. */
export function fixing(factor: string, target: string, type = 'spatial'): string {
  return `constraints: [{target: ${target}, type: ${type}, factors: [${factor}]}]\n`;
}

/** `fastest`: for a search whose fewest cycles decide. */
export function problemOf(asked: Asked, fastest = false): Problem {
  const { value, diagnostics } = problemWith(asked, fastest);
  if (value) return value;
  throw new Error(diagnostics.map(sentence).join('; '));
}

/** With all that is said on the way. */
export function problemWith({ machine, workload, set = {} }: Asked, fastest = false): Outcome<Problem> {
  const overrides = Object.entries(set).map(([key, value]) => ({
    key: key.includes('.') ? key : `machine.${key}`,
    value: `${value}`,
  }));
  const text = (name: string): string => readFileSync(join(root, name), 'utf8');
  const inputs = [
    file(`arch/${machine}.yaml`, text(`arch/${machine}.yaml`)),
    file('workload.yaml', workload.includes('\n') ? workload : text(workload)),
  ];
  const spec = readSpec(inputs, { compat: 'none', overrides });
  const built = spec.value && buildProblem(spec.value, { compat: 'none', machines: machineRules, fastest });
  return { value: built?.value, diagnostics: [...spec.diagnostics, ...(built?.diagnostics ?? [])] };
}

export function searched(
  asked: Asked,
  options: Partial<SearchOptions> = {},
  hooks: RunHooks = {},
): Promise<SearchResult> {
  const problem = problemOf(asked, options.objective?.[0] === 'cycles' && !options.frontier);
  const { workload, architecture, constraints } = problem;
  const plan = compilePlan(workload, architecture, constraints, { ...defaultModelOptions, cumulativeFanout: false });
  const { algorithm, top, frontier } = { algorithm: 'optimal', top: 1, frontier: false } as const;
  return runSearch(problem, plan, { ...usualOptions, algorithm, top, frontier, ...options }, hooks);
}

function file(name: string, text: string): InputFile {
  return { source: { name, text }, directory: null, role: 'any' };
}

export function convolutionOf(instance: string, shape = 'cnn_layer'): string {
  return `problem:\n  version: 0.4\n  shape: ${shape}\n  instance: {${instance}}\n`;
}

export function productOf(m: number, k: number, n: number): string {
  return `problem:\n  version: 0.4\n  shape: gemm\n  instance: {M: ${m}, N: ${n}, K: ${k}}\n`;
}
