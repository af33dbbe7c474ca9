// Numbers for people: thousands apart, and only as many digits as say something. Files and JSON carry full precision.

import { grouped } from '../math/count-text.js';

/** Integers in full with thousands separators; others, and from 10^12 on, with about five significant digits. */
export function readable(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Number.isInteger(value) && Math.abs(value) < 1e12) return grouped(String(value));
  const size = Math.abs(value);
  if (size >= 1e12 || size < 1e-4) return value.toExponential(4).replace(/\.?0+e/, 'e');
  const decimals = Math.max(0, Math.min(8, 4 - Math.floor(Math.log10(size))));
  const [whole, fraction] = value.toFixed(decimals).split('.') as [string, string | undefined];
  const digits = fraction?.replace(/0+$/, '');
  return digits ? `${grouped(whole)}.${digits}` : grouped(whole);
}

export function percent(fraction: number): string {
  return (fraction * 100).toFixed(1);
}

export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `fraction` of `width` cells filled, to an eighth of a cell. */
export function bar(fraction: number, width: number): string {
  const eighths = Math.round(Math.max(0, Math.min(1, fraction)) * width * 8);
  const full = '█'.repeat(Math.floor(eighths / 8));
  const part = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'][eighths % 8]!;
  return `${full}${eighths % 8 === 0 ? '' : part}`.padEnd(width, '·');
}
