import { expect, it } from 'vitest';
import { configHash } from '../../src/results/config-hash.js';
import type { Answer, Engine, Point, PointSearch } from '../../src/sweep/point.js';
import { runSweep, type SweepProgress } from '../../src/sweep/run-sweep.js';

it('what was in the journal is no part of the time that a point takes', async () => {
  const points = Array.from({ length: 60 }, (_, at): Point => {
    return { architecture: [], workload: [], settings: [{ key: 'at', value: String(at) }], objective: undefined };
  });
  const answer: Answer = { kind: 'no-mapping', diagnostics: [] };
  const hashOf = ({ settings }: Point): string => configHash([settings[0]!.value]);
  const known = points.slice(0, 50).map((point) => [configHash(['1', hashOf(point)]), answer] as const);
  const answers = new Map(known);
  const seen: SweepProgress[] = [];
  const engine: Engine = async function* (tasks) {
    for await (const { hash } of tasks) yield { hash, answer };
  };
  await runSweep({
    points,
    // Reading takes a while, as that of large files does.
    read: (point) => {
      for (const end = performance.now() + 10; performance.now() < end; );
      return { value: { configHash: hashOf(point) } as PointSearch, diagnostics: [] };
    },
    engine,
    journal: { answers, append: ({ hash }) => void answers.set(hash, answer) },
    version: '1',
    objective: 'edp',
    shard: { index: 1, count: 1 },
    signal: new AbortController().signal,
    onProgress: (progress) => seen.push(progress),
  });
  expect(seen.map(({ done, solved }) => done - solved)).toEqual(Array(10).fill(50));
  // Fifty that were only read would make it 500 ms.
  expect(seen[0]!.secondsAPoint).toBeLessThan(0.4);
});
