// What an expression can mean (section A.4): Python's integers, floats, strings, booleans, None and lists, and the two
// things that can be named but not written down, namespaces (`GLB.attributes`) and functions. Integers are bigints and
// floats are numbers, because Python tells `256` from `256.0` and integer keys accept only the first.

import type { PlainValue } from '../node.js';

export interface Namespace {
  readonly kind: 'namespace';
  /** How people write it, e.g. `GLB.attributes`. */
  readonly label: string;
  get(name: string): Value | undefined;
  names(): readonly string[];
}

export interface FunctionValue {
  readonly kind: 'function';
  readonly name: string;
}

export type Value = bigint | number | string | boolean | null | readonly Value[] | Namespace | FunctionValue;

/** An expression that has no value; the message is one lower-case clause. */
export class ExpressionError extends Error {
  readonly reason: 'syntax' | 'name' | 'value' | 'size' | 'reported';
  readonly hint: string | undefined;
  /** The unknown name, for `reason: 'name'`. */
  readonly symbol: string | undefined;

  constructor(
    reason: ExpressionError['reason'],
    message: string,
    details: { readonly hint?: string | undefined; readonly symbol?: string } = {},
  ) {
    super(message);
    this.reason = reason;
    this.hint = details.hint;
    this.symbol = details.symbol;
  }
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function isNamespace(value: Value): value is Namespace {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'namespace';
}

export function isFunction(value: Value): value is FunctionValue {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'function';
}

export function typeName(value: Value): string {
  if (value === null) return 'None';
  if (typeof value === 'bigint') return 'an integer';
  if (typeof value === 'number') return 'a float';
  if (typeof value === 'string') return 'a string';
  if (typeof value === 'boolean') return 'a boolean';
  if (isList(value)) return 'a list';
  return isNamespace(value) ? 'a group of values' : 'a function';
}

/** As Python prints it, as far as numbers go. */
export function show(value: Value): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) < 1e16 ? `${value}.0` : String(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string') return value;
  if (isList(value)) return `[${value.map(show).join(', ')}]`;
  return isNamespace(value) ? value.label : value.name;
}

export function fromPlain(value: PlainValue): Value {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(fromPlain);
  const entries = new Map(Object.entries(value));
  return {
    kind: 'namespace',
    label: 'the map',
    get: (name) => {
      const found = entries.get(name);
      return found === undefined ? undefined : fromPlain(found);
    },
    names: () => [...entries.keys()],
  };
}

/** Integers keep their exactness or are refused; a namespace or a function is no value of its own. */
export function toPlain(value: Value): PlainValue {
  if (typeof value === 'bigint') {
    const number = Number(value);
    if (!Number.isSafeInteger(number))
      throw new ExpressionError('size', `the result has ${value.toString().length} digits, too many to be exact`);
    return number;
  }
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new ExpressionError('value', `the result is ${show(value)}`);
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map(toPlain);
  throw new ExpressionError('value', `${show(value)} is ${typeName(value)}, not a value`);
}
