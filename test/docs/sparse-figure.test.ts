// The figure of docs/sparse.md, drawn with the report's library and theme: one machine, one layer and one mapping, over
// the density of weights and inputs. `npx vitest run test/docs --update` draws it again.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Evaluation } from '../../src/model/evaluation.js';
import { runPipeline } from '../support/pipeline.js';
import { lineChart } from './line-chart.js';

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

test('energy and cycles over density', async () => {
  const panel = (title: string, of: (evaluation: Evaluation) => number) => ({
    title,
    series: names.map((name) => ({
      name,
      points: runs[name]!.map((evaluation, at) => [densities[at]!, of(evaluation)] as const),
    })),
  });
  const svg = await lineChart({
    title: 'ResNet-50 conv2_x 3 x 3 on an Eyeriss-like chip, one mapping',
    x: { title: 'density of weights and inputs' },
    panels: [panel('energy (uJ)', ({ energyPj }) => energyPj / 1e6), panel('cycles', ({ cycles }) => cycles)],
  });
  await expect(svg).toMatchFileSnapshot('../../docs/images/sparse-density.svg');
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
