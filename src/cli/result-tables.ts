// The tables that an argument stands for: a CSV file, standard input, or those of a results directory.

import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Diagnostic, error, failure, type Outcome } from '../diagnostics/diagnostic.js';
import { type CsvTable, parseCsv } from '../results/read-csv.js';
import { MAX_TABLE_BYTES } from '../spec/read/limits.js';
import { readText } from '../spec/read/load.js';
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

export function readTable(file: string): Outcome<CsvTable> {
  const name = tableName(file);
  const { text, problem } = readText(file === '-' ? 0 : file, { name, limitBytes: MAX_TABLE_BYTES });
  return problem ? failure(problem) : parseCsv(text, name);
}

/** In messages. */
export function tableName(file: string): string {
  return file === '-' ? '<stdin>' : file;
}

/** Whoever reads it second would find nothing there. */
export function checkStdin(files: readonly string[]): readonly Diagnostic[] {
  const times = files.filter((file) => file === '-').length;
  return times > 1 ? [error('E-OPTION', 'standard input (-) can be only one of the files')] : [];
}
