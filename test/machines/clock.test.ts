// The clock of a machine section and the length of a cycle in the tree are two words for one thing.

import { describe, expect, it } from 'vitest';
import { problemWith } from './searched.js';

const layer = 'workloads/gemm/gemm-small.yaml';

describe.each([
  ['tpu-v5e', 'clock_mhz', 750, 750e6],
  ['epu-q8', 'clock_hz', 2e8, 2e8],
  ['ipu-mk2', 'generation', 'bow', 1.85e9],
])('%s with another %s', (machine, key, value, hertz) => {
  const said = (set: Record<string, string | number>) =>
    problemWith({ machine, workload: layer, set }).diagnostics.filter(({ code }) => code === 'W-ATTRIBUTE');

  it('is warned of, with what to set', () => {
    const [one, ...others] = said({ [key]: value });
    expect(one?.message).toContain(`machine.${key} makes the clock ${hertz / 1e6} MHz`);
    expect(one?.hint).toContain(`make it ${Number((1 / hertz).toPrecision(7))} `);
    expect(one?.span?.source.name).toBe(`--set machine.${key}`);
    expect(others).toEqual([]);
  });

  it('is not where both are changed, nor in the file as it is', () => {
    expect(said({ [key]: value, 'system.global_cycle_seconds': 1 / hertz })).toEqual([]);
    expect(said({})).toEqual([]);
  });
});
