// A tag in the tokens of the template library; the statements that it lacks become calls.

import { type Segment, TemplateError } from './segments.js';
import { type Token, tokenize } from './values.js';

export type Tag = Exclude<Segment, { readonly kind: 'text' }>;

export const INCLUDE = 'included_template_';
export const IMPORT = 'imported_template_';

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
    return tokenize(opened.replace(EXPONENTS, (all, quoted?: string) => quoted ?? decimal(Number(all))));
  } catch (problem) {
    throw new TemplateError(shorter(problem), { start: tag.start, end: tag.end });
  }
}

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
  if (word === 'extends' || word === 'block' || word === 'with' || word === 'do')
    throw new TemplateError(`the statement ${word} is not supported`, { start: tag.start, end: tag.end });
  return `{% ${tag.code} %}`;
}
