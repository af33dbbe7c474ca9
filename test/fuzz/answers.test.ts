// Whatever becomes of an input, there is an answer: figures, or diagnostics that name a place; never an exception, a stack
// trace or silence, and never long after the time limit or the signal. 10,000 inputs:
//
//   MAPPER_PROPERTY_RUNS=10000 npx vitest run test/fuzz

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Diagnostic, hasErrors } from '../../src/diagnostics/diagnostic.js';
import { buildProblem } from '../../src/mapping/problem.js';
import { compilePlan, defaultModelOptions } from '../../src/model/plan.js';
import { runSearch } from '../../src/parallel/run-search.js';
import { validateResult } from '../../src/results/validate-result.js';
import type { Algorithm, SearchOptions } from '../../src/search/result.js';
import { loadInput } from '../../src/spec/read/load.js';
import { readSpec } from '../../src/spec/read-spec.js';
import { mapperHere } from '../cli/run-mapper.js';
import { usualOptions } from '../search/random-search.js';
import { type Choices, chance, pick, seededChoices } from '../support/choices.js';
import { unitSeconds, unitsOfASecond, unitsSince } from '../support/effort.js';
import { propertySeed, runsOf, timeoutOf } from '../support/properties.js';
import { mutated, mutatedBytes } from './mutations.js';
import { type Recipe, recipesIn } from './recipes.js';

const algorithms: readonly Algorithm[] = ['optimal', 'optimal', 'exhaustive', 'random', 'linear-pruned', 'hybrid'];

let directory: string;
let recipes: readonly Recipe[];
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'mapper-fuzz-'));
  recipes = await recipesIn(directory);
}, 120_000);
afterAll(() => rmSync(directory, { recursive: true }));

const runs = runsOf(500);
/** To see one again: where to begin, with MAPPER_PROPERTY_SEED as it was. */
const first = Number(process.env.MAPPER_FUZZ_FROM ?? 0);

it(`answers ${runs} mutated inputs`, { timeout: timeoutOf(500) + 1000 * runs }, async () => {
  const complaints: string[] = [];
  let found = 0;
  for (let number = first; number < first + runs && complaints.length < 20; number += 1) {
    const choices = seededChoices(`fuzz ${propertySeed} ${number}`);
    const recipe = pick(choices, recipes);
    const restore = mutate(choices, recipe);
    // What a run that hangs leaves behind.
    writeFileSync(join(directory, 'last.json'), JSON.stringify({ number, ...recipe }));
    const inLibrary = recipe.args[0] === 'search' && recipe.args.length === 3 && chance(choices, 60);
    try {
      const { complaint, mappings } = await (inLibrary ? searchHere : commandHere)(choices, recipe);
      found += mappings;
      if (complaint !== undefined) complaints.push(`${number}: ${recipe.args.join(' ')}: ${complaint}`);
    } catch (problem) {
      complaints.push(`${number}: ${recipe.args.join(' ')}: ${(problem as Error).stack}`);
    } finally {
      restore();
    }
  }
  expect(complaints).toEqual([]);
  // So that it is not only readers that were tried.
  expect(found).toBeGreaterThan(runs / 10);
});

/** Rewrites one file or two; returns what puts them back. */
function mutate(choices: Choices, { directory, files }: Recipe): () => void {
  const originals = new Map<string, Uint8Array>();
  for (let left = chance(choices, 20) ? 2 : 1; left > 0; left -= 1) {
    const path = join(directory, pick(choices, files));
    const bytes = readFileSync(path);
    originals.set(path, originals.get(path) ?? bytes);
    writeFileSync(path, path.endsWith('.onnx') ? mutatedBytes(choices, bytes) : mutated(choices, bytes.toString()));
  }
  return () => {
    for (const [path, bytes] of originals) writeFileSync(path, bytes);
  };
}

/** From a millisecond to a second, as many short ones as long ones. */
function limitSeconds(choices: Choices): number {
  return 10 ** (-choices.below(3001) / 1000);
}

interface Answer {
  readonly complaint?: string | undefined;
  readonly mappings: number;
}

function searchOptions(choices: Choices): SearchOptions {
  return {
    ...usualOptions,
    objective: [pick(choices, ['edp', 'energy', 'cycles', 'utilization', 'ed2p'] as const)],
    algorithm: pick(choices, algorithms),
    top: pick(choices, [1, 1, 5]),
    frontier: chance(choices, 20),
    imperfect: chance(choices, 15),
    threads: pick(choices, [1, 1, 2]),
    seed: `${choices.below(9)}`,
    memoryLimitBytes: 2 ** 29,
  };
}

/** As a program does: read, build, search until a time limit or a signal. */
async function searchHere(choices: Choices, { directory, args }: Recipe): Promise<Answer> {
  const loaded = args.slice(1).map((file) => loadInput(join(directory, file), 'any'));
  const inputs = loaded.flatMap(({ value }) => value ?? []);
  if (inputs.length < loaded.length) {
    return { complaint: silent(loaded.flatMap(({ diagnostics }) => diagnostics)), mappings: 0 };
  }
  const spec = readSpec(inputs, { compat: 'auto', overrides: [] });
  if (spec.value === undefined) return { complaint: silent(spec.diagnostics), mappings: 0 };
  const problem = buildProblem(spec.value, { compat: 'auto' });
  if (problem.value === undefined) return { complaint: silent(problem.diagnostics), mappings: 0 };
  const { workload, architecture, constraints } = problem.value;
  const plan = compilePlan(workload, architecture, constraints, { ...defaultModelOptions, cumulativeFanout: false });
  const limit = limitSeconds(choices);
  const signaled = chance(choices, 50);
  const controller = new AbortController();
  const timer = signaled ? setTimeout(() => controller.abort(), 1000 * limit) : undefined;
  const options = { ...searchOptions(choices), timeLimitSeconds: signaled ? null : limit };
  const used = unitsSince();
  const result = await runSearch(problem.value, plan, options, { signal: controller.signal });
  const units = used() - (options.threads * limit) / unitSeconds();
  clearTimeout(timer);
  const { mappings, stopReason, diagnostics } = result;
  // A second, and as much for each thread that was on its way.
  if (units > (1 + options.threads) * unitsOfASecond) {
    const asked = `${options.algorithm}${options.imperfect ? ' imperfect' : ''}`;
    return { complaint: `${units.toFixed(0)} units after ${limit} s of ${asked}`, mappings: 0 };
  }
  const unexplained = mappings.length === 0 && diagnostics.length === 0;
  return { complaint: unexplained ? `no mapping and no reason: ${stopReason}` : undefined, mappings: mappings.length };
}

function silent(diagnostics: readonly Diagnostic[]): string | undefined {
  return hasErrors(diagnostics) ? undefined : 'neither a value nor an error';
}

/** As a person does, at the command line. */
async function commandHere(choices: Choices, { directory, args }: Recipe): Promise<Answer> {
  const [command] = args;
  const json = chance(choices, 50) && !args.includes('--json') && !args.includes('--batch');
  const own = args.includes('--config') ? [] : searchFlags(choices);
  const all = [...args, ...(json ? ['--json'] : []), ...(command === 'search' ? own : [])];
  const { status, stdout, stderr } = await mapperHere(all, { directory });
  const said = `${stdout}${stderr}`;
  if (![0, 1, 2].includes(status!)) return { complaint: `status ${status}`, mappings: 0 };
  if (/internal error|^ +at .*:\d+:\d+\)?$/m.test(said)) return { complaint: said.slice(0, 2000), mappings: 0 };
  if (status !== 0 && said === '') return { complaint: `silence with status ${status}`, mappings: 0 };
  if (stdout !== '' && json && command === 'search') {
    const wrong = validateResult(JSON.parse(stdout), 'result');
    if (wrong.length > 0) return { complaint: wrong[0]!.message, mappings: 0 };
  }
  return { mappings: command === 'search' && status === 0 ? 1 : 0 };
}

function searchFlags(choices: Choices): readonly string[] {
  const { algorithm, top, frontier, threads } = searchOptions(choices);
  const [seconds, most] = [limitSeconds(choices).toFixed(3), '512'];
  const flags = ['--algorithm', algorithm, '--top', `${top}`, '--threads', `${threads}`, '--no-results'];
  return [...flags, '--time-limit', seconds, '--memory-limit', most, ...(frontier ? ['--frontier'] : [])];
}
