// A tile's memory is one: what is at home and what the work takes at most fit it together, and the work no more than its share (sections
// 2.5, 2.7). Few tiles, so that tensors of a test fill them.

import { describe, expect, it } from 'vitest';
import { searched } from '../../searched.js';
import { evaluated, productOf } from './problems.js';

/** Of a tile, but for the reserve. */
const room = 638_976 - 16_384 - 6 * 48 - 32;
const four = ['tile.spatial.meshX=4', `memory.depth=${4 * room}`];
const fixed = ['ragged_splits=false', 'kernel=amp', 'swapped=false', 'partials=half'].map((one) => `machine.${one}`);

/** 128 x 512 by 512 x `n`, halves, on four tiles, each with a quarter of the columns, in steps of 16 x `groups`. */
function product(n: number, groups: number, set: readonly string[] = []) {
  const mapping = `mapping:
  - {target: memory, type: temporal, factors: [M=${n / 64 / groups}]}
  - {target: tile, type: spatial, factors: [M=4]}
  - {target: tile, type: temporal, factors: [C=32, M=${groups}]}
  - {target: coefficients, type: temporal, factors: [P=128]}
`;
  return evaluated({ arch: 'mk2', workload: productOf(128, n, 512), mapping, set: [...four, ...fixed, ...set] });
}

describe('what is at home leaves the rest to the work', () => {
  it('beyond the 40 % that are not for the work', () => {
    const outcome = product(1024, 4);
    if (outcome.kind !== 'evaluated') throw new Error(outcome.diagnostics.map(({ message }) => message).join('\n'));
    const facts = Object.fromEntries(outcome.evaluation.machine!.facts.map(({ name, value }) => [name, value]));
    const home = (2 * (128 * 512 + 512 * 1024 + 128 * 1024)) / 4;
    expect(facts['tile memory: at home']).toBe(home);
    expect(home).toBeGreaterThan(0.5 * 638_976);
    expect(facts['tile memory in use']).toBeLessThanOrEqual(638_976);
  });

  it('and no more', () => {
    const outcome = product(1024, 8);
    expect(outcome.kind).toBe('invalid-mapping');
    const data = 2 * (128 * 512 + 512 * 128 + 128 * 128);
    const said = outcome.diagnostics.map(({ message }) => message).join();
    const [, work, left] = /^tile: Outputs: (\d+) B during the work, and (\d+) B are left/.exec(said)!.map(Number);
    expect(left).toBe(room - (2 * (128 * 512 + 512 * 1024 + 128 * 1024)) / 4);
    // With its descriptors, it would have fitted the share of the work.
    expect(work).toBeGreaterThan(Math.max(data, left!));
    expect(work).toBeLessThan(Math.min(1.01 * data, 0.6 * 638_976));
  });
});

it('the search proves what a walk over every mapping finds, where tensors at home leave less than the share', async () => {
  const set = {
    'tile.spatial.meshX': 4,
    'memory.depth': 4 * room,
    ragged_splits: 'false',
    kernel: 'amp',
    swapped: 'false',
    partials: 'half',
  };
  const asked = { machine: 'ipu-mk2', workload: productOf(128, 1024, 512), set };
  const options = { objective: ['cycles'] } as const;
  const proven = await searched(asked, { ...options, algorithm: 'optimal' });
  const walked = await searched(asked, { ...options, algorithm: 'exhaustive' });
  expect([proven.optimal, walked.optimal]).toEqual([true, true]);
  expect(proven.mappings[0]!.cycles).toBe(walked.mappings[0]!.cycles);
});
