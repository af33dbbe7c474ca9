import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { mappingEntries } from '../../src/mapping/codec.js';
import { accelerator, build, said } from './build.js';
import { anyProblem, mappingWithin } from './random-mappings.js';

describe('mappingEntries', () => {
  const entries = `
mapping:
- {target: DRAM, type: temporal, factors: [N=2]}
- {target: GLB, type: temporal, factors: [M=4, K=2], permutation: [K, M, N]}
- {target: GLB, type: dataspace, bypass: [B]}
- {target: PE, type: spatial, factors: [N=4, K=2], permutation: [M, N, K], split: 2}
- {target: RF, type: temporal, factors: [K=2]}
`;

  it('write plain entries, outermost first, with every dimension in its place', () => {
    const { problem, mapping } = build({ more: entries });
    expect(mappingEntries(problem!, mapping!)).toEqual([
      { target: 'DRAM', type: 'dataspace', keep: ['A', 'B', 'Z'], bypass: [] },
      { target: 'GLB', type: 'dataspace', keep: ['A', 'Z'], bypass: ['B'] },
      { target: 'RF', type: 'dataspace', keep: ['A', 'B', 'Z'], bypass: [] },
      { target: 'DRAM', type: 'temporal', factors: 'M1 N2 K1', permutation: 'NMK' },
      { target: 'GLB', type: 'temporal', factors: 'M4 N1 K2', permutation: 'KMN' },
      { target: 'PE', type: 'spatial', factors: 'M1 N4 K2', permutation: 'NKM', split: 1 },
      { target: 'RF', type: 'temporal', factors: 'M1 N1 K2', permutation: 'KMN' },
    ]);
  });

  it('spell longer names and shorter last iterations out', () => {
    const words = build({
      problem: build({}).text.slice(accelerator().length).replaceAll('M', 'rows').replace('rows: 4', 'rows: 7'),
      more: `
mapping:
- {target: DRAM, type: temporal, factors: [rows=2, N=8]}
- {target: RF, type: temporal, factors: ["rows=4,3", K=8]}
`,
    });
    expect(mappingEntries(words.problem!, words.mapping!).slice(-1)).toEqual([
      { target: 'RF', type: 'temporal', factors: 'rows=4,3 N=1 K=8', permutation: 'rows,K,N' },
    ]);
  });

  it('refuse a Y loop inside an X loop, which no entry can express', () => {
    const { problem, mapping } = build({ more: entries });
    const levels = mapping!.levels.map((level) => ({ ...level, spatial: level.spatial.toReversed() }));
    expect(() => mappingEntries(problem!, { levels })).toThrow('Y loop inside an X loop at PE');
  });

  it('read again, give the same mapping, whatever the constraints and under every --compat', () => {
    let compared = 0;
    fc.assert(
      fc.property(anyProblem, fc.infiniteStream(fc.nat()), (texts, choices) => {
        const { problem, problemDiagnostics } = build(texts);
        if (!problem) throw new Error(said(problemDiagnostics).join('\n'));
        const mapping = mappingWithin(problem, choices);
        const more = stringify({ mapping: mappingEntries(problem, mapping) });
        const again = build({ ...texts, more });
        expect(said(again.mappingDiagnostics)).toEqual([]);
        expect(again.mapping).toEqual(mapping);
        compared += 1;
      }),
      { numRuns: 300 },
    );
    expect(compared).toBe(300);
  }, 60_000);
});
