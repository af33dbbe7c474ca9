// The tables that an argument stands for: a CSV file, or those of a results directory.

import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Diagnostic, error, type Outcome } from '../diagnostics/diagnostic.js';
import { isDirectory } from '../spec/read/project-files.js';

/** In a results directory: all points of a sweep, or the mappings of a search and its frontier. */
const tableNames = ['results.csv', 'mappings.csv', 'frontier.csv'];

/** At least one path, or a diagnostic. */
export function tableFiles(file: string): Outcome<readonly string[]> {
  const directory = isDirectory(file) ? file : basename(file) === 'result.json' ? dirname(file) : null;
  if (directory === null) return { value: [file], diagnostics: [] };
  const found = tableNames.filter((name) => existsSync(join(directory, name)));
  // The frontier's mappings are among those of no sweep, and the best one is in both tables.
  const wanted = found.includes('results.csv') ? ['results.csv'] : found;
  if (wanted.length > 0) return { value: wanted.map((name) => join(directory, name)), diagnostics: [] };
  const hint = 'give a directory that mapper search or mapper sweep wrote, or a CSV file of one';
  const diagnostics = [error('E-READ', `${file} holds none of ${tableNames.join(', ')}`, { hint })];
  return { value: undefined, diagnostics };
}

/** Whoever reads it second would find nothing there. */
export function checkStdin(files: readonly string[]): readonly Diagnostic[] {
  const times = files.filter((file) => file === '-').length;
  return times > 1 ? [error('E-OPTION', 'standard input (-) can be only one of the files')] : [];
}
