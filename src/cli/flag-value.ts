// One flag's value from whatever a source gave: a string from the command line or the environment, a YAML value from
// a config file.

import { type Diagnostic, error, type Outcome } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../diagnostics/suggestion.js';
import type { Flag, FlagValue } from './flag.js';

/** `name` is how the source is called in a message, e.g. `--top` or `MAPPER_TOP`. */
export function parseFlagValue(flag: Flag, raw: unknown, name: string): Outcome<FlagValue> {
  switch (flag.kind) {
    case 'switch':
      return parseSwitch(raw, name);
    case 'integer':
    case 'number':
      return parseNumber(flag, raw, name);
    case 'choice':
      return parseChoice(flag, raw, name);
    case 'choices':
      return parseChoices(flag, raw, name);
    case 'list':
      return listItems(raw, name);
    case 'text':
      return raw === null || typeof raw === 'object' || raw === ''
        ? wrong(name, `must be ${flag.value ?? 'a text'}`, raw)
        : right(String(raw));
  }
}

const right = (value: FlagValue): Outcome<FlagValue> => ({ value, diagnostics: [] });

function wrong(name: string, must: string, raw: unknown, hint?: string): Outcome<FlagValue> {
  const found = typeof raw === 'string' ? `"${raw}"` : JSON.stringify(raw);
  const problem: Diagnostic = error('E-OPTION', `${name} ${must}, got ${found}`, { hint });
  return { value: undefined, diagnostics: [problem] };
}

function parseSwitch(raw: unknown, name: string): Outcome<FlagValue> {
  const text = String(raw).toLowerCase();
  if (['true', '1', 'yes', 'on'].includes(text)) return right(true);
  if (['false', '0', 'no', 'off'].includes(text)) return right(false);
  return wrong(name, 'must be true or false', raw);
}

const UNITS: Readonly<Record<string, string>> = { SECONDS: ', in seconds,', MIB: ', in MiB,' };

function parseNumber(flag: Flag, raw: unknown, name: string): Outcome<FlagValue> {
  const value = typeof raw === 'number' ? raw : typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : Number.NaN;
  const whole = flag.kind === 'integer';
  const fits = whole ? Number.isSafeInteger(value) : Number.isFinite(value);
  if (fits && value >= (flag.min ?? Number.NEGATIVE_INFINITY)) return right(value);
  const least = flag.min === undefined ? '' : ` of at least ${flag.min}`;
  const unit = UNITS[flag.value ?? ''] ?? '';
  return wrong(name, `must be ${whole ? 'an integer' : 'a number'}${unit}${least}`, raw);
}

function parseChoice(flag: Flag, raw: unknown, name: string): Outcome<FlagValue> {
  const choices = flag.choices ?? [];
  // The field also writes linear_pruned.
  const word = (typeof raw === 'object' ? '' : String(raw)).trim().toLowerCase().replaceAll('_', '-');
  const value = flag.aliases?.[word] ?? word;
  if (choices.includes(value)) return right(value);
  const hint = didYouMean(value, [...choices, ...Object.keys(flag.aliases ?? {})]);
  return wrong(name, `must be one of ${choices.join(', ')}`, raw, hint);
}

function parseChoices(flag: Flag, raw: unknown, name: string): Outcome<FlagValue> {
  const items: readonly unknown[] = Array.isArray(raw) ? raw : typeof raw === 'string' ? raw.split(',') : [raw];
  const parts = items.map((item) => (typeof item === 'string' ? item.trim() : item));
  const diagnostics: Diagnostic[] = [];
  const values: string[] = [];
  for (const part of parts) {
    const one = parseChoice(flag, part, name);
    diagnostics.push(...one.diagnostics);
    if (typeof one.value === 'string' && !values.includes(one.value)) values.push(one.value);
  }
  return { value: diagnostics.length > 0 ? undefined : values, diagnostics };
}

function listItems(raw: unknown, name: string): Outcome<FlagValue> {
  const items: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
  const bad = items.find((item) => item === null || typeof item === 'object' || item === '');
  return bad === undefined ? right(items.map(String)) : wrong(name, 'must be a text or a list of texts', bad);
}
