// Pictures of the machines' roofs with the layers of two networks under them, from cycles that searches found
// (`mapper search arch/<machine>.yaml workloads/nets/<network>/*.yaml --objective cycles`, kept in test/golden/machines/rooflines.json).

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { machineModel } from '../../src/machines/models.js';
import { alternativesOf } from '../../src/mapping/alternatives.js';
import { readProblem, root } from '../shipped/shipped-files.js';
import { type Point, rooflinePlot } from './roofline-plot.js';

const kept = JSON.parse(readFileSync(join(root, 'test/golden/machines/rooflines.json'), 'utf8')) as Readonly<
  Record<string, Readonly<Record<string, number>>>
>;

interface Roofed extends Point {
  readonly memories: readonly string[];
}

/** Computing and the slowest of the memories, as the model has them for the layer: the least over what may be chosen. */
function roofed(machine: string, file: string, cycles: number): Roofed {
  const { value: problem } = readProblem(`arch/${machine}.yaml`, file);
  const roofs = alternativesOf(problem!).map((one) => {
    const [computing, ...memories] = machineModel(one)!.rooflines;
    return { computing: computing!.cycles, moving: Math.max(...memories.map((roof) => roof.cycles)), memories };
  });
  const computing = Math.min(...roofs.map((roof) => roof.computing));
  const moving = Math.min(...roofs.map((roof) => roof.moving));
  const [, , network, layer] = file.replace('.yaml', '').split('/');
  return {
    network: network!,
    layer: layer!,
    intensity: computing / moving,
    share: computing / cycles,
    memories: roofs[0]!.memories.map(({ name }) => name),
  };
}

describe.each(Object.keys(kept))('%s', (machine) => {
  const points = Object.entries(kept[machine]!).map(([file, cycles]) => roofed(machine, file, cycles));

  it('has every layer under its roofs', () => {
    expect(points.length).toBeGreaterThan(20);
    for (const { layer, intensity, share } of points)
      expect(share, layer).toBeLessThanOrEqual(Math.min(1, intensity) * (1 + 1e-9));
  });

  it('is drawn', async () => {
    const memories = [...new Set(points.flatMap((one) => one.memories))].join(' or ');
    await expect(rooflinePlot(machine, memories, points)).toMatchFileSnapshot(
      `../../docs/images/roofline-${machine}.svg`,
    );
  });
});
