import { describe, expect, it } from 'vitest';
import { compareTables } from '../../src/results/compare.js';
import type { CsvTable } from '../../src/results/read-csv.js';
import { parseCsv } from '../../src/results/read-csv.js';

const header = 'architecture,workload,objective,rank,cycles,energy_pj,utilization,GLB_utilization,optimal,gap,version';

function table(...rows: readonly string[]): CsvTable {
  return parseCsv([header, ...rows].join('\n'), 'test.csv').value!;
}

const base = 'a,w,edp,1,100,2000,0.5,0.9,true,0,1.0.0';

function verdicts(candidate: string, tolerances: Readonly<Record<string, number>> = {}) {
  const comparison = compareTables(table(base), table(candidate), { tolerances: new Map(Object.entries(tolerances)) });
  return [comparison.regression, ...comparison.changes.map(({ column, verdict }) => `${column} ${verdict}`)];
}

describe('compareTables', () => {
  it('finds nothing in equal results of another version', () => {
    expect(verdicts('a,w,edp,1,100,2000,0.5,0.9,true,0,2.0.0')).toEqual([false]);
  });

  it('knows in which direction each column is worse', () => {
    expect(verdicts('a,w,edp,1,101,2000,0.5,0.9,true,0,1')).toEqual([true, 'cycles worse']);
    expect(verdicts('a,w,edp,1,99,2000,0.5,0.9,true,0,1')).toEqual([false, 'cycles better']);
    expect(verdicts('a,w,edp,1,100,2000,0.4,0.9,true,0,1')).toEqual([true, 'utilization worse']);
    expect(verdicts('a,w,edp,1,100,2000,0.5,0.8,true,0,1')).toEqual([false, 'GLB_utilization different']);
  });

  it('calls a lost proof, a lost figure and a lost row regressions', () => {
    expect(verdicts('a,w,edp,1,100,2000,0.5,0.9,false,0,1')).toEqual([true, 'optimal worse']);
    expect(verdicts('a,w,edp,1,100,2000,0.5,0.9,true,,1')).toEqual([true, 'gap worse']);
    // As another tool writes them.
    const python = [base.replace('true', 'True'), base.replace('true', 'False')].map((row) => table(row));
    expect(compareTables(python[0]!, python[1]!, { tolerances: new Map() }).regression).toBe(true);
    expect(compareTables(python[1]!, python[0]!, { tolerances: new Map() }).regression).toBe(false);
    const lost = compareTables(table(base), table(base.replace(',w,', ',v,')), { tolerances: new Map() });
    expect(lost).toMatchObject({ regression: true, missing: ['a | w | edp | 1'], added: ['a | v | edp | 1'] });
  });

  it('does not call a new row or a new column a regression', () => {
    const wider = parseCsv(`${header},extra\n${base},1\na,v,edp,1,1,1,1,1,true,0,1,1`, 'wide.csv').value!;
    expect(compareTables(table(base), wider, { tolerances: new Map() })).toMatchObject({
      regression: false,
      changes: [],
    });
  });

  it('adds up nothing where rows are told apart by their order alone', () => {
    const two = [base, base.replace(',w,', ',v,')];
    const compared = (rows: readonly string[]) =>
      compareTables(table(...rows), table(...rows), { tolerances: new Map() });
    expect(compared(two)).toMatchObject({ repeated: [], totals: [{ layers: 2 }] });
    expect(compared([...two, base])).toMatchObject({ repeated: ['a | w | edp | 1'], totals: [] });
  });

  it('joins a sweep that another tool has written anew: columns in another order, 4.0 for 4, True, and one more', () => {
    const own = 'architecture,workload,objective,rank,cycles,energy_pj,optimal,status,diagnostics,rows,GLB.depth';
    const sweep = parseCsv(`${own}\na,w,edp,1,9,2,true,mapping,,4,1024\na,w,edp,1,8,3,true,mapping,,8,1024`, 'own.csv');
    const other =
      ',rows,cycles,GLB.depth,note,optimal,rank,objective,workload,diagnostics,status,energy_pj,architecture';
    const rows = ['0,8.0,8,1024.0,x,True,1,edp,w,,mapping,3.0,a', '1,4.0,9,1024.0,x,True,1,edp,w,,mapping,2.0,a'];
    const written = parseCsv([other, ...rows].join('\n'), 'other.csv');
    const compared = compareTables(sweep.value!, written.value!, { tolerances: new Map() });
    expect(compared).toMatchObject({
      regression: false,
      compared: 2,
      unchanged: 2,
      missing: [],
      added: [],
      repeated: [],
    });
    expect(compared.key).toEqual(['architecture', 'workload', 'objective', 'rank', 'rows', 'GLB.depth']);
  });

  it('tolerates what it is told to, and the last digits always', () => {
    expect(verdicts('a,w,edp,1,100,2000.0000001,0.5,0.9,true,0,1')).toEqual([false]);
    expect(verdicts('a,w,edp,1,100,2001,0.5,0.9,true,0,1', { energy_pj: 1e-3 })).toEqual([false]);
    expect(verdicts('a,w,edp,1,100,2001,0.5,0.9,true,0,1', { energy_pj: 1e-4 })).toEqual([true, 'energy_pj worse']);
  });

  it('puts the worst first', () => {
    expect(verdicts('a,w,edp,1,101,3000,0.9,0.8,true,0,1')).toEqual([
      true,
      'energy_pj worse',
      'cycles worse',
      'GLB_utilization different',
      'utilization better',
    ]);
  });

  it('keeps rows that share a name apart', () => {
    const worse = base.replace(',100,', ',150,');
    const comparison = compareTables(table(base, base), table(base, worse), { tolerances: new Map() });
    expect(comparison.changes.map(({ row, column }) => [row, column])).toEqual([['a | w | edp | 1 (2)', 'cycles']]);
  });
});
