// The one table of flags. Parsing, help, completion and the documentation are generated from it, and `options.ts`
// resolves every flag by the same precedence: command line, MAPPER_* variable, --config file, default.

import { inputFlags } from './input-flags.js';

export type FlagValue = boolean | number | string | readonly string[];

export type CommandName =
  | 'search'
  | 'evaluate'
  | 'sweep'
  | 'worker'
  | 'merge'
  | 'validate'
  | 'compare'
  | 'components'
  | 'inspect'
  | 'import'
  | 'convert'
  | 'completion';

export type FlagGroup = 'Inputs' | 'Model' | 'Search' | 'Sweep' | 'Comparison' | 'Request' | 'Output' | 'General';

export interface Flag {
  /** Long name without dashes; also the key in a --config file. */
  readonly name: string;
  /** One letter, for what is typed often. */
  readonly short?: string;
  /**
   * `switch`: on or off; `choice`: one of `choices`; `choices`: a comma-separated list of them; `list`: may be given
   * several times.
   */
  readonly kind: 'switch' | 'text' | 'integer' | 'number' | 'choice' | 'choices' | 'list';
  /** What stands for the value in help, e.g. `FILE`; absent on switches. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** Other words for some of the choices. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly default?: FlagValue;
  /** What happens without the flag, where that is not a fixed value. */
  readonly without?: string;
  readonly min?: number;
  readonly completes?: 'file' | 'directory';
  /** May hold a password: shown nowhere in full. */
  readonly secret?: boolean;
  readonly doc: string;
  readonly group: FlagGroup;
  readonly commands: readonly CommandName[];
}

const withModel = ['search', 'evaluate', 'sweep'] as const;
const withResults = ['search', 'evaluate', 'components'] as const;
const withJson = [...withResults, 'sweep', 'merge', 'validate', 'compare', 'inspect', 'import', 'convert'] as const;
const searching = ['search', 'sweep'] as const;
const searchOnly = ['search'] as const;

const table = [
  ...inputFlags,
  {
    name: 'no-link-transfers',
    kind: 'switch',
    default: false,
    doc: 'do not credit transfers between neighboring instances',
    group: 'Model',
    commands: withModel,
  },
  {
    name: 'no-first-read-elision',
    kind: 'switch',
    default: false,
    doc: 'charge the first read of every partial sum',
    group: 'Model',
    commands: withModel,
  },
  {
    name: 'objective',
    kind: 'choices',
    value: 'METRIC[,METRIC]',
    choices: ['edp', 'energy', 'cycles', 'utilization', 'ed2p'],
    // The reference says delay.
    aliases: { latency: 'cycles', delay: 'cycles' },
    default: ['edp'],
    doc: 'what to minimize (utilization is maximized; latency and delay mean cycles); further metrics break exact ties',
    group: 'Search',
    commands: searching,
  },
  {
    name: 'algorithm',
    kind: 'choice',
    value: 'NAME',
    choices: ['optimal', 'exhaustive', 'random', 'linear-pruned', 'random-pruned', 'hybrid'],
    default: 'optimal',
    doc: 'how to search; only optimal and an exhausted enumeration prove their answer',
    group: 'Search',
    commands: searching,
  },
  {
    name: 'top',
    kind: 'integer',
    value: 'K',
    min: 1,
    default: 1,
    doc: 'how many mappings to keep',
    group: 'Search',
    commands: searchOnly,
  },
  {
    name: 'distinct',
    kind: 'switch',
    default: false,
    doc: 'of mappings with the same cycles and energy keep only the first, so that the best K differ in more than ties',
    group: 'Search',
    commands: searchOnly,
  },
  {
    name: 'rank',
    kind: 'integer',
    value: 'K',
    min: 1,
    default: 1,
    doc: 'search: show the K-th best mapping; evaluate: cost the K-th of a mappings.csv or result.json',
    group: 'Search',
    commands: ['search', 'evaluate'],
  },
  {
    name: 'frontier',
    kind: 'switch',
    default: false,
    doc: 'also find every mapping that no other beats in both cycles and energy',
    group: 'Search',
    commands: searchOnly,
  },
  {
    name: 'imperfect',
    kind: 'switch',
    default: false,
    doc: 'allow factors that do not divide their bound',
    group: 'Search',
    commands: searching,
  },
  {
    name: 'threads',
    kind: 'integer',
    value: 'N',
    min: 1,
    without: 'one per core',
    doc: 'worker threads: layers side by side, or the parts of one sampling search; the answer does not depend on it',
    group: 'Search',
    commands: [...searching, 'worker'],
  },
  {
    name: 'seed',
    kind: 'text',
    value: 'S',
    default: '0',
    doc: 'seed of the sampling algorithms',
    group: 'Search',
    commands: searching,
  },
  {
    name: 'time-limit',
    kind: 'number',
    value: 'SECONDS',
    min: 0,
    without: 'none',
    doc: 'stop each layer after so long and report the best so far with its proven gap',
    group: 'Search',
    commands: searching,
  },
  {
    name: 'max-evaluations',
    kind: 'integer',
    value: 'N',
    min: 1,
    without: 'none',
    doc: 'stop after so many evaluated mappings',
    group: 'Search',
    commands: searching,
  },
  {
    name: 'victory-condition',
    kind: 'integer',
    value: 'N',
    min: 1,
    without: 'never',
    doc: 'stop after so many valid mappings in a row that are no better',
    group: 'Search',
    commands: searching,
  },
  {
    name: 'memory-limit',
    kind: 'integer',
    value: 'MIB',
    min: 64,
    default: 2048,
    doc: 'memory that the optimal search may take: where its tables would need more, its bound gets coarser, or another search runs and says so',
    group: 'Search',
    commands: [...searching, 'worker'],
  },
  {
    name: 'fresh',
    kind: 'switch',
    default: false,
    doc: 'start over: forget what the results directory and the queue have of this sweep',
    group: 'Sweep',
    commands: ['sweep'],
  },
  {
    name: 'shard',
    kind: 'text',
    value: 'K/N',
    without: 'all points',
    doc: 'solve only the K-th of N parts, for batch schedulers; mapper merge puts them together',
    group: 'Sweep',
    commands: ['sweep'],
  },
  {
    name: 'engine',
    kind: 'choice',
    value: 'NAME',
    choices: ['local', 'bullmq'],
    default: 'local',
    doc: 'who solves the points: threads of this machine, or mapper worker processes anywhere, through a queue in Redis',
    group: 'Sweep',
    commands: ['sweep'],
  },
  {
    name: 'redis',
    kind: 'text',
    value: 'URL',
    secret: true,
    without: 'none',
    doc: 'where the queue is: redis://[user:password@]host[:port][/database], or rediss:// for TLS; better given as MAPPER_REDIS, which no process list shows',
    group: 'Sweep',
    commands: ['sweep', 'worker'],
  },
  {
    name: 'stalled-after',
    kind: 'number',
    value: 'SECONDS',
    min: 1,
    default: 30,
    doc: 'how long a worker may be silent before its point goes to another one',
    group: 'Sweep',
    commands: ['worker'],
  },
  {
    name: 'idle-exit',
    kind: 'number',
    value: 'SECONDS',
    min: 0,
    without: 'wait for ever',
    doc: 'end when there has been nothing to do for so long',
    group: 'Sweep',
    commands: ['worker'],
  },
  {
    name: 'resident',
    kind: 'switch',
    default: false,
    doc: 'keep what fits on chip between the layers of a network, and count what that saves',
    group: 'Search',
    commands: searchOnly,
  },
  {
    name: 'tolerance',
    kind: 'list',
    value: 'COLUMN=RELATIVE',
    doc: 'relative change of a column that counts as equal, e.g. energy_pj=1e-6; may be repeated',
    group: 'Comparison',
    commands: ['compare'],
  },
  {
    name: 'key',
    kind: 'list',
    value: 'COLUMN[,COLUMN]',
    without: 'architecture,workload,objective,rank and what a sweep varied',
    doc: 'columns to join on; workload,objective,rank compares one architecture with another',
    group: 'Comparison',
    commands: ['compare'],
  },
  {
    name: 'rows',
    kind: 'integer',
    value: 'N',
    min: 1,
    default: 30,
    doc: 'rows to show, the worst first; the rest is counted',
    group: 'Comparison',
    commands: ['compare'],
  },
  {
    name: 'all',
    kind: 'switch',
    default: false,
    doc: 'also show bounds, utilizations and every other column that changed',
    group: 'Comparison',
    commands: ['compare'],
  },
  {
    name: 'markdown',
    kind: 'switch',
    default: false,
    doc: 'print Markdown tables, for a pull request',
    group: 'Output',
    commands: ['compare'],
  },
  {
    name: 'json',
    kind: 'switch',
    default: false,
    doc: 'print one JSON document instead of tables',
    group: 'Output',
    commands: withJson,
  },
  {
    name: 'csv',
    kind: 'switch',
    default: false,
    doc: 'print the rows as CSV instead of tables',
    group: 'Output',
    commands: [...withResults, 'sweep', 'merge'],
  },
  {
    name: 'out',
    short: 'o',
    kind: 'text',
    value: 'DIR',
    completes: 'directory',
    without: 'search: results/<workload>-<arch>-<hash>; sweep: results/sweep-<name>; others: nothing is written',
    doc: 'directory for what is written: results, or the workloads of an import; of convert, the file',
    group: 'Output',
    commands: [...withResults, 'sweep', 'merge', 'import', 'convert'],
  },
  {
    name: 'no-results',
    kind: 'switch',
    default: false,
    doc: 'write no results directory',
    group: 'Output',
    commands: searchOnly,
  },
  {
    name: 'force',
    kind: 'switch',
    default: false,
    doc: 'replace an existing directory that was written before',
    group: 'Output',
    commands: [...withResults, 'import', 'convert'],
  },
  {
    name: 'quiet',
    kind: 'switch',
    default: false,
    doc: 'no progress and no warnings',
    group: 'Output',
    commands: [...withJson, 'worker'],
  },
  {
    name: 'color',
    kind: 'choice',
    value: 'WHEN',
    choices: ['auto', 'always', 'never'],
    default: 'auto',
    doc: 'colors; auto follows the terminal, NO_COLOR and FORCE_COLOR',
    group: 'Output',
    commands: [...withJson, 'worker'],
  },
  {
    name: 'config',
    kind: 'text',
    value: 'FILE',
    completes: 'file',
    without: 'none',
    doc: 'YAML file with flag names as keys; flags and MAPPER_* variables beat it',
    group: 'General',
    commands: [...withJson, 'worker'],
  },
  {
    name: 'print-config',
    kind: 'switch',
    default: false,
    doc: 'print every resolved value and where it came from, and stop',
    group: 'General',
    commands: [...withJson, 'worker'],
  },
  {
    name: 'debug',
    kind: 'switch',
    default: false,
    doc: 'print the stack of an internal error',
    group: 'General',
    commands: [...withJson, 'worker', 'completion'],
  },
] as const satisfies readonly Flag[];

export type FlagName = (typeof table)[number]['name'];

export const flags: readonly (Flag & { readonly name: FlagName })[] = table;

export function flagsOf(command: CommandName): readonly (Flag & { readonly name: FlagName })[] {
  return flags.filter((flag) => flag.commands.includes(command));
}

export function environmentName(flag: Flag): string {
  return `MAPPER_${flag.name.replaceAll('-', '_').toUpperCase()}`;
}
