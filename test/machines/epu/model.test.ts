// The machine in evaluation: against the formulas that answer `mapper inspect epu`, against public figures, and what
// parameters change.

import { describe, expect, it } from 'vitest';
import { flowCycles } from '../../../src/machines/epu/flow-cycles.js';
import { iteratorOf } from '../../../src/machines/epu/iterator.js';
import type { Core, CoreName } from '../../../src/machines/epu/parameters.js';
import { coreOf } from '../../../src/machines/epu/parameters.js';
import { origin } from '../../../src/machines/epu/shape.js';
import { tileGrid } from '../../../src/machines/epu/tiles.js';
import { type Convolution, macCycles, macUtilization, weightPops } from './formulas/convolution.js';
import { type CycleTerms, classesOf, totalCycles } from './formulas/cycle-classes.js';
import { build, type Costs, costs, evaluate, type Question } from './problems.js';
import { plane, q8, q16 } from './vectors.js';

const layer = (instance: string): string => `
problem:
  shape: cnn_layer
  instance: ${instance}`;

/** 3 x 3, 16 channels to 16, 64 x 64: `tilesAcross` and as many down are in the cores at once, and share pops. */
function square(core: 'q8' | 'q16', tilesAcross: number, settings: Readonly<Record<string, string>> = {}): Question {
  const { arraySide: side } = coreOf(core);
  const outside = 64 / side / tilesAcross;
  const mapping = `
  - {target: OCM, type: temporal, factors: Q${outside} P${outside}}
  - {target: localMem, type: temporal, factors: C2 M16 R3 S3 Q${tilesAcross} P${tilesAcross}, permutation: PQCMRSN}
  - {target: column, type: spatial, factors: Q${side}, split: 9}
  - {target: row, type: spatial, factors: P${side}, split: 0}
  - {target: MAC, type: spatial, factors: C8, split: 9}`;
  return { core, workload: layer('{C: 16, M: 16, R: 3, S: 3, N: 1, P: 64, Q: 64}'), mapping, settings };
}

const squareConvolution: Convolution = {
  batches: 1,
  filters: 16,
  channels: 16,
  taps: { rows: 3, columns: 3 },
  output: { rows: 64, columns: 64 },
  type: 'int8',
};

/** What `mapper inspect epu flow` says of all fetches of the picture together. */
function inspectedCycles(core: Core, tilesAcross: number): number {
  const extent = tilesAcross * core.arraySide;
  const starts = Array.from({ length: 64 / extent }, (_, at) => at * extent);
  return starts
    .flatMap((rows) => starts.map((columns) => ({ ...origin, rows, columns })))
    .reduce((sum, offset) => {
      const region = { tensor: plane(64, 64, 16), roi: plane(extent, extent, 16), offset };
      const iterator = iteratorOf('YX_BORDER');
      if (iterator.kind === 'illegal') throw new Error('there is such an iterator');
      const flow = { grid: tileGrid(core, region.roi), region, iterator: iterator.value, type: 'int8' as const };
      return sum + flowCycles(core, { ...flow, bytesMoved: 0 }).streaming;
    }, 0);
}

describe('a convolution costs what its formulas say', () => {
  it.each([
    ['q8', q8, 1],
    ['q8', q8, 2],
    ['q8', q8, 4],
    ['q16', q16, 1],
    ['q16', q16, 2],
  ] as const)('%s with %#', (name, core, across) => {
    const { parts, facts } = costs(square(name, across));
    expect(parts.MAC).toBe(macCycles(core, squareConvolution));
    expect(facts['MAC utilization']).toBeCloseTo(macUtilization(core, squareConvolution), 12);
    expect(facts['pops of Weights']).toBe(weightPops(core, squareConvolution, across * across));
    expect(parts['flow out']).toBe(16 * 64 * (64 / core.arraySide));
    const across64 = 64 / core.arraySide;
    const tiles = 16 * across64 ** 2;
    // N3: sides between tiles, from either of them, a cycle each (C1), however the picture is cut into fetches.
    expect(parts['flow in']).toBe(tiles * core.arraySide + 16 * 4 * across64 * (across64 - 1));
    expect(parts['flow in']).toBe(inspectedCycles(core, across));
    expect(facts['fetchTilesInRoi YX_BORDER of Inputs']).toBe(
      `1 x 16 x ${across * core.arraySide} x ${across * core.arraySide}`,
    );
    expect(facts['fetch calls']).toBe((across64 / across) ** 2);
    expect(facts['neighbour hops']).toBe(tiles * 8);
  });

  it('sides cost what their parameters say, and every pass over the picture all of them again', () => {
    const flowIn = (question: Question) => costs(question).parts['flow in'];
    const strided = { 'machine.border_column_cycles': '8', 'machine.border_row_cycles': '2' };
    expect(flowIn(square('q8', 4, strided))).toBe(8192 + (2 + 8) * 16 * 2 * 8 * 7);
    const { mapping, ...rest } = square('q8', 4);
    const passes = mapping.replace('M16', 'M8').replace('Q2 P2', 'Q2 P2 M2, permutation: PQMCRSN');
    expect(flowIn({ ...rest, mapping: passes })).toBe(2 * 11_776);
    expect(flowIn({ ...rest, mapping: passes.replace('PQM', 'QMP') })).toBe(2 * 11_776);
    expect(flowIn({ ...rest, mapping: passes.replace('PQM', 'MQP') })).toBe(11_776); // filters innermost: regions stay
  });

  it('wider windows take deeper rings', () => {
    const { mapping, ...rest } = square('q8', 4);
    const five = {
      ...rest,
      workload: rest.workload.replaceAll(': 3', ': 5'),
      mapping: mapping.replace('R3 S3', 'R5 S5'),
    };
    expect(costs(five).parts['flow in']).toBe(8192 + 2 * 3584);
    expect(costs(five).facts['overlapping fetchTilesInRoi YX_NO_BORDER of Inputs']).toBe('1 x 16 x 36 x 36');
  });

  it.each([
    ['six strips, in four times as many rows as one of them has', 'P6', 6 + 1 + 6],
    ['filters innermost: strips stay', 'P3 M2, permutation: MPCRSNQ', 3 + 6 + 6],
    ['filters outermost: all strips again', 'P3 M2, permutation: PMCRSNQ', 6 + 2 + 6],
  ])('a copy is called for every strip that overlaps another: %s', (_, outside, calls) => {
    const [strips, filters] = outside === 'P6' ? [1, 4] : [2, 2];
    const mapping = `
  - {target: DDR, type: temporal, factors: ${outside}}
  - {target: localMem, type: temporal, factors: R5 S3 M${filters} P${strips}}
  - {target: column, type: spatial, factors: Q8, split: 9}
  - {target: row, type: spatial, factors: P6, split: 0}
  - {target: MAC, type: spatial, factors: C8, split: 9}`;
    const workload = layer('{C: 8, M: 4, R: 5, S: 3, N: 1, P: 36, Q: 8}');
    expect(costs({ core: 'q16', workload, mapping }).facts['memCpy calls']).toBe(calls);
  });

  it('partial tiles leave cores idle', () => {
    const mapping = `
  - {target: localMem, type: temporal, factors: M8}
  - {target: column, type: spatial, factors: Q7, split: 9}
  - {target: row, type: spatial, factors: P7, split: 0}
  - {target: MAC, type: spatial, factors: C8, split: 9}`;
    const share = (core: string) =>
      costs({ core, workload: layer('{C: 8, M: 8, R: 1, S: 1, N: 1, P: 7, Q: 7}'), mapping }).facts['MAC utilization'];
    expect(share('q8')).toBeCloseTo(0.7656, 4);
    expect(share('q16')).toBeCloseTo(0.1914, 4);
  });
});

describe('public figures', () => {
  it.each([
    ['q8', 1],
    ['q16', 4],
    ['q32', 16],
  ] as const)('peak of %s', (core: CoreName, published) => {
    const workload = layer('{C: 8, M: 1, R: 1, S: 1, N: 1, P: 8, Q: 8}');
    const mapping = `
  - {target: column, type: spatial, factors: Q8, split: 9}
  - {target: row, type: spatial, factors: P8, split: 0}
  - {target: MAC, type: spatial, factors: C8, split: 9}`;
    const peak = costs({ core, workload, mapping }).facts.peak as number;
    expect(peak).toBeCloseTo(2e-3 * 8 * coreOf(core).arraySide ** 2, 12);
    expect(Math.abs(peak / published - 1)).toBeLessThan(0.0241);
  });

  it('a 1080 x 1920 picture of two bytes does not fit into the cores of a q8', () => {
    const workload = `${layer('{C: 1, M: 1, R: 3, S: 3, N: 1, P: 1080, Q: 1920}')}
  types: {Inputs: int16, Weights: int16, Outputs: int16}`;
    const mapping = (local: string, ocm: string): string => `
  - {target: OCM, type: temporal, factors: ${ocm}}
  - {target: localMem, type: temporal, factors: R3 S3 ${local}}
  - {target: column, type: spatial, factors: Q8, split: 9}
  - {target: row, type: spatial, factors: P8, split: 0}`;
    const whole = evaluate({ core: 'q8', workload, mapping: mapping('P135 Q240', 'P1') });
    expect(whole.said).toEqual([expect.stringMatching(/^E-CAPACITY: localMem: .* exceeds buffer capacity 262144$/)]);
    expect(evaluate({ core: 'q8', workload, mapping: mapping('P135 Q3', 'Q80') }).said).toEqual([]);
  });

  it('every cycle belongs to one of the classes of the public profile, and they add up', () => {
    const { cycles, parts } = costs(square('q8', 2, { 'machine.alu_operations_per_output': '2' }));
    const classes = classesOf(termsOf(parts));
    expect(totalCycles(classes)).toBeCloseTo(cycles, 6);
    expect(classes.compute).toBe(2 * 16 * 64);
    expect(classes.mac).toBe(parts.MAC! + parts['broadcast pops']!);
  });
});

/** Calls set up copies and flows, which is what they belong to; one class may have both here. */
function termsOf(parts: Costs['parts']): CycleTerms {
  return {
    flows: parts['flow in']! + parts['flow out']! + parts.setup!,
    randomAccess: 0,
    broadcast: parts.MAC! + parts['broadcast pops']!,
    copies: parts.memCpy!,
    exchange: parts.neighbours!,
    mac: parts.MAC!,
    alu: parts.ALU!,
    predication: 0,
  };
}

describe('parameters and counts', () => {
  it('overlapping needs every buffer twice', () => {
    const once = costs(square('q8', 1)).facts;
    const twice = costs(square('q8', 1, { 'machine.composition': 'overlapped' })).facts;
    expect(twice['OCM bytes']).toBe(2 * (once['OCM bytes'] as number));
  });

  it('a pop is read once from OCM and once delivered to every core', () => {
    const { evaluation, facts } = costs(square('q16', 2));
    const weights = (name: string) => evaluation.levels.find((level) => level.name === name)!.dataspaces.Weights!;
    const bytes = (facts['pops of Weights'] as number) * 8;
    expect(weights('OCM').scalarReads).toBe(bytes);
    expect(weights('broadcast').scalarFills).toBe(bytes); // of each core
  });

  const strided = (settings: Readonly<Record<string, string>>): Question => ({
    core: 'q8',
    workload: layer('{C: 8, M: 8, R: 3, S: 3, N: 1, P: 16, Q: 16, Wstride: 2, Hstride: 2}'),
    mapping: `
  - {target: OCM, type: temporal, factors: Q2 P2}
  - {target: localMem, type: temporal, factors: M8 R3 S3}
  - {target: column, type: spatial, factors: Q8, split: 9}
  - {target: row, type: spatial, factors: P8, split: 0}
  - {target: MAC, type: spatial, factors: C8, split: 9}`,
    settings,
  });

  it('random access takes no less than flows', () => {
    const [accesses, flows] = ['rau', 'flow'].map((fetch) => costs(strided({ 'machine.strided_fetch': fetch })));
    expect(accesses!.parts['flow in']).toBeGreaterThan(flows!.parts['flow in']!);
    // Of every 17 x 17 region two times two phases of 8 x 8, and a ring of one.
    const full = costs(strided({ 'machine.strided_fetch': 'rau', 'machine.random_access_ports': '2' }));
    expect(full.parts['flow in']).toBe(accesses!.parts['flow in']! / 2);
  });

  it.each([
    // Rows and columns that the window touches, of 8 outputs: all taps of one phase, in two, in three, and three that share nothing.
    [1, 2, 8 + 2 * 2],
    [2, 2, 8 + 2],
    [2, 1, 16 + 1],
    [2, 3, 16 + 3],
    [3, 2, 24],
  ])(
    'random access brings what the window touches, and taps are hops apart (stride %i, dilation %i)',
    (s, d, touched) => {
      const sizes = `C: 8, M: 8, R: 3, S: 1, N: 1, P: 8, Q: 8, Wstride: ${s}, Wdilation: ${d}, Hstride: 3`;
      const { parts } = costs({
        core: 'q8',
        workload: layer(`{${sizes}}`),
        mapping: `
  - {target: localMem, type: temporal, factors: M8 R3}
  - {target: column, type: spatial, factors: Q8, split: 9}
  - {target: row, type: spatial, factors: P8, split: 0}
  - {target: MAC, type: spatial, factors: C8, split: 9}`,
        settings: { 'machine.strided_fetch': 'rau' },
      });
      expect(parts['flow in']).toBe(8 * touched * 8);
      // A tap lies dilation / stride cores from the one before it, or in another phase.
      const distances = new Map<number, number[]>();
      for (const tap of [0, d, 2 * d]) distances.set(tap % s, [...(distances.get(tap % s) ?? []), Math.floor(tap / s)]);
      const hops = [...distances.values()].reduce((sum, of) => sum + Math.max(...of) - Math.min(...of), 0);
      expect(parts.neighbours).toBe(8 * hops);
    },
  );

  it('random access brings a region again whenever it is fetched, as flows do, however little of it is new', () => {
    const rows = (inside: number, outside: number): number =>
      costs({
        core: 'q8',
        workload: layer('{C: 8, M: 8, R: 3, S: 1, N: 1, P: 16, Q: 8, Wstride: 1, Hstride: 2}'),
        mapping: `
  - {target: OCM, type: temporal, factors: P${outside}}
  - {target: localMem, type: temporal, factors: M8 R3 P${inside}}
  - {target: column, type: spatial, factors: Q8, split: 9}
  - {target: row, type: spatial, factors: P8, split: 0}
  - {target: MAC, type: spatial, factors: C8, split: 9}`,
        settings: { 'machine.strided_fetch': 'rau' },
      }).parts['flow in']!;
    expect([rows(2, 1), rows(1, 2)]).toEqual([8 * 18 * 8, 2 * 8 * 10 * 8]);
  });

  it('what lies on one core, or on one row of cores, takes whole tiles', () => {
    const one = costs({
      core: 'q8',
      workload: '\nproblem:\n  shape: gemm\n  instance: {M: 1, N: 16, K: 64}',
      mapping: `
  - {target: localMem, type: temporal, factors: K8 N16}
  - {target: MAC, type: spatial, factors: K8, split: 9}`,
      settings: { 'machine.on_cores': 'rows' },
    });
    expect([one.parts['flow in'], one.parts['flow out']]).toEqual([64 * 8, 16 * 8]);
    expect(one.facts['registers per core']).toBe(64 + 16);
    const line = costs({
      core: 'q8',
      workload: layer('{C: 8, M: 4, R: 1, S: 3, N: 1, P: 1, Q: 16}'),
      mapping: `
  - {target: localMem, type: temporal, factors: M4 S3 Q2}
  - {target: column, type: spatial, factors: Q8, split: 9}
  - {target: MAC, type: spatial, factors: C8, split: 9}`,
      settings: { 'machine.on_cores': 'rows' },
    });
    // Two tiles a channel, and two sides between them.
    expect([line.parts['flow in'], line.parts['flow out']]).toEqual([8 * (2 * 8 + 2), 4 * 2 * 8]);
  });

  it('packed registers hold more', () => {
    const registers = (packing: string) =>
      costs(square('q8', 2, { 'machine.packing': packing })).facts['registers per core'];
    expect(registers('packed')).toBeLessThan(registers('unpacked') as number);
  });

  it('fewer lanes take longer for the same pops', () => {
    const narrow = square('q8', 1, { 'machine.mac_lanes_int8': '2' });
    const mapping = `${narrow.mapping.replace('factors: C8', 'factors: C2')}
  - {target: broadcast, type: temporal, factors: C4}`;
    const [two, eight] = [costs({ ...narrow, mapping }), costs(square('q8', 1))];
    expect(two.parts.MAC).toBe(4 * eight.parts.MAC!);
    expect(two.facts['pops of Weights']).toBe(eight.facts['pops of Weights']);
  });
});

describe('bounds are padded to as many tiles as a ceiling counts', () => {
  it.each([
    ['q8', '{C: 8, M: 4, R: 1, S: 1, N: 1, P: 57, Q: 20}', { P: 64, Q: 21 }],
    ['q16', '{C: 13, M: 4, R: 3, S: 3, N: 1, P: 56, Q: 7}', { C: 14, P: 56, Q: 7 }],
    ['q16', '{C: 3, M: 4, R: 1, S: 1, N: 1, P: 112, Q: 1080}', { C: 3, P: 112, Q: 1088 }],
    ['q16', '{C: 8, M: 1000, R: 1, S: 1, N: 1, P: 1, Q: 1}', { M: 1024 }],
    ['q8', '{C: 8, M: 32, R: 1, S: 1, N: 1, P: 100, Q: 1}', { P: 112 }],
  ] as const)('%s %s', (core, instance, wanted) => {
    const { workload } = build(core, layer(instance)).problem!;
    const bounds = Object.entries(wanted).map(([name]) => [name, workload.bounds[workload.dimensions.indexOf(name)]]);
    expect(Object.fromEntries(bounds)).toEqual(wanted);
  });
});

describe('a pop loads the registers of all cores', () => {
  it.each([
    [7, 64 - 49],
    [1, 64 - 7],
  ])('also where %i rows of cores work', (rows, idle) => {
    const mapping = `
  - {target: localMem, type: temporal, factors: C2 M16 P${7 / rows}}
  - {target: column, type: spatial, factors: Q7, split: 9}
  - {target: row, type: spatial, factors: P${rows}, split: 0}
  - {target: MAC, type: spatial, factors: C8, split: 9}`;
    const workload = layer('{C: 16, M: 16, R: 1, S: 1, N: 1, P: 7, Q: 7}');
    const { facts, evaluation } = costs({ core: 'q8', workload, mapping });
    const energies = Object.fromEntries(evaluation.machine!.energies.map((one) => [one.name, one.energyPj]));
    expect(energies.idle_registers).toBeCloseTo(0.1 * Number(facts['pops of Weights']) * idle, 9);
  });
});
