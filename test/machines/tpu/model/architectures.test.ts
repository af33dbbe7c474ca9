// The shipped TPUs: read without a word, agree with the table of the generations, say where every number comes from, and cost
// layers of the shipped networks.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Generation, type OperandType, weightBits } from '../../../../src/machines/tpu/generation.js';
import { generations } from '../../../../src/machines/tpu/generations.js';
import { problemOf } from '../../../../src/machines/tpu/model/problem.js';
import { root, shippedFiles } from '../../../shipped/shipped-files.js';
import { checkSeams } from '../../seam-checks.js';
import { archText, built, productOf } from './problems.js';

const names = generations.map(({ name }) => name);

it('every generation has a file, and every file a generation', () => {
  const files = shippedFiles('arch').flatMap((path) => /tpu-(v\d\w?)\.yaml$/.exec(path)?.[1] ?? []);
  expect(files.toSorted()).toEqual(names.toSorted());
});

function workloadText(path: string): string {
  return readFileSync(join(root, 'workloads/nets', `${path}.yaml`), 'utf8');
}

describe.each(names)('%s', (arch) => {
  const generation: Generation = generations.find(({ name }) => name === arch)!;

  it.each(['resnet50/11-conv3_x-3x3', 'bert-base/seq128-04-ffn-up'])('costs %s', (layer) => {
    const { problem, said } = built({ arch, workload: workloadText(layer) });
    expect(said).toEqual([]);
    expect(checkSeams(problem!, 2)).toBeGreaterThan(0);
  });

  it('agrees with the table of the generations', () => {
    const { problem } = built({ arch, workload: productOf(512, 512, 512) });
    const { architecture, workload } = problem!;
    const { settings, places, arrays } = problemOf(workload, architecture);
    expect(settings.clockMhz).toBe(generation.clockMhz.value);
    expect(places.widths).toMatchObject({
      core: generation.cores.value,
      mxu: generation.mxusPerCore.value,
      row: generation.arrayRows.value,
      column: generation.arrayColumns.value,
    });
    expect(arrays).toMatchObject({
      streamRows: generation.streamRows.value,
      weightShiftCycles: generation.weightShiftCycles.value,
    });
    for (const type of Object.keys(generation.rates) as OperandType[]) {
      expect([type, settings.rowsPerCycle[type]]).toEqual([type, generation.rates[type]!.rowsPerCycle.value]);
      expect(weightBits[type]).toBeGreaterThan(0);
    }
    const memory = architecture.levels[places.memory]!;
    const gbPerSecond = settings.weightFetchGbPerSecond ?? (memory.sharedBandwidth! * settings.clockMhz) / 1000;
    expect(gbPerSecond).toBeCloseTo(generation.memoryGbPerSecond.value, 9);
  });

  it('flags the energy of every component that costs any', () => {
    const { architecture, workload } = built({ arch, workload: productOf(8, 8, 8) }).problem!;
    const { energyFlags } = problemOf(workload, architecture).settings;
    const costing = architecture.levels.filter(({ energy }) => energy.readPj > 0).map(({ name }) => name);
    expect(Object.keys(energyFlags).toSorted()).toEqual([...costing, architecture.compute.name].toSorted());
    expect(architecture.levels.map(({ energy }) => energy.source)).not.toContain('default');
  });

  it('says of every number where it comes from', () => {
    const text = archText(arch);
    const before = text.slice(0, text.indexOf('\nERT:'));
    const bare = before
      .split('\n')
      .filter(
        (line) =>
          /^\s+\w+: .*\d/.test(line) &&
          !/^\s+(version|datawidth|width|global_cycle_seconds|types|layouts|name|energy_flags)/.test(line),
      )
      .filter((line) => !/#.*(public|recalled|estimate|not counted)/.test(line));
    expect(bare).toEqual([]);
    const energies = text.slice(text.indexOf('\nERT:')).match(/actions:.*/g)!;
    expect(energies.filter((line) => !/(public|recalled|estimate)/.test(line))).toEqual([]);
  });
});
