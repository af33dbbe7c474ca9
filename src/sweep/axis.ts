// One axis of a sweep: what is set, and the values it takes; and how several axes combine to settings.

import { type RandomSource, randomSource } from '../math/random.js';
import type { PlainValue } from '../spec/node.js';
import { countOf, drawFrom, type Range, readRange, sizeOf, valuesOf } from './range.js';

/** One thing set, as `--set KEY=VALUE` does. */
export interface Setting {
  readonly key: string;
  readonly value: string;
}

export interface Axis {
  readonly keys: readonly string[];
  /** Each gives every key its value. */
  readonly values: readonly (readonly string[])[] | Range;
}

export type Settings = readonly Setting[];

/** Items of a list as it is typed: `2k..16k`, or `1,2,8..32`. */
export function readValues(text: string): readonly (string | Range)[] {
  return text.split(',').map((item) => readRange(item) ?? String(sizeOf(item) ?? item.trim()));
}

export function valueText(value: PlainValue): string {
  if (typeof value === 'string') return String(sizeOf(value) ?? value);
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Every value of the axis, one setting per key. */
export function settingsOf({ keys, values }: Axis): readonly Settings[] {
  const lists = isRange(values) ? valuesOf(values).map((value) => keys.map(() => String(value))) : values;
  return lists.map((list) => keys.map((key, at) => ({ key, value: list[at]! })));
}

/** Every combination; the last axis changes fastest. They share their settings: each is read once. */
export function grid(axes: readonly Axis[]): readonly Settings[] {
  return axes.reduce<readonly Settings[]>(
    (before, axis) => {
      const own = settingsOf(axis);
      return before.flatMap((one) => own.map((settings) => [...one, ...settings]));
    },
    [[]],
  );
}

/** The n-th values of all axes together; they have equally many. */
export function zip(axes: readonly Axis[]): readonly Settings[] {
  const lists = axes.map(settingsOf);
  return (lists[0] ?? [[]]).map((_, at) => lists.flatMap((list) => list[at] ?? []));
}

/** Different combinations drawn from all there are; fewer where there are not so many. */
export function sample(axes: readonly Axis[], samples: number, seed: string): readonly Settings[] {
  const random = randomSource(`sweep ${seed}`);
  const seen = new Set<string>();
  const drawn: Settings[] = [];
  const all = axes.reduce((product, { values }) => product * (isRange(values) ? countOf(values) : values.length), 1);
  const wanted = Math.min(samples, all);
  for (let tries = 0; drawn.length < wanted && tries < 100 * wanted; tries += 1) {
    const settings = axes.flatMap((axis) => draw(axis, random));
    const key = JSON.stringify(settings);
    if (seen.has(key)) continue;
    seen.add(key);
    drawn.push(settings);
  }
  return drawn;
}

export function isRange(values: Axis['values']): values is Range {
  return !Array.isArray(values);
}

function draw(axis: Axis, random: RandomSource): Settings {
  const { keys, values } = axis;
  if (isRange(values)) {
    const value = String(drawFrom(values, random));
    return keys.map((key) => ({ key, value }));
  }
  const list = values[random.below(values.length)]!;
  return keys.map((key, at) => ({ key, value: list[at]! }));
}
