// Typed reading of attributes: a value of the wrong type or out of range becomes a diagnostic and counts as absent.

import { type Diagnostic, error } from '../diagnostics/diagnostic.js';
import type { Span } from '../diagnostics/span.js';
import { isRecord, type PlainValue } from '../spec/node.js';
import type { Attribute, Attributes } from '../spec/spec.js';

export interface AttributeSource {
  /** Component name, for messages. */
  readonly owner: string;
  readonly attributes: Attributes;
  readonly span: Span;
  readonly diagnostics: Diagnostic[];
}

interface Named {
  readonly name: string;
  readonly attribute: Attribute;
}

export interface NumberRule {
  readonly integer?: true;
  readonly min?: number;
  readonly max?: number;
  /** Greater than, rather than at least. */
  readonly above?: number;
}

/** The value of the first of `names` that is present. */
export function readNumber(
  source: AttributeSource,
  names: readonly string[],
  rule: NumberRule = {},
): number | undefined {
  return readAs(source, names, describe(rule), (value) =>
    typeof value === 'number' && allows(rule, value) ? value : undefined,
  );
}

export function readBoolean(source: AttributeSource, name: string): boolean | undefined {
  return readAs(source, [name], 'true or false', (value) =>
    typeof value === 'boolean' ? value : value === 0 || value === 1 ? value === 1 : undefined,
  );
}

export function readString(source: AttributeSource, name: string): string | undefined {
  return readAs(source, [name], 'a name', (value) => (typeof value === 'string' ? value : undefined));
}

/** `read`: undefined refuses the value. */
function readAs<T>(
  source: AttributeSource,
  names: readonly string[],
  expected: string,
  read: (value: PlainValue) => T | undefined,
): T | undefined {
  const found = lookUp(source, names);
  const value = found && read(found.attribute.value);
  if (found && value === undefined) refuse(source, found, expected);
  return value;
}

/** A map from names to numbers. */
export function readNumbers(source: AttributeSource, name: string, rule: NumberRule): Map<string, number> {
  const numbers = new Map<string, number>();
  const found = lookUp(source, [name]);
  if (!found) return numbers;
  const { value } = found.attribute;
  const entries = isRecord(value) ? Object.entries(value) : undefined;
  for (const [key, one] of entries ?? []) if (typeof one === 'number' && allows(rule, one)) numbers.set(key, one);
  if (numbers.size !== entries?.length) refuse(source, found, `a map from names to ${describe(rule)}`);
  return numbers;
}

/** Attributes as plain data, for estimators and machines. */
export function plainAttributes(attributes: Attributes): Readonly<Record<string, PlainValue>> {
  return Object.fromEntries([...attributes].map(([name, attribute]) => [name, attribute.value]));
}

/** Whether any of the names is given, and where. */
export function lookUp(source: AttributeSource, names: readonly string[]): Named | undefined {
  for (const name of names) {
    const attribute = source.attributes.get(name);
    if (attribute) return { name, attribute };
  }
  return undefined;
}

function allows(rule: NumberRule, value: number): boolean {
  return (
    Number.isFinite(value) &&
    (!rule.integer || Number.isSafeInteger(value)) &&
    value >= (rule.min ?? Number.NEGATIVE_INFINITY) &&
    value <= (rule.max ?? Number.POSITIVE_INFINITY) &&
    value > (rule.above ?? Number.NEGATIVE_INFINITY)
  );
}

function describe(rule: NumberRule): string {
  const what = rule.integer ? 'an integer' : 'a number';
  if (rule.above !== undefined) return `${what} greater than ${rule.above}`;
  if (rule.min !== undefined && rule.max !== undefined) return `${what} from ${rule.min} to ${rule.max}`;
  return rule.min === undefined ? what : `${what} of at least ${rule.min}`;
}

function refuse(source: AttributeSource, found: Named, expected: string): void {
  const shown = JSON.stringify(found.attribute.value);
  const message = `${source.owner}.${found.name} must be ${expected}, got ${shown}`;
  source.diagnostics.push(error('E-ATTRIBUTE', message, { span: found.attribute.span, expected, found: shown }));
}
