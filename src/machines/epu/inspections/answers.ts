// From rulings to answers: what is legal becomes a document and a text, what is not becomes a refusal.

import type { Answered, Refusal } from '../../machine.js';
import type { Finding } from '../finding.js';
import { noticeOf } from '../finding.js';
import type { Parameter, ParameterName } from '../parameters.js';
import { parameters } from '../parameters.js';

/** The first rule that is broken; people see the others too. */
export function refused(violations: readonly [Finding, ...Finding[]], details?: object): Refusal {
  const [first, ...others] = violations;
  const text = others.map((other) => `also ${other.code}: ${noticeOf(other).message}\n`).join('');
  return { kind: 'refused', ...noticeOf(first), ...(details && { details }), ...(text !== '' && { text }) };
}

export interface AnswerParts {
  readonly json: object;
  readonly lines: readonly string[];
  readonly warnings?: readonly Finding[];
}

/** Warnings stand in the document too. */
export function answered({ json, lines, warnings = [] }: AnswerParts): Answered {
  const notices = warnings.map(noticeOf);
  return {
    kind: 'answered',
    json: { ...json, ...(notices.length > 0 && { warnings: notices }) },
    text: lines.map((line) => `${line}\n`).join(''),
    warnings: notices,
  };
}

/** Of the parameters that an answer rests on, those that nobody published: so that no reader takes it for measured. */
export function estimatesAmong(names: readonly ParameterName[]): readonly ParameterName[] {
  return names.filter((name) => (parameters[name] satisfies Parameter).trust === 'estimate');
}
