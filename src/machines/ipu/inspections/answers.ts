// From verdicts to answers: what is legal is a document, what is not is a refusal that keeps what a question promises.

import type { Answer, InspectionOption, InspectionRequest, Notice } from '../../machine.js';
import { requiredText } from '../../request.js';
import type { Generation } from '../generation.js';
import { generations } from '../generation.js';
import type { ParameterName } from '../parameters.js';
import { parameterOf } from '../parameters.js';
import type { Illegal } from '../verdict.js';

export const generationOption: InspectionOption = {
  name: 'generation',
  kind: 'choice',
  value: 'NAME',
  choices: generations,
  default: 'mk2',
  doc: 'which chip',
};

export function generationOf(request: InspectionRequest): Generation {
  // The parser has admitted one of the three.
  return requiredText(request, 'generation') as Generation;
}

export interface Document {
  readonly json: object;
  /** Instead of the document's fields, for people. */
  readonly shown?: object;
  readonly warnings?: readonly Notice[];
}

/** The text is the same as the document, a line each, unless something else is to be shown. */
export function answered({ json, shown, warnings }: Document): Answer {
  return { kind: 'answered', json, text: linesOf({ ...json, ...shown }), ...(warnings && { warnings }) };
}

export function refused({ code, reason }: Illegal, details: object = {}): Answer {
  return { kind: 'refused', code, message: reason, details: { ...details, reason } };
}

export function misunderstood(message: string, expected?: string): Answer {
  return { kind: 'misunderstood', problems: [{ message, ...(expected !== undefined && { expected }) }] };
}

/** Which of the parameters behind a figure are not published, for the document. */
export function untrusted(generation: Generation, names: readonly ParameterName[]): readonly object[] {
  return names.flatMap((name) => {
    const parameter = parameterOf(generation, name);
    if (!parameter || parameter.trust === 'public') return [];
    const { value, unit, trust, source } = parameter;
    return [{ name, value, unit, trust, source }];
  });
}

export function linesOf(json: object, indent = ''): string {
  const entries = Object.entries(json).filter(([, value]) => value !== undefined && value !== null);
  const width = Math.max(0, ...entries.filter(([, value]) => !isNested(value)).map(([name]) => name.length));
  return entries.map(([name, value]) => lineOf(name, value, { indent, width })).join('');
}

function lineOf(
  name: string,
  value: unknown,
  { indent, width }: { readonly indent: string; readonly width: number },
): string {
  if (!isNested(value)) return `${indent}${name.padEnd(width)}  ${plain(value)}\n`;
  if (!Array.isArray(value)) return `${indent}${name}\n${linesOf(value, `${indent}  `)}`;
  return `${indent}${name}\n${value.map((one: object) => `${indent}  - ${inline(one)}\n`).join('')}`;
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
