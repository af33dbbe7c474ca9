import { expect, it } from 'vitest';
import { type LayerText, networkText, searchText } from '../../src/report/search-text.js';
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
  mappings: [ranked(1, 100, { GLB: 0.97, RF: 1 }), ranked(2, 1200, { GLB: 0.5 })],
  frontier: [],
  counters: { evaluations: 1234, valid: 1000, nodes: 99 },
  diagnostics: [],
};

const layer: LayerText = {
  architecture: 'eyeriss',
  workload: 'conv2',
  count: 3,
  objective: 'edp',
  algorithm: 'optimal',
  result,
  loopNest: 'DRAM [ ]\n',
  elapsedSeconds: 0.4,
};

it('ranks mappings by cycles, energy and buffers and says how sure it is', () => {
  expect(searchText(layer, plainStyle)).toBe(`conv2 on eyeriss, objective edp

rank  cycles  energy (pJ)  EDP (pJ*cycles)  utilization (%)  GLB full (%)  RF full (%)
   1     100          200           20,000             50.0          97.0        100.0
   2   1,200        2,400        2,880,000             50.0          50.0            -

DRAM [ ]

search
algorithm    optimal
mapspace     1.234e19 mappings
stopped      proven optimal
gap          0 %, proven
lower bound  20,000 (chain of boundaries)
time         0.40 s
tried        1,234 evaluations, 1,000 valid, 99 nodes
`);
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
  expect(lines.slice(0, 4)).toEqual([
    'layer    count  cycles  energy (pJ)  EDP (pJ*cycles)  utilization (%)          gap  stopped                    time',
    'conv2        3     100          200           20,000             50.0  0 %, proven  proven optimal           0.40 s',
    'conv3        3       -            -                -                -      unknown  no valid mapping exists  0.40 s',
    'network      4     310          605          187,550',
  ]);
});
