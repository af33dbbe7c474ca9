// The rows of the table of flags that say what is searched for, and how far.

import { choice, type Flag, integer, number, text, toggle } from './flag.js';

const searching = { group: 'Search', commands: ['search', 'explain', 'sweep'] } as const;
const searchOnly = { group: 'Search', commands: ['search'] } as const;
const sweepOnly = { group: 'Sweep', commands: ['sweep'] } as const;
const workerOnly = { group: 'Sweep', commands: ['worker'] } as const;

export const searchFlags = [
  {
    name: 'objective',
    kind: 'choices',
    value: 'METRIC[,METRIC]',
    choices: ['edp', 'energy', 'cycles', 'utilization', 'ed2p'],
    // The reference says delay.
    aliases: { latency: 'cycles', delay: 'cycles' },
    default: ['edp'],
    doc: 'what to minimize (utilization is maximized; latency and delay mean cycles); further metrics break exact ties',
    ...searching,
  },
  choice(
    'algorithm',
    'NAME',
    ['optimal', 'exhaustive', 'random', 'linear-pruned', 'random-pruned', 'hybrid'],
    'how to search; only optimal and an exhausted enumeration prove their answer',
    searching,
    { default: 'optimal' },
  ),
  integer(
    'top',
    'K',
    'how many mappings to keep; those that only orders which provably cost the same tell apart count once (not with exhaustive and random)',
    searchOnly,
    { min: 1, default: 1 },
  ),
  toggle(
    'distinct',
    'of mappings with the same cycles and energy keep only the first, so that the best K differ in more than ties',
    searchOnly,
  ),
  integer(
    'rank',
    'K',
    'search: show the K-th best mapping; evaluate, explain: take the K-th of a mappings.csv or result.json',
    { group: 'Search', commands: ['search', 'evaluate', 'explain'] },
    { min: 1, default: 1 },
  ),
  toggle('frontier', 'also find every mapping that no other beats in both cycles and energy', searchOnly),
  toggle('imperfect', 'allow factors that do not divide their bound', searching),
  integer(
    'threads',
    'N',
    'worker threads: layers side by side, or the parts of one sampling search; the answer does not depend on it',
    { group: 'Search', commands: [...searching.commands, 'worker'] },
    { min: 1, without: 'one per core' },
  ),
  text('seed', 'S', 'seed of the sampling algorithms', searching, { default: '0' }),
  number(
    'time-limit',
    'SECONDS',
    'stop each layer after so long and report the best so far with its proven gap',
    searching,
    { min: 0, without: 'none' },
  ),
  integer(
    'max-evaluations',
    'N',
    'stop after so many evaluated mappings; where a machine leaves choices open, nearly all are of the most promising one',
    searching,
    { min: 1, without: 'none' },
  ),
  integer('victory-condition', 'N', 'stop after so many valid mappings in a row that are no better', searching, {
    min: 1,
    without: 'never',
  }),
  integer(
    'memory-limit',
    'MIB',
    'memory that the optimal search may take: where its tables would need more, its bound gets coarser, or another search runs and says so',
    { group: 'Search', commands: [...searching.commands, 'worker'] },
    { min: 64, default: 2048 },
  ),
  toggle('fresh', 'start over: forget what the results directory and the queue have of this sweep', sweepOnly),
  text(
    'shard',
    'K/N',
    'solve only the K-th of N parts, for batch schedulers; mapper merge puts them together',
    sweepOnly,
    { without: 'all points' },
  ),
  choice(
    'engine',
    'NAME',
    ['local', 'bullmq'],
    'who solves the points: threads of this machine, or mapper worker processes anywhere, through a queue in Redis',
    sweepOnly,
    { default: 'local' },
  ),
  text(
    'redis',
    'URL',
    'where the queue is: redis://[user:password@]host[:port][/database], or rediss:// for TLS; better given as MAPPER_REDIS, which no process list shows',
    { group: 'Sweep', commands: ['sweep', 'worker'] },
    { secret: true, without: 'none' },
  ),
  number(
    'stalled-after',
    'SECONDS',
    'how long a worker may be silent before its point goes to another one',
    workerOnly,
    { min: 1, default: 30 },
  ),
  number('idle-exit', 'SECONDS', 'end when there has been nothing to do for so long', workerOnly, {
    min: 0,
    without: 'wait for ever',
  }),
  toggle('resident', 'keep what fits on chip between the layers of a network, and count what that saves', searchOnly),
] as const satisfies readonly Flag[];
