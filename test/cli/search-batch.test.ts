import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { validateResult } from '../../src/results/validate-result.js';
import { mapper, root } from './run-mapper.js';

const text = (path: string): string => readFileSync(join(root, path), 'utf8');
const good = { arch: text('arch/teaching-two-level.yaml'), problem: text('workloads/conv/conv1d-example.yaml') };

const tooMuch = `constraints:
- {target: Buf, type: dataspace, keep: [W, I, O]}
- {target: Buf, type: temporal, factors: [K=4, P=0, R=3]}
- {target: Main, type: temporal, factors: [K=1, P=1, R=1]}
`;

const severities = (one: { diagnostics: { severity: string }[] }) => one.diagnostics.map(({ severity }) => severity);

function batch(cases: readonly object[], args: readonly string[] = []) {
  const input = cases.map((one) => JSON.stringify(one)).join('\n');
  const { status, stdout } = mapper(['search', '--batch', '-', '--quiet', ...args], { input });
  return {
    status,
    results: stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line)),
  };
}

it('answers every case in order with the objective of the case', () => {
  const { status, results } = batch(
    [
      { id: 'default', ...good },
      { id: 'metric', ...good, metric: 'delay' },
      { id: 'both', ...good, metric: 'delay', objective: 'edp' },
      { id: 'list', ...good, objective: ['cycles', 'energy'] },
      { id: 'mapper', ...good, mapper: 'mapper: {algorithm: linear_pruned, optimization_metrics: [delay]}' },
      { id: 'wrong', ...good, objective: 'speed' },
      { id: 'broken', ...good, arch: 'architecture: 3' },
      {
        id: 'tight',
        ...good,
        arch: good.arch.replace('depth: 64', 'depth: 8'),
        constraints: tooMuch,
      },
      { id: 'last', ...good },
    ],
    ['--objective', 'energy'],
  );
  expect(status).toBe(0);
  expect(results.map(({ id, valid, objective }) => [id, valid, objective])).toEqual([
    ['default', true, ['energy']],
    ['metric', true, ['cycles']],
    ['both', true, ['edp']],
    ['list', true, ['cycles', 'energy']],
    ['mapper', true, ['energy']],
    ['wrong', false, undefined],
    ['broken', false, undefined],
    ['tight', false, expect.anything()],
    ['last', true, ['energy']],
  ]);
  for (const { id, ...document } of results) expect(validateResult(document, String(id))).toEqual([]);
  expect(results.at(-1).mappings).toEqual(results[0].mappings);
  // What a section says of sampling is not followed, and a line says so.
  expect([results[4].algorithm, severities(results[4])]).toEqual(['optimal', ['warning']]);
  for (const one of results.filter((each) => !each.valid)) expect(severities(one)).toContain('error');
});

it('keeps as many mappings as it is asked to', () => {
  const { results } = batch([{ id: 1, ...good }], ['--top', '3', '--frontier']);
  expect(results[0]).toMatchObject({ stopReason: 'Optimal', optimal: true, gap: 0 });
  expect(results[0].mappings).toHaveLength(3);
  expect(results[0].frontier.length).toBeGreaterThan(0);
});
