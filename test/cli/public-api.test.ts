// A program that uses the package as its users do: by name, compiled, through `exports`.

import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { example, root } from './run-mapper.js';

const program = `
import { buildMapping, buildProblem, compilePlan, defaultModelOptions, evaluateMapping, loadInput, readSpec, runSearch } from 'mapper';
const [arch, workload, mapping] = ${JSON.stringify(example)}.map((path) => loadInput(path, 'any').value);
const model = { ...defaultModelOptions, cumulativeFanout: false };
const options = { compat: 'none', overrides: [] };
const spec = readSpec([arch, workload, mapping], options).value;
const problem = buildProblem(spec, options).value;
const built = buildMapping(spec, problem, options).value;
const plan = compilePlan(problem.workload, problem.architecture, built.constraints, model);
const { cycles, energyPj } = evaluateMapping(plan, built.mapping);
const small = loadInput('workloads/conv/conv1d-example.yaml', 'any').value;
const two = loadInput('arch/teaching-two-level.yaml', 'any').value;
const other = buildProblem(readSpec([two, small], options).value, options).value;
const otherPlan = compilePlan(other.workload, other.architecture, other.constraints, model);
const asked = { objective: ['energy'], algorithm: 'exhaustive', top: 1, frontier: false, threads: 1, seed: '0', timeLimitSeconds: null,
  maxEvaluations: null, victoryCondition: null, imperfect: false, memoryLimitBytes: 1e9 };
const result = await runSearch(other, otherPlan, asked);
console.log(JSON.stringify({ cycles, energyPj, optimal: result.optimal, best: result.mappings[0].energyPj }));
`;

it('reads, builds, evaluates and searches', () => {
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], { cwd: root, encoding: 'utf8' });
  expect(run.stderr).toBe('');
  const { cycles, energyPj, optimal, best } = JSON.parse(run.stdout);
  expect([cycles, optimal]).toEqual([32, true]);
  expect(energyPj).toBeCloseTo(13683.66331168, 6);
  expect(best).toBeLessThan(8621.56);
});
