// The template library with types (its own are written for bundlers), its values to and from plain ones, and what Jinja2
// has that the library lacks of filters and methods.

import * as library from '@huggingface/jinja';
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

type Apply = (value: unknown, args: readonly unknown[]) => unknown;

/** Whatever is not here is left to the library. */
export const filters: Readonly<Record<string, Apply>> = {
  round: (value, [digits = 0]) => Number(numberOf(value).toFixed(Number(digits))),
  min: (value) => Math.min(...items(value).map(numberOf)),
  max: (value) => Math.max(...items(value).map(numberOf)),
  sum: (value) => items(value).reduce<number>((total, item) => total + numberOf(item), 0),
  count: (value) => items(value).length,
  list: items,
  format: (value, args) => percentFormat(String(value), args),
  batch: (value, [size]) => {
    const all = items(value);
    const count = Math.max(1, Math.floor(numberOf(size)));
    return Array.from({ length: Math.ceil(all.length / count) }, (_, at) => all.slice(at * count, (at + 1) * count));
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
