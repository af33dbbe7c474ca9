// A tensor that lies in vector memory between two layers takes its tiles there once: no second block is on its way, and no sums are kept.

import { expect, it } from 'vitest';
import { machineModel } from '../../../src/machines/models.js';
import { compilePlan, defaultModelOptions } from '../../../src/model/plan.js';
import { problemOf, productOf } from '../searched.js';

it('takes half of what blocks that come and go take, and is laid out anew once', () => {
  const { workload, architecture, constraints } = problemOf({
    machine: 'tpu-v5e',
    workload: productOf(512, 512, 1024),
  });
  const plan = compilePlan(workload, architecture, constraints, { ...defaultModelOptions, cumulativeFanout: false });
  const { footprint, restingBytes, relayoutCycles } = machineModel(plan)!;
  const vmem = architecture.levels.findIndex(({ name }) => name === 'VMEM');
  const bfloat16 = 2;
  for (const [t, { readWrite, name }] of workload.dataspaces.entries()) {
    const words = { A: 512 * 512, B: 512 * 1024, Z: 512 * 1024 }[name]!;
    expect(restingBytes!(vmem, t)).toBe(words * bfloat16);
    // Two blocks; of sums that take several passes another one of twice the width.
    expect(footprint.bytes(vmem, t, plan.workload.bounds, 0)).toBe(words * bfloat16 * (readWrite ? 4 : 2));
    // A register of 8 x 128 x 32 bits is loaded and stored in a cycle.
    expect(relayoutCycles!(vmem, t)).toBe((words * bfloat16) / 4096);
  }
});
