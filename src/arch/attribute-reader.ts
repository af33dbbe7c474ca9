// Typed looks at attributes. The schema has been checked before: what is there is of its type and in its range.

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Span } from '../diagnostics/span.js';
import type { PlainValue } from '../spec/node.js';
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

/** The value of the first of `names` that is present. */
export function readNumber(source: AttributeSource, names: readonly string[]): number | undefined {
  return lookUp(source, names)?.attribute.value as number | undefined;
}

export function readBoolean(source: AttributeSource, name: string): boolean | undefined {
  return lookUp(source, [name])?.attribute.value as boolean | undefined;
}

/** A map from names to numbers. */
export function readNumbers(source: AttributeSource, name: string): ReadonlyMap<string, number> {
  return new Map(Object.entries((lookUp(source, [name])?.attribute.value ?? {}) as Readonly<Record<string, number>>));
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
