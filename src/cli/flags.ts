// The one table of flags. Parsing, help, completion and the documentation are generated from it, and `options.ts`
// resolves every flag by the same precedence: command line, MAPPER_* variable, --config file, default.

import { type CommandName, choice, type Flag, integer, list, text, toggle } from './flag.js';
import { inputFlags } from './input-flags.js';
import { searchFlags } from './search-flags.js';

const model = { group: 'Model', commands: ['search', 'evaluate', 'explain', 'sweep'] } as const;
const comparison = { group: 'Comparison', commands: ['compare'] } as const;

const withResults = ['search', 'evaluate', 'components'] as const;
const withTables = [...withResults, 'explain', 'sweep', 'merge', 'validate', 'compare'] as const;
const withJson = [...withTables, 'report', 'inspect', 'import', 'convert'] as const;
const withConfig = [...withJson, 'worker'] as const;

const table = [
  ...inputFlags,
  toggle('no-link-transfers', 'do not credit transfers between neighboring instances', model),
  toggle('no-first-read-elision', 'charge the first read of every partial sum', model),
  ...searchFlags,
  toggle(
    'sensitivity',
    'also cost the mapping with half and double of each number of the machine section and of each bandwidth; --csv prints that table',
    { group: 'Output', commands: ['evaluate'] },
  ),
  list(
    'tolerance',
    'COLUMN=RELATIVE',
    'relative change of a column that counts as equal, e.g. energy_pj=1e-6; may be repeated',
    comparison,
  ),
  list(
    'key',
    'COLUMN[,COLUMN]',
    'columns to join on; workload,objective,rank compares one architecture with another',
    comparison,
    { without: 'architecture,workload,objective,rank and what a sweep varied' },
  ),
  integer('rows', 'N', 'rows to show, the worst first; the rest is counted', comparison, { min: 1, default: 30 }),
  toggle('all', 'also show bounds, utilizations and every other column that changed', comparison),
  toggle('markdown', 'print Markdown tables, for a pull request', { group: 'Output', commands: ['compare'] }),
  toggle('json', 'print one JSON document instead of tables', { group: 'Output', commands: withJson }),
  toggle('csv', 'print the rows as CSV instead of tables', {
    group: 'Output',
    commands: [...withTables, 'inspect', 'import'],
  }),
  text(
    'out',
    'DIR',
    'directory for what is written: results, or the workloads of an import; of report and convert, the file',
    { group: 'Output', commands: [...withResults, 'sweep', 'merge', 'report', 'import', 'convert'] },
    {
      short: 'o',
      completes: 'directory',
      without:
        'search: results/<workload>-<arch>-<hash>; sweep: results/sweep-<name>; report: report.html; others: nothing is written',
    },
  ),
  toggle('no-results', 'write no results directory', { group: 'Output', commands: ['search'] }),
  toggle('force', 'replace an existing directory that was written before; of report and convert, any file', {
    group: 'Output',
    commands: [...withResults, 'report', 'import', 'convert'],
  }),
  toggle('quiet', 'no progress, and no warnings but those that change what a result means, a line each', {
    group: 'Output',
    commands: withConfig,
  }),
  choice(
    'color',
    'WHEN',
    ['auto', 'always', 'never'],
    'colors; auto follows the terminal, NO_COLOR and FORCE_COLOR',
    { group: 'Output', commands: withConfig },
    { default: 'auto' },
  ),
  text(
    'config',
    'FILE',
    'YAML file with flag names as keys; flags and MAPPER_* variables beat it',
    { group: 'General', commands: withConfig },
    { completes: 'file', without: 'none' },
  ),
  toggle('print-config', 'print every resolved value and where it came from, and stop', {
    group: 'General',
    commands: withConfig,
  }),
  toggle('debug', 'print the stack of an internal error', {
    group: 'General',
    commands: [...withConfig, 'completion'],
  }),
] as const satisfies readonly Flag[];

export type FlagName = (typeof table)[number]['name'];

export const flags: readonly (Flag & { readonly name: FlagName })[] = table;

export function flagsOf(command: CommandName): readonly (Flag & { readonly name: FlagName })[] {
  return flags.filter((flag) => flag.commands.includes(command));
}

export function environmentName(flag: Flag): string {
  return `MAPPER_${flag.name.replaceAll('-', '_').toUpperCase()}`;
}
