import { describe, expect, it } from 'vitest';
import { unpipelinedCycles } from '../../../../src/machines/tpu/mxu/unpipelined-cycles.js';
import { scaleSimRuns } from './scale-sim.js';

describe('SCALE-Sim reports one cycle less', () => {
  it.each(scaleSimRuns)('than %dx%d %s m %d, k %d, n %d', (arrayRows, columns, dataflow, m, k, n, cycles) => {
    expect(unpipelinedCycles({ m, k, n }, { rows: arrayRows, columns }, dataflow) - 1).toBe(cycles);
  });

  it('in all sixteen runs', () => expect(scaleSimRuns).toHaveLength(16));
});
