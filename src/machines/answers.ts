// From verdicts to answers: what is legal becomes a document and a text, what is not a refusal.

import type { Answered, Misunderstanding, Refusal } from './machine.js';
import { noticeOf, type Problem } from './verdict.js';

export interface Document {
  readonly json: object;
  /** For people; without them the text is the document, a field a line. */
  readonly lines?: readonly string[];
  /** Fields that people see instead of the document's. */
  readonly shown?: object;
  readonly warnings?: readonly Problem[] | undefined;
}

/** Warnings stand in the document too. */
export function answered({ json, lines, shown, warnings = [] }: Document): Answered {
  const notices = warnings.map(noticeOf);
  return {
    kind: 'answered',
    json: { ...json, ...(notices.length > 0 && { warnings: notices }) },
    text: lines ? lines.map((line) => `${line}\n`).join('') : linesOf({ ...json, ...shown }),
    warnings: notices,
  };
}

/** The first rule that is broken; people see the others too. */
export function refused(problems: readonly [Problem, ...Problem[]], details?: object): Refusal {
  const [first, ...others] = problems;
  const text = others.map((other) => `also ${other.code}: ${noticeOf(other).message}\n`).join('');
  return { kind: 'refused', ...noticeOf(first), ...(details && { details }), ...(text !== '' && { text }) };
}

export function misunderstood(message: string, expected?: string): Misunderstanding {
  return { kind: 'misunderstood', problems: [{ message, ...(expected !== undefined && { expected }) }] };
}

function linesOf(json: object, indent = ''): string {
  const entries = Object.entries(json).filter(([, value]) => value !== undefined && value !== null);
  const width = Math.max(0, ...entries.filter(([, value]) => !isNested(value)).map(([name]) => name.length));
  const lineOf = ([name, value]: [string, unknown]): string => {
    if (!isNested(value)) return `${indent}${name.padEnd(width)}  ${plain(value)}\n`;
    if (!Array.isArray(value)) return `${indent}${name}\n${linesOf(value, `${indent}  `)}`;
    return `${indent}${name}\n${value.map((one: object) => `${indent}  - ${inline(one)}\n`).join('')}`;
  };
  return entries.map(lineOf).join('');
}

/** Objects, and lists of objects; lists of numbers or words stand in a line. */
function isNested(value: unknown): value is object {
  if (Array.isArray(value)) return value.some((one) => typeof one === 'object' && one !== null);
  return typeof value === 'object' && value !== null;
}

function inline(value: object): string {
  return Object.entries(value)
    .filter(([, part]) => part !== null && part !== undefined)
    .map(([name, part]) => `${name} ${plain(part)}`)
    .join(', ');
}

function plain(value: unknown): string {
  if (Array.isArray(value)) return value.map(plain).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}
