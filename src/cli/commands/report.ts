// `mapper report`: result tables in, one HTML file out, or a picture of what they show along an axis.

import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type Diagnostic, error, failure, hasErrors, type Outcome } from '../../diagnostics/diagnostic.js';
import { counted } from '../../math/count-text.js';
import { type ReportTable, reportData } from '../../report/report-data.js';
import { generator, type PageScripts, pictureMark, reportPage } from '../../report/report-page.js';
import type { ReportData } from '../../report/report-row.js';
import { makeDirectory } from '../../results/make-directory.js';
import { cannotWrite, writeWhole } from '../../results/whole-file.js';
import type { Context } from '../context.js';
import { done, type Ending } from '../ending.js';
import { noFiles } from '../inputs.js';
import { isOn, textOf } from '../options.js';
import { jsonText, refuse, withSaid } from '../output.js';
import { checkStdin, readTable, tableFiles } from '../result-tables.js';

export async function report(context: Context): Promise<Ending> {
  const { files, options, terminal } = context;
  const out = textOf(options, 'out') ?? 'report.html';
  const stdin = checkStdin(files);
  const tables = hasErrors(stdin) ? failure(...stdin) : readTables(files);
  const diagnostics = [
    ...noFiles(files, 'no results to report on', 'mapper report <results...> -o report.html'),
    ...(out === '-' && isOn(options, 'json') ? [twoAnswers] : []),
    ...tables.diagnostics,
    ...checkTarget(out, isOn(options, 'force')),
  ];
  const data = reportData(titleOf(files), tables.value ?? []);
  if (diagnostics.length === 0 && data.rows.length === 0) {
    diagnostics.push(error('E-READ', `no result in ${files.join(', ')}: nothing to draw`));
  }
  if (hasErrors(diagnostics)) return refuse(context, diagnostics);
  const page = isPicture(out) ? await picture(data) : reportPage(data, scripts());
  if (page === null) {
    const hint = 'vary something over three numbers or more (search --axis density=0.1,0.5,1), or give an .html file';
    return refuse(context, [error('E-READ', `${files.join(', ')}: nothing to draw along an axis`, { hint })]);
  }
  if (out === '-') {
    await terminal.out(page);
    return done;
  }
  try {
    makeDirectory(dirname(out));
    writeWhole(out, page);
  } catch (problem) {
    return refuse(context, [cannotWrite(out, problem)]);
  }
  const results = data.rows.filter(({ kind }) => kind === 'mapping').length;
  const said = { schemaVersion: 1, report: out, results, failed: data.failed.length };
  if (isOn(options, 'json')) await terminal.out(jsonText(withSaid(said, context)));
  else if (!isOn(options, 'quiet'))
    terminal.err(`${counted(results, 'result')} drawn in ${out}${howToSee(data, out)}\n`);
  return done;
}

function howToSee({ failed }: ReportData, out: string): string {
  const without = failed.length === 0 ? '' : `, ${counted(failed.length, 'row')} without a result`;
  if (isPicture(out)) return without;
  const listed = without && `${without} listed`;
  return `${listed}; open it in a browser`;
}

const twoAnswers = error('E-OPTION', '--json and --out - both write to standard output', {
  hint: 'give the report a file',
});

/** The chart library takes a while to load. */
async function picture(data: ReportData): Promise<string | null> {
  const { alongPicture } = await import('../../report/charts/chart-picture.js');
  const svg = await alongPicture(data);
  return svg && `${pictureMark}\n${svg}\n`;
}

function isPicture(out: string): boolean {
  return out.endsWith('.svg');
}

function titleOf(files: readonly string[]): string {
  const names = files.map((file) => basename(file) || file);
  return names.length <= 3 ? names.join(', ') : `${names.length} results`;
}

function readTables(files: readonly string[]): Outcome<readonly ReportTable[]> {
  const outcomes = files.flatMap((file) => {
    const { value: tables, diagnostics } = tableFiles(file);
    return tables ? tables.map((table) => reportTable(table, file)) : [{ value: undefined, diagnostics }];
  });
  return {
    value: outcomes.flatMap(({ value }) => value ?? []),
    diagnostics: outcomes.flatMap(({ diagnostics }) => diagnostics),
  };
}

function reportTable(file: string, source: string): Outcome<ReportTable> {
  const { value, diagnostics } = readTable(file);
  return { value: value && { source, table: value, incomplete: isIncomplete(file) }, diagnostics };
}

/** Beside the tables of a search stands what it says itself: that not all layers were reached. */
function isIncomplete(table: string): boolean {
  const path = join(dirname(table), 'result.json');
  if (table === '-' || !existsSync(path)) return false;
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as { readonly totals?: unknown }).totals === null;
  } catch {
    return false;
  }
}

/** An older report may be replaced; whatever else is there may not. */
function checkTarget(out: string, force: boolean): Diagnostic[] {
  const [, extension] = /\.(\w+)$/.exec(basename(out)) ?? [];
  if (extension !== undefined && !/^(html?|svg)$/i.test(extension)) {
    const hint = 'a browser prints an .html file to .pdf, and other programs make pictures of an .svg file';
    return [error('E-OPTION', `a report is no .${extension} file`, { expected: '.html or .svg', found: out, hint })];
  }
  if (out === '-' || force || !existsSync(out)) return [];
  if (beginsWithin(out, isPicture(out) ? pictureMark : generator)) return [];
  const hint = statSync(out).isDirectory() ? 'give another --out' : 'give another --out, or --force';
  return [error('E-WRITE', `${out} exists and is not a report`, { hint })];
}

/**
 * Whether a file has a mark near its beginning: the rest may be endless, and what is no regular file is not touched. What
 * cannot be read has none.
 */
function beginsWithin(path: string, mark: string): boolean {
  if (!statSync(path).isFile()) return false;
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const beginning = Buffer.alloc(1000);
    return beginning.toString('utf8', 0, readSync(file, beginning)).includes(mark);
  } catch {
    return false;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function scripts(): PageScripts {
  const require = createRequire(import.meta.url);
  // `dist/` lies beside `src/`: the page's script is the compiled one from wherever this runs.
  const built = (name: string): string =>
    readFileSync(new URL(`../../../dist/report/browser/${name}`, import.meta.url), 'utf8');
  const beside = (module: string, name: string): string =>
    readFileSync(join(dirname(require.resolve(module)), name), 'utf8');
  const page = ['page.js', 'nest.js', 'table.js', 'start.js'].map(built).join('\n');
  return {
    vega: beside('vega/vega-schema.json', 'vega.min.js'),
    vegaLite: beside('vega-lite/vega-lite-schema.json', 'vega-lite.min.js'),
    page,
    style: built('page.css'),
  };
}
