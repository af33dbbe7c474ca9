// The functions an expression may call (section A.4), with Python's results: `ceil`, `floor`, `round` and `int` give
// integers, the rest of the maths floats. Nothing else can be called.

import { binary, compare, finite, MAX_ITEMS, MAX_TEXT, numeric, truthy } from './operators.js';
import type { Namespace, Value } from './value.js';
import { ExpressionError, isFunction, isList, isNamespace, show, typeName } from './value.js';

export const CONSTANTS: ReadonlyMap<string, Value> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
  ['tau', 2 * Math.PI],
]);

export function isFunctionName(name: string): boolean {
  return FUNCTIONS.has(name);
}

export function functionNames(): readonly string[] {
  return [...FUNCTIONS.keys()];
}

export function call(name: string, args: readonly Value[]): Value {
  const definition = FUNCTIONS.get(name);
  if (!definition) throw new ExpressionError('name', `${name} is not a function`, { symbol: name });
  const [least, most] = definition.arity;
  if (args.length < least || args.length > most) {
    const wanted = least === most ? `${least}` : most === Infinity ? `at least ${least}` : `${least} to ${most}`;
    const takes = `${wanted} argument${wanted === '1' ? '' : 's'}`;
    throw new ExpressionError('value', `${name}() takes ${takes}, not ${args.length}`);
  }
  return definition.apply(args);
}

/** What groups of values can be asked: `variables.get('WIDTH', 8)`, `PE.spatial.get_fanout()`. */
export function callMethod(object: Value, name: string, args: readonly Value[]): Value {
  const method = METHODS.get(name);
  if (!method || !isNamespace(object))
    throw new ExpressionError(isNamespace(object) ? 'value' : 'syntax', `${show(object)}.${name} cannot be called`, {
      hint: `groups of values have ${[...METHODS.keys()].map((known) => `${known}()`).join(', ')}`,
    });
  return method(object, args);
}

const METHODS: ReadonlyMap<string, (group: Namespace, args: readonly Value[]) => Value> = new Map([
  ['get', (group: Namespace, [key, otherwise]: readonly Value[]) => group.get(String(key)) ?? otherwise ?? null],
  ['keys', (group: Namespace) => group.names()],
  ['values', (group: Namespace) => group.names().map((name) => group.get(name) ?? null)],
  ['get_fanout', fanOut],
]);

/** Of a leaf or of its `spatial`. */
function fanOut(group: Namespace): Value {
  const spatial = group.get('spatial') ?? group;
  const [x, y] = ['meshX', 'meshY'].map((axis) => (isNamespace(spatial) ? spatial.get(axis) : undefined));
  if (x === undefined || y === undefined) throw new ExpressionError('value', `${group.label} has no fan-out`);
  return binary('*', x, y);
}

interface FunctionDefinition {
  readonly arity: readonly [number, number];
  readonly apply: (args: readonly Value[]) => Value;
}

const ANY = Infinity;

const FUNCTIONS: ReadonlyMap<string, FunctionDefinition> = new Map<string, FunctionDefinition>([
  ['abs', one((x) => magnitude(numeric(x, 'abs()')))],
  ['bool', one(truthy)],
  ['ceil', one((x) => rounded(x, 'ceil', Math.ceil))],
  ['exp', real('exp', Math.exp)],
  ['float', one(toFloat)],
  ['floor', one((x) => rounded(x, 'floor', Math.floor))],
  ['gcd', { arity: [1, ANY], apply: (args) => args.map((x) => integer(x, 'gcd')).reduce(gcd, 0n) }],
  ['int', one(toInteger)],
  ['len', one(length)],
  ['list', one(items)],
  ['log', { arity: [1, 2], apply: logarithm }],
  ['log10', real('log10', Math.log10)],
  ['log2', real('log2', Math.log2)],
  ['map', { arity: [2, 2], apply: mapped }],
  ['max', { arity: [1, ANY], apply: (args) => extreme('max', args) }],
  ['min', { arity: [1, ANY], apply: (args) => extreme('min', args) }],
  ['pow', { arity: [2, 2], apply: ([base, exponent]) => binary('**', base!, exponent!) }],
  ['prod', one((x) => items(x).reduce((product, item) => binary('*', product, item), 1n as Value))],
  ['range', { arity: [1, 3], apply: range }],
  ['round', { arity: [1, 2], apply: round }],
  ['sqrt', real('sqrt', Math.sqrt)],
  ['str', one(text)],
  ['sum', one((x) => items(x).reduce((total, item) => binary('+', total, item), 0n as Value))],
  ['trunc', one((x) => rounded(x, 'trunc', Math.trunc))],
]);

function one(apply: (value: Value) => Value): FunctionDefinition {
  return { arity: [1, 1], apply: (args) => apply(args[0]!) };
}

function real(name: string, apply: (x: number) => number): FunctionDefinition {
  return one((x) => finite(`${name}(${show(x)})`, apply(Number(numeric(x, `${name}()`)))));
}

function magnitude(x: bigint | number): bigint | number {
  return x < 0 ? -x : x;
}

function rounded(value: Value, name: string, apply: (x: number) => number): bigint {
  const x = numeric(value, `${name}()`);
  return typeof x === 'bigint' ? x : BigInt(apply(x));
}

function integer(value: Value, name: string): bigint {
  const x = numeric(value, `${name}()`);
  if (typeof x === 'number') throw new ExpressionError('value', `${name}() takes integers, not ${show(x)}`);
  return x;
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

function text(value: Value): string {
  if (isList(value) && value.length > MAX_TEXT / 10) throw new ExpressionError('size', 'the text grows too long');
  const shown = show(value);
  if (shown.length > MAX_TEXT) throw new ExpressionError('size', 'the text grows too long');
  return shown;
}

function toFloat(value: Value): number {
  const x = typeof value === 'string' ? parsed(value, 'float') : Number(numeric(value, 'float()'));
  return finite('float()', x);
}

function toInteger(value: Value): bigint {
  if (typeof value !== 'string') return rounded(value, 'int', Math.trunc);
  if (!/^\s*[-+]?\d{1,300}\s*$/.test(value)) throw new ExpressionError('value', `int() cannot read "${value}"`);
  return BigInt(value.trim().replace(/^\+/, ''));
}

function parsed(text: string, name: string): number {
  const x = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isNaN(x)) throw new ExpressionError('value', `${name}() cannot read "${text}"`);
  return x;
}

function length(value: Value): bigint {
  if (typeof value === 'string') return BigInt(value.length);
  return BigInt(items(value).length);
}

function items(value: Value): readonly Value[] {
  if (isList(value)) return value;
  if (typeof value === 'string') return [...value];
  if (isNamespace(value)) return value.names();
  throw new ExpressionError('value', `${typeName(value)} has no items: ${show(value)}`);
}

function logarithm([value, base]: readonly Value[]): number {
  const natural = Math.log(Number(numeric(value!, 'log()')));
  const divisor = base === undefined ? 1 : Math.log(Number(numeric(base, 'log()')));
  return finite(`log(${show(value!)})`, natural / divisor);
}

function mapped([callee, list]: readonly Value[]): readonly Value[] {
  if (!isFunction(callee!)) throw new ExpressionError('value', `map() takes a function first, not ${show(callee!)}`);
  return items(list!).map((item) => call(callee.name, [item]));
}

function extreme(name: 'min' | 'max', args: readonly Value[]): Value {
  const candidates = args.length === 1 ? items(args[0]!) : args;
  if (candidates.length === 0) throw new ExpressionError('value', `${name}() of nothing`);
  const sign = name === 'max' ? 1 : -1;
  return candidates.reduce((best, candidate) => (compare(`${name}()`, candidate, best) * sign > 0 ? candidate : best));
}

function range(args: readonly Value[]): readonly Value[] {
  const numbers = args.map((value) => integer(value, 'range'));
  const [start, stop] = numbers.length === 1 ? [0n, numbers[0]!] : [numbers[0]!, numbers[1]!];
  const step = numbers[2] ?? 1n;
  if (step === 0n) throw new ExpressionError('value', 'range() with step 0');
  const span = step > 0n ? stop - start : start - stop;
  const stride = step > 0n ? step : -step;
  const count = span <= 0n ? 0n : (span + stride - 1n) / stride;
  if (count > MAX_ITEMS) throw new ExpressionError('size', `range() of ${count} items; the limit is ${MAX_ITEMS}`);
  return Array.from({ length: Number(count) }, (_, at) => start + BigInt(at) * step);
}

/** Half to even, as Python rounds. */
function round([value, digits]: readonly Value[]): Value {
  const x = numeric(value!, 'round()');
  if (typeof x === 'bigint') return x;
  if (digits === undefined) return BigInt(halfToEven(x));
  const places = Number(integer(digits, 'round'));
  if (Math.abs(places) > 100) throw new ExpressionError('value', `round() to ${places} digits`);
  // Decimal text decides ties as the written number does; 10**places would round twice.
  return places >= 0 ? Number(x.toFixed(places)) : halfToEven(x / 10 ** -places) * 10 ** -places;
}

function halfToEven(x: number): number {
  const below = Math.floor(x);
  const rest = x - below;
  if (rest !== 0.5) return Math.round(x);
  return below % 2 === 0 ? below : below + 1;
}
