// An axis as a sweep file writes it: `{set: GLB.depth, values: [1024, 2048]}` or `{set: GLB.depth, range: 1k..16k}`.

import { type Diagnostic, error, warning } from '../diagnostics/diagnostic.js';
import type { Span } from '../diagnostics/span.js';
import { distinctBy } from '../math/distinct.js';
import { remembered } from '../math/remembered.js';
import { childOf, itemsOf, type MapNode, type Node, plain } from '../spec/node.js';
import { type Axis, isRange, readValues, type Setting, valueText } from './axis.js';
import { type Range, rangeProblem, readRange, sizeOf, valuesOf } from './range.js';

/** `once`: whether a value that comes again would make the same point again. */
export function readAxis(node: MapNode, diagnostics: Diagnostic[], once: boolean): Axis | undefined {
  const keys = [plain(childOf(node, 'set')!)].flat().map(String);
  const [values, range] = [childOf(node, 'values'), childOf(node, 'range')];
  const fail = (message: string, at: Node, hint?: string): undefined => {
    diagnostics.push(error('E-TYPE', `axis ${keys.join(', ')} ${message}`, { span: at.span, hint }));
    return undefined;
  };
  if ((values === undefined) === (range === undefined)) {
    const hint = 'values: [1024, 2048], or range: 1k..16k';
    return fail(values ? 'has both values and a range' : 'has neither values nor a range', node, hint);
  }
  if (range) {
    const read = range.kind === 'scalar' ? readRange(String(range.value)) : rangeOf(range as MapNode);
    if (!read)
      return fail('has a range that cannot be read', range, 'for example 2k..16k, 4..16+4, or {from, to, steps}');
    const problem = rangeProblem(read);
    return problem === undefined ? { keys, values: read } : fail(`has a range that ${problem}`, range);
  }
  const distinct = (axis: Axis, at: (item: number) => Node): Axis =>
    once
      ? withoutRepeats(axis, (message, item) => diagnostics.push(warning('W-UNUSED', message, { span: at(item).span })))
      : axis;
  if (values!.kind === 'scalar') {
    const axis = fromText(keys, String(values!.value), (message) => fail(message, values!));
    return axis && distinct(axis, () => values!);
  }
  const { items } = values as Extract<Node, { kind: 'list' }>;
  const lists = items.map((item) => {
    const value = plain(item);
    if (keys.length === 1 || !Array.isArray(value)) return keys.map(() => valueText(value));
    if (value.length !== keys.length) {
      return fail(`sets ${keys.length} things, to ${value.length} values here`, item);
    }
    return value.map(valueText);
  });
  if (lists.includes(undefined)) return undefined;
  return distinct({ keys, values: lists as readonly (readonly string[])[] }, (item) => items[item]!);
}

/** A point more would be taken for a layer more. */
export function withoutRepeats({ keys, values }: Axis, say: (message: string, item: number) => void): Axis {
  if (isRange(values)) return { keys, values };
  const kept = distinctBy(
    values,
    // Of several things that take one value, it is said once.
    (list) => (new Set(list).size === 1 ? list[0]! : list.join(', ')),
    (text, item) => say(`axis ${keys.join(', ')} has the value ${text} already: it counts once`, item),
  );
  return { keys, values: kept };
}

export interface SettingPlace {
  readonly span: Span | undefined;
  readonly keySpan: Span | undefined;
}

/** Where each setting of these axes and points stands: its name, and its own value or all that its axis takes. */
export function settingPlaces(nodes: readonly Node[]): (setting: Setting) => SettingPlace {
  const names = new Map<string, Span>();
  const values = new Map<string, Span>();
  const add = (key: string, value: Node): void => {
    remembered(values, `${key}=${valueText(plain(value))}`, () => value.span);
  };
  for (const node of nodes) {
    if (node.kind !== 'map') continue;
    const set = childOf(node, 'set');
    for (const { key, keySpan, value } of set === undefined ? node.entries : []) {
      remembered(names, key, () => keySpan);
      add(key, value);
    }
    if (set === undefined) continue;
    const keys = set.kind === 'list' ? set.items : [set];
    const taken = childOf(node, 'values') ?? childOf(node, 'range') ?? set;
    for (const [at, name] of keys.entries()) {
      const key = String(plain(name));
      remembered(names, key, () => name.span);
      remembered(values, key, () => taken.span);
      for (const item of itemsOf(taken)) add(key, (keys.length > 1 && item.kind === 'list' && item.items[at]) || item);
    }
  }
  return ({ key, value }) => ({ span: values.get(`${key}=${value}`) ?? values.get(key), keySpan: names.get(key) });
}

/** Values as one types them: `1,2,8..32`. */
export function fromText(
  keys: readonly string[],
  text: string,
  fail: (message: string) => undefined,
): Axis | undefined {
  const items = readValues(text);
  const problem = items.map((item) => (typeof item === 'string' ? undefined : rangeProblem(item))).find(Boolean);
  if (problem !== undefined) return fail(`has a range that ${problem}`);
  if (items.includes('')) return fail('has an empty value');
  if (items.length === 1 && typeof items[0] !== 'string') return { keys, values: items[0]! };
  const texts = items.flatMap((item) => (typeof item === 'string' ? [item] : valuesOf(item).map(String)));
  return { keys, values: texts.map((value) => keys.map(() => value)) };
}

function rangeOf(node: MapNode): Range | undefined {
  const value = (key: string): number | undefined => {
    const child = childOf(node, key);
    return child && sizeOf(String(plain(child)));
  };
  const [from, to, count] = [value('from'), value('to'), value('steps')];
  if (from === undefined || to === undefined) return undefined;
  const scale = plain(childOf(node, 'scale') ?? childOf(node, 'from')!) === 'log' ? 'log' : 'linear';
  return { from, to, scale, step: count === undefined ? null : { count } };
}
