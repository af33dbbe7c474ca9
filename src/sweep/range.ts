// Ranges of an axis: `2k..16k` doubles, `2k..18k*3` multiplies, `4..16+4` adds; or ends, scale and number of steps. Where
// both ends are whole, so are all values.

import type { RandomSource } from '../math/random.js';

export interface Range {
  readonly from: number;
  readonly to: number;
  readonly scale: 'linear' | 'log';
  /** What is added or multiplied with, or how many values there are; null where a number may lie anywhere between. */
  readonly step: { readonly by: number } | { readonly count: number } | null;
}

/** Beyond this an axis is a slip of the pen. */
const mostValues = 100_000;

const suffixes: Readonly<Record<string, number>> = { k: 2 ** 10, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };
const number = String.raw`([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?[kKMG]?)`;
const rangeText = new RegExp(String.raw`^\s*${number}\s*\.\.\s*${number}\s*(?:([*+])\s*${number}\s*)?$`);
const numberText = new RegExp(`^\\s*${number}\\s*$`);

/** `2k` as 2048; undefined for what is no number. */
export function sizeOf(text: string): number | undefined {
  if (!numberText.test(text)) return undefined;
  const trimmed = text.trim();
  const factor = suffixes[trimmed.at(-1)!];
  return factor === undefined ? Number(trimmed) : Number(trimmed.slice(0, -1)) * factor;
}

/** Undefined for a text that is no range. */
export function readRange(text: string): Range | undefined {
  const match = rangeText.exec(text);
  if (!match) return undefined;
  const [, from, to, sign, by] = match;
  const scale = sign === '+' ? 'linear' : 'log';
  return { from: sizeOf(from!)!, to: sizeOf(to!)!, scale, step: { by: by === undefined ? 2 : sizeOf(by)! } };
}

/** What is wrong with a range, in a few words. */
export function rangeProblem({ from, to, scale, step }: Range): string | undefined {
  if (!(from <= to)) return `ends at ${to}, before it begins at ${from}`;
  if (scale === 'log' && from <= 0) return 'is logarithmic and does not begin above 0';
  if (step === null) return undefined;
  if ('by' in step && (scale === 'log' ? step.by <= 1 : step.by <= 0)) return `does not advance by ${step.by}`;
  const count =
    'count' in step ? step.count : scale === 'log' ? Math.log(to / from) / Math.log(step.by) : (to - from) / step.by;
  return count > mostValues ? `has more than ${mostValues} values` : undefined;
}

/** Ascending, without repeats. */
export function valuesOf(range: Range): readonly number[] {
  const { from, to, scale } = range;
  const step = range.step ?? { by: scale === 'log' ? 2 : 1 };
  const values: number[] = [];
  if ('count' in step) {
    for (let at = 0; at < step.count; at += 1) values.push(between(range, at / (step.count - 1)));
  } else {
    const slack = 1e-9 * Math.abs(to);
    for (let at = 0; ; at += 1) {
      const value = scale === 'log' ? from * step.by ** at : from + at * step.by;
      if (value > to + slack) break;
      values.push(rounded(range, value));
    }
  }
  return [...new Set(values)];
}

/** How many different numbers `drawFrom` may give. */
export function countOf(range: Range): number {
  if (range.step !== null) return valuesOf(range).length;
  const { from, to } = range;
  return from === to ? 1 : Number.isInteger(from) && Number.isInteger(to) ? to - from + 1 : Number.POSITIVE_INFINITY;
}

/** A number between the ends, or one of the steps. */
export function drawFrom(range: Range, random: RandomSource): number {
  if (range.step === null) return between(range, random.next());
  const values = valuesOf(range);
  return values[random.below(values.length)]!;
}

function between(range: Range, share: number): number {
  const { from, to, scale } = range;
  const value = scale === 'log' ? from * (to / from) ** share : from + (to - from) * share;
  return rounded(range, value);
}

/** Whole between whole ends, and otherwise without the last digits, which say nothing. */
function rounded({ from, to }: Range, value: number): number {
  return Number.isInteger(from) && Number.isInteger(to) ? Math.round(value) : Number(value.toPrecision(12));
}
