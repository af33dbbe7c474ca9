// Python-like expressions (section A.4) as a tree, by jsep. JavaScript's operators are taken out and Python's put in;
// `**` and `a if c else b` are hooks, because they bind as no operator table can say (`-2**2` is -4). `not` binds
// tighter in the tree than in Python; the evaluator turns that around.

import jsep from 'jsep';
import { ExpressionError } from './value.js';

export type Tree = jsep.Expression;

const MAX_LENGTH = 2000;
const MAX_BRACKETS = 50;

/** Throws an ExpressionError with reason `syntax` or `size`. */
export function parseExpression(text: string): Tree {
  configure();
  if (text.length > MAX_LENGTH) throw new ExpressionError('size', `an expression may have ${MAX_LENGTH} characters`);
  if (nesting(text) > MAX_BRACKETS) throw new ExpressionError('size', `brackets may be nested ${MAX_BRACKETS} deep`);
  let tree: Tree;
  try {
    tree = jsep(withoutDigitSeparators(text));
  } catch (problem) {
    const message = problem instanceof Error ? problem.message : String(problem);
    const shorter = message.replace(/ at character \d+$/, '');
    throw new ExpressionError('syntax', `${shorter.charAt(0).toLowerCase()}${shorter.slice(1)}`);
  }
  if (tree.type === 'Compound') throw new ExpressionError('syntax', 'not one expression');
  return tree;
}

/** Python allows `65_536`. */
function withoutDigitSeparators(text: string): string {
  return text.replace(/(?<![\w.])\d+(?:_\d+)+(?![\w])/g, (digits) => digits.replaceAll('_', ''));
}

function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === '(' || character === '[') deepest = Math.max(deepest, ++depth);
    else if (character === ')' || character === ']') depth--;
  }
  return deepest;
}

let configured = false;

function configure(): void {
  if (configured) return;
  configured = true;
  jsep.removeAllBinaryOps();
  jsep.removeAllUnaryOps();
  jsep.removeAllLiterals();
  for (const [operator, precedence] of BINARY) jsep.addBinaryOp(operator, precedence);
  for (const operator of ['-', '+', 'not']) jsep.addUnaryOp(operator);
  for (const [word, value] of LITERALS) jsep.addLiteral(word, value);
  jsep.hooks.add('gobble-token', number);
  jsep.hooks.add('after-token', power);
  jsep.hooks.add('after-expression', conditional);
  jsep.hooks.add('after-expression', separator);
}

const BINARY: readonly (readonly [string, number])[] = [
  ['or', 1],
  ['and', 2],
  ...['==', '!=', '<', '>', '<=', '>='].map((operator) => [operator, 4] as const),
  ['+', 9],
  ['-', 9],
  ...['*', '/', '//', '%'].map((operator) => [operator, 10] as const),
];

const LITERALS: readonly (readonly [string, boolean | null])[] = [
  ['True', true],
  ['true', true],
  ['False', false],
  ['false', false],
  ['None', null],
];

/** jsep takes numbers as they are, without asking the hook below whether `**` follows. */
function number(this: jsep.HookScope, env: { node?: Tree }): void {
  if (!/[\d.]/.test(this.char)) return;
  const literal = this.gobbleNumericLiteral();
  if (literal) env.node = literal;
}

function power(this: jsep.HookScope, env: { node?: Tree }): void {
  if (!env.node) return;
  this.gobbleSpaces();
  if (!this.expr.startsWith('**', this.index)) return;
  this.index += 2;
  const right = this.gobbleToken();
  if (!right) this.throwError('Expected expression after **');
  env.node = { type: 'BinaryExpression', operator: '**', left: env.node, right };
}

function conditional(this: jsep.HookScope, env: { node?: Tree }): void {
  if (!env.node || !wordAt(this, 'if')) return;
  this.index += 2;
  const test = this.gobbleBinaryExpression();
  this.gobbleSpaces();
  if (!test || !wordAt(this, 'else')) this.throwError('Expected else');
  this.index += 4;
  const alternate = this.gobbleExpression();
  if (!alternate) this.throwError('Expected expression after else');
  env.node = { type: 'PythonConditional', test, consequent: env.node, alternate };
}

/** jsep reads `max(1 2)` as `max(1, 2)`. */
function separator(this: jsep.HookScope, env: { node?: Tree }): void {
  if (!env.node) return;
  this.gobbleSpaces();
  const next = this.expr[this.index];
  if (next !== undefined && !')],'.includes(next)) this.throwError(`an operator is missing before ${next}`);
}

function wordAt(scope: jsep.HookScope, word: string): boolean {
  return scope.expr.startsWith(word, scope.index) && !/\w/.test(scope.expr[scope.index + word.length] ?? ' ');
}
