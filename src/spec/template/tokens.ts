// A tag in the tokens of the template library; the statements that it lacks become calls.

import { type Segment, TemplateError } from './segments.js';
import { TEST, type Token, tokenize } from './values.js';

export type Tag = Exclude<Segment, { readonly kind: 'text' }>;

export const INCLUDE = 'included_template_';
export const IMPORT = 'imported_template_';
/** The variable of the loop that stands for `with`, which the library lacks. */
export const WITH = 'with_';

/** A message of the library, as we say it. */
export function shorter(problem: unknown): string {
  const message = problem instanceof Error ? problem.message : String(problem);
  if (/call stack/.test(message)) return 'it calls itself without end';
  if (problem instanceof TypeError) return 'this cannot be read';
  return message
    .replace(/^Parser Error: |^Unexpected token: |^Unexpected token type: /, '')
    .replace(/\.$/, '')
    .replace(/\. (\w+) !== (\w+)$/, (_, found: string) => `, found ${SPELLING[found] ?? found}`)
    .replace(/^Close(Expression|Statement)$/, (end) => `nothing is left before ${SPELLING[end]}`)
    .replace(
      /^(Additive|Multiplicative|Comparison)BinaryOperator$|^Equals$|^Pipe$/,
      'an operator without a value before it',
    )
    .replace(/^Unknown statement type: /, 'unknown or misplaced statement ')
    .replace(/^Unknown \w+Value filter/, 'unknown filter')
    .replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}

const SPELLING: Readonly<Record<string, string>> = {
  CloseExpression: '}}',
  CloseStatement: '%}',
  OpenExpression: '{{',
  OpenStatement: '{%',
  Identifier: 'a name',
  NumericLiteral: 'a number',
  StringLiteral: 'a text',
  Text: 'the end of the tag',
};

export function tokensOf(tag: Tag): readonly Token[] {
  const opened = tag.kind === 'expression' ? `{{ ${tag.code} }}` : statementOf(tag);
  try {
    return testsAsFilters(
      tokenize(opened.replace(EXPONENTS, (all, quoted?: string) => quoted ?? decimal(Number(all)))),
    );
  } catch (problem) {
    throw new TemplateError(shorter(problem), { start: tag.start, end: tag.end });
  }
}

/** The library's tests take no arguments: `n is divisibleby(3)` becomes `n|test_('divisibleby', 3)`. */
function testsAsFilters(tokens: readonly Token[]): readonly Token[] {
  const found: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const [negated, name, argument] = [1, 2, 3].map((offset) => tokens[at + offset]);
    if (tokens[at]!.type !== 'Identifier' || tokens[at]!.value !== 'is') {
      found.push(tokens[at]!);
      continue;
    }
    const not = negated?.value === 'not' && negated.type === 'Identifier' ? 1 : 0;
    const [test, next] = not ? [name, argument] : [negated, name];
    if (test?.value === 'in' && test.type === 'Identifier') {
      // `x is in y`
      continue;
    }
    const open = next?.type === 'OpenParen';
    const bare =
      next !== undefined && (/Literal$/.test(next.type) || (next.type === 'Identifier' && !WORDS.has(next.value)));
    if (test?.type !== 'Identifier' || !(open || bare)) {
      found.push(tokens[at]!);
      continue;
    }
    const word = { type: 'StringLiteral', value: `${not ? 'not ' : ''}${test.value}` };
    found.push({ type: 'Pipe', value: '|' }, { type: 'Identifier', value: TEST });
    found.push({ type: 'OpenParen', value: '(' }, word, { type: 'Comma', value: ',' });
    if (bare) found.push(next, { type: 'CloseParen', value: ')' });
    at += not + 2;
  }
  return found;
}

const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'if', 'else', 'is', 'in']);

const EXPONENTS = /("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(?<![\w.])\d+(?:\.\d*)?[eE][-+]?\d+/g;

/** The library reads no exponents. */
function decimal(value: number): string {
  return Number.isInteger(value) ? `${BigInt(value)}.0` : value.toFixed(30).replace(/0+$/, '');
}

function statementOf(tag: Tag): string {
  const [, word = '', rest = ''] = /^(\w+)\s*(.*)$/s.exec(tag.code) ?? [];
  if (word === 'include') return `{{ ${INCLUDE}(${rest.replace(/\s+(ignore missing|with(out)? context)/g, '')}) }}`;
  const imported = /^(.*?)\s+as\s+(\w+)(\s+with(out)? context)?$/s.exec(rest);
  if (word === 'import' && imported) return `{% set ${imported[2]} = ${IMPORT}(${imported[1]}) %}`;
  const from = /^(.*?)\s+import\s+(.*?)(\s+with(out)? context)?$/s.exec(rest);
  if (word === 'from' && from) {
    const names = from[2]!.split(',').map((name) => name.trim().split(/\s+as\s+/));
    return names.map(([name, alias]) => `{% set ${alias ?? name} = ${IMPORT}(${from[1]}).${name} %}`).join('');
  }
  if (word === 'do') return `{% set do_ = ${rest} %}`;
  if (word === 'with') {
    const given = separated(rest).map((one) => /^(\w+)\s*=(?!=)(.*)$/s.exec(one));
    if (given.some((one) => !one))
      throw new TemplateError('with takes names and values', { start: tag.start, end: tag.end, hint: WITH_FORM });
    // At once, as in Jinja2: no value sees the other names.
    const [names, values] = [1, 2].map((at) => given.map((one) => one![at]).join(', '));
    const set =
      given.length > 1 ? `{% set ${names} = (${values}) %}` : given.length > 0 ? `{% set ${names} = ${values} %}` : '';
    return `{% for ${WITH} in [] %}${set}`;
  }
  if (word === 'endwith') return '{% endfor %}';
  if (word === 'extends' || word === 'block')
    throw new TemplateError(`the statement ${word} is not supported`, { start: tag.start, end: tag.end });
  return `{% ${tag.code} %}`;
}

const WITH_FORM = 'write {% with name = value, other = value %}';

/** At the commas outside of quotes and brackets. */
function separated(text: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const [piece] of text.matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[\s\S]/g)) {
    if ('([{'.includes(piece)) depth += 1;
    if (')]}'.includes(piece)) depth -= 1;
    if (piece === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
