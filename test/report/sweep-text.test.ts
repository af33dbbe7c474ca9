import { expect, it } from 'vitest';
import { plainStyle } from '../../src/report/style.js';
import { sweepText } from '../../src/report/sweep-text.js';
import type { Entry } from '../../src/sweep/point.js';

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
