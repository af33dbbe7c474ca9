// A line per design adds up what can be held against the other lines, and says what it leaves out.

import { describe, expect, it } from 'vitest';
import { plainStyle } from '../../src/report/style.js';
import { sweepText } from '../../src/report/sweep-text.js';
import type { Entry } from '../../src/sweep/point.js';

type Kind = NonNullable<Entry['answer']>['kind'];

function entry(architecture: string, workload: string, kind: Kind, cycles = 1000): Entry {
  const answer = { kind, row: { cycles, energyPj: 2 * cycles, optimal: true }, diagnostics: [] };
  return { architecture, workload, objective: 'edp', count: 2, settings: [], hash: 'x', answer } as unknown as Entry;
}

const shown = (...entries: readonly Entry[]): string => sweepText(entries, [], plainStyle);

describe('a sweep on the screen', () => {
  it('adds up layers with their counts', () => {
    const text = shown(entry('A', 'one', 'mapping'), entry('A', 'two', 'mapping', 500));
    expect(text).toContain('each line: 2 workloads together');
    expect(text).toMatch(/3,000/);
  });

  it('leaves out of all lines what no design has a mapping of, and names it', () => {
    const of = (name: string) => [
      entry(name, 'one', 'mapping'),
      entry(name, 'two', 'mapping'),
      entry(name, 'bad', 'failed'),
    ];
    const text = shown(...of('A'), ...of('B'));
    expect(text).toContain('1 of 3 without');
    expect(text.match(/4,000/g)).toHaveLength(2);
    expect(text).toContain('each line: 2 of 3 workloads together\nno design has a mapping of bad\n');
  });

  it('adds up nothing where another design has more', () => {
    const all = [entry('A', 'one', 'mapping'), entry('A', 'two', 'mapping')];
    const without = shown(...all, entry('B', 'one', 'mapping'), entry('B', 'two', 'no-mapping'));
    expect(without).toMatch(/^A +proven +4,000/m);
    expect(without).toMatch(/^B +1 of 2 without +- +- +-$/m);
    expect(without).toContain('each line with figures: 2 workloads together\n');
    // Stopped before B had all of them, or a part of the sweep.
    const stopped = shown(...all, entry('B', 'one', 'mapping'));
    expect(stopped).toMatch(/^A +proven +4,000/m);
    expect(stopped).toMatch(/^B +only 1 of 2 +- +- +-$/m);
    // What failed in a design may run in one that has not been tried yet.
    const early = shown(
      ...all,
      entry('A', 'bad', 'failed'),
      entry('B', 'one', 'mapping'),
      entry('B', 'two', 'mapping'),
    );
    expect(early).not.toContain('together');
    expect(early).not.toContain('no design');
  });

  it('says what became of the only workload', () => {
    expect(shown(entry('A', 'one', 'no-mapping'), entry('B', 'one', 'mapping'))).toMatch(/^A +no-mapping +-/m);
  });
});

it('tells in every part of a table that does not fit what a line is about, with values whole', () => {
  const keys = ['machine.dispatch_us', 'machine.clock_mhz', 'shared_glb.attributes.depth', 'problem.instance.P'];
  const entries = [500, 1000].map((clock): Entry => {
    const settings = keys.map((key, at) => ({ key, value: String(clock + at) }));
    const row = { cycles: 123_456_789 * clock, energyPj: 1.234567e9 * clock, optimal: true };
    return {
      ...{ architecture: 'a', workload: 'w', objective: 'edp', count: 1, settings, hash: String(clock) },
      answer: { kind: 'mapping', row, diagnostics: [] } as unknown as Entry['answer'],
    };
  });
  for (const width of [48, 80]) {
    const lines = sweepText(entries, keys, { ...plainStyle, width }).split('\n');
    const values = lines.filter((line) => /^5|^1/.test(line)).map((line) => line.split(/ +/).slice(0, 4).join(' '));
    expect(new Set(values)).toEqual(new Set(['500 501 502 503', '1000 1001 1002 1003']));
    expect(Math.max(...lines.slice(1).map(({ length }) => length))).toBeLessThanOrEqual(width);
  }
});
