// Python's operators on the values of section A.4: `/` always gives a float, `//` and `%` round towards minus infinity,
// integers are exact. Sizes are limited, so that `2**2**2**2**9` is a diagnostic and not a hang.

import { own } from '../../math/own.js';
import { ExpressionError, isList, show, typeName, type Value } from './value.js';

const MAX_BITS = 4096;
export const MAX_TEXT = 10_000;
export const MAX_ITEMS = 100_000;

export function binary(operator: string, left: Value, right: Value): Value {
  if (operator === '==' || operator === '!=') return equal(left, right) === (operator === '==');
  const comparison = own(comparisons, operator);
  if (comparison) return comparison(compare(operator, left, right));
  if (operator === '+' && typeof left === 'string' && typeof right === 'string') {
    if (left.length + right.length > MAX_TEXT) throw new ExpressionError('size', 'the text grows too long');
    return left + right;
  }
  if (operator === '+' && isList(left) && isList(right)) {
    if (left.length + right.length > MAX_ITEMS) throw new ExpressionError('size', 'the list grows too long');
    return [...left, ...right];
  }
  if (operator === '*' && isList(left) && typeof right === 'bigint') return repeated(left, right);
  if (operator === '*' && isList(right) && typeof left === 'bigint') return repeated(right, left);
  const a = numeric(left, operator);
  const b = numeric(right, operator);
  if (typeof a === 'bigint' && typeof b === 'bigint') return known(ofIntegers, operator)(a, b);
  return floats(operator, Number(a), Number(b));
}

/** `[1] * 3`; nothing is left of a list that is taken no times. */
function repeated(list: readonly Value[], times: bigint): Value {
  if (BigInt(list.length) * times > MAX_ITEMS) throw new ExpressionError('size', 'the list grows too long');
  return times > 0n && list.length > 0 ? Array.from({ length: Number(times) }, () => list).flat() : [];
}

/** By whether the left is less, equal or greater: -1, 0 or 1. */
const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '>': (order) => order > 0,
  '<=': (order) => order <= 0,
  '>=': (order) => order >= 0,
};

export function negate(value: Value): Value {
  return -numeric(value, '-');
}

export function truthy(value: Value): boolean {
  if (isList(value)) return value.length > 0;
  return value !== null && value !== false && value !== 0 && value !== 0n && value !== '';
}

/** Booleans count as 0 and 1, as in Python. */
export function numeric(value: Value, operator: string): bigint | number {
  if (typeof value === 'bigint' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  throw new ExpressionError('value', `${operator} does not take ${typeName(value)}: ${show(value)}`);
}

export function compare(operator: string, left: Value, right: Value): number {
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  const a = numeric(left, operator);
  const b = numeric(right, operator);
  return a < b ? -1 : a > b ? 1 : 0;
}

function equal(left: Value, right: Value): boolean {
  if (isList(left) && isList(right))
    return left.length === right.length && left.every((item, at) => equal(item, right[at]!));
  const number = (value: Value) => typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean';
  if (number(left) && number(right)) return compare('==', left, right) === 0;
  return left === right;
}

const ofIntegers: Readonly<Record<string, (a: bigint, b: bigint) => Value>> = {
  '+': (a, b) => bounded(a + b),
  '-': (a, b) => bounded(a - b),
  '*': (a, b) => bounded(a * b),
  '/': (a, b) => finite('/', Number(a) / Number(nonZero(b))),
  '//': (a, b) => floorDivide(a, nonZero(b)),
  '%': (a, b) => a - nonZero(b) * floorDivide(a, b),
  '**': (a, b) => (b < 0n ? floats('**', Number(a), Number(b)) : powerOf(a, b)),
};

const ofFloats: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / nonZero(b),
  '//': (a, b) => Math.floor(a / nonZero(b)),
  '%': (a, b) => a - nonZero(b) * Math.floor(a / b),
  '**': (a, b) => a ** b,
};

function floats(operator: string, a: number, b: number): number {
  return finite(operator, known(ofFloats, operator)(a, b));
}

function known<T>(table: Readonly<Record<string, T>>, operator: string): T {
  const found = own(table, operator);
  if (found === undefined) throw new ExpressionError('syntax', `${operator} is not an operator here`);
  return found;
}

function nonZero<T extends bigint | number>(divisor: T): T {
  if (Number(divisor) === 0) throw new ExpressionError('value', 'division by zero');
  return divisor;
}

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

function powerOf(base: bigint, exponent: bigint): bigint {
  const magnitude = base < 0n ? -base : base;
  // The result has at least this many bits; the bound on the result itself decides the rest.
  if (magnitude > 1n && BigInt(magnitude.toString(2).length - 1) * exponent > MAX_BITS) throw tooLarge();
  // 0, 1 and -1 do not grow, whatever the exponent.
  return magnitude <= 1n ? base ** (exponent === 0n ? 0n : 2n - (exponent % 2n)) : bounded(base ** exponent);
}

function bounded(value: bigint): bigint {
  if (value > LARGEST || value < -LARGEST) throw tooLarge();
  return value;
}

const LARGEST = 2n ** BigInt(MAX_BITS);

function tooLarge(): ExpressionError {
  return new ExpressionError('size', `the number grows beyond ${MAX_BITS} bits`);
}

export function finite(operator: string, value: number): number {
  if (!Number.isFinite(value)) throw new ExpressionError('value', `the result of ${operator} is not a finite number`);
  return value;
}
