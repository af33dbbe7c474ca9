// The shipped architectures: they read without a word, and take a layer of a convolutional network and one of a transformer.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { figureOf } from '../../../../src/machines/ipu/parameters.js';
import { root } from '../../../shipped/shipped-files.js';
import { checkSeams } from '../../seam-checks.js';
import { built } from './problems.js';

const shipped = [
  { arch: 'mk1', generation: 'mk1', chips: 1 },
  { arch: 'mk2', generation: 'mk2', chips: 1 },
  { arch: 'bow', generation: 'bow', chips: 1 },
  { arch: 'pod4-mk2', generation: 'mk2', chips: 4 },
] as const;

const layers = ['nets/resnet50/17-conv4_x-3x3', 'nets/bert-base/seq384-02-attention-scores'];

describe.each(shipped)('ipu-$arch', ({ arch, generation, chips }) => {
  it.each(layers)('takes %s', (layer) => {
    const workload = readFileSync(join(root, `workloads/${layer}.yaml`), 'utf8');
    const { problem, said } = built({ arch, workload });
    expect(said).toEqual([]);
    expect(checkSeams(problem!, 3)).toBeGreaterThan(0);
  });

  it('has the tiles, the lanes, the clock and the memory of its generation', () => {
    const workload = readFileSync(join(root, `workloads/${layers[0]}.yaml`), 'utf8');
    const { architecture } = built({ arch, workload }).problem!;
    const level = (name: string) => architecture.levels.find((one) => one.name === name)!;
    const [tile, memory] = [level('tile'), level('memory')];
    expect(tile.instances).toBe(chips * figureOf(generation, 'tiles'));
    expect(architecture.compute.instances / tile.instances).toBe(
      figureOf(generation, 'ampUnitsHalfHalf') * figureOf(generation, 'ampMacsPerUnitHalf'),
    );
    const seconds = tile.attributes.global_cycle_seconds as number;
    expect(1e-6 / seconds).toBeCloseTo(figureOf(generation, 'clockMhz'), 3);
    // Work, home, code and stacks, workers' scratch, and what loops may read past the end.
    const reserved = 16_384 + 6 * 48 + 32;
    const home = memory.capacityWords! / tile.instances;
    // One chip has its memory for both; beside streaming memory each has its own.
    const taken = (chips === 1 ? home : home + tile.capacityWords!) + reserved;
    expect(taken).toBe(figureOf(generation, 'memoryBytes'));
    expect(tile.capacityWords).toBe(
      Math.floor(figureOf(generation, 'availableMemoryProportion') * figureOf(generation, 'memoryBytes')),
    );
  });

  it('has the energies of the parameters, every one marked as an estimate', () => {
    const text = readFileSync(join(root, `arch/ipu-${arch}.yaml`), 'utf8');
    const energies = text
      .slice(text.indexOf('ERT:'))
      .split(/- name: /)
      .slice(1);
    expect(energies.length).toBeGreaterThanOrEqual(5);
    for (const table of energies) expect(table).toContain('# ESTIMATE');
    const [sram, exchange, mac] = [
      figureOf(generation, 'sramPjPerByte'),
      figureOf(generation, 'exchangePjPerByte'),
      figureOf(generation, 'macHalfPj'),
    ];
    const workload = readFileSync(join(root, `workloads/${layers[0]}.yaml`), 'utf8');
    const { architecture } = built({ arch, workload }).problem!;
    const [tile, memory] = ['tile', 'memory'].map((name) => architecture.levels.find((one) => one.name === name)!);
    expect(tile!.energy.readPj).toBeCloseTo(sram, 6);
    expect(memory!.energy.readPj).toBeCloseTo(sram + exchange, 6);
    expect(architecture.compute.energyPj).toBeCloseTo(mac, 6);
  });
});
