// A layer split over chips (section 2.7): what one chip does, and what passes the links.

import { describe, expect, it } from 'vitest';
import { machineModel } from '../../../../src/machines/models.js';
import { alternativesOf } from '../../../../src/mapping/alternatives.js';
import type { SearchResult } from '../../../../src/search/result.js';
import { convolutionOf, problemOf, productOf, type Stated, searched } from '../../searched.js';

const machine = 'tpu-v5e';

/** v5e: 45 GB/s each way on both sides of a chip, 1.5 GHz. */
const linkCycles = (bytes: number, chips: number): number => ((bytes * (chips - 1)) / chips / 90e9) * 1.5e9;

async function best(workload: string, set: Stated = {}): Promise<SearchResult['mappings'][number]> {
  const { mappings, optimal } = await searched({ machine, workload, set }, { objective: ['cycles', 'energy'] });
  expect(optimal).toBe(true);
  return mappings[0]!;
}

describe('a product of [512,1024] by [1024,2048] on four chips', () => {
  const workload = productOf(512, 1024, 2048);

  it.each([
    // Names of the shape: A [M,K] by B [K,N]; B lies in the arrays.
    ['rows', productOf(128, 1024, 2048), 0],
    ['columns', productOf(512, 1024, 512), 512 * 1024 * 2],
    ['reduction', productOf(512, 256, 2048), 512 * 2048 * 4],
  ] as const)('split by %s: one chip and its links, energies of all', async (split, part, bytes) => {
    const [whole, one] = [await best(workload, { chips: 4, split }), await best(part)];
    expect(whole.cycles).toBeCloseTo(one.cycles + linkCycles(bytes, 4), 3);
    expect(whole.energyPj / one.energyPj).toBeCloseTo(4, 9);
  });

  it('is searched over all splits', async () => {
    const open = await best(workload, { chips: 4 });
    const fixed = await Promise.all(
      (['rows', 'columns', 'reduction'] as const).map((split) => best(workload, { chips: 4, split })),
    );
    expect(open.cycles).toBe(Math.min(...fixed.map(({ cycles }) => cycles)));
  });
});

it('few rows are split such that each chip loads weights of its own', async () => {
  const workload = productOf(8, 8192, 8192);
  const [rows, columns, open] = [
    await best(workload, { chips: 8, split: 'rows' }),
    await best(workload, { chips: 8, split: 'columns' }),
    await best(workload, { chips: 8 }),
  ];
  expect(columns.cycles).toBeLessThan(rows.cycles / 5);
  expect(open.cycles).toBeLessThanOrEqual(columns.cycles);
});

it('small collectives take the hops to the other side of the ring', async () => {
  const workload = productOf(8, 128, 1024);
  const [whole, one] = [await best(workload, { chips: 8, split: 'columns' }), await best(productOf(8, 128, 128))];
  expect(whole.cycles - one.cycles).toBeCloseTo(4 * 1500, 3);
});

it('groups and batches pass no links, windows are not cut', () => {
  const splitsOf = (workload: string): unknown =>
    alternativesOf(problemOf({ machine, workload, set: { chips: 2, space_to_depth: 'false' } }))
      .map((one) => machineModel(one)!.choices.split)
      .filter((split, at, all) => all.indexOf(split) === at)
      .toSorted();
  expect(splitsOf(convolutionOf('C: 8, M: 8, R: 3, S: 3, N: 1, P: 8, Q: 8'))).toEqual(['columns', 'reduction']);
  expect(splitsOf(convolutionOf('C: 8, M: 8, R: 3, S: 3, N: 4, P: 8, Q: 8'))).toEqual(['columns', 'reduction', 'rows']);
});

it('what cannot be split, or has no links, is refused', () => {
  const refused = (asked: Parameters<typeof problemOf>[0]): string => {
    try {
      problemOf(asked);
      return '';
    } catch (thrown) {
      return (thrown as Error).message;
    }
  };
  const workload = productOf(4, 4, 4);
  expect(refused({ machine, workload, set: { chips: 8 } })).toMatch(
    /no dimension can be split over 8 chips by rows or groups or columns or reduction/,
  );
  expect(refused({ machine, workload, set: { chips: 8, split: 'groups' } })).toMatch(/over 8 chips by groups/);
  for (const without of ['tpu-v1', 'tpu-v4i'])
    expect(refused({ machine: without, workload, set: { chips: 2 } })).toMatch(
      /2 chips need machine.link_gb_per_second/,
    );
});

it.each([productOf(64, 512, 256), convolutionOf('C: 64, M: 64, R: 3, S: 3, N: 4, P: 7, Q: 7')])(
  'a file without a number for its links takes one that is stated: %s',
  async (workload) => {
    const set = { chips: 4, link_gb_per_second: 50 };
    const { mappings, optimal } = await searched({ machine: 'tpu-v4i', workload, set }, { objective: ['cycles'] });
    expect([optimal, mappings.length]).toEqual([true, 1]);
  },
);
