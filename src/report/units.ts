// Quantities in engineering units, a column of them in one unit with the points below each other. Five digits of the
// smallest are shown, two of what is far below the others; files and JSON carry pJ and every digit.

import { grouped } from '../math/count-text.js';

export const energyUnit = (valuesPj: readonly number[]): ColumnUnit => unitOf(valuesPj, 1e-12, 'J');
export const edpUnit = (valuesPjCycles: readonly number[]): ColumnUnit => unitOf(valuesPjCycles, 1e-12, 'J*cycles');
export const timeUnit = (seconds: readonly number[]): ColumnUnit => unitOf(seconds, 1, 's');

/** One value with its unit. */
export const energyText = (valuePj: number): string => withUnit(valuePj, energyUnit);
export const edpText = (valuePjCycles: number): string => withUnit(valuePjCycles, edpUnit);
export const timeText = (seconds: number): string => withUnit(seconds, timeUnit);

function withUnit(value: number, unitFor: typeof energyUnit): string {
  const { unit, show } = unitFor([value]);
  return `${show(value)} ${unit}`;
}

const prefixes = ['f', 'p', 'n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P'];

export type ColumnUnit = ReturnType<typeof unitOf>;

/** `size`: of the SI unit `si`, what the values are in; `factor`: what a value in pJ, or pJ x cycles, is multiplied by. */
function unitOf(values: readonly number[], size: number, si: string) {
  const sizes = values
    .map((value) => Math.abs(value) * size)
    .filter((value) => value > 0 && Number.isFinite(value))
    .sort((a, b) => a - b);
  const middle = sizes[Math.floor(sizes.length / 2)] ?? size;
  const step = Math.max(0, Math.min(prefixes.length - 1, Math.floor(log10(middle) / 3) + 5));
  const scale = 10 ** (3 * (step - 5));
  const smallest = (sizes[0] ?? size) / scale;
  const decimals = Math.max(0, Math.min(3, 4 - Math.floor(log10(smallest))));
  const show = (value: number): string => {
    if (value === 0 || !Number.isFinite(value)) return String(value);
    const inUnit = (value * size) / scale;
    const fixed = inUnit.toFixed(decimals);
    if (Math.abs(Number(fixed) - inUnit) > Math.abs(inUnit) / 100) return twoDigits(inUnit);
    const [whole, fraction] = fixed.split('.') as [string, string | undefined];
    return fraction === undefined ? grouped(whole) : `${grouped(whole)}.${fraction}`;
  };
  return { unit: `${prefixes[step]!}${si}`, factor: size / scale, show };
}

function twoDigits(value: number): string {
  return Math.abs(value) < 1e-4 ? value.toExponential(1) : value.toPrecision(2);
}

/** Exact at powers of ten, where Math.log10 of a product may fall short by a bit. */
function log10(value: number): number {
  return Math.log10(Number(value.toPrecision(12)));
}
