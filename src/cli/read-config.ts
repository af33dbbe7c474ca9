// The file named by --config: a flat YAML map with flag names as keys.

import { type Diagnostic, error, failure, hasErrors, type Outcome } from '../diagnostics/diagnostic.js';
import type { Span } from '../diagnostics/span.js';
import { plain } from '../spec/node.js';
import { newBudget } from '../spec/read/compose.js';
import { readTree } from '../spec/read/include.js';
import { loadInput } from '../spec/read/load.js';

/** What stands under a key, and where. */
export interface ConfigValue {
  readonly value: unknown;
  readonly keySpan: Span;
  readonly span: Span;
}

export type ConfigValues = ReadonlyMap<string, ConfigValue>;

export function readConfig(file: string): Outcome<ConfigValues> {
  const loaded = loadInput(file, 'any');
  if (!loaded.value) return failure(...loaded.diagnostics);
  const diagnostics: Diagnostic[] = [];
  const tree = readTree(loaded.value, { diagnostics, budget: newBudget() });
  // One that says nothing is no mistake.
  if (tree === undefined && diagnostics.every(({ code }) => code === 'E-REQUIRED'))
    return { value: new Map(), diagnostics: [] };
  if (hasErrors(diagnostics)) return failure(...diagnostics);
  if (tree?.kind !== 'map') {
    const details = { span: tree?.span, expected: 'flag: value, one a line', hint: 'mapper <command> --help has them' };
    return failure(error('E-TYPE', `${loaded.value.source.name} must hold a map with flag names as keys`, details));
  }
  const values = tree.entries.map(({ key, keySpan, value }) => {
    return [key, { value: plain(value), keySpan, span: value.span }] as const;
  });
  return { value: new Map(values), diagnostics };
}
