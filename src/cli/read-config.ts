// The file named by --config: a flat YAML map with flag names as keys.

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { error, type Outcome } from '../diagnostics/diagnostic.js';
import { reasonOf } from '../spec/read/load.js';

export function readConfig(file: string): Outcome<Readonly<Record<string, unknown>>> {
  let text: string;
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (problem) {
    return failed(`E-READ`, `cannot read ${file}: ${reasonOf(problem)}`);
  }
  try {
    const value: unknown = parse(text) ?? {};
    if (typeof value === 'object' && !Array.isArray(value)) return { value: { ...value }, diagnostics: [] };
    return failed('E-TYPE', `${file} must hold a map with flag names as keys`);
  } catch (problem) {
    return failed('E-YAML', `${file} is not YAML: ${(problem as Error).message.split('\n')[0]}`);
  }
}

function failed(code: 'E-READ' | 'E-TYPE' | 'E-YAML', message: string): Outcome<never> {
  return { value: undefined, diagnostics: [error(code, message)] };
}
