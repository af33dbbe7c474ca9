import { expect, it } from 'vitest';
import { edpText, energyText, energyUnit, timeText } from '../../src/report/units.js';

it.each([
  [13684, '13.684 nJ'],
  [806891520, '806.89 uJ'],
  [0.25, '250.00 fJ'],
  [1e6, '1.000 uJ'],
  [999.99999, '1,000.00 pJ'],
  [3.2e15, '3.200 kJ'],
  [0, '0 pJ'],
])('%d pJ are %s', (value, text) => expect(energyText(value)).toBe(text));

it('has units for energy-delay products and times', () => {
  expect(edpText(5.5524e14)).toBe('555.24 J*cycles');
  expect(edpText(520831893504)).toBe('520.83 mJ*cycles');
  expect(timeText(0.00344)).toBe('3.440 ms');
});

it('shows a column in one unit with the points below each other', () => {
  const { unit, show } = energyUnit([8_000, 736_846_142, 1_484_730_624, 0]);
  expect([unit, ...[8_000, 736_846_142, 1_484_730_624, 0].map(show)]).toEqual([
    'uJ',
    '0.008',
    '736.846',
    '1,484.731',
    '0',
  ]);
});

it('shows two digits of what would be 0.000 beside the others', () => {
  const column = [12_345, 430_000, 9_999_999, 736_846_142_000, 1_484_730_624_000, 3_000_000_000_000];
  const { unit, show } = energyUnit(column);
  const shown = ['1.2e-5', '0.00043', '0.010', '736.846', '1,484.731', '3,000.000'];
  expect([unit, ...column.map(show)]).toEqual(['mJ', ...shown]);
  expect([8_400_000, 1_400_000, -350_000].map(show)).toEqual(['0.0084', '0.0014', '-0.00035']);
});
