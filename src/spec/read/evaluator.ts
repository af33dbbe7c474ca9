// Turns located strings into located values (section A.4): when a string is an expression, what it may refer to, and
// what becomes of one that has no value. One evaluator serves one reading and remembers which nodes it has already
// reported, so that the schemas do not report them again.

import { type Details, type Diagnostic, type DiagnosticCode, error } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import { didYouMean } from '../../diagnostics/suggestion.js';
import { evaluateExpression, newMeter, type Scope } from '../expression/evaluate-expression.js';
import { ExpressionError, fromPlain, isFunction, isNamespace, show, toPlain, type Value } from '../expression/value.js';
import { containsAny, type Node, nodeOf, plain } from '../node.js';
import { type Candidate, type Declaration, isCandidate, isInCircle, nameHint, textsIn } from './name-hints.js';
import { type DeclaredType, TYPES, UNQUOTED_HINT } from './schemas.js';

const MAX_CHAIN = 50;

export interface StrictOptions {
  /** What the keys declare. */
  readonly types: ReadonlyMap<string, DeclaredType>;
  readonly label: string;
}

export class Evaluator {
  /** Nodes that were reported; nothing more is said of them. */
  readonly failed: Set<Node>;
  private readonly diagnostics: Diagnostic[];
  private readonly meter = newMeter();
  private chain = 0;

  constructor(diagnostics: Diagnostic[], refused: ReadonlySet<Node>) {
    this.failed = new Set(refused);
    this.diagnostics = diagnostics;
  }

  /** Free values (attributes, variables): every unquoted string in them is an expression, if it can be one. */
  free(node: Node, scope: Scope, declaration: Declaration): Node {
    if (this.failed.has(node)) return node;
    const inside = { label: declaration.label };
    if (node.kind === 'list') return { ...node, items: node.items.map((item) => this.free(item, scope, inside)) };
    if (node.kind === 'map') {
      return {
        ...node,
        entries: node.entries.map((entry) => ({ ...entry, value: this.free(entry.value, scope, inside) })),
      };
    }
    return isCandidate(node) ? this.expression(node, scope, declaration) : node;
  }

  /** Everything else: strings in parentheses, and those under a key that declares another type. */
  strict(node: Node, scope: Scope, { types, label }: StrictOptions): Node {
    if (this.failed.has(node)) return node;
    if (node.kind === 'list')
      return { ...node, items: node.items.map((item) => this.strict(item, scope, { types, label })) };
    if (node.kind === 'scalar') {
      return isCandidate(node) && isParenthesized(node.value) ? this.expression(node, scope, { label }) : node;
    }
    const entries = node.entries.map((entry) => {
      const name = `${label}.${entry.key}`;
      const type = types.get(entry.key);
      const value =
        type !== undefined && isCandidate(entry.value) && !this.failed.has(entry.value)
          ? this.expression(entry.value, scope, { label: name, type })
          : this.strict(entry.value, scope, { types, label: name });
      return { ...entry, value };
    });
    return { ...node, entries };
  }

  /** A value that refers to others, computed when first asked for. */
  cell(compute: () => Node): Cell {
    return new Cell(compute, this);
  }

  enter(): void {
    this.chain += 1;
    if (this.chain > MAX_CHAIN)
      throw new ExpressionError('size', `values refer to each other over more than ${MAX_CHAIN} steps`);
  }

  leave(): void {
    this.chain -= 1;
  }

  private expression(node: Candidate, scope: Scope, declaration: Declaration): Node {
    const text = node.value.trim();
    const [isWord, yes] = (declaration.type === 'boolean' ? BOOLEAN_WORD : /^(true)$|^false$/i).exec(text) ?? [];
    if (isWord !== undefined) return { ...node, value: yes !== undefined };
    try {
      const value = evaluateExpression(text, scope, this.meter);
      if (isText(text, value, declaration)) return node;
      if (declaration.type === 'integer' && typeof value === 'number')
        return this.wrongType(node, text, value, declaration);
      if (typeof value !== 'string' || !BARE_NAME.test(text)) return nodeOf(toPlain(value), node.span);
      // Whoever finds fault with a text that has a name means the place where it is written.
      const origin = scope.origin?.(text);
      if (declaration.type !== undefined && origin)
        return this.textForNumber(node, { value, origin }, { scope, declaration });
      return nodeOf(value, origin ?? node.span);
    } catch (problem) {
      if (!(problem instanceof ExpressionError)) throw problem;
      if (isProse(text, problem, declaration) && !isInCircle(text, declaration)) return node;
      this.report(node, text, scope, { problem, declaration });
      this.failed.add(node);
      return node;
    }
  }

  private wrongType(node: Candidate, text: string, value: number, { label }: Declaration): Node {
    const hint = Number.isInteger(value) ? 'use // instead of /, or int(...)' : 'use //, ceil(...) or floor(...)';
    const message = `${label} cannot be ${show(value)}, the value of ${shortened(text)}`;
    return this.fail(node, message, { span: node.span, expected: TYPES.integer, found: 'a float', hint });
  }

  private fail(node: Candidate, message: string, details: Details): Node {
    this.diagnostics.push(error('E-TYPE', message, details));
    this.failed.add(node);
    return node;
  }

  private textForNumber(
    node: Candidate,
    { value, origin }: { readonly value: string; readonly origin: Span },
    { scope, declaration }: { readonly scope: Scope; readonly declaration: Declaration },
  ): Node {
    const { label, type } = declaration;
    const name = node.value.trim();
    const others = scope.names().filter((one) => one !== name);
    const meant = didYouMean(value, others);
    const isQuoted = /^["']/.test(origin.source.text.slice(origin.start, origin.end));
    return this.fail(node, `${label} cannot be ${shortened(JSON.stringify(value))}, the value of ${name}`, {
      span: origin,
      expected: TYPES[type!],
      found: 'text',
      hint: isQuoted ? UNQUOTED_HINT : meant,
      related: [{ message: `used for ${label}`, span: node.span }],
    });
  }

  private report(
    node: Candidate,
    text: string,
    scope: Scope,
    { problem, declaration }: { readonly problem: ExpressionError; readonly declaration: Declaration },
  ): void {
    if (problem.reason === 'reported') return;
    const unknown = problem.reason === 'name' ? problem.symbol : undefined;
    const remedy = unknown === undefined ? undefined : nameHint(unknown, text, { scope, declaration });
    const mayBeText = declaration.type === undefined && (problem.reason === 'syntax' || unknown !== undefined);
    const quote = mayBeText ? 'put quotes around it if it is meant as text' : undefined;
    this.diagnostics.push(
      error(CODES[problem.reason], `${declaration.label}: ${problem.message}, in ${shortened(text)}`, {
        span: unknown === undefined ? node.span : wordSpan(node.span, unknown),
        expected: declaration.type && TYPES[declaration.type],
        hint: problem.hint ?? remedy ?? quote,
        related: problem.reason === 'value' ? textsIn(text, scope) : undefined,
      }),
    );
  }
}

/** Remembers its node; a cell that needs itself has no value. */
export class Cell {
  private readonly compute: () => Node;
  private readonly evaluator: Evaluator;
  private state: 'new' | 'busy' | 'done' = 'new';
  private result: Node | undefined;

  constructor(compute: () => Node, evaluator: Evaluator) {
    this.compute = compute;
    this.evaluator = evaluator;
  }

  node(): Node {
    if (this.result) return this.result;
    if (this.state === 'busy') throw new ExpressionError('value', 'it refers back to itself');
    this.state = 'busy';
    try {
      this.evaluator.enter();
      this.result = this.compute();
      return this.result;
    } finally {
      this.evaluator.leave();
      this.state = 'done';
    }
  }

  value(): Value {
    const node = this.node();
    if (containsAny(node, this.evaluator.failed)) throw new ExpressionError('reported', '');
    return fromPlain(plain(node));
  }
}

function isParenthesized(text: string): boolean {
  return /^\(.*\)$/s.test(text.trim());
}

const BARE_NAME = /^[A-Za-z_]\w*$/;

/** `reduction_supported: yes`, as YAML was once written; under other keys `no` and `on` are words or names. */
const BOOLEAN_WORD = /^(true|yes|on)$|^(?:false|no|off)$/i;

/** `technology: DRAM` names a component and `type: list` a function, but under a key without type both are words. */
function isText(text: string, value: Value, { type }: Declaration): boolean {
  return type === undefined && BARE_NAME.test(text) && (isNamespace(value) || isFunction(value));
}

/** `technology: 45nm` and `type: LPDDR4` are text; keys that declare a type do not get away with it. */
function isProse(text: string, problem: ExpressionError, { type }: Declaration): boolean {
  if (type !== undefined || isParenthesized(text)) return false;
  return problem.reason === 'syntax' || (problem.reason === 'name' && BARE_NAME.test(text));
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function wordSpan(span: Span, word: string): Span {
  const text = span.source.text.slice(span.start, span.end);
  const at = text.search(new RegExp(`(?<!\\w)${word.replace(/[^\w]/g, '\\$&')}(?!\\w)`));
  return at < 0 ? span : { source: span.source, start: span.start + at, end: span.start + at + word.length };
}

const CODES: Readonly<Record<ExpressionError['reason'], DiagnosticCode>> = {
  syntax: 'E-EXPR',
  name: 'E-NAME',
  value: 'E-EXPR',
  size: 'E-SIZE',
  reported: 'E-EXPR',
};
