import { expect, it } from 'vitest';
import type { Architecture } from '../../src/arch/architecture.js';
import type { Evaluation } from '../../src/model/evaluation.js';
import { frontiersText, type LayerText, networkText, searchText } from '../../src/report/search-text.js';
import { plainStyle } from '../../src/report/style.js';
import { networkTotals } from '../../src/results/network-totals.js';
import type { RankedMapping, SearchResult } from '../../src/search/result.js';

const ranked = (
  rank: number,
  cycles: number,
  bufferUtilization: RankedMapping['bufferUtilization'],
): RankedMapping => ({
  rank,
  index: '0',
  cycles,
  energyPj: 2 * cycles,
  edpPjCycles: 2 * cycles * cycles,
  utilization: 0.5,
  bufferUtilization,
  mapping: { levels: [] },
});

const result: SearchResult = {
  stopReason: 'Optimal',
  optimal: true,
  gap: 0,
  lowerBound: 20000,
  boundKind: 'chain of boundaries',
  mapspaceSize: 12345678901234567890n,
  sizeIsExact: true,
  mappings: [ranked(1, 100, { GLB: 0.97, RF: 1 }), ranked(2, 1200, { GLB: 0.5 })],
  frontier: [],
  counters: { evaluations: 1234, valid: 1000, nodes: 99 },
  diagnostics: [],
};

const architecture = (attributes: object): Architecture =>
  ({ name: 'eyeriss', levels: [], compute: { attributes } }) as unknown as Architecture;

const layer: LayerText = {
  architecture: architecture({ global_cycle_seconds: 1e-9 }),
  workload: 'conv2',
  count: 3,
  objective: ['edp'],
  objectiveFromFile: false,
  algorithm: 'optimal',
  result,
};

it('ranks mappings by cycles, time and energy and says how sure it is', () => {
  expect(searchText(layer, plainStyle)).toBe(`conv2 on eyeriss, objective edp

rank  cycles  time (us)  energy (nJ)  EDP (uJ*cycles)  util. (%)
   1     100      0.100        0.200            0.020       50.0
   2   1,200      1.200        2.400            2.880       50.0

proven: none of 1.234e19 mappings has a lower EDP
`);
});

it.each([
  [
    { optimal: false, gap: 0.031, stopReason: 'TimeLimit' },
    'not proven (time limit reached): EDP could be 3.1 % lower at most, in 1.234e19\nmappings\n',
  ],
  [
    { optimal: false, gap: null, stopReason: 'SampleLimit' },
    'not proven (limit of evaluations reached): what the best of 1.234e19 mappings\nreaches is unknown\n',
  ],
  [
    { optimal: false, gap: 1e-5, stopReason: 'TimeLimit' },
    'not proven (time limit reached): EDP could be 0.1 % lower at most, in 1.234e19\nmappings\n',
  ],
  [
    { optimal: false, gap: 0, stopReason: 'TimeLimit' },
    [
      'proven: none of 1.234e19 mappings has a lower EDP; not proven (time limit',
      'reached): what ties with the best, or comes next\n',
    ].join('\n'),
  ],
  [
    { optimal: false, gap: null, stopReason: 'Exhausted', mappings: [] },
    'eyeriss, objective edp\n\nno valid mapping exists\n',
  ],
  [
    { optimal: false, gap: null, stopReason: 'TimeLimit', mappings: [] },
    'no valid mapping found: time limit reached\n',
  ],
] as const)('says once what is known: %j', (changed, said) => {
  const text = searchText({ ...layer, result: { ...result, ...changed } }, plainStyle);
  expect(text.endsWith(said), text).toBe(true);
});

it('says what utilization could be, and not by which part of that', () => {
  const open = { ...result, optimal: false, gap: 0.5, lowerBound: 1, stopReason: 'TimeLimit' } as const;
  const asked: LayerText = { ...layer, objective: ['utilization'], result: open };
  expect(searchText(asked, plainStyle)).toContain('utilization could be 100.0 % at most, in\n1.234e19');
  const last = (one: LayerText) =>
    networkText([one, layer], undefined, plainStyle).split('\n')[2]!.split(/ {2,}/).at(-1);
  expect(last(asked)).toBe('100.0 %');
  expect(last({ ...asked, result: { ...open, gap: 0 } })).toBe('this, ties open');
});

it('says beside each mapping what the machine chose, where that differs', () => {
  const text = searchText(
    {
      ...layer,
      choices: { cores: ['rows', 'columns'], fetch: ['rau', 'flow'] },
      chosen: ({ rank }) => ({ cores: 'rows', fetch: rank === 1 ? 'rau' : 'flow' }),
    },
    plainStyle,
  );
  const [header, first, second] = text.split('\n').slice(2);
  expect(header).toMatch(/util\. \(%\) {2}fetch$/);
  expect([first, second]).toEqual([expect.stringMatching(/ {2}rau$/), expect.stringMatching(/ {2}flow$/)]);
});

it('says that a file chose the objective, and drops the time where there is no clock', () => {
  const text = searchText({ ...layer, architecture: architecture({}), objectiveFromFile: true }, plainStyle);
  expect(text).toContain('objective edp\n(as the mapper section of the files asks; --objective beats it)\n');
  expect(text).not.toContain('time');
});

it('names what is estimated, but not what costs nothing or is a point of its table', () => {
  const level = (name: string, errorPercent: number, extrapolated: readonly string[] = []) => ({
    kind: 'storage',
    name,
    attributes: {},
    energy: { source: 'table', estimate: { errorPercent, extrapolated, basis: '' } },
  });
  const compute = { name: 'MAC', attributes: {}, energySource: 'ert', cycles: 1 };
  const evaluation = {
    loopNest: 'DRAM\n',
    levels: [],
    networks: [],
    compute,
    energyPj: 1,
    cycles: 1,
  } as unknown as Evaluation;
  const text = (levels: readonly object[]): string => {
    const architecture = { name: 'a', levels, compute } as unknown as Architecture;
    return searchText({ ...layer, architecture, evaluation }, plainStyle);
  };
  expect(text([level('Dummy', 0), level('RF', 12), level('GLB', 0, ['depth'])])).toContain(
    'energies are estimates: GLB table extrapolated, RF table within 12 %\n',
  );
  expect(text([level('Dummy', 0)])).not.toContain('estimates');
});

it('shows the ends of the frontiers of a network, a row a layer', () => {
  const point = (cycles: number, energyPj: number) => ({ ...result.mappings[0]!, cycles, energyPj });
  const frontier = [point(400, 50), point(100, 200), point(200, 80)];
  const bare: LayerText = { ...layer, workload: 'conv3', result: { ...result, mappings: [] } };
  expect(frontiersText([{ ...layer, result: { ...result, frontier } }, bare], plainStyle).split('\n')).toEqual([
    'layer  points  least cycles  energy (pJ)  least energy (pJ)  cycles',
    'conv2       3           100      200.000             50.000     400',
    'conv3       0             -            -                  -       -',
    'the ends of each cycles-energy frontier: every point is in frontier.csv, and',
    'with --json',
    '',
  ]);
});

it('shows a network with a row a layer and totals that respect counts', () => {
  const failed: LayerText = {
    ...layer,
    workload: 'conv3',
    result: { ...result, mappings: [], optimal: false, gap: null, stopReason: 'Exhausted' },
  };
  const totals = networkTotals([
    { count: 3, cycles: 100, energyPj: 200 },
    { count: 1, cycles: 10, energyPj: 5 },
  ]);
  expect(totals).toEqual({ layers: 4, cycles: 310, energyPj: 605, edpPjCycles: 310 * 605 });
  const lines = networkText([layer, failed], totals, plainStyle).split('\n');
  expect(lines).toEqual([
    '                          time  energy          EDP  util.',
    'layer    count  cycles    (ns)    (pJ)  (nJ*cycles)    (%)  best possible',
    'conv2        3     100  100.00  200.00       20.000   50.0  proven',
    'conv3        3       -       -       -            -      -  no valid mapping',
    '                                                            exists',
    'network      4     310  310.00  605.00      187.550',
    'objective edp',
    'figures of a layer are for one occurrence; the network counts each as often as',
    'it occurs',
    '',
  ]);
  // Each file may ask for its own.
  const other = { ...layer, objective: ['cycles', 'energy'], objectiveFromFile: true } as const;
  expect(networkText([layer, other], totals, plainStyle)).toContain(
    'objectives by layer edp | cycles, energy: every layer proven\n(as the mapper section of the files asks',
  );
  expect(networkText([layer, failed], undefined, plainStyle)).toContain(
    'objective edp\nno totals: 1 of 2 layers without a mapping\nfigures',
  );
});
