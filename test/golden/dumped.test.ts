// Two more published designs, as the reference's front end dumped them: the architecture as a line of levels, and fan-outs
// as levels of their own. Accesses and cycles exactly, energies as far as they were printed.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runPipeline } from '../support/pipeline.js';

interface Published {
  readonly cycles: number;
  /** In microjoules, with two places. */
  readonly energy: string;
  /** `Total scalar accesses` of a level, and its energy per compute, with two places. */
  readonly levels: Readonly<Record<string, readonly [accesses: number, energy: string]>>;
  readonly perCompute: 'pJ' | 'fJ';
}

const designs: Readonly<Record<string, Published>> = {
  simba_like: {
    cycles: 225792,
    energy: '239.15',
    levels: {
      DRAM: [554147, '3272.35'],
      GlobalBuffer: [2329015, '404.87'],
      PEInputBuffer: [3389904, '9512.16'],
      PEWeightBuffer: [1549152, '2273.35'],
      PEAccuBuffer: [22880256, '6264.98'],
      PEWeightRegs: [12386304, '22.78'],
    },
    perCompute: 'fJ',
  },
  simple_output_stationary: {
    cycles: 677376,
    energy: '131.18',
    levels: {
      DRAM: [554147, '6.54'],
      shared_glb: [3539619, '2.62'],
      pe_spad: [21274624, '2.20'],
      weight_reg: [13547520, '0.14'],
      input_activation_reg: [21676032, '0.14'],
      output_activation_reg: [31711232, '0.14'],
    },
    perCompute: 'pJ',
  },
};

const textOf = (path: string): string => readFileSync(new URL(`published/${path}`, import.meta.url), 'utf8');

describe.each(Object.entries(designs))('%s', (design, published) => {
  const [rest, problem] = textOf(`${design}/parsed-processed-input.yaml`).split(/^(?=problem:)/m);
  const { evaluation } = runPipeline(
    {
      architecture: rest!,
      problem: problem!,
      mapping: textOf(`${design}/timeloop-mapper.map.yaml`),
      ert: textOf(`${design}/timeloop-mapper.ERT_summary.yaml`),
    },
    { compat: 'timeloop-2024' },
  );

  test('has the published totals', () => {
    expect(evaluation!.cycles).toBe(published.cycles);
    expect((evaluation!.energyPj / 1e6).toFixed(2)).toBe(published.energy);
  });

  test.each(Object.entries(published.levels))('%s', (name, [accesses, energy]) => {
    const level = evaluation!.levels.find((one) => one.name === name)!;
    const kinds = Object.values(level.dataspaces).map(
      ({ scalarReads, scalarFills, scalarUpdates }) => scalarReads + scalarFills + scalarUpdates,
    );
    const total = kinds.reduce((sum, words) => sum + words, 0) * level.utilizedInstances;
    expect(total).toBe(accesses);
    const perCompute = (level.energyPj / evaluation!.computes) * (published.perCompute === 'fJ' ? 1000 : 1);
    expect(perCompute.toFixed(2)).toBe(energy);
  });
});
