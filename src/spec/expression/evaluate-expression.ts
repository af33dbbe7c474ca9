// Walks an expression's tree and computes it. A whitelist: constants, names of the scope, members of namespaces,
// Python's operators and the functions of `functions.ts`; there is no way from here to JavaScript objects.

import type { Span } from '../../diagnostics/span.js';
import { CONSTANTS, call, callMethod, isFunctionName } from './functions.js';
import { binary, negate, numeric, truthy } from './operators.js';
import { parseExpression, type Tree } from './parse-expression.js';
import { ExpressionError, isFunction, isList, isNamespace, show, typeName, type Value } from './value.js';

export interface Scope {
  lookup(name: string): Value | undefined;
  names(): readonly string[];
  /** Where the value of a name is written, if that is known. */
  origin?(name: string): Span | undefined;
}

/** What all expressions of one reading may use up together. */
export interface Meter {
  steps: number;
}

export function newMeter(): Meter {
  return { steps: 5_000_000 };
}

/** Throws ExpressionError and nothing else; whoever calls it makes a diagnostic of that. */
export function evaluateExpression(text: string, scope: Scope, meter: Meter): Value {
  return new Walk(scope, meter).evaluate(parseExpression(text));
}

class Walk {
  private readonly scope: Scope;
  private readonly meter: Meter;

  constructor(scope: Scope, meter: Meter) {
    this.scope = scope;
    this.meter = meter;
  }

  private spend(steps: number): void {
    this.meter.steps -= steps;
    if (this.meter.steps < 0) throw new ExpressionError('size', 'the expressions take too many steps');
  }

  evaluate(tree: Tree): Value {
    this.spend(1);
    switch (tree.type) {
      case 'Literal':
        return literal(tree as jsepLiteral);
      case 'Identifier':
        return this.name(String(tree.name));
      case 'ArrayExpression':
        return (tree.elements as (Tree | null)[]).map((element) => {
          if (element === null) throw new ExpressionError('syntax', 'a list with a hole');
          return this.evaluate(element);
        });
      case 'UnaryExpression':
        return this.unary(String(tree.operator), tree.argument as Tree);
      case 'BinaryExpression':
        return this.binary(tree);
      case 'PythonConditional':
        return this.evaluate((truthy(this.evaluate(tree.test as Tree)) ? tree.consequent : tree.alternate) as Tree);
      case 'MemberExpression':
        return this.member(tree);
      case 'CallExpression':
        return this.call(tree);
    }
    throw new ExpressionError('syntax', 'this form of expression is not read', {
      hint: 'use +, -, *, /, //, %, **, comparisons and the listed functions',
    });
  }

  private name(name: string): Value {
    const found = this.scope.lookup(name);
    if (found !== undefined) return found;
    const constant = CONSTANTS.get(name);
    if (constant !== undefined) return constant;
    if (isFunctionName(name)) return { kind: 'function', name };
    throw new ExpressionError('name', `${name} is not known here`, { symbol: name });
  }

  private unary(operator: string, argument: Tree): Value {
    const value = this.evaluate(argument);
    if (operator === 'not') return !truthy(value);
    return operator === '-' ? negate(value) : numeric(value, operator);
  }

  private binary(tree: Tree): Value {
    const operator = String(tree.operator);
    const left = tree.left as Tree;
    const right = tree.right as Tree;
    if (operator === 'and' || operator === 'or') {
      const first = this.evaluate(left);
      return truthy(first) === (operator === 'and') ? this.evaluate(right) : first;
    }
    const negated = leadingNot(left);
    if (negated) return !truthy(this.evaluate({ ...tree, left: negated }));
    if (COMPARISONS.has(operator) && left.type === 'BinaryExpression' && COMPARISONS.has(String(left.operator))) {
      throw new ExpressionError('syntax', 'a chain of comparisons', { hint: 'join two comparisons with `and`' });
    }
    return binary(operator, this.evaluate(left), this.evaluate(right));
  }

  private member(tree: Tree): Value {
    if (tree.optional) throw new ExpressionError('syntax', '?. is no operator here');
    const object = this.evaluate(tree.object as Tree);
    const property = tree.property as Tree;
    if (!tree.computed) return memberOf(object, String(property.name));
    const key = this.evaluate(property);
    if (typeof key === 'string') return memberOf(object, key);
    if (typeof key === 'bigint' && isList(object)) return itemOf(object, key);
    throw new ExpressionError('value', `${show(object)} cannot be indexed with ${show(key)}`);
  }

  private call(tree: Tree): Value {
    const callee = tree.callee as Tree;
    if (callee.type === 'MemberExpression' && !callee.computed)
      return callMethod(this.evaluate(callee.object as Tree), String((callee.property as Tree).name), this.args(tree));
    if (callee.type !== 'Identifier') throw new ExpressionError('syntax', 'only functions can be called');
    const name = String(callee.name);
    const value = this.name(name);
    if (!isFunction(value)) throw new ExpressionError('value', `${name} is ${typeName(value)}, not a function`);
    const args = this.args(tree);
    const result = call(value.name, args);
    for (const list of [...args, result]) if (isList(list)) this.spend(list.length);
    return result;
  }

  private args(tree: Tree): readonly Value[] {
    return (tree.arguments as Tree[]).map((argument) => this.evaluate(argument));
  }
}

interface jsepLiteral extends Tree {
  readonly value: string | number | boolean | null;
  readonly raw: string;
}

const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '>', '<=', '>=']);

function literal(tree: jsepLiteral): Value {
  if (typeof tree.value !== 'number') return tree.value;
  // As in Python, which also leaves dates alone: 2020-01-01.
  if (/^0\d/.test(tree.raw)) throw new ExpressionError('syntax', `${tree.raw} starts with a zero`);
  if (/^\d+$/.test(tree.raw)) return BigInt(tree.raw);
  if (!Number.isFinite(tree.value)) throw new ExpressionError('value', `${tree.raw} is not a finite number`);
  return tree.value;
}

/** jsep reads `not a < b` as `(not a) < b`; Python means `not (a < b)`. Gives what stands under that `not`. */
function leadingNot(tree: Tree): Tree | undefined {
  if (tree.type === 'UnaryExpression' && tree.operator === 'not') return tree.argument as Tree;
  if (tree.type !== 'BinaryExpression' || tree.operator === 'and' || tree.operator === 'or') return undefined;
  const inner = leadingNot(tree.left as Tree);
  return inner && { ...tree, left: inner };
}

function memberOf(object: Value, name: string): Value {
  if (!isNamespace(object))
    throw new ExpressionError('value', `${show(object)} is ${typeName(object)} and has no ${name}`);
  const found = object.get(name);
  if (found !== undefined) return found;
  const known = object.names();
  const hint = known.length > 0 ? `it has ${known.slice(0, 12).join(', ')}` : undefined;
  throw new ExpressionError('name', `${object.label} has no ${name}`, { symbol: name, hint });
}

function itemOf(list: readonly Value[], index: bigint): Value {
  const found = list.at(Number(index));
  if (found === undefined) throw new ExpressionError('value', `index ${index} of a list of ${list.length}`);
  return found;
}
