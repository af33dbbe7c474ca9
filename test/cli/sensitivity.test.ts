// `mapper evaluate --sensitivity`: each number of the machine at half and double, what moves the mapping most first.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mapper, mapperHere } from './run-mapper.js';

const mapping = 'test/golden/machines/sensitivity/epu-q8.yaml';
const asked = ['evaluate', 'arch/epu-q8.yaml', 'workloads/gemm/gemv.yaml', mapping, '--sensitivity'];

interface Row {
  readonly key: string;
  readonly half: { readonly cycles: number } | null;
  readonly double: { readonly cycles: number } | null;
}

it('is what the changed number gives, sorted by how far it moves the cycles', async () => {
  const { stdout } = await mapperHere([...asked, '--json']);
  const { sensitivity, cycles } = JSON.parse(stdout) as { sensitivity: readonly Row[]; cycles: number };
  const moved = sensitivity.map(({ half, double }) =>
    Math.max(...[half, double].map((one) => Math.abs((one?.cycles ?? 1) - 1))),
  );
  expect(moved).toEqual(moved.toSorted((a, b) => b - a));
  const row = sensitivity.find(({ key }) => key === 'machine.ddr_bytes_per_cycle')!;
  const faster = await mapperHere([...asked, '--json', '--set', 'machine.ddr_bytes_per_cycle=25.6']);
  expect(row.double!.cycles).toBe(JSON.parse(faster.stdout).cycles / cycles);
  expect(row.half!.cycles).toBeGreaterThan(1);
  expect(row.double!.cycles).toBeLessThan(1);
  // More lanes than the tree has are refused, and nothing hides that.
  expect(sensitivity.map(({ key }) => key)).toContain('machine.flow_lines_per_cycle');
});

it('is a table for people', async () => {
  const { stdout } = await mapperHere(asked);
  expect(stdout).toMatch(/half, double of +value +cycles +energy\n/);
  expect(stdout).toMatch(/machine\.flow_lines_per_cycle +1 +\+\d+\.\d %, -\d+\.\d %/);
});

it('is no empty table where nothing moves the mapping, or nothing can be changed', async () => {
  const component = (name: string, rest: string): string => `!Component {name: ${name}, ${rest}}`;
  const machine = `architecture: {version: 0.4, nodes: [${[
    component('Main', 'class: DRAM, attributes: {datawidth: 8, width: 8}'),
    component('mac', 'class: intmac, attributes: {datawidth: 8}'),
  ]}]}`;
  const layer = 'Z[m] = A[m] * B[m]; m=4';
  const files = {
    'machine.yaml': machine,
    'mapping.yaml': 'mapping: [{target: Main, type: temporal, factors: [m=4]}]',
  };
  const directory = mkdtempSync(join(tmpdir(), 'mapper-sensitivity-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  const told = (...more: string[]): string =>
    mapper(['evaluate', 'machine.yaml', layer, 'mapping.yaml', '--sensitivity', ...more], { directory }).stdout;
  expect(told()).toMatch(/\n\nnothing to halve or double: no bandwidths are given, and no machine\n$/);
  expect(told('--set', 'Main.read_bandwidth=64')).toMatch(/\n\nwithout effect here: Main\.read_bandwidth\n$/);
  rmSync(directory, { recursive: true });
});
