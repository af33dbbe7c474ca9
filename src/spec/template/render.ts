// Rendering one template: a library parses Jinja's language and walks its tree, which runs no code of the template's own.
// Around it stand what the reference's settings ask for (a name that is not defined is an error wherever it is used), the
// statements that the library lacks (`include`, `import`, `from`), positions, and limits.

import type { SourceFile } from '../../diagnostics/span.js';
import { didYouMean } from '../../diagnostics/suggestion.js';
import { own } from '../../math/own.js';
import { namesIn, newScope, type RenderContext } from './context.js';
import { withoutMarks } from './marks.js';
import { type Segment, segmentsOf, TemplateError, TemplateFault } from './segments.js';
import { percentFormat } from './text-format.js';
import { IMPORT, INCLUDE, shorter, type Tag, tokensOf, WITH } from './tokens.js';
import { filterName, isExpression, Uses } from './uses.js';
import {
  Environment,
  filters,
  functionValue,
  Interpreter,
  MAX_OUTPUT,
  MOST_ITEMS,
  methods,
  mutators,
  parse,
  type RuntimeValue,
  type Scope,
  type Token,
  type Tree,
  toPlain,
  toRuntime,
} from './values.js';

/** Names that no template can write. */
const [ITEM, OTHER] = ['item ', 'other '];
const item_: Tree = { type: 'Identifier', value: ITEM };

/** Before the number of a text, where the library expects the text itself; no template has this character. */
const TEXT = '\uE000';

const MAX_TEMPLATE_STEPS = 200_000;

/** The output with marks in it. Throws TemplateError. */
export function renderTemplate(source: SourceFile, context: RenderContext): string {
  return new Rendering(source, context).text(newScope(context));
}

class Rendering extends Interpreter {
  private readonly source: SourceFile;
  private readonly context: RenderContext;
  private readonly tags: readonly (Tag | undefined)[];
  private readonly texts: readonly Extract<Segment, { readonly kind: 'text' }>[];
  private readonly program: Tree;
  private readonly uses: Uses;
  /** The tag at hand: that behind the text printed last. */
  private at = 0;
  private output = 0;

  constructor(source: SourceFile, context: RenderContext) {
    super();
    this.source = source;
    this.context = context;
    if (/[\uE000\uE001]/.test(source.text))
      throw new TemplateError('a character of the private use area', { start: 0, end: 0 });
    const texts: Extract<Segment, { readonly kind: 'text' }>[] = [];
    const tags: (Tag | undefined)[] = [];
    const tokens: Token[] = [];
    for (const segment of segmentsOf(source.text)) {
      if (segment.kind !== 'text') {
        tags[texts.length - 1] = segment;
        tokens.push(...tokensOf(segment));
        continue;
      }
      tokens.push({ type: 'Text', value: `${TEXT}${texts.length}` });
      texts.push(segment);
    }
    for (const { type, value } of tokens) if (type === 'Identifier') context.budget.templateNames.add(value);
    [this.texts, this.tags] = [texts, tags];
    this.program = this.parsed(tokens);
    this.uses = new Uses(this.program);
  }

  text(scope: Scope): string {
    return String(this.evaluate(this.program, scope).value);
  }

  private parsed(tokens: readonly Token[]): Tree {
    // The parser tells no positions: the furthest token that it looked at is where it stopped.
    let furthest = 0;
    const watched = new Proxy(tokens, {
      get: (target, key, receiver) => {
        if (typeof key === 'string' && /^\d+$/.test(key)) furthest = Math.max(furthest, Number(key));
        return Reflect.get(target, key, receiver);
      },
    });
    try {
      return parse(watched);
    } catch (problem) {
      const seen = tokens.slice(0, furthest + 1).filter((token) => token.type === 'Text').length;
      this.at = Math.max(0, seen - 1);
      while (this.at > 0 && !this.tags[this.at]) this.at -= 1;
      const unclosed = furthest >= tokens.length ? this.unclosed() : undefined;
      if (unclosed) throw unclosed;
      throw this.error(shorter(problem), '');
    }
  }

  /** The innermost statement without its end. */
  private unclosed(): TemplateError | undefined {
    const open: Tag[] = [];
    for (const tag of this.tags) {
      const word = tag?.kind === 'statement' ? /^\w+/.exec(tag.code)?.[0] : undefined;
      if (word?.startsWith('end')) open.pop();
      else if (word && (BLOCKS.has(word) || (word === 'set' && !tag!.code.includes('=')))) open.push(tag!);
    }
    const tag = open.at(-1);
    if (!tag) return undefined;
    const word = /^\w+/.exec(tag.code)![0];
    const { start, end } = tag;
    return new TemplateError(`${word} is never closed`, { start, end, hint: `close it with {% end${word} %}` });
  }

  override evaluate(statement: Tree | undefined, scope: Scope): RuntimeValue {
    const { budget } = this.context;
    budget.templateSteps += 1;
    if (budget.templateSteps > MAX_TEMPLATE_STEPS) throw this.error('the templates take too many steps', '', 'E-SIZE');
    if (statement === undefined) return super.evaluate(statement, scope);
    if (statement.type === 'StringLiteral' && String(statement.value).startsWith(TEXT))
      return this.ownText(Number(String(statement.value).slice(TEXT.length)));
    const { at } = this;
    try {
      const value = this.settled(statement, this.value(statement, scope), scope);
      this.bound(value);
      if (statement.type === 'CallExpression') this.at = at;
      if (!this.uses.printed.has(statement)) return value;
      return this.print(value, statement);
    } catch (problem) {
      if (problem instanceof TemplateError) throw problem;
      // Break and continue of a loop.
      if (problem instanceof Error && problem.message === '' && !(problem instanceof TemplateFault)) throw problem;
      const word = wordOf(statement);
      if (problem instanceof TemplateFault) throw this.error(problem.message, word, problem.code, problem.hint);
      throw this.error(shorter(problem), word);
    }
  }

  private ownText(index: number): RuntimeValue {
    const { start, text } = this.texts[index]!;
    this.at = index;
    this.grow(text.length);
    return toRuntime(this.context.marks.ofText(this.source, start, text));
  }

  private print(value: RuntimeValue, statement: Tree): RuntimeValue {
    const text =
      value.type === 'NullValue' ? 'None' : typeof value.value === 'boolean' ? capitalized(value.value) : String(value);
    if (value.type === 'FunctionValue')
      throw this.error(`${wordOf(statement)} is a function; call it with ()`, wordOf(statement));
    this.grow(text.length);
    const tag = this.tags[this.at] ?? { start: 0, end: 0 };
    return toRuntime(this.context.marks.ofExpression(this.source, tag.start, tag.end) + text);
  }

  /** Values that double themselves take few steps. */
  private bound({ value }: RuntimeValue): void {
    const tooLong = typeof value === 'string' && value.length > MAX_OUTPUT;
    const most = tooLong ? `${MAX_OUTPUT} characters` : `${MOST_ITEMS} items`;
    if (tooLong || (Array.isArray(value) && value.length > MOST_ITEMS))
      throw this.error(`a value of more than ${most}`, '', 'E-SIZE');
  }

  private grow(length: number): void {
    this.output += length;
    if (this.output > MAX_OUTPUT)
      throw this.error(`the template prints more than ${MAX_OUTPUT} characters`, '', 'E-SIZE');
  }

  private value(statement: Tree, scope: Scope): RuntimeValue {
    if (statement.type === 'For' && (statement.loopvar as Tree).value === WITH)
      return super.evaluate({ type: 'Program', body: statement.body }, new Environment(scope));
    // A loop of the library takes no tuples apart.
    if (statement.type === 'TupleLiteral') return this.list(statement, scope);
    if (statement.type === 'CallExpression' && TEMPLATE_CALLS.has(wordOf(statement)))
      return this.otherTemplate(statement, scope);
    if (statement.type === 'BinaryExpression') return this.operation(statement, scope);
    if (statement.type === 'SelectExpression') return this.chosen(statement, scope);
    if (statement.type !== 'FilterExpression') return super.evaluate(statement, scope);
    const filter = statement.filter as Tree;
    const nodes = filter.type === 'CallExpression' ? (filter.args as Tree[]) : [];
    const apply = own(filters, filterName(statement));
    const named = nodes.some((one) => one.type === 'KeywordArgumentExpression');
    if (named || (!apply && !EACH.test(filterName(statement)))) return super.evaluate(statement, scope);
    const args = nodes.map((one) => toPlain(this.evaluate(one, scope)));
    if (!apply) return this.eachItem(statement, args[0], scope);
    return toRuntime(apply(toPlain(this.evaluate(statement.operand as Tree, scope)), args));
  }

  /** `map`, `select` and `reject` with the name of a filter or a test. */
  private eachItem(statement: Tree, name: unknown, scope: Scope): RuntimeValue {
    const list = this.evaluate(statement.operand as Tree, scope);
    if (!Array.isArray(list.value)) throw new Error(`${String(list)} has no items`);
    const named = { type: 'Identifier', value: name };
    const kind = filterName(statement);
    const applied = (item: RuntimeValue): RuntimeValue => {
      const inner = new Environment(scope);
      inner.setVariable(ITEM, item);
      if (name === undefined) return item;
      if (kind === 'map') return this.evaluate({ type: 'FilterExpression', operand: item_, filter: named }, inner);
      return this.evaluate({ type: 'TestExpression', operand: item_, test: named, negate: false }, inner);
    };
    const result = toRuntime([]);
    const values = list.value as RuntimeValue[];
    result.value =
      kind === 'map'
        ? values.map(applied)
        : values.filter((item) => Boolean(applied(item).value) === (kind === 'select'));
    return result;
  }

  /** Operators of Python that the library lacks: `'%02d' % 3`, `'a' * 3`; and none of numbers by zero. */
  private operation(statement: Tree, scope: Scope): RuntimeValue {
    const operator = (statement.operator as Token).value;
    if (!/^(%|\*|\/\/?)$/.test(operator)) return super.evaluate(statement, scope);
    const [left, right] = [statement.left, statement.right].map((one) => this.evaluate(one as Tree, scope));
    const [first, second] = [toPlain(left!), toPlain(right!)];
    if (operator === '%' && typeof first === 'string') return toRuntime(percentFormat(first, second));
    const repeated = operator === '*' && typeof second === 'number' ? Math.max(0, second) : undefined;
    if (repeated !== undefined && typeof first === 'string') {
      this.grow(first.length * repeated);
      return toRuntime(first.repeat(repeated));
    }
    if (operator !== '*' && second === 0 && typeof first === 'number') throw new Error('division by zero');
    const inner = new Environment(scope);
    inner.setVariable(ITEM, left!);
    inner.setVariable(OTHER, right!);
    return super.evaluate({ ...statement, left: item_, right: { type: 'Identifier', value: OTHER } }, inner);
  }

  /** `x if test` without an else is nothing where the test fails, and not an error. */
  private chosen(statement: Tree, scope: Scope): RuntimeValue {
    const value = super.evaluate(statement, scope);
    return value.type === 'UndefinedValue' && !this.uses.lenient.has(statement) ? toRuntime('') : value;
  }

  private list(statement: Tree, scope: Scope): RuntimeValue {
    const list = toRuntime([]);
    list.value = (statement.value as Tree[]).map((one) => this.evaluate(one, scope));
    return list;
  }

  /** What the value may be where it stands: defined, and without marks unless it is on its way to the output. */
  private settled(statement: Tree, value: RuntimeValue, scope: Scope): RuntimeValue {
    if (value.type === 'UndefinedValue' && (statement.type === 'Identifier' || statement.type === 'MemberExpression')) {
      if (this.uses.lenient.has(statement)) return value;
      const called = statement.type === 'MemberExpression' ? String((statement.property as Tree).value) : '';
      const [method, mutator] = [own(methods, called), own(mutators, called)];
      if (method ?? mutator) {
        const owner = this.evaluate(statement.object as Tree, scope);
        return functionValue((args) => (method ? method(toPlain(owner), args) : mutator!(owner, args)));
      }
      if (statement.type === 'MemberExpression' && statement.computed) {
        const key = JSON.stringify(toPlain(this.evaluate(statement.property as Tree, scope)));
        throw this.error(`${wordOf(statement.object as Tree) || 'the value'} has no item ${key}`, wordOf(statement));
      }
      const filter = this.uses.filtered.get(statement) ?? '';
      const meant = didYouMean(filter, ['default']);
      if (meant) throw this.error(`unknown filter: ${filter}`, filter, 'E-JINJA', meant);
      const word = wordOf(statement);
      const hint = didYouMean(word, namesIn(scope)) ?? `give it with --jinja ${word}=...`;
      throw this.error(`${word} is not defined`, word, 'E-JINJA', statement.type === 'Identifier' ? hint : undefined);
    }
    if (value.type !== 'StringValue' || this.uses.marked.has(statement) || !isExpression(statement)) return value;
    const text = withoutMarks(String(value.value));
    // A loop of the library does not go over the characters of a text.
    if (this.uses.iterated.has(statement)) return toRuntime([...text]);
    return text === value.value ? value : toRuntime(text);
  }

  /** `include`, `import` and `from`, which the library does not know; an included template sees the variables of this one. */
  private otherTemplate(statement: Tree, scope: Scope): RuntimeValue {
    const [path] = (statement.args as Tree[]).map((one) => toPlain(this.evaluate(one, scope)));
    const { source, context } = this.context.template(String(path));
    const inner = new Rendering(source, context);
    if (wordOf(statement) === INCLUDE) {
      this.uses.marked.add(statement);
      return toRuntime(inner.text(new Environment(scope)));
    }
    const own = newScope(context);
    const before = new Set(own.variables.keys());
    inner.text(own);
    const exported = toRuntime({});
    exported.value = new Map([...own.variables].filter(([name]) => !before.has(name)));
    return exported;
  }

  private error(message: string, word: string, code?: TemplateError['code'], hint?: string): TemplateError {
    const tag = this.tags[this.at] ?? this.tags[0] ?? { start: 0, end: 0 };
    if (word !== '') {
      const pattern = new RegExp(`(?<![\\w.])${word.replace(/\W/g, '\\$&')}(?!\\w)`);
      for (const one of this.tags.slice(this.at)) {
        const found = one ? this.source.text.slice(one.start, one.end).search(pattern) : -1;
        const start = (one?.start ?? 0) + found;
        if (found >= 0) return new TemplateError(message, { start, end: start + word.length, code, hint });
      }
    }
    return new TemplateError(message, { start: tag.start, end: tag.end, code, hint });
  }
}

const EACH = /^(map|select|reject)$/;
const BLOCKS: ReadonlySet<string> = new Set(['if', 'for', 'macro', 'call', 'filter', 'with']);
const TEMPLATE_CALLS: ReadonlySet<string> = new Set([INCLUDE, IMPORT]);

/** The name by which people find the place. */
function wordOf(tree: Tree): string {
  if (tree.type === 'Identifier') return String(tree.value);
  if (tree.type === 'CallExpression') return wordOf(tree.callee as Tree);
  if (tree.type === 'MemberExpression' && !tree.computed)
    return `${wordOf(tree.object as Tree)}.${String((tree.property as Tree).value)}`.replace(/^\./, '');
  return tree.type === 'FilterExpression' ? filterName(tree) : '';
}

function capitalized(value: boolean): string {
  return value ? 'True' : 'False';
}
