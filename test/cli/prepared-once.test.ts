// What layers of a network have in common is prepared once, and what is found of one is costed once for all documents.

import { expect, it } from 'vitest';
import { buildLayer } from '../../src/cli/layers.js';
import type { Options } from '../../src/cli/options.js';
import { runSearch } from '../../src/parallel/run-search.js';
import { foundAs } from '../../src/results/mapping-row.js';
import { loadInput } from '../../src/spec/read/load.js';
import { usualOptions } from '../search/random-search.js';

const settings: Options = new Map([
  ...(['threads', 'top'] as const).map((name) => [name, { value: 1, origin: 'default' }] as const),
]);
const file = (path: string) => loadInput(path, 'any').value!;
const architecture = file('arch/teaching-two-level.yaml');
const layer = (name: string, overrides: { key: string; value: string }[] = []) =>
  buildLayer([architecture, file(`workloads/nets/alexnet/${name}.yaml`)], settings, { compat: 'auto', overrides })
    .value!;

it('an architecture is built once for its layers, and anew where a setting changes it', () => {
  const [first, second] = [layer('02-conv2'), layer('03-conv3')];
  expect(second.problem.workload.bounds).not.toEqual(first.problem.workload.bounds);
  expect(second.problem.architecture.levels).toBe(first.problem.architecture.levels);
  const [innermost] = first.problem.architecture.levels;
  const other = layer('03-conv3', [{ key: `${innermost!.name}.width`, value: '32' }]);
  expect(other.problem.architecture.levels).not.toBe(first.problem.architecture.levels);
});

it('a mapping is costed once', async () => {
  const { problem, plan } = layer('02-conv2');
  const { mappings } = await runSearch(problem, plan, { ...usualOptions, algorithm: 'random', maxEvaluations: 200 });
  const found = foundAs({ problem, plan }, mappings[0]!);
  expect(foundAs({ problem, plan }, mappings[0]!)).toBe(found);
  expect(found.evaluation.energyPj).toBe(mappings[0]!.energyPj);
});
