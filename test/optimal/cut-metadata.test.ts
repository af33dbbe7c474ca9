// Metadata of windows that the outermost storage keeps in several ranks: tiles of the child that overlap list what they share each
// (G.3). Trees whose outermost storage is the one that binds, and convolutions with strides, against all mappings.

import { describe, expect, it, vi } from 'vitest';
import { type Choices, chance, pick, seededChoices } from '../support/choices.js';
import { propertySeed, runsOf, timeoutOf } from '../support/properties.js';
import { fittedInstance, pinnedInstance } from './drawn-mapping.js';
import type { Instance } from './instance.js';
import { loadedAnew } from './loaded-anew.js';
import { everything } from './pinned.js';
import { writtenInstance } from './written-instance.js';

/** What is raised at the moment, and how often there was more than what is charged anyway. */
const told = vi.hoisted(() => ({ times: 1, beyond: 0 }));

vi.mock('../../src/model/sparse/cut-tiles.js', async (original) => {
  const actual = await original<typeof import('../../src/model/sparse/cut-tiles.js')>();
  const beyondListed: typeof actual.beyondListed = (...args) => {
    const beyond = actual.beyondListed(...args);
    return (tile) => {
      const more = beyond(tile);
      if (more > 0.2) told.beyond += 1;
      return (1 + more) * told.times - 1;
    };
  };
  return { ...actual, beyondListed };
});

const checks = loadedAnew(() => import('./bound-checks.js'));

describe('metadata of tiles that overlap', () => {
  it('no bound is above what a mapping costs', { timeout: timeoutOf(60) }, () => {
    told.times = 1;
    told.beyond = 0;
    let judged = 0;
    for (let run = 0; run < runsOf(60); run += 1) judged += complain(run).length === 0 ? 1 : 0;
    expect(judged).toBe(runsOf(60));
    expect(told.beyond).toBeGreaterThan(runsOf(60));
  });

  it('a bound that counts too much of it is found out', { timeout: timeoutOf(60) }, () => {
    told.times = 1.1;
    expect([...Array(60).keys()].some((run) => complaintsOf(run).length > 0)).toBe(true);
  });
});

/** Fails with the case. */
function complain(run: number): readonly string[] {
  const complaints = complaintsOf(run);
  expect(complaints, `case ${propertySeed}-${run}\n${complaints.join('\n')}`).toEqual([]);
  return complaints;
}

/** Of one mapping alone, or of all where these are few. */
function complaintsOf(run: number): readonly string[] {
  const choices = seededChoices(`${propertySeed}-${run}`);
  const instance: Instance = { ...writtenInstance(drawCase(choices)), choices };
  const few = chance(choices, 50) ? pinnedInstance(instance, everything) : fittedInstance(instance, 400);
  return few === undefined ? [] : checks().boundComplaints(few);
}

function drawCase(choices: Choices): string {
  const [p, r, q, s] = [
    pick(choices, [4, 6, 8]),
    pick(choices, [3, 2]),
    pick(choices, [1, 2, 4]),
    pick(choices, [1, 2, 3]),
  ];
  const format = (ranks: readonly string[]): string =>
    ranks.map((rank) => `{format: ${rank}, flattened_rankIDs: [[All]]}`).join(', ');
  const [inner, list] = [pick(choices, ['RLE', 'CP']), pick(choices, ['RLE', 'CP'])];
  const stored = chance(choices, 60)
    ? `representation_format: {data_spaces: [{name: I, ranks: [${format([inner])}]}]}`
    : 'representation_format: {data_spaces: []}';
  const outer = format([pick(choices, ['UOP', 'UOP', 'CP']), stored.includes(inner) ? inner : list]);
  const between = chance(choices, 50)
    ? `
    - !Component
      name: Weights
      class: SRAM
      attributes: {width: 8, datawidth: 8, depth: 64}
      constraints: {dataspace: {keep_only: [W]}}`
    : '';
  const density = pick(choices, ['1.0', '0.6', '0.3']);
  const skipping = chance(choices, 30)
    ? 'action_optimization: [{type: skipping, target: W, condition_on: [I]}]'
    : 'action_optimization: []';
  return `
architecture:
  nodes:
    - !Component
      name: Outer
      class: DRAM
      attributes: {width: 8, datawidth: 8, shared_bandwidth: ${pick(choices, [0.5, 1, 2])}, metadata_datawidth: ${pick(choices, [4, 8])}, metadata_storage_width: 8}
      sparse_optimizations:
        representation_format:
          data_spaces: [{name: I, ranks: [${outer}]}]
    - !Container
      name: rows
      spatial: {meshX: ${pick(choices, [1, 2, 4])}, meshY: ${pick(choices, [1, 2])}}
      constraints: {spatial: {no_link_transfer: ${pick(choices, ['[W, I, O]', '[W]'])}}}${between}
    - !Component
      name: Inner
      class: SRAM
      attributes: {depth: ${pick(choices, [12, 24, 64])}, width: 8, datawidth: 8, metadata_datawidth: 4, metadata_storage_width: 4, decompression_supported: true, compression_supported: true}
      constraints: {dataspace: {keep: [I, O]}}
      sparse_optimizations:
        ${stored}
        ${skipping}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}, spatial: {meshX: ${pick(choices, [1, 2, 3])}}}
ERT:
  tables:
    - {name: Outer, actions: [{name: read, energy: ${pick(choices, [0, 10])}}, {name: write, energy: 10}, {name: update, energy: 10}, {name: metadata_read, energy: 20}, {name: metadata_update, energy: 2}]}
    - {name: Inner, actions: [{name: read, energy: 1}, {name: write, energy: 1}, {name: update, energy: 1}]}
    - {name: mac, actions: [{name: compute, energy: 0.1}]}
    - {name: Weights, actions: [{name: read, energy: 1}, {name: write, energy: 1}, {name: update, energy: 1}]}
problem:
  shape:
    name: convolution
    dimensions: [G, P, R, Q, S]
    coefficients: [{name: Stride, default: ${pick(choices, [2, 1, 3])}}]
    data_spaces:
      - {name: W, projection: [[[G]], [[R]], [[S]]]}
      - {name: I, projection: [[[G]], [[P, Stride], [R]], [[Q, Stride], [S]]]}
      - {name: O, projection: [[[G]], [[P]], [[Q]]], read_write: true}
  instance: {G: ${pick(choices, [1, 2])}, P: ${p}, R: ${r}, Q: ${q}, S: ${s}, densities: {I: {distribution: hypergeometric, density: ${density}}}}
constraints:
  targets:
    - {target: Outer, type: dataspace, keep: [W, I, O]}
`;
}
