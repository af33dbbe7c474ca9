// The figure of docs/sparse.md, drawn by `mapper report` from a table of results: one layer and one mapping over the density of
// weights and inputs. `npx vitest run test/docs --update` draws it again.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Evaluation } from '../../src/model/evaluation.js';
import { csvText } from '../../src/results/csv.js';
import { mapperHere } from '../cli/run-mapper.js';
import { runPipeline } from '../support/pipeline.js';

const shipped = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const skipping = (text: string): string => text.replace('type: gating, target', 'type: skipping, target');
const gating = shipped('arch/eyeriss-like-gating.yaml');
const layer = shipped('workloads/sparse/pruned-conv3x3.yaml');
const mapping = shipped('workloads/mappings/eyeriss-like-resnet50-conv2_x-3x3.yaml');

/** One chip: blind to zeros, as it is, with zero inputs jumped over instead of gated, and with inputs coded up to the PEs besides. */
const machines: Readonly<Record<string, string>> = {
  dense: shipped('arch/eyeriss-like.yaml'),
  gating,
  skipping: skipping(gating),
  compressed: skipping(shipped('arch/eyeriss-like-rle.yaml')),
};
const densities = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

function evaluate(machine: string, density: number): Evaluation {
  const problem = layer.replace(/density: 0\.\d/g, `density: ${density}`);
  const { evaluation, diagnostics } = runPipeline(
    { architecture: machines[machine]!, problem, mapping },
    { compat: 'none' },
  );
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
  return evaluation!;
}

const names = Object.keys(machines);
const runs = Object.fromEntries(names.map((name) => [name, densities.map((density) => evaluate(name, density))]));
const directory = mkdtempSync(join(tmpdir(), 'mapper-densities-'));

afterAll(() => rmSync(directory, { recursive: true }));

test('energy and cycles over density', async () => {
  const header = [
    'architecture',
    'workload',
    'objective',
    'rank',
    'cycles',
    'energy_pj',
    'density of weights and inputs',
  ];
  const rows = names.flatMap((name) =>
    runs[name]!.map(({ cycles, energyPj }, at) => [name, 'conv2_x', 'edp', 1, cycles, energyPj, densities[at]!]),
  );
  writeFileSync(join(directory, 'densities.csv'), csvText([header, ...rows]));
  const { status, stderr } = await mapperHere(['report', 'densities.csv', '-o', 'densities.svg'], { directory });
  expect(status, stderr).toBe(0);
  const picture = readFileSync(join(directory, 'densities.svg'), 'utf8');
  await expect(picture).toMatchFileSnapshot('../../docs/images/sparse-density.svg');
});

test('shows what is meant: gating saves energy, skipping time too, and coding pays where there is little to code', () => {
  const { dense, gating, skipping, compressed } = runs as Record<string, readonly Evaluation[]>;
  for (const at of densities.keys()) {
    expect(skipping![at]!.cycles).toBeLessThanOrEqual(gating![at]!.cycles);
    if (at === 0) continue;
    for (const one of [gating, skipping, compressed])
      expect(one![at]!.energyPj).toBeGreaterThanOrEqual(one![at - 1]!.energyPj);
  }
  expect(gating![0]!.cycles).toBe(dense![0]!.cycles);
  expect(skipping![0]!.cycles).toBeLessThan(gating![0]!.cycles);
  expect(gating![0]!.energyPj).toBeLessThan(dense![0]!.energyPj);
  expect(compressed![0]!.energyPj).toBeLessThan(gating![0]!.energyPj);
  expect(compressed!.at(-1)!.energyPj).toBeGreaterThan(dense!.at(-1)!.energyPj);
});
