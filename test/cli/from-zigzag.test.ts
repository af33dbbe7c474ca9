// docs/from-zigzag.md is run: its files are written, its commands typed one after the other, and what they print must be
// what it shows. What it says of ZigZag is what ZigZag printed for the same machine (test/golden/zigzag/README.md).

import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DataspaceCounts, Evaluation } from '../../src/model/evaluation.js';
import { mapper, root } from './run-mapper.js';
import { blocksOf, refreshed, sessionsOf } from './sessions.js';

/** In accesses of a port's whole width, summed over the instances of a memory. */
interface Accesses {
  readonly to_low: number;
  readonly from_low: number;
  readonly to_high: number;
  readonly from_high: number;
}

interface Printed {
  readonly macs: number;
  readonly ideal_cycles: number;
  readonly computation: number;
  readonly with_onloading: number;
  readonly latency: number;
  readonly energy_pj: number;
  readonly l1_utilization?: number;
  /** By operand, innermost memory first. */
  readonly accesses: Readonly<Record<'O' | 'I' | 'W', readonly Accesses[]>>;
}

const page = readFileSync(join(root, 'docs/from-zigzag.md'), 'utf8');
const printed = JSON.parse(readFileSync(join(root, 'test/golden/zigzag/printed.json'), 'utf8')) as Record<
  'stationary' | 'inputs held' | 'spilling' | 'crossing',
  Printed
>;
const files = blocksOf(page).filter(({ title }) => title !== undefined);
const [accelerator, order] = files.map(({ text }) => text) as [string, string];
const layer = 'O[b,k] = I[b,c] * W[c,k]; b=256, c=256, k=64';
let directory = '';

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mapper-from-zigzag-'));
  symlinkSync(join(root, 'test/golden/onnx'), join(directory, 'models'));
  for (const { title, text } of files) writeFileSync(join(directory, title!), text);
});

afterAll(() => rmSync(directory, { recursive: true }));

function evaluated(architecture: string, mapping: string): Evaluation {
  writeFileSync(join(directory, 'a.yaml'), architecture);
  writeFileSync(join(directory, 'm.yaml'), mapping);
  const { status, stdout, stderr } = mapper(['evaluate', 'a.yaml', layer, 'm.yaml', '--json'], { directory });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as Evaluation;
}

/** The spatial part of the page's mapping with other loops, innermost first. */
function ordered(l1: string, dram: string): string {
  const loops = (target: string, factors: string): string =>
    `  - {target: ${target}, type: temporal, factors: [${factors}], permutation: [${factors.replace(/=\d+/g, '')}]}\n`;
  return `${order.replace(/^.*temporal.*\n/gm, '')}${loops('l1', l1)}${loops('dram', dram)}`;
}

function changed(text: string, from: string, to: string): string {
  expect(text).toContain(from);
  return text.replace(from, to);
}

/** Of all instances. */
function words(evaluation: Evaluation, level: string, dataspace: string, kind: keyof DataspaceCounts): number {
  const { dataspaces, utilizedInstances } = evaluation.levels.find(({ name }) => name === level)!;
  return (dataspaces[dataspace]![kind] as number) * utilizedInstances;
}

const said = (value: number): string => value.toLocaleString('en-US');

test('every command of the page runs and prints what it shows', async () => {
  expect(sessionsOf(page)).toHaveLength(3);
  await expect(refreshed(page, directory)).toMatchFileSnapshot('../../docs/from-zigzag.md');
});

describe('the table of one mapping in both', () => {
  const zigzag = printed.stationary;
  const { O, I, W } = zigzag.accesses;
  const [bytesOfDram, bytesOfL1] = [8, 64];
  const row = (name: string): string => page.split('\n').find((line) => line.startsWith(`| ${name} |`))!;

  test('counts', () => {
    const here = evaluated(accelerator, order);
    const read = words(here, 'dram', 'Inputs', 'scalarReads') + words(here, 'dram', 'Weights', 'scalarReads');
    expect((I[1]!.to_low + W[1]!.to_low) * bytesOfDram).toBe(read);
    const updates = words(here, 'dram', 'Outputs', 'scalarUpdates');
    expect(O[2]!.from_low * bytesOfDram).toBe(updates);
    const dram = `${said(read)}, ${said(updates)}`;
    expect(row('words read from and written to DRAM')).toContain(`| ${dram} | ${dram} |`);

    const towards = words(here, 'l1', 'Inputs', 'scalarReads') + words(here, 'l1', 'Weights', 'scalarReads');
    expect((I[0]!.to_low + W[0]!.to_low) * bytesOfL1).toBe(towards);
    expect(row('words read from `l1` towards the units')).toContain(`| ${said(towards)} | ${said(towards)} |`);
    const handed = O[1]!.to_high * bytesOfL1;
    expect(row('words read from `l1` towards DRAM')).toContain(`| ${said(handed)} | - |`);
    expect(words(here, 'l1', 'Outputs', 'scalarReads')).toBe(0);
    const filled = words(here, 'l1', 'Inputs', 'scalarFills') + words(here, 'l1', 'Weights', 'scalarFills');
    const written = filled + words(here, 'l1', 'Outputs', 'scalarUpdates');
    expect((I[0]!.from_high + W[0]!.from_high + O[1]!.from_low) * bytesOfL1).toBe(written);
    expect(row('words written to `l1`')).toContain(`| ${said(written)} | ${said(written)} |`);

    const sums = words(here, 'reg_O', 'Outputs', 'scalarUpdates');
    expect(O[0]!.from_low).toBe(sums);
    const [there, ours] = [O[0]!.to_low + O[0]!.to_high, words(here, 'reg_O', 'Outputs', 'scalarReads')];
    expect(row('sums written to and read from the 64 registers')).toContain(
      `| ${said(sums)}, ${said(there)} | ${said(sums)}, ${said(ours)} |`,
    );
    expect(page).toContain(`${said(there - ours)} of the registers and ${O[1]!.to_high} of \`l1\``);
    expect(zigzag.energy_pj - here.energyPj).toBeCloseTo((there - ours) * 0.3 + O[1]!.to_high * 120, 5);
  });

  test('totals', () => {
    const here = evaluated(accelerator, order);
    expect(here.computes).toBe(zigzag.macs);
    expect(zigzag.macs / 512).toBe(zigzag.ideal_cycles);
    const best = `${said(zigzag.macs)}, ${said(zigzag.ideal_cycles)}`;
    expect(row('multiplications, and cycles at best')).toContain(`| ${best} | ${best} |`);
    expect(row('energy (pJ)')).toContain(`| ${said(zigzag.energy_pj)} | ${said(Number(here.energyPj.toFixed(2)))} |`);
    expect(row('cycles')).toContain(`| ${said(zigzag.latency)} | ${said(here.cycles)} |`);
    const full = [zigzag.l1_utilization!, here.levels.find(({ name }) => name === 'l1')!.bufferUtilization!];
    const [there, ours] = full.map((share) => Math.round(share * 100));
    expect(page).toContain(`its \`l1\` is ${there} % full with this mapping and ${ours} % here`);
    const parts = [
      zigzag.computation - zigzag.ideal_cycles,
      zigzag.with_onloading - zigzag.computation,
      zigzag.latency - zigzag.with_onloading,
    ];
    expect(page).toContain(
      `waits for while it computes (${parts[0]} cycles here), loads before (${said(parts[1]!)}) and unloads after\n  (${said(parts[2]!)})`,
    );
  });
});

test('partial sums that come back', () => {
  const { O } = printed.spilling.accesses;
  const spilling = ordered('C=8, M=8', 'P=32, C=4');
  const here = evaluated(accelerator, spilling);
  // Sums of 32 bits, in accesses of 64.
  expect(O[2]!.from_low * 2).toBe(words(here, 'dram', 'Outputs', 'scalarUpdates'));
  const [there, ours] = [O[2]!.to_low * 2, words(here, 'dram', 'Outputs', 'scalarReads')];
  expect(page).toContain(`back in ${said(there)} in ZigZag, ${said(ours)} here`);
  const scale = 'shared_bandwidth: 8, per_dataspace_bandwidth_consumption_scale: {Outputs: 4}';
  const scaled = evaluated(changed(accelerator, 'shared_bandwidth: 8', scale), spilling);
  expect(page).toContain(
    `takes ${said(here.cycles)} cycles, and ${said(scaled.cycles)} with \`per_dataspace_bandwidth_consumption_scale: {Outputs: 4}\` at \`dram\` (${said(printed.spilling.latency)} in\n  ZigZag)`,
  );
});

test('operands at the units', () => {
  const held = ordered('M=8, C=32', 'P=32');
  const here = words(evaluated(accelerator, held), 'l1', 'Inputs', 'scalarReads');
  expect(printed['inputs held'].accesses.I[0]!.to_low * 64).toBe(here);
  const [, without] = accelerator.match(/( {4}- !Component\n {6}name: operands[\s\S]*?)(?= {4}- !Component)/)!;
  const bare = words(evaluated(changed(accelerator, without!, ''), held), 'l1', 'Inputs', 'scalarReads');
  expect(page).toContain(`read ${said(here)} words of\n  \`I\` from \`l1\`, and ${said(bare)} are read without it`);
});

test('a register whose dimensions cross those of another', () => {
  const register = `    - !Component
      name: reg_W
      class: regfile
      attributes: {entries: 1, width: 8, datawidth: 8}
      constraints: {dataspace: {keep_only: [Weights]}}
`;
  const table = '    - {name: reg_W, actions: [{name: read, energy: 0.01}, {name: write, energy: 0.02}]}\n';
  const inside = changed(
    accelerator,
    '    - !Component\n      name: operands',
    `${register}    - !Component\n      name: operands`,
  );
  const here = evaluated(
    changed(inside, '    - {name: reg_O, actions', `${table}    - {name: reg_O, actions`),
    ordered('P=4, C=32, M=8', 'P=8'),
  );
  const { to_low, from_high } = printed.crossing.accesses.W[0]!;
  const energy = here.levels.find(({ name }) => name === 'reg_W')!.energyPj;
  expect(energy).toBeCloseTo(to_low * 0.08 + from_high * 0.16, 5);
  expect(page).toContain(`the ${said(Math.round(energy))} pJ that ZigZag counts for 64`);
});
