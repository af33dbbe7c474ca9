import { describe, expect, it } from 'vitest';
import { mapperHere } from '../../../cli/run-mapper.js';

const matmul = (words: string) => mapperHere(['inspect', 'tpu', 'matmul', ...words.split(' ')]);

async function ask(words: string) {
  const { status, stdout } = await matmul(`${words} --json --quiet`);
  return { status, json: JSON.parse(stdout) };
}

it('gives cycles and the terms they are made of', async () => {
  const { status, json } = await ask('--generation v5e --m 512 --k 1024 --n 1024');
  expect(status).toBe(0);
  expect(json).toMatchObject({
    ...{ generation: 'v5e', type: 'bf16', arrays: 4, m: 512, k: 1024, n: 1024 },
    ...{ cycles: 8574, folds: 64, foldsPerArray: 16, streamCycles: 512, weightShiftCycles: 128, weightFetchCycles: 0 },
    ...{ foldCycles: 512, fillDrainCycles: 254, paddingBound: 1, binding: 'streaming', lowerBoundCycles: 8574 },
    ...{ unpipelinedCycles: 57216 / 4, partialSumAdds: 7 * 64 * 8 },
  });
  expect(json.utilization).toBeCloseTo((512 * 1024 * 1024) / (8574 * 65536), 12);
  expect(json.parameters.clockMhz).toEqual({ value: 1500, trust: 'public', source: expect.any(String) });
  expect(json.parameters.weightShiftCycles.trust).toBe('estimate');
});

it.each([
  ['--generation v5e --mxus 1 --m 512 --k 1024 --n 1024', 33150],
  ['--generation v5e --mxus 1 --m 512 --k 1024 --n 1024 --type int8', 128 + 63 * 256 + 256 + 254],
  // Two rows a cycle: 128 cycles to stream, but 256 to shift the weights.
  ['--generation v6e --mxus 1 --m 256 --k 512 --n 256', 256 + 256 + 128 + 510],
  ['--generation v3 --m 8 --k 128 --n 128', 390],
])('%s: %d cycles', async (words, cycles) => {
  expect((await ask(words)).json.cycles).toBe(cycles);
});

it('takes weights from memory where told, and always on v1', async () => {
  const v1 = await ask('--generation v1 --m 200 --k 600 --n 600');
  expect(v1.json).toMatchObject({ type: 'int8', binding: 'weight-fetch', partialSumAdds: 0 });
  expect(v1.json.cycles).toBeCloseTo(11760.2, 1);
  expect(v1.json.unpipelinedCycles).toBeCloseTo(9 * (3 * 256 + 200 - 2 + 1349.27), 1);
  expect(v1.json.parameters.memoryGbPerSecond.value).toBe(34);
  const v5e = (await ask('--generation v5e --m 8 --k 1024 --n 1024 --weights memory')).json;
  expect(v5e.weightFetchCycles).toBeCloseTo(((4 * 128 * 128 * 2) / 819e9) * 1.5e9, 6);
});

describe('is refused', () => {
  it.each([
    ['--generation v3 --m 1 --k 1 --n 1 --type int8', 'operand_type'],
    ['--generation v1 --m 1 --k 1 --n 1 --weights chip', 'weights_place'],
    ['--generation v5e --m 1 --k 1 --n 1 --mxus 5', 'mxu_count'],
    ['--generation v5e --m 9007199254740991 --k 2 --n 1', 'size_overflow'],
  ])('%s: %s', async (words, code) => {
    expect(await ask(words)).toEqual({ status: 1, json: { legal: false, code, message: expect.any(String) } });
  });

  it.each(['--generation v9 --m 1 --k 1 --n 1', '--generation v5e --m 0 --k 1 --n 1', '--generation v5e --m 1'])(
    'or not understood: %s',
    async (words) => {
      const { status, json } = await ask(words);
      expect([status, json.valid]).toEqual([2, false]);
    },
  );
});

it('tells people what is an estimate', async () => {
  const { stdout } = await matmul('--generation v6e --m 100 --k 300 --n 200');
  expect(stdout).toMatch(/^\[100,300\] by \[300,200\] in bf16 on v6e, 2 arrays of 256x256\n/);
  expect(stdout).toMatch(/estimate +clockMhz 1750: /);
});
