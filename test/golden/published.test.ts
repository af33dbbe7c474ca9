// Two published designs, with the mappings and statistics that were published: the reference of 2024, so its older rule
// for sliding windows. Counts and cycles exactly, energies as far as they were printed.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { walk } from '../judges/walk.js';
import { type CaseTexts, runPipeline } from '../support/pipeline.js';
import { readStatistics } from './statistics.js';

const published = new URL('published/', import.meta.url);

function textOf(path: string): string {
  return readFileSync(new URL(path, published), 'utf8');
}

function textsOf(design: string): CaseTexts {
  return {
    architecture: textOf(`${design}/arch.yaml`),
    problem: textOf('default_problem.yaml'),
    mapping: textOf(`${design}/mapping.yaml`),
    ert: textOf(`${design}/timeloop-mapper.ERT.yaml`),
  };
}

describe.each(['eyeriss_like', 'simple_weight_stationary'])('%s', (design) => {
  const { evaluation, plan, mapping, diagnostics } = runPipeline(textsOf(design), { compat: 'timeloop-2024' });
  const { levels, summary } = readStatistics(textOf(`${design}/timeloop-mapper.stats.txt`));

  test('is read and mapped without errors', () => {
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('prints the published loop nest', () => {
    expect(evaluation!.loopNest.trimEnd()).toBe(textOf(`${design}/timeloop-mapper.map.txt`).trimEnd());
  });

  test('has the published counts, cycles and energies', () => {
    const compute = levels.get(evaluation!.compute.name)!.get('')!;
    expect(evaluation!.computes).toBe(compute.get('Computes (total)'));
    expect(evaluation!.compute.utilizedInstances).toBe(compute.get('Utilized instances'));
    expect(evaluation!.compute.cycles).toBe(compute.get('Cycles'));
    printed(evaluation!.compute.energyPj, compute.get('Energy (total)'));

    let compared = 0;
    for (const level of evaluation!.levels) {
      const figures = levels.get(level.name)!;
      expect(level.cycles, level.name).toBe(figures.get('')!.get('Cycles'));
      printed(level.leakageEnergyPj, figures.get('')!.get('Leakage energy (total)'));
      for (const [name, counts] of Object.entries(level.dataspaces)) {
        const want = figures.get(name)!;
        const got = {
          'Partition size': counts.partitionSize,
          'Utilized capacity': counts.utilizedCapacity,
          'Utilized instances (max)': level.utilizedInstances,
          'Scalar reads (per-instance)': counts.scalarReads,
          'Scalar fills (per-instance)': counts.scalarFills,
          'Scalar updates (per-instance)': counts.scalarUpdates,
          'Temporal reductions (per-instance)': counts.temporalReductions,
        };
        const published = Object.fromEntries(Object.keys(got).map((label) => [label, want.get(label)]));
        expect(got, `${level.name} ${name}`).toEqual(published);
        printed(counts.energyPj, want.get('Energy (total)'));
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThanOrEqual(6);
  });

  test('has the published totals', () => {
    expect(evaluation!.cycles).toBe(summary.get('Cycles'));
    expect(evaluation!.utilization * 100).toBeCloseTo(summary.get('Utilization')!, 2);
    expect(evaluation!.energyPj / 1e6).toBeCloseTo(summary.get('Energy')!, 2);
    expect((evaluation!.energyPj * 1e3) / evaluation!.computes).toBeCloseTo(summary.get('Total')!, 2);
  });

  test('costs the same by the literal walk', () => {
    const judgement = walk(plan!, mapping!);
    expect(judgement.cycles).toBe(evaluation!.cycles);
    expect(judgement.energyPj).toBeCloseTo(evaluation!.energyPj, 3);
  });
});

test("today's rule for sliding windows reads fewer inputs", () => {
  const { evaluation } = runPipeline(textsOf('eyeriss_like'), { compat: 'timeloop-v4' });
  const words = evaluation!.levels.find(({ name }) => name === 'DRAM')!.dataspaces.Inputs!.scalarReads;
  expect(words).toBe(156_600);
});

/** The tables were printed with two decimals. */
function printed(value: number, want: number | undefined): void {
  expect(want).toBeDefined();
  expect(Math.abs(value - want!)).toBeLessThanOrEqual(0.0051);
}
