// What a search says where a machine has no room for the smallest tiles, although as words they would fit.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { machineRules } from '../../src/machines/models.js';
import { buildProblem } from '../../src/mapping/problem.js';
import { unmetNeeds } from '../../src/search/machine-needs.js';
import { readSpec } from '../../src/spec/read-spec.js';

const root = new URL('../../', import.meta.url);

function problemWith(architecture: string, set: string) {
  const inputs = [architecture, 'workloads/gemm/gemm-small.yaml'].map((name) => ({
    source: { name, text: readFileSync(new URL(name, root), 'utf8') },
    directory: null,
    role: 'any' as const,
  }));
  const [key, value] = set.split('=') as [string, string];
  const spec = readSpec(inputs, { compat: 'none', overrides: [{ key, value }] });
  return buildProblem(spec.value!, { compat: 'none', machines: machineRules }).value!;
}

it('names the level, what it has and what it would need', () => {
  const [first] = unmetNeeds(problemWith('arch/tpu-v5e.yaml', 'VMEM.depth=10'))!;
  expect(first).toMatchObject({
    code: 'E-INFEASIBLE',
    message: 'VMEM has 10 bytes, and the smallest tiles that the constraints leave take 12288',
    found: 'Weights 4096, Inputs 4096, Outputs 4096',
  });
});

it('knows what outer levels may not take: whole tensors in the unified buffer of TPU v1', () => {
  const [first] = unmetNeeds(problemWith('arch/tpu-v1.yaml', 'unified_buffer.depth=1024'))!;
  expect(first).toMatchObject({
    code: 'E-INFEASIBLE',
    message: expect.stringContaining('unified_buffer has 1024 bytes'),
  });
  expect(first!.found).toMatch(/^Inputs \d+, Outputs \d+$/);
  expect(unmetNeeds(problemWith('arch/tpu-v1.yaml', 'unified_buffer.depth=25165824'))).toEqual([]);
});

it('says nothing of a level that has enough, nor under the generic model', () => {
  expect(unmetNeeds(problemWith('arch/tpu-v5e.yaml', 'VMEM.depth=12288'))).toEqual([]);
  expect(unmetNeeds(problemWith('arch/eyeriss-like.yaml', 'shared_glb.depth=1'))).toBeUndefined();
});
