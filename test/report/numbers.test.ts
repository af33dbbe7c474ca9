import { describe, expect, it } from 'vitest';
import { countText } from '../../src/math/count-text.js';
import { bar, duration, percent, readable } from '../../src/report/numbers.js';

describe('numbers for people', () => {
  it.each([
    [0, '0'],
    [96, '96'],
    [1234567, '1,234,567'],
    [-1234567, '-1,234,567'],
    [8621.559, '8,621.6'],
    [123456.7, '123,457'],
    [0.48900754, '0.48901'],
    [0.25, '0.25'],
    [99999.99999, '100,000'],
    [0.00002, '2e-5'],
    [1e21, '1e+21'],
  ])('%f is %s', (value, text) => expect(readable(value)).toBe(text));

  it('shows big counts as powers of ten', () => {
    expect(countText(123456789012n)).toBe('123,456,789,012');
    expect(countText(12345678901234567890n)).toBe('1.234e19');
  });

  it('shows shares, bars and durations', () => {
    expect(percent(0.9712)).toBe('97.1');
    expect([bar(0, 4), bar(0.5, 4), bar(0.53, 4), bar(1, 4), bar(7, 4)]).toEqual([
      '····',
      '██··',
      '██▏·',
      '████',
      '████',
    ]);
    expect([duration(0.4), duration(12.34), duration(75), duration(7384)]).toEqual([
      '0.40 s',
      '12.3 s',
      '1 min 15 s',
      '2 h 3 min',
    ]);
  });
});
