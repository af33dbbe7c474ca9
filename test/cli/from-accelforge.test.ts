// docs/from-accelforge.md is run: its files are written, its commands typed, and what they print must be what it shows.
// What it says of AccelForge is what AccelForge printed (test/golden/accelforge/README.md).

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Evaluation } from '../../src/model/evaluation.js';
import { mapper, root } from './run-mapper.js';
import { blocksOf, refreshed, sessionsOf } from './sessions.js';

type Tensor = 'A' | 'B' | 'Z';

interface Printed {
  readonly energy_pj: number;
  readonly cycles: number;
  /** In bits. */
  readonly actions: Readonly<Record<'DRAM' | 'GLB' | 'RF', Record<Tensor, { read: number; write: number }>>>;
}

const page = readFileSync(join(root, 'docs/from-accelforge.md'), 'utf8');
const printed = JSON.parse(readFileSync(join(root, 'test/golden/accelforge/printed.json'), 'utf8')) as Printed;
const layer = 'Z[m,n] = A[m,k] * B[k,n]; m=128, n=96, k=64';
const bits = 8;
let directory = '';

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mapper-from-accelforge-'));
  for (const { title, text } of blocksOf(page)) if (title !== undefined) writeFileSync(join(directory, title), text);
});

afterAll(() => rmSync(directory, { recursive: true }));

function answer<T>(...args: readonly string[]): T {
  const { status, stdout, stderr } = mapper([...args, '--no-link-transfers', '--json'], { directory });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as T;
}

test('every command of the page runs and prints what it shows', async () => {
  expect(sessionsOf(page)).toHaveLength(1);
  await expect(refreshed(page, directory)).toMatchFileSnapshot('../../docs/from-accelforge.md');
});

test('words and energy agree but for what a memory hands outwards', () => {
  const here = answer<Evaluation>('evaluate', 'machine.yaml', layer, 'mapping.yaml');
  const handedOut = here.levels.find(({ name }) => name === 'DRAM')!.dataspaces.Z!.scalarUpdates;
  for (const memory of ['DRAM', 'GLB', 'RF'] as const)
    for (const tensor of ['A', 'B', 'Z'] as const) {
      const name = memory === 'DRAM' ? memory : `${memory}_${tensor}`;
      const { dataspaces, utilizedInstances } = here.levels.find((level) => level.name === name)!;
      const { scalarReads, scalarFills, scalarUpdates } = dataspaces[tensor]!;
      const words = (perInstance: number): number => perInstance * utilizedInstances;
      const { read, write } = printed.actions[memory][tensor];
      const more = tensor === 'Z' && memory !== 'DRAM' ? handedOut : 0;
      expect([name, read / bits, write / bits]).toEqual([
        name,
        words(scalarReads) + more,
        words(scalarFills + scalarUpdates),
      ]);
    }
  expect(here.cycles).toBe(printed.cycles);
  expect(printed.energy_pj - here.energyPj).toBeCloseTo(handedOut * (24 + 1.6), 0);
  expect(page).toContain(`${handedOut.toLocaleString('en-US')} words of Z`);
  expect(page).toContain(`comes to ${printed.energy_pj.toLocaleString('en-US')} pJ`);
});

test('levels that keep all tensors together leave the best mapping at more', () => {
  const component = (name: string, rest: string): string => `    - !Component {name: ${name}, ${rest}}\n`;
  const size = (entries: number): string => `entries: ${entries}, width: 8, datawidth: 8`;
  const all = 'constraints: {dataspace: {keep: "*"}}';
  const even = `architecture:
  version: 0.4
  nodes:
${component('DRAM', `class: DRAM, attributes: {width: 8, datawidth: 8}, ${all}`)}${component('GLB', `class: SRAM, attributes: {${size(8192)}}, ${all}`)}    - !Container {name: PE, spatial: {meshX: 16}}
${component('RF', `class: regfile, attributes: {${size(32)}}, ${all}`)}${component('MAC', 'class: intmac, attributes: {datawidth: 8, energy: 0.5}')}ERT:
  tables:
    - {name: DRAM, actions: [{name: read, energy: 800}, {name: write, energy: 960}]}
    - {name: GLB, actions: [{name: read, energy: 24}, {name: write, energy: 32}]}
    - {name: RF, actions: [{name: read, energy: 1.6}, {name: write, energy: 2.4}]}
`;
  writeFileSync(join(directory, 'even.yaml'), even);
  const asked = ['search', 'even.yaml', layer, '--objective', 'energy', '--no-results'];
  const { stopReason, mappings } = answer<{ stopReason: string; mappings: { energyPj: number }[] }>(...asked);
  expect(stopReason).toBe('Optimal');
  expect(page).toContain(`takes ${(mappings[0]!.energyPj / 1e6).toFixed(3)} uJ`);
});
