// Loops of one storage right above compute, where neighbours forward windows: the cheap order may be the one in which nothing
// stands still, and the cheap arrangement one in which rows break off a loop. Bounds that assume either dearer are found out here.

import { describe, expect, it } from 'vitest';
import { type Choices, chance, pick, seededChoices, shuffled } from '../support/choices.js';
import { propertySeed, runsOf, timeoutOf } from '../support/properties.js';
import { boundComplaints } from './bound-checks.js';
import type { Instance } from './instance.js';
import { writtenInstance } from './written-instance.js';

interface Forwarding {
  /** Null: neighbours forward to compute; else to a storage above it, with these factors at the fan-outs. */
  readonly spatial?: readonly number[] | null;
  readonly mesh: readonly [x: number, y: number];
  /** `I P+R`; outputs with a `=`. */
  readonly dataspaces: readonly string[];
  /** `P, R, K` unless told. */
  readonly dimensions?: readonly string[];
  readonly bounds: readonly number[];
  /** Of all that loops in `Inner`, inner to outer. */
  readonly order: readonly string[];
  readonly kept: readonly string[];
  /** Those that loop in `Outer` and not in `Inner`. */
  readonly outside?: readonly string[];
}

const three = ['P', 'R', 'K'];
const four = ['P', 'R', 'K', 'C'];

function forwarding({
  spatial = null,
  mesh,
  dataspaces,
  dimensions = three,
  bounds,
  order,
  kept,
  outside = [],
}: Forwarding): Instance {
  const names = dataspaces.map((text) => nameOf(text));
  const projected = dataspaces.map((text, t) => {
    const ranks = text.split(' ').slice(1);
    const projection = ranks.map((rank) => `[${rank.split('+').map((d) => `[${d}]`)}]`);
    return `{name: ${names[t]}, projection: [${projection}]${text.startsWith('=') ? ', read_write: true' : ''}}`;
  });
  return writtenInstance(`
architecture:
  nodes:
    - !Component {name: Outer, class: DRAM, attributes: {width: 8, datawidth: 8}}
    - !Component {name: Inner, class: SRAM, attributes: {width: 8, datawidth: 8, depth: null}}
    - !Container {name: row, spatial: {meshX: ${mesh[0]}, meshY: ${mesh[1]}}}
${spatial === null ? '' : '    - !Component {name: Core, class: SRAM, attributes: {width: 8, datawidth: 8, depth: null}}'}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}}
ERT:
  tables:
    - {name: Outer, actions: [{name: read, energy: 1}, {name: write, energy: 1}, {name: update, energy: 1}]}
    - {name: Inner, actions: [{name: read, energy: 1}, {name: write, energy: 1}, {name: update, energy: 1}]}
    - {name: mac, actions: [{name: compute, energy: 0}]}
${spatial === null ? '' : '    - {name: Core, actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]}'}
problem:
  shape:
    name: convolution
    dimensions: [${dimensions}]
    data_spaces: [${projected}]
  instance: {${dimensions.map((d, at) => `${d}: ${bounds[at]}`)}}
constraints:
  targets:
    - {target: Outer, type: temporal, factors: [${once(dimensions.filter((d) => !outside.includes(d)))}], permutation: [${order}]}
    - {target: Inner, type: temporal, factors: [${once(outside)}], permutation: [${order}]}
    - {target: Inner, type: dataspace, keep: [${kept}], bypass: [${names.filter((name) => !kept.includes(name))}]}
${spatial === null ? '' : coreText(names, dimensions, spatial)}
`);
}

function once(dimensions: readonly string[]): string[] {
  return dimensions.map((d) => `${d}=1`);
}

/** Windows alone are kept in the storage above compute, whose loops are over what the others leave. */
function coreText(names: readonly string[], dimensions: readonly string[], spatial: readonly number[]): string {
  const [window, ...others] = names;
  return `    - {target: row, type: spatial, factors: [${dimensions.map((d, at) => `${d}=${spatial[at]}`)}]}
    - {target: Core, type: dataspace, keep: [${window}], bypass: [${others}]}`;
}

function nameOf(dataspace: string): string {
  return dataspace.split(' ')[0]!.replace('=', '');
}

const shapes = [
  ['I P+R', 'W R K', '=O P K'],
  ['I P K', 'W R K', '=O P+R'],
  ['I P+R', 'W R', '=O P K'],
  ['I P+R', 'J P+K', '=O P'],
];

/** Of four dimensions: a run of outputs holds two of the loops that move the window. */
const channels = [
  ['I P+R C', 'W R C K', '=O P K'],
  ['I P+R C', 'W R K', '=O P K'],
  ['I P+R C', 'J P+K', '=O P'],
];

function drawn(choices: Choices, all: readonly (readonly string[])[], dimensions: readonly string[]): Forwarding {
  const dataspaces = pick(choices, all);
  return {
    mesh: [2 + choices.below(3), 1 + choices.below(2)],
    dataspaces,
    dimensions,
    bounds: dimensions.map(() => 2 + choices.below(3)),
    order: shuffled(choices, dimensions),
    kept: dataspaces.map(nameOf).filter(() => chance(choices, 30)),
  };
}

describe('a window that neighbours forward', () => {
  it('is not charged for standing still where it steps first', () => {
    // No order with a longer run stands for the one in which a loop that does not move it is outside.
    const [dataspaces] = shapes;
    const order = ['R', 'K', 'P'];
    const one = forwarding({ mesh: [2, 1], dataspaces: dataspaces!, bounds: [4, 3, 3], order, kept: [] });
    expect(boundComplaints(one)).toEqual([]);
  });

  it('is not charged for what is served across a row that is longer than a loop', () => {
    // Rows of four hold three K and one more: above and below an element stands one of the next R.
    const order = ['K', 'R', 'P'];
    const one = forwarding({ mesh: [4, 2], dataspaces: shapes[2]!, bounds: [3, 4, 3], order, kept: [] });
    expect(boundComplaints(one)).toEqual([]);
  });

  it('is not charged too much in any small case', { timeout: timeoutOf(60) }, () => {
    for (let run = 0; run < runsOf(60); run += 1) {
      const one = drawn(seededChoices(`${propertySeed}-forwarded-${run}`), shapes, three);
      expect(boundComplaints(forwarding(one)), `case ${run}: ${JSON.stringify(one)}`).toEqual([]);
    }
  });

  it('is not charged too much on its way to a storage', { timeout: timeoutOf(60) }, () => {
    for (let run = 0; run < runsOf(60); run += 1) {
      const choices = seededChoices(`${propertySeed}-stored-${run}`);
      const one = drawn(choices, channels, four);
      // One of the two that step a rank of the window at least is spread.
      const mesh: [number, number] = [one.bounds[0]! * one.bounds[3]!, one.bounds[1]!];
      const spatial = one.bounds.map((bound, at) => (at !== 2 && chance(choices, at === 3 ? 30 : 60) ? bound : 1));
      const stored = { ...one, mesh, spatial };
      expect(boundComplaints(forwarding(stored)), `case ${run}: ${JSON.stringify(stored)}`).toEqual([]);
    }
  });

  it('is not charged too much where nothing moves inside a storage that keeps it', { timeout: timeoutOf(60) }, () => {
    for (let run = 0; run < runsOf(60); run += 1) {
      const choices = seededChoices(`${propertySeed}-kept-${run}`);
      const one = drawn(choices, channels, four);
      const [window] = one.dataspaces;
      const outside = four.filter((d) => window!.slice(1).includes(d));
      const kept = { ...one, outside, kept: [...new Set([nameOf(window!), ...one.kept])] };
      expect(boundComplaints(forwarding(kept)), `case ${run}: ${JSON.stringify(kept)}`).toEqual([]);
    }
  });

  it('is not charged too much where channels loop as well', { timeout: timeoutOf(60) }, () => {
    for (let run = 0; run < runsOf(60); run += 1) {
      const one = drawn(seededChoices(`${propertySeed}-channels-${run}`), channels, four);
      expect(boundComplaints(forwarding(one)), `case ${run}: ${JSON.stringify(one)}`).toEqual([]);
    }
  });
});
