// What comparisons and imports say around their tables keeps to the width of a narrow terminal.

import { describe, expect, it } from 'vitest';
import { comparisonText, terminalView } from '../../src/report/comparison-text.js';
import { networkImportText } from '../../src/report/network-import-text.js';
import { plainStyle } from '../../src/report/style.js';
import { compareTables } from '../../src/results/compare.js';
import { parseCsv } from '../../src/results/read-csv.js';
import { networkOf } from '../../src/workload/import/network.js';

const narrow = 50;
const style = { ...plainStyle, width: narrow };
const widest = (text: string): number => Math.max(...text.split('\n').map((line) => line.length));

describe('at 50 columns', () => {
  it('a comparison is wrapped', () => {
    const header = 'architecture,workload,objective,rank,cycles,energy_pj,edp_pj_cycles';
    const table = (...rows: string[]) => parseCsv([header, ...rows].join('\n'), 'test.csv').value!;
    const one = 'eyeriss-like-with-a-name,a-layer-with-a-long-name-too,"energy,cycles",1';
    const other = 'eyeriss-like-with-a-name,another-layer-with-a-long-name,"energy,cycles",1';
    const comparison = compareTables(
      table(`${one},100,2000,200000`, `${other},1,1,1`),
      table(`${one},90,2500,225000`),
      {
        tolerances: new Map(),
      },
    );
    const text = comparisonText(comparison, terminalView(style, { rows: 30, all: false }));
    expect(widest(text), text).toBeLessThanOrEqual(narrow);
    expect(text).toContain('missing  eyeriss-like-with-a-name |\n         another-layer-with-a-long-name |');
    expect(text.replaceAll(/\s+/g, ' ')).toContain('1 row compared, 0 unchanged, 1 missing, 0 new: regression');
  });

  it('an import is wrapped', () => {
    const operators = ['GlobalAveragePool', 'MaxPool', 'Relu', 'Add', 'Flatten'];
    const others = operators.map((operator) => ({ operator, count: 1, words: 1000 }));
    const text = networkImportText(networkOf('net', [], { others }), style);
    expect(widest(text), text).toBeLessThanOrEqual(narrow);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'MACs of a layer are for one occurrence, those of the network count',
    );
  });
});
