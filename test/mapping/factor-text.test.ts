import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { type FactorEntry, readFactors } from '../../src/mapping/factor-text.js';
import type { Node, Scalar } from '../../src/spec/node.js';
import type { Workload } from '../../src/workload/workload.js';
import { listNode, scalarNode, workloadOf } from './nodes.js';

const letters = workloadOf({ P: 8, R: 3, C: 4 });
const words = workloadOf({ P: 8, P1: 6, in: 4, inner: 2, out_ch: 5 });

function parse(node: Node, workload: Workload): { entries: readonly FactorEntry[]; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  return { entries: readFactors(node, { workload, diagnostics }), diagnostics };
}

/** Entries as text again. */
function factors(value: Scalar | readonly (Scalar | readonly Scalar[])[], workload = letters): string {
  const node = Array.isArray(value) ? listNode(value) : scalarNode(value as Scalar);
  const { entries, diagnostics } = parse(node, workload);
  expect(diagnostics.filter((one) => one.severity === 'error')).toEqual([]);
  return entries
    .map((one) => {
      const residual = one.residual === undefined ? '' : `,${one.residual}`;
      return `${workload.dimensions[one.dimension]}${one.relation}${one.value}${residual}`;
    })
    .join(' ');
}

function refused(value: Scalar, workload = letters): string[] {
  return parse(scalarNode(value), workload).diagnostics.map((one) => `${one.code} ${one.message}`);
}

describe('readFactors', () => {
  it('reads lists, strings and lists in lists', () => {
    expect(factors(['P=4', 'R=1'])).toBe('P=4 R=1');
    expect(factors([['P=4'], ['R=1', 'C=2']])).toBe('P=4 R=1 C=2');
    expect(factors('P=4 R=3')).toBe('P=4 R=3');
    expect(factors('P=4,R=3')).toBe('P=4 R=3');
    expect(factors('P = 4 , R=3;C=1 ')).toBe('P=4 R=3 C=1');
    expect(factors(null)).toBe('');
    expect(factors('')).toBe('');
    expect(factors([])).toBe('');
  });

  it('reads limits, and 0 as the full bound with a warning', () => {
    expect(factors('P<=4 R>=2')).toBe('P<=4 R>=2');
    expect(factors(['P <= 4'])).toBe('P<=4');
    const zero = parse(scalarNode('P=0'), letters);
    expect(zero.entries[0]).toMatchObject({ relation: '=', value: 8 });
    expect(zero.diagnostics.map((one) => one.code)).toEqual(['W-FACTOR']);
  });

  it('reads the form of map files, also run together', () => {
    expect(factors('C1 P8 R1')).toBe('C=1 P=8 R=1');
    expect(factors('C1P8R3')).toBe('C=1 P=8 R=3');
    expect(factors('C1,P8')).toBe('C=1 P=8');
  });

  it('reads trip counts of the last iteration', () => {
    expect(factors(['P=4,3', 'R=1'])).toBe('P=4,3 R=1');
    expect(factors('P=4,3 R=1')).toBe('P=4,3 R=1');
    expect(factors('P=4,3,R=1')).toBe('P=4,3 R=1');
    expect(factors('P4,3 R1')).toBe('P=4,3 R=1');
    expect(refused('P=4,5')).toEqual(['E-FACTOR P=4,5 gives the last iteration 5 trips']);
    expect(refused('P<=4,2')).toEqual(['E-FACTOR P<=4,2 gives the last iteration 2 trips']);
  });

  it('takes the longest name that fits where names and numbers touch', () => {
    expect(factors('P12', words)).toBe('P1=2');
    expect(factors('P4', words)).toBe('P=4');
    expect(factors('P=12', words)).toBe('P=12');
    expect(factors('inner2in4', words)).toBe('inner=2 in=4');
    expect(factors('out_ch=5 P1=3', words)).toBe('out_ch=5 P1=3');
  });

  it('refuses what it cannot read, at its place', () => {
    expect(refused('P=x')).toEqual(['E-FACTOR factor of P is x']);
    expect(refused('P=1.5')).toEqual(['E-FACTOR factor of P is 1.5']);
    expect(refused('P=-1')).toEqual(['E-FACTOR factor of P is -1']);
    expect(refused('P<4')).toEqual(['E-FACTOR "P<4" uses <']);
    expect(refused('Q=4')).toEqual(['E-NAME unknown dimension Q']);
    expect(refused('Q4')).toEqual(['E-NAME unknown dimension Q']);
    expect(refused('P')).toEqual(['E-FACTOR "P" is not a factor']);
    expect(parse(scalarNode('P'), letters).diagnostics[0]!.hint).toBe('leave P out, then it is free');
    expect(refused('P= R=')).toEqual(['E-FACTOR "P=" is not a factor', 'E-FACTOR "R=" is not a factor']);
    expect(['P<4', 'P>4'].map((text) => parse(scalarNode(text), letters).diagnostics[0]!.hint)).toEqual([
      'write P<=3',
      'write P>=5',
    ]);
    const { diagnostics } = parse(scalarNode('C=1 Q=4'), letters);
    const { source, start, end } = diagnostics[0]!.span!;
    expect(source.text.slice(start, end)).toBe('Q=4');
  });

  it('reads back whatever is written', () => {
    const entry = fc.record({
      name: fc.constantFrom(...words.dimensions),
      relation: fc.constantFrom('=', '<=', '>='),
      value: fc.integer({ min: 1, max: 999 }),
      last: fc.option(fc.integer({ min: 1, max: 999 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), fc.constantFrom(' ', ',', ', ', '  '), (entries, separator) => {
        const written = entries.map(({ name, relation, value, last }) => {
          const residual = relation === '=' && last !== undefined ? `,${Math.min(last, value)}` : '';
          return `${name}${relation}${value}${residual}`;
        });
        expect(factors(written.join(separator), words)).toBe(written.join(' '));
        expect(factors(written, words)).toBe(written.join(' '));
      }),
    );
  });
});
