// The machine section: a key of it is decided unless it is absent, null or `auto`. Its types and ranges are in schemas/machine.schema.json.

import type { Span } from '../diagnostics/span.js';
import type { Settings } from '../mapping/implied.js';
import { childOf, type MapNode, type PlainValue } from '../spec/node.js';

/** Of `all` combinations those that agree with the section, without what it states; one empty entry where nothing is open. */
export function openChoices(all: readonly Settings[], section: PlainValue): readonly Settings[] {
  const stated = Object.entries(section as Settings).filter(([, value]) => !isOpen(value));
  const agreeing = all.filter((one) =>
    stated.every(([key, value]) => !(key in one) || JSON.stringify(one[key]) === JSON.stringify(value)),
  );
  // What nobody would try may still be stated: then the rest stays open.
  const left = agreeing.length > 0 ? agreeing : all;
  const open = left.map((one) =>
    Object.fromEntries(Object.entries(one).filter(([key]) => !stated.some(([own]) => own === key))),
  );
  const distinct = new Map(open.map((one) => [JSON.stringify(one), one]));
  return distinct.size === 0 ? [{}] : [...distinct.values()];
}

/** Where a key of the section stands, or the section where it does not. */
export function spanOf(section: MapNode | undefined, key: string): Span | undefined {
  return childOf(section, key)?.span ?? section?.span;
}

export function isOpen(value: PlainValue | undefined): boolean {
  return value === undefined || value === null || value === 'auto';
}

/** Reads a section that the schema has passed: `without` stands for what it leaves open. */
export function readSection(section: PlainValue): <T>(key: string, without: T) => T {
  const given = (section ?? {}) as Settings;
  return <T>(key: string, without: T): T => (isOpen(given[key]) ? without : (given[key] as T));
}
