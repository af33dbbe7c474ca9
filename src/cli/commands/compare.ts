// `mapper compare`: read two CSV files, join, compare, report, and say no when anything got worse.

import type { Diagnostic, Outcome } from '../../diagnostics/diagnostic.js';
import { error, hasErrors } from '../../diagnostics/diagnostic.js';
import { didYouMean } from '../../diagnostics/suggestion.js';
import { comparisonText } from '../../report/comparison-text.js';
import { compareTables } from '../../results/compare.js';
import type { CsvTable } from '../../results/read-csv.js';
import { parseCsv } from '../../results/read-csv.js';
import { readText } from '../../spec/read/load.js';
import type { Context } from '../context.js';
import { reportDiagnostics } from '../diagnostic-output.js';
import type { Ending } from '../ending.js';
import { answerNo, badInput, done } from '../ending.js';
import { isOn, listOf } from '../options.js';

export async function compare(context: Context): Promise<Ending> {
  const { files, options, terminal } = context;
  const tables = files.length === 2 ? files.map(readTable) : [wrongCount(files.length)];
  const [baseline, candidate] = tables.map((table) => table.value);
  const tolerances = readTolerances(listOf(options, 'tolerance'), [baseline, candidate]);
  const diagnostics = [...tables, tolerances].flatMap((outcome) => outcome.diagnostics);
  if (!baseline || !candidate || !tolerances.value || hasErrors(diagnostics)) {
    await reportDiagnostics(context, diagnostics);
    return badInput;
  }
  const comparison = compareTables(baseline, candidate, tolerances.value);
  await terminal.out(
    isOn(options, 'json')
      ? `${JSON.stringify({ schemaVersion: 1, ...comparison, diagnostics: [] }, null, 2)}\n`
      : comparisonText(comparison, terminal.outStyle),
  );
  return comparison.regression ? answerNo : done;
}

function readTable(file: string): Outcome<CsvTable> {
  const name = file === '-' ? '<stdin>' : file;
  const { text, problem } = readText(file === '-' ? 0 : file, { name });
  return problem ? failed([problem]) : parseCsv(text, name);
}

function readTolerances(
  items: readonly string[],
  tables: readonly (CsvTable | undefined)[],
): Outcome<ReadonlyMap<string, number>> {
  const known = [...new Set(tables.flatMap((table) => table?.columns ?? []))];
  const diagnostics: Diagnostic[] = [];
  const tolerances = new Map<string, number>();
  for (const item of items) {
    const [column = '', text = ''] = item.split('=');
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value) || value < 0) {
      diagnostics.push(error('E-OPTION', `--tolerance must be COLUMN=RELATIVE, got "${item}"`));
    } else if (known.length > 0 && !known.includes(column)) {
      diagnostics.push(error('E-OPTION', `no column ${column} to tolerate`, { hint: didYouMean(column, known) }));
    } else tolerances.set(column, value);
  }
  return diagnostics.length > 0 ? failed(diagnostics) : { value: tolerances, diagnostics };
}

function wrongCount(given: number): Outcome<never> {
  const hint = 'mapper compare <baseline.csv> <candidate.csv>';
  return failed([error('E-OPTION', `compare takes two CSV files, got ${given}`, { hint })]);
}

function failed(diagnostics: readonly Diagnostic[]): Outcome<never> {
  return { value: undefined, diagnostics };
}
