// Variables for templates, `--jinja NAME=VALUE`: their values, and whether any template makes use of them.

import { type Diagnostic, error, hasErrors, warning } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../diagnostics/suggestion.js';
import type { PlainValue } from '../spec/node.js';
import { newBudget } from '../spec/read/compose.js';
import { readTree } from '../spec/read/include.js';
import type { InputFile } from '../spec/read/input-file.js';
import { listOf, type Options } from './options.js';

/** Words that read as numbers, as true or false mean those. */
export function readVariables(items: readonly string[], diagnostics: Diagnostic[]): ReadonlyMap<string, PlainValue> {
  const variables = new Map<string, PlainValue>();
  for (const item of items) {
    const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(item) ?? [];
    if (name === undefined || value === undefined)
      diagnostics.push(error('E-OPTION', `--jinja must be NAME=VALUE, got "${item}"`));
    else variables.set(name, LITERAL.test(value) ? JSON.parse(value.toLowerCase()) : value);
  }
  return variables;
}

const LITERAL = /^(true|false|-?(0|[1-9]\d*)(\.\d+)?)$/i;

/**
 * Names that no template of all the inputs mentions: where one that is like it has no value, it is a slip if it was typed for this
 * run. Otherwise other runs may have a use for it, as for those of the environment and of a file of options.
 */
export function unusedVariables(inputs: readonly InputFile[], options: Options): readonly Diagnostic[] {
  const given = readVariables(listOf(options, 'jinja'), []);
  if (given.size === 0) return [];
  const templateNames = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  const steps = inputs.map((input) => {
    const budget = { ...newBudget(), templateNames };
    readTree(input, { diagnostics, budget });
    return budget.templateSteps;
  });
  // What could not be read may use them.
  if (hasErrors(diagnostics)) return [];
  const isTyped = options.get('jinja')?.origin === 'command line';
  const plainFiles = 'none of the files is a Jinja template; --set changes values of plain files';
  const free = [...templateNames].filter((name) => !given.has(name));
  return [...given.keys()]
    .filter((name) => !templateNames.has(name))
    .map((name) => {
      const message = `no template has a variable ${name}, given with --jinja`;
      const meant = didYouMean(name, free);
      const hint = steps.every((count) => count === 0) ? plainFiles : meant;
      return isTyped && meant ? error('E-NAME', message, { hint }) : warning('W-UNUSED', message, { hint });
    });
}
