// `mapper sweep`: read the sweep file, solve what the journal does not know yet, write one row a point.

import { availableParallelism } from 'node:os';
import { type Diagnostic, error, failure, hasErrors, type Outcome } from '../../diagnostics/diagnostic.js';
import { slug } from '../../math/slug.js';
import { loadInput } from '../../spec/read/load.js';
import { localEngine } from '../../sweep/local-engine.js';
import type { Engine } from '../../sweep/point.js';
import type { Shard } from '../../sweep/run-sweep.js';
import { readSweep, type Sweep, withoutAxes } from '../../sweep/sweep-file.js';
import type { Context } from '../context.js';
import type { Ending } from '../ending.js';
import { readOptions } from '../inputs.js';
import { isOn, numberOf, textOf } from '../options.js';
import { refuse, saying } from '../output.js';
import { performSweep } from '../perform-sweep.js';
import { sweepPoints } from '../sweep-points.js';

export async function sweep(context: Context): Promise<Ending> {
  const { files, options } = context;
  const read = readOptions(options);
  const shard = readShard(textOf(options, 'shard'));
  const isTyped = options.get('set')?.origin === 'command line';
  const file = readFile(files, isTyped ? (read.value?.overrides ?? []).map(({ key }) => key) : []);
  const diagnostics = [...read.diagnostics, ...file.diagnostics];
  if (shard === undefined) {
    diagnostics.push(error('E-OPTION', `--shard must be K/N with K from 1 to N, got "${textOf(options, 'shard')}"`));
  }
  const planned = file.value && read.value && (await sweepPoints(file.value, options, read.value));
  diagnostics.push(...(planned?.diagnostics ?? []));
  const engine = hasErrors(diagnostics) ? undefined : await openEngine(context, diagnostics);
  if (!file.value || !planned?.value || !shard || !engine) return refuse(context, diagnostics);
  const directory = textOf(options, 'out') ?? `results/sweep-${slug(file.value.name)}`;
  return performSweep(saying(context, diagnostics), {
    ...planned.value,
    keys: file.value.keys,
    engine,
    shard,
    directory,
  });
}

/** `typed`: keys of `--set`, which beats the file. */
function readFile(files: readonly string[], typed: readonly string[]): Outcome<Sweep> {
  const [path] = files;
  if (path === undefined || files.length > 1) {
    const hint = 'mapper sweep <sweep.yaml>';
    return failure(error('E-OPTION', `sweep takes one file, got ${files.length}`, { hint }));
  }
  const input = loadInput(path, 'any');
  if (!input.value) return failure(...input.diagnostics);
  const { value, diagnostics } = readSweep(input.value);
  return { value: value && withoutAxes(value, typed), diagnostics };
}

function readShard(text: string | undefined): Shard | undefined {
  if (text === undefined) return { index: 1, count: 1 };
  const [index, count] = (/^(\d+)\/(\d+)$/.exec(text.trim()) ?? []).slice(1).map(Number);
  return index !== undefined && count !== undefined && index >= 1 && index <= count ? { index, count } : undefined;
}

async function openEngine(
  { options, version, terminal }: Context,
  diagnostics: Diagnostic[],
): Promise<Engine | undefined> {
  if (textOf(options, 'engine') === 'local') {
    if (options.get('redis')?.origin === 'command line') {
      const hint = 'with --engine bullmq workers solve the points that the queue there holds';
      diagnostics.push(error('E-OPTION', '--redis does not go with --engine local', { hint }));
      return undefined;
    }
    return localEngine(numberOf(options, 'threads') ?? availableParallelism(), version);
  }
  if (options.get('threads')?.origin === 'command line') {
    const hint = 'how many points are solved at a time is up to the workers: mapper worker --threads';
    diagnostics.push(error('E-OPTION', '--threads does not go with --engine bullmq', { hint }));
    return undefined;
  }
  const { openQueue } = await import('../../sweep/redis-queue.js');
  const queue = await openQueue(textOf(options, 'redis'), version);
  diagnostics.push(...queue.diagnostics);
  if (!queue.value) return undefined;
  const { redisEngine } = await import('../../sweep/redis-engine.js');
  return redisEngine(queue.value, {
    fresh: isOn(options, 'fresh'),
    notify: (text) => {
      if (!isOn(options, 'quiet')) terminal.err(`${text}\n`);
    },
  });
}
