// What questions are asked with: an option a line.

import type { InspectionOption } from './machine.js';

/** Whether it must be given, what stands for it, and its least value. */
type Details = Pick<InspectionOption, 'default' | 'without' | 'min' | 'required'>;

type Valued = (name: string, value: string, doc: string, details?: Details) => InspectionOption;

function valued(kind: InspectionOption['kind']): Valued {
  return (name, value, doc, details) => ({ name, kind, value, doc, ...details });
}

export const [text, integer, number, integers] = (['text', 'integer', 'number', 'integers'] as const).map(
  valued,
) as unknown as readonly [Valued, Valued, Valued, Valued];

export function onOff(name: string, doc: string): InspectionOption {
  return { name, kind: 'switch', doc };
}

/** One of several words, `value` in help. */
export function choice(
  ...[name, value, choices, doc, details]: [string, string, readonly string[], string, Details?]
): InspectionOption {
  return { name, kind: 'choice', value, choices, doc, ...details };
}

/** The first of several words unless told. */
export function first(...[name, value, choices, doc]: [string, string, readonly string[], string]): InspectionOption {
  return choice(name, value, choices, doc, { default: choices[0]! });
}
