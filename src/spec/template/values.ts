// The template library with types (its own are written for bundlers), its values to and from plain ones, and what Jinja2
// has that the library lacks of filters and methods.

import * as library from '@huggingface/jinja';
import { own } from '../../math/own.js';
import { formatted, percentFormat } from './text-format.js';

export interface RuntimeValue {
  readonly type: string;
  value: unknown;
  toString(): string;
}

export interface Scope {
  readonly variables: Map<string, RuntimeValue>;
  readonly parent?: Scope | undefined;
  set(name: string, value: unknown): RuntimeValue;
  setVariable(name: string, value: RuntimeValue): RuntimeValue;
}

/** A node of the library's syntax tree. */
export interface Tree {
  readonly type: string;
  readonly [key: string]: unknown;
}

export interface Token {
  readonly type: string;
  readonly value: string;
}

export const Environment = library.Environment as unknown as new (parent?: Scope) => Scope;
export const Interpreter = library.Interpreter as unknown as new () => {
  evaluate(statement: Tree | undefined, scope: Scope): RuntimeValue;
};
export const parse = library.parse as unknown as (tokens: readonly Token[]) => Tree;
export const tokenize = library.tokenize as unknown as (text: string) => readonly Token[];

export function toRuntime(value: unknown): RuntimeValue {
  return new Environment().set('value', value);
}

/** Functions that get their arguments as plain values, and what was given by name as a record at the end. */
export function functionValue(apply: (args: readonly unknown[], scope: Scope) => unknown): RuntimeValue {
  const value = toRuntime(() => null);
  value.value = (args: readonly RuntimeValue[], scope: Scope) => toRuntime(apply(args.map(toPlain), scope));
  return value;
}

export function toPlain(value: RuntimeValue): unknown {
  const inside = value.value;
  if (inside instanceof Map) return Object.fromEntries([...inside].map(([key, one]) => [key, toPlain(one)]));
  return Array.isArray(inside) ? inside.map(toPlain) : inside;
}

/** Characters of a text, and of all that a template prints. */
export const MAX_OUTPUT = 20_000_000;
export const MOST_ITEMS = 100_000;

/** The filter that stands for tests with an argument. */
export const TEST = 'test_';

type Apply = (value: unknown, args: readonly unknown[]) => unknown;

/** Whatever is not here is left to the library. */
export const filters: Readonly<Record<string, Apply>> = {
  round: (value, [digits = 0]) => Number(numberOf(value).toFixed(Number(digits))),
  min: (value) => Math.min(...items(value).map(numberOf)),
  max: (value) => Math.max(...items(value).map(numberOf)),
  sum: (value) => items(value).reduce<number>((total, item) => total + numberOf(item), 0),
  count: (value) => items(value).length,
  list: items,
  replace: (value, [old, other, count]) => {
    const parts = String(value).split(String(old));
    const rest = parts.splice(count === undefined || count === null ? parts.length : Math.max(1, Number(count) + 1));
    if (parts.length * String(other).length > MAX_OUTPUT)
      throw new Error(`a text of more than ${MAX_OUTPUT} characters`);
    return [parts.join(String(other)), ...rest].join(String(old));
  },
  format: (value, args) => percentFormat(String(value), args),
  batch: (value, [size]) => {
    const all = items(value);
    const count = Math.max(1, Math.floor(numberOf(size)));
    return Array.from({ length: Math.ceil(all.length / count) }, (_, at) => all.slice(at * count, (at + 1) * count));
  },
  [TEST]: (value, [name, argument]) => {
    const [, not, word = ''] = /^(not )?(.*)$/.exec(String(name))!;
    const test = own(tests, word);
    if (!test) throw new Error(`unknown test with an argument: ${word}`);
    return test(value, argument) !== (not !== undefined);
  },
  basename: (value) => String(value).split('/').at(-1),
};

export const methods: Readonly<Record<string, Apply>> = {
  join: (glue, [parts]) => items(parts).map(String).join(String(glue)),
  format: (text, args) => {
    let next = 0;
    return String(text).replace(/\{(\w*)(?::([^{}]*))?\}/g, (_, key: string, form = '') => {
      const named = args.at(-1) as Readonly<Record<string, unknown>>;
      return formatted(/^\d*$/.test(key) ? args[key === '' ? next++ : Number(key)] : named[key], form);
    });
  },
};

/** Methods that change what they are called on, for `{% do %}`. */
export const mutators: Readonly<Record<string, (owner: RuntimeValue, args: readonly unknown[]) => unknown>> = {
  append: (owner, [item]) => extend(owner, [item]),
  extend: (owner, [added]) => extend(owner, items(added)),
  update: (owner, [added]) => {
    if (!(owner.value instanceof Map)) throw new Error(`${String(owner.value)} is no dictionary`);
    for (const [key, value] of Object.entries(added ?? {})) owner.value.set(key, toRuntime(value));
  },
};

function extend({ value }: RuntimeValue, added: readonly unknown[]): void {
  if (!Array.isArray(value)) throw new Error(`${String(value)} is no list`);
  // A list that doubles itself has few steps.
  if (value.length + added.length > MOST_ITEMS) throw new Error(`a list of more than ${MOST_ITEMS} items`);
  for (const item of added) value.push(toRuntime(item));
}

/** Tests with an argument. */
const tests: Readonly<Record<string, (value: unknown, argument: unknown) => boolean>> = {
  divisibleby: (value, by) => numberOf(value) % numberOf(by) === 0,
  eq: equal,
  equalto: equal,
  sameas: equal,
  ne: (value, other) => !equal(value, other),
  lt: (value, other) => (value as number) < (other as number),
  lessthan: (value, other) => (value as number) < (other as number),
  le: (value, other) => (value as number) <= (other as number),
  gt: (value, other) => (value as number) > (other as number),
  greaterthan: (value, other) => (value as number) > (other as number),
  ge: (value, other) => (value as number) >= (other as number),
};

function equal(value: unknown, other: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(other);
}

function items(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return [...value];
  if (typeof value === 'object' && value !== null) return Object.keys(value);
  throw new Error(`${String(value)} has no items`);
}

function numberOf(value: unknown): number {
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
  if (Number.isNaN(number)) throw new Error(`${String(value)} is not a number`);
  return number;
}
