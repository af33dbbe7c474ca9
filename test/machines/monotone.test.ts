// More of anything is never worse: the proven optimum of a random layer on a machine with more bandwidth, more memory or more units of the
// same kind takes no more cycles.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convolutionOf, productOf, type Stated, searched } from './searched.js';

interface Step {
  readonly name: string;
  readonly machine: string;
  readonly less: Stated;
  readonly more: Stated;
}

const steps: readonly Step[] = [
  {
    name: 'HBM bandwidth',
    machine: 'tpu-v5e',
    less: { 'HBM.shared_bandwidth': 100 },
    more: { 'HBM.shared_bandwidth': 300 },
  },
  { name: 'vector memory', machine: 'tpu-v5e', less: { 'VMEM.depth': 262144 }, more: { 'VMEM.depth': 1048576 } },
  { name: 'arrays', machine: 'tpu-v5e', less: { 'mxu.spatial.meshX': 2 }, more: {} },
  { name: 'cores', machine: 'tpu-v3', less: { 'core.spatial.meshX': 1 }, more: {} },
  { name: 'weight bandwidth', machine: 'tpu-v1', less: {}, more: { weight_fetch_gb_per_second: 68 } },
  { name: 'DDR bandwidth', machine: 'epu-q8', less: {}, more: { ddr_bytes_per_cycle: 25.6 } },
  { name: 'on-chip memory', machine: 'epu-q8', less: { 'OCM.depth': 262144 }, more: {} },
  { name: 'tiles', machine: 'ipu-mk2', less: { 'tile.spatial.meshX': 736, 'memory.depth': 294912 }, more: {} },
];

const layers = fc.oneof(
  fc
    .record({
      m: fc.integer({ min: 1, max: 96 }),
      k: fc.integer({ min: 1, max: 300 }),
      n: fc.integer({ min: 1, max: 300 }),
    })
    .map(({ m, k, n }) => productOf(m, k, n)),
  fc
    .record({
      c: fc.integer({ min: 1, max: 96 }),
      m: fc.integer({ min: 1, max: 96 }),
      r: fc.constantFrom(1, 3),
      p: fc.integer({ min: 2, max: 16 }),
    })
    .map(({ c, m, r, p }) => convolutionOf(`C: ${c}, M: ${m}, R: ${r}, S: ${r}, N: 1, P: ${p}, Q: ${p}`)),
);

describe.each(steps)('$machine: more $name', ({ machine, less, more }) => {
  it('takes no more cycles', async () => {
    await fc.assert(
      fc.asyncProperty(layers, async (workload) => {
        const cyclesOf = async (set: Stated): Promise<number> => {
          const { mappings, optimal } = await searched({ machine, workload, set }, { objective: ['cycles'] });
          expect(optimal || mappings.length === 0).toBe(true);
          return mappings[0]?.cycles ?? Number.POSITIVE_INFINITY;
        };
        const [few, many] = [await cyclesOf(less), await cyclesOf(more)];
        expect(many).toBeLessThanOrEqual(few * (1 + 1e-9));
      }),
      { numRuns: Number(process.env.MAPPER_PROPERTY_RUNS ?? 2), seed: Number(process.env.MAPPER_PROPERTY_SEED ?? 1) },
    );
  });
});
