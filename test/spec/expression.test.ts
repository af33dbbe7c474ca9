import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluateExpression, newMeter, type Scope } from '../../src/spec/expression/evaluate-expression.js';
import { ExpressionError, fromPlain, show, toPlain, type Value } from '../../src/spec/expression/value.js';
import { unitsOfASecond, unitsSince } from '../support/effort.js';

const symbols: Readonly<Record<string, Value>> = {
  x: 6n,
  half: 0.5,
  name: 'GLB',
  items: [3n, 1n, 2n],
  GLB: fromPlain({ attributes: { depth: 64, width: 2.5 }, spatial: { meshX: 4 } }),
};

const scope: Scope = {
  lookup: (name) => (Object.hasOwn(symbols, name) ? symbols[name] : undefined),
  names: () => Object.keys(symbols),
};

function evaluate(text: string): string {
  return show(evaluateExpression(text, scope, newMeter()));
}

function failure(text: string): ExpressionError {
  try {
    const value = evaluateExpression(text, scope, newMeter());
    throw new Error(`${text} has the value ${show(value)}`);
  } catch (problem) {
    if (problem instanceof ExpressionError) return problem;
    throw problem;
  }
}

describe('values as Python computes them', () => {
  test.each([
    // Division.
    ['7/2', '3.5'],
    ['8/2', '4.0'],
    ['7//2', '3'],
    ['-7//2', '-4'],
    ['7//-2', '-4'],
    ['-7%3', '2'],
    ['7%-3', '-2'],
    ['7.5//2', '3.0'],
    ['-7.5%2', '0.5'],
    // Powers: right-associative, tighter than a sign before, looser than a sign behind.
    ['2**3**2', '512'],
    ['-2**2', '-4'],
    ['(-2)**2', '4'],
    ['2**-1', '0.5'],
    ['2 ** 10', '1024'],
    ['0**0', '1'],
    ['(-1)**3', '-1'],
    ['2**0.5*2**0.5>1.99', 'True'],
    // Precedence.
    ['1+2*3', '7'],
    ['(1+2)*3', '9'],
    ['10-4-3', '3'],
    ['100//7//2', '7'],
    ['2*3%4', '2'],
    ['1 < 2 and 2 < 1 or 3 > 2', 'True'],
    ['not 1 == 2', 'True'],
    ['not x + 1 == 7', 'False'],
    ['not 0 and 5', '5'],
    ['0 or 3', '3'],
    ['1 if x > 3 else 2', '1'],
    ['1 if x > 30 else 2 if x > 3 else 3', '2'],
    ['(1 if 0 else 2) + 1', '3'],
    // Numbers.
    ['1e3', '1000.0'],
    ['65_536', '65536'],
    ['.5', '0.5'],
    ['9007199254740993', '9007199254740993'],
    ['2**64', '18446744073709551616'],
    ['True + 1', '2'],
    // Names and members.
    ['x', '6'],
    ['GLB.attributes.depth*2', '128'],
    ['GLB.attributes["depth"]', '64'],
    ['GLB["spatial"]["meshX"]', '4'],
    ['GLB.attributes.width', '2.5'],
    ['items[0]', '3'],
    ['items[-1]', '2'],
    ['name == "GLB"', 'True'],
    ['"a" + "b"', 'ab'],
    ['[1, 2] + [3]', '[1, 2, 3]'],
    ['[1, 2]*2', '[1, 2, 1, 2]'],
    ['3*["a"]', '[a, a, a]'],
    ['[[1]]*2', '[[1], [1]]'],
    ['[1]*0 + [2]*-1', '[]'],
    ['[1, 2] == [1.0, 2]', 'True'],
    ['None == 0', 'False'],
    // Functions.
    ['ceil(257/2)', '129'],
    ['floor(-0.5)', '-1'],
    ['int(-2.9)', '-2'],
    ['int("12")', '12'],
    ['float("1.5")', '1.5'],
    ['round(0.5)', '0'],
    ['round(1.5)', '2'],
    ['round(-2.5)', '-2'],
    ['round(2.675, 2)', '2.67'],
    ['log2(1024)', '10.0'],
    ['log10(1000)', '3.0'],
    ['log(8, 2) > 2.99', 'True'],
    ['sqrt(16)', '4.0'],
    ['min(3, 1, 2)', '1'],
    ['max(items)', '3'],
    ['max(2, 2.5)', '2.5'],
    ['sum(range(5))', '10'],
    ['list(range(10, 0, -3))', '[10, 7, 4, 1]'],
    ['len(items)', '3'],
    ['len("abc")', '3'],
    ['str(12)', '12'],
    ['sum(map(int, [1.5, 2.5]))', '3'],
    ['pow(2, 5)', '32'],
    ['abs(-3)', '3'],
    ['gcd(12, 18)', '6'],
    ['prod([2, 3, 4])', '24'],
    ['pi > 3.14', 'True'],
  ])('%s is %s', (text, value) => {
    expect(evaluate(text)).toBe(value);
  });
});

test('a name that stands for a value is not called', () => {
  expect(failure('items(3)').message).toContain('not a function');
});

test('integers agree with bigint arithmetic', () => {
  const integer = fc.integer({ min: -1000, max: 1000 });
  fc.assert(
    fc.property(
      integer,
      integer.filter((b) => b !== 0),
      (a, b) => {
        const quotient = Math.floor(a / b);
        expect(evaluate(`(${a})//(${b})`)).toBe(String(quotient));
        expect(Number(evaluate(`(${a})%(${b})`))).toBe(a - quotient * b);
        expect(evaluate(`(${a})*(${b})+(${a})-(${b})`)).toBe(String(a * b + a - b));
      },
    ),
  );
});

describe('what has no value', () => {
  test.each([
    ['1/0', 'value', 'division by zero'],
    ['1%0', 'value', 'division by zero'],
    ['0.0**-1', 'value', 'finite'],
    ['(-8)**0.5', 'value', 'finite'],
    ['log2(0)', 'value', 'finite'],
    ['sqrt(-1)', 'value', 'finite'],
    ['1e999', 'value', 'finite'],
    ['float("nan")', 'value', 'cannot read'],
    ['1 + "a"', 'value', 'a string'],
    ['[1]*1.5', 'value', 'a list'],
    ['[1]*10**9', 'size', 'too long'],
    ['x(1)', 'value', 'not a function'],
    ['ceil(1, 2)', 'value', '1 argument'],
    ['min()', 'value', 'at least 1'],
    ['items[7]', 'value', 'index 7'],
    ['x.depth', 'value', 'has no depth'],
    ['y + 1', 'name', 'y is not known'],
    ['GLB.attributes.dept', 'name', 'has no dept'],
    ['1 +', 'syntax', 'expected'],
    ['45nm', 'syntax', ''],
    ['two words', 'syntax', 'operator is missing'],
    ['max(1 2)', 'syntax', 'operator is missing'],
    ['[1 2]', 'syntax', 'operator is missing'],
    ['1; 2', 'syntax', 'operator is missing'],
    ['1, 2', 'syntax', 'not one expression'],
    ['(1, 2)', 'syntax', ''],
    ['GLB?.attributes', 'syntax', ''],
    ['[1,,2]', 'syntax', 'hole'],
    ['1 < 2 < 3', 'syntax', 'chain'],
    ['a ? b : c', 'syntax', ''],
    ['x => 1', 'syntax', ''],
    ['[i for i in range(3)]', 'syntax', ''],
    ['f"{x}"', 'syntax', ''],
    ['', 'syntax', ''],
  ])('%s: %s', (text, reason, message) => {
    const problem = failure(text);
    expect(problem.reason).toBe(reason);
    expect(problem.message).toContain(message);
  });
});

describe('no way out to JavaScript', () => {
  test.each([
    'constructor',
    'toString',
    '__proto__',
    'hasOwnProperty',
    'this',
    'globalThis',
    'process',
    'x.constructor',
    'name.constructor',
    '"a".length',
    'items.map',
    'items["length"]',
    'GLB.constructor',
    'GLB.__proto__',
    'GLB["__proto__"]',
    'GLB.attributes.toString',
    'ceil.constructor',
    'ceil.constructor("return 1")()',
    '(1).toFixed(2)',
    'eval("1")',
    'import("fs")',
    'new Date()',
    'x = 3',
    'x++',
    '`a`',
    '/a/',
    '{}',
  ])('%s', (text) => {
    expect(failure(text)).toBeInstanceOf(ExpressionError);
  });
});

describe('limits', () => {
  test.each([
    ['2**2**2**2**9', 'size'],
    ['10**100000', 'size'],
    ['range(10**9)', 'size'],
    ['sum(range(99999)) + len(list(range(100001)))', 'size'],
    [`${'('.repeat(60)}1${')'.repeat(60)}`, 'size'],
    [`1${'+1'.repeat(1000)}`, 'size'],
    ['str(list(range(5000)))', 'size'],
  ])('%s', (text, reason) => {
    const used = unitsSince();
    expect(failure(text).reason).toBe(reason);
    expect(used()).toBeLessThan(unitsOfASecond);
  });

  test('all expressions share one budget of steps', () => {
    const meter = newMeter();
    const many = () => {
      for (let at = 0; at < 1000; at += 1) evaluateExpression('sum(range(50000))', scope, meter);
    };
    expect(many).toThrow('too many steps');
  });

  test('long chains of signs and powers do not overflow the stack', () => {
    expect(evaluate(`${'-'.repeat(1998)}1`)).toBe('1');
    expect(evaluate(`${'not '.repeat(498)}1`)).toBe('True');
    expect(evaluate(`${'1**'.repeat(600)}1`)).toBe('1');
  });

  test('an integer that a number cannot hold is no result', () => {
    expect(() => toPlain(2n ** 60n)).toThrow('too many to be exact');
    expect(toPlain(2n ** 53n - 1n)).toBe(9007199254740991);
  });
});

test('whatever is typed, the result is a value or an ExpressionError', () => {
  const piece = fc.constantFrom(
    '1',
    '2.5',
    'x',
    'GLB',
    '.',
    'attributes',
    '(',
    ')',
    '[',
    ']',
    '+',
    '-',
    '*',
    '**',
    '/',
    '//',
    '%',
    '<',
    '==',
    ' and ',
    ' or ',
    'not ',
    ' if ',
    ' else ',
    ',',
    '"a"',
    'min',
    'range',
    'int',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.string({ maxLength: 3 }), (pieces, tail) => {
      try {
        evaluateExpression(pieces.join('') + tail, scope, newMeter());
      } catch (problem) {
        expect(problem).toBeInstanceOf(ExpressionError);
      }
    }),
    { numRuns: 1000 },
  );
});
