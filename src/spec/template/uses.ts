// What becomes of the value of each expression in a template: this decides what may be undefined, and which text keeps the
// marks of its place.

import type { Tree } from './values.js';

export class Uses {
  /** Expressions whose value is printed. */
  readonly printed = new Set<unknown>();
  /** Those whose text is on its way to the output, unchanged. */
  readonly marked = new Set<unknown>();
  /** Those that may be undefined. */
  readonly lenient = new Set<unknown>();
  /** Those that a loop goes over. */
  readonly iterated = new Set<unknown>();
  /** The filter that each operand goes through. */
  readonly filtered = new Map<unknown, string>();

  constructor(program: Tree) {
    this.classify(program);
  }

  private classify(node: unknown, isBody = false): void {
    if (Array.isArray(node)) {
      for (const one of node) this.classify(one, isBody);
      return;
    }
    if (node instanceof Map) {
      for (const pair of node) this.classify(pair);
      return;
    }
    if (typeof node !== 'object' || node === null || !('type' in node)) return;
    const tree = node as Tree;
    if (isBody && !STATEMENTS.has(tree.type)) {
      this.printed.add(tree);
      this.mayCarryMarks(tree);
    }
    if (tree.type === 'Set') this.mayCarryMarks(tree.value);
    if (tree.type === 'For') {
      const iterable = tree.iterable as Tree;
      this.iterated.add(iterable.type === 'SelectExpression' ? iterable.lhs : iterable);
    }
    if (tree.type === 'FilterExpression') {
      const filter = tree.filter as Tree;
      const name = (filter.type === 'CallExpression' ? filter.callee : filter) as { value: string };
      if (name.value === 'd') name.value = 'default';
      this.filtered.set(tree.operand, name.value);
      if (name.value === 'default') this.lenient.add(tree.operand);
      // The library knows it with an argument only.
      if (name.value === 'default' && filter.type !== 'CallExpression')
        Object.assign(tree, {
          filter: { type: 'CallExpression', callee: filter, args: [{ type: 'StringLiteral', value: '' }] },
        });
    }
    if (tree.type === 'TestExpression' && /^(un)?defined$/.test(String((tree.test as Tree).value)))
      this.lenient.add(tree.operand);
    for (const [key, value] of Object.entries(tree)) {
      const isName = key === 'property' ? !tree.computed : NAMES.has(key);
      const filterCall = key === 'filter' && (value as Tree).type === 'CallExpression';
      if (filterCall) this.classify((value as Tree).args);
      else if (!isName || (key === 'test' && tree.type !== 'TestExpression'))
        this.classify(value, BODIES.has(key) && !isExpression(tree));
    }
  }

  private mayCarryMarks(node: unknown): void {
    this.marked.add(node);
    const tree = node as Tree | null;
    if (tree?.type === 'Ternary') for (const one of [tree.trueExpr, tree.falseExpr]) this.mayCarryMarks(one);
    if (tree?.type === 'SelectExpression') this.mayCarryMarks(tree.lhs);
    if (tree?.type === 'BinaryExpression') for (const one of [tree.left, tree.right]) this.mayCarryMarks(one);
    if (tree?.type === 'FilterExpression' && filterName(tree) === 'indent') this.mayCarryMarks(tree.operand);
  }
}

const STATEMENTS: ReadonlySet<string> = new Set([
  'Set',
  'If',
  'For',
  'Macro',
  'CallStatement',
  'FilterStatement',
  'Comment',
  'Break',
  'Continue',
]);
const NAMES: ReadonlySet<string> = new Set(['filter', 'test', 'assignee', 'loopvar']);
const BODIES: ReadonlySet<string> = new Set(['body', 'alternate', 'defaultBlock']);

export function isExpression(tree: Tree): boolean {
  return !STATEMENTS.has(tree.type) && tree.type !== 'Program';
}

export function filterName(tree: Tree): string {
  const filter = tree.filter as Tree;
  return String(((filter.type === 'CallExpression' ? filter.callee : filter) as Tree).value);
}
