import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText, rowsToCsv } from '../../src/results/csv.js';
import { parseCsv } from '../../src/results/read-csv.js';
import type { MappingRow } from '../../src/results/row.js';

const row: MappingRow = {
  architecture: 'arch, "quoted"',
  workload: 'line\nbreak',
  objective: 'energy,cycles',
  rank: 1,
  cycles: 96,
  energyPj: 8621.559000000001,
  edpPjCycles: 827669.664,
  utilization: 1,
  bufferUtilization: { GLB: 0.97, RF: 0.5 },
  optimal: true,
  gap: 0,
  lowerBound: 827669.664,
  stopReason: 'Optimal',
  mapping: '[{"target":"DRAM","factors":"C1 M4"}]',
  configHash: '00ff',
  version: '0.1.0',
  seed: '0',
  count: 1,
  algorithm: 'optimal',
  index: '12345678901234567890',
  boundBy: 'mac',
  energySources: 'GLB=ERT mac=ERT',
  roofline: { opsPerCycle: 1.5, opsPerByte: 4, peakOpsPerCycle: 2, outerBytesPerCycle: null },
  parts: '[["GLB","A",4,8597.559],["mac",null,null,24]]',
  energyByPart: { GLB: 8597.559, mac: 24 },
  zeros: null,
  choices: null,
};

describe('CSV', () => {
  it('has the columns of the contract in its order, additions at the end', () => {
    expect(rowsToCsv([row]).split('\n')[0]).toBe(
      'architecture,workload,objective,rank,cycles,energy_pj,edp_pj_cycles,utilization,GLB_utilization,RF_utilization,' +
        'optimal,gap,lower_bound,stop_reason,mapping,config_hash,version,seed,count,algorithm,index,' +
        'bound_by,ops_per_cycle,ops_per_byte,peak_ops_per_cycle,outer_bytes_per_cycle,energy_sources,parts,GLB_energy_pj,mac_energy_pj',
    );
  });

  it('says what became of zeros where anything is sparse, before the energies by part', () => {
    const zeros = {
      actualComputes: 24,
      gatedComputes: 40,
      skippedComputes: 0,
      actualWords: 100.5,
      gatedWords: 40,
      skippedWords: 0,
    };
    const text = rowsToCsv([{ ...row, zeros: { ...zeros, metadataPj: 2.5 } }, row]);
    expect(text.split('\n')[0]).toMatch(
      /,parts,actual_computes,gated_computes,skipped_computes,actual_words,gated_words,skipped_words,metadata_pj,GLB_energy_pj/,
    );
    const { rows } = parseCsv(text, 'x').value!;
    expect(rows[0]).toMatchObject({ gated_computes: '40', actual_words: '100.5', metadata_pj: '2.5' });
    expect(rows[1]).toMatchObject({ gated_computes: '', metadata_pj: '' });
  });

  it('leaves absent values and the buffers of other architectures empty', () => {
    const other = { ...row, bufferUtilization: { L2: 1 }, gap: null, stopReason: null };
    const { rows } = parseCsv(rowsToCsv([row, other]), 'x').value!;
    expect(rows[0]).toMatchObject({ GLB_utilization: '0.97', L2_utilization: '', gap: '0' });
    expect(rows[1]).toMatchObject({ GLB_utilization: '', L2_utilization: '1', gap: '', stop_reason: '' });
  });

  it.each(['=1+1', '+a', '-a', '@a', "'=a"])('writes %s as text, not as a formula', (workload) => {
    const text = rowsToCsv([{ ...row, architecture: 'a', workload }]);
    expect(text.split('\n')[1]).toMatch(/^a,"'/);
    expect(parseCsv(text, 'x').value!.rows[0]).toMatchObject({ workload, gap: '0' });
  });

  it.each(['-1', '+2', '-1.5e-3', '-.5'])('leaves the number %s alone, which is no formula', (workload) => {
    const text = rowsToCsv([{ ...row, architecture: 'a', workload }]);
    expect(text.split('\n')[1]!.startsWith(`a,${workload},`)).toBe(true);
  });

  it.each(['-1+1', '-', '+A1', '-1e'])('writes %s, which is no number, as text', (workload) => {
    expect(rowsToCsv([{ ...row, architecture: 'a', workload }]).split('\n')[1]).toMatch(/^a,"'/);
  });

  it('gives back every text and every double', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.double({ noNaN: true }), (architecture, mapping, energyPj) => {
        const { value } = parseCsv(rowsToCsv([{ ...row, architecture, mapping, energyPj }]), 'x');
        const [back] = value!.rows;
        expect(back).toMatchObject({ architecture, mapping });
        expect(Number(back!.energy_pj)).toBe(energyPj === 0 ? 0 : energyPj);
      }),
    );
  });

  it('takes as long as other text does: an interrupted sweep has a second for thousands of rows', () => {
    const lines = Array.from({ length: 5000 }, () => Array.from({ length: 40 }, (_, at) => (at === 0 ? 'a,"b"' : at)));
    const times = (write: () => string): number =>
      [1, 2, 3, 4, 5].reduce((sum) => {
        const before = process.cpuUsage();
        expect(write().length).toBeGreaterThan(500_000);
        return sum + process.cpuUsage(before).user;
        // Some clocks tick every few milliseconds.
      }, 1000);
    expect(times(() => csvText(lines)) / times(() => JSON.stringify(lines))).toBeLessThan(15);
  });

  it.each([
    ['', 'x is empty'],
    ['a,b\n1,2\n', 'x has no column architecture, workload, objective, rank'],
    ['architecture,workload,objective,rank\n1,2\n', 'x has a row of another length'],
    ['architecture,workload,objective,rank\n"1,2\n', 'x ends within quotes'],
  ])('refuses %j', (text, message) => {
    const { value, diagnostics } = parseCsv(text, 'x');
    expect(value).toBeUndefined();
    expect(diagnostics.map((one) => one.message)).toEqual([expect.stringContaining(message)]);
  });
});

it('says where a table is no table, and reads what spreadsheets write', () => {
  const head = 'architecture,workload,objective,rank,mapping';
  const said = (text: string) => {
    const [one] = parseCsv(text, 'x.csv').diagnostics;
    const { start, source } = one!.span!;
    return [one!.message, source.text.slice(0, start).split('\n').length, one!.expected];
  };
  expect(said(`${head}\na,w,edp,1,[]\na,w,edp,2,"[""x""`)).toEqual([
    'x.csv ends within quotes',
    3,
    'a " that ends the cell',
  ]);
  expect(said(`${head}\na,w,edp,1\n`)).toEqual(['x.csv has a row of another length', 2, '5 cells as in the header']);
  const { value, diagnostics } = parseCsv(`${head}\na,w,edp,1,x\n`.replaceAll(',', ';'), 'x.csv');
  expect([diagnostics, value?.rows]).toEqual([
    [],
    [{ architecture: 'a', workload: 'w', objective: 'edp', rank: '1', mapping: 'x' }],
  ]);
});

it('says what is no table of results, and what is named twice', () => {
  const said = (text: string) => parseCsv(text, 'x.csv').diagnostics.map(({ message }) => message);
  expect(said('architecture:\n  nodes:\n  - !Component {name: a, class: b, c: d}\n')).toEqual([
    'x.csv has no column architecture, workload, objective, rank',
  ]);
  expect(said('architecture,workload,objective,rank,cycles,cycles\na,w,edp,1,2,3\n')).toEqual([
    'x.csv has two columns cycles',
  ]);
  // Tools that number rows may do so more than once.
  expect(said(',,architecture,workload,objective,rank\n0,0,a,w,edp,1\n')).toEqual([]);
});
