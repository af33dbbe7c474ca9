// A machine's questions in the words of the command line: their options as flags for parsing, help, completion and
// documentation, and a request made of what was typed. Nothing here depends on which machines there are.

import { type Diagnostic, error, type Outcome } from '../diagnostics/diagnostic.js';
import type { Inspection, InspectionOption, InspectionRequest, OptionValue } from '../machines/machine.js';
import type { Flag } from './flag.js';
import { parseFlagValue } from './flag-value.js';
import { flagsOf } from './flags.js';

export interface Asked {
  readonly inspection: Inspection;
  /** Raw values by option name, of the request's options and of the command's flags. */
  readonly typed: ReadonlyMap<string, unknown>;
}

/** The question's own options first, then what every inspection takes. */
export function flagsOfInspection({ options }: Inspection): readonly Flag[] {
  return [...options.map(flagOf), ...flagsOf('inspect')];
}

/** What stands behind the question's name. */
export function inspectionUsage({ positional, options }: Inspection): string {
  const argument = positional && `<${positional.name}>${positional.takes === 'one' ? '' : '...'}`;
  const required = options.filter((option) => option.required).map(({ name, value }) => `--${name} <${value}>`);
  return [...(argument ? [argument] : []), ...required].join(' ');
}

export function readRequest({ inspection, typed }: Asked, positional: readonly string[]): Outcome<InspectionRequest> {
  const diagnostics: Diagnostic[] = [];
  const options = new Map<string, OptionValue>();
  for (const option of inspection.options) {
    const raw = typed.get(option.name);
    if (raw !== undefined) {
      const parsed = parseOption(option, raw);
      diagnostics.push(...parsed.diagnostics);
      if (parsed.value !== undefined) options.set(option.name, parsed.value);
    } else if (option.default !== undefined) options.set(option.name, option.default);
    else if (option.required) {
      const expected = option.choices ? `one of ${option.choices.join(', ')}: ${option.doc}` : option.doc;
      diagnostics.push(error('E-OPTION', `--${option.name} is missing`, { expected }));
    }
  }
  return { value: diagnostics.length > 0 ? undefined : { positional, options }, diagnostics };
}

function flagOf({ kind, default: fallback, required, ...option }: InspectionOption): Flag {
  const shown = Array.isArray(fallback) ? fallback.join(',') : (fallback as Flag['default']);
  return {
    ...option,
    kind: kind === 'integers' ? 'text' : kind,
    group: 'Request',
    commands: ['inspect'],
    ...(shown !== undefined && { default: shown }),
    ...(required && { without: 'must be given' }),
  };
}

function parseOption(option: InspectionOption, raw: unknown): Outcome<OptionValue> {
  return option.kind === 'integers'
    ? parseIntegers(option, String(raw))
    : parseFlagValue(flagOf(option), raw, `--${option.name}`);
}

function parseIntegers({ name, min }: InspectionOption, text: string): Outcome<OptionValue> {
  // An empty text is an empty list: the coordinates of a scalar.
  const parts = text.trim() === '' ? [] : text.split(',').map((part) => part.trim());
  const values = parts.map((part) => (/^[+-]?\d+$/.test(part) ? Number(part) : Number.NaN));
  const fits = (value: number): boolean => Number.isSafeInteger(value) && value >= (min ?? Number.NEGATIVE_INFINITY);
  if (values.every(fits)) return { value: values, diagnostics: [] };
  const least = min === undefined ? '' : ` of at least ${min}`;
  const message = `--${name} must be integers${least} separated by commas, got "${text}"`;
  return { value: undefined, diagnostics: [error('E-OPTION', message)] };
}
