// `mapper worker`: solves points of sweeps from a queue until it is stopped.

import { availableParallelism } from 'node:os';
import { error } from '../../diagnostics/diagnostic.js';
import { counted } from '../../math/count-text.js';
import { openQueue } from '../../sweep/redis-queue.js';
import { runWorker } from '../../sweep/redis-worker.js';
import type { Context } from '../context.js';
import { done, type Ending } from '../ending.js';
import { watchInterrupts } from '../interrupts.js';
import { isOn, numberOf, textOf } from '../options.js';
import { refuse, showDiagnostics } from '../output.js';

export async function worker(context: Context): Promise<Ending> {
  const { files, options, terminal, version } = context;
  const usage = files.length > 0 ? [error('E-OPTION', `a worker takes no files, got ${files.join(' ')}`)] : [];
  const opened = usage.length > 0 ? undefined : await openQueue(textOf(options, 'redis'), version);
  const queue = opened?.value;
  if (!queue) return refuse(context, [...usage, ...(opened?.diagnostics ?? [])]);
  showDiagnostics(context, opened.diagnostics);
  const others = await queue.othersWaiting();
  if (others.length > 0) {
    const waiting = others.map((one) => `${one.points} of version ${one.version}`).join(', ');
    const message = `points of another version wait at ${queue.address}: ${waiting}; this is ${version}`;
    const hint = 'results of different versions may differ: run workers of the version that made the sweep';
    return refuse(context, [error('E-VERSION', message, { hint })]);
  }
  const interrupts = watchInterrupts();
  const threads = numberOf(options, 'threads') ?? availableParallelism();
  const notify = (text: string): void => {
    if (!isOn(options, 'quiet')) terminal.err(`${text}\n`);
  };
  notify(`mapper ${version} takes points from ${queue.address} with ${threads} threads`);
  let solved = 0;
  await runWorker(queue, {
    threads,
    stalledAfterSeconds: numberOf(options, 'stalled-after')!,
    idleExitSeconds: numberOf(options, 'idle-exit') ?? null,
    signal: interrupts.signal,
    notify,
    onSolved: () => {
      solved += 1;
    },
  });
  notify(`${counted(solved, 'point')} solved`);
  const signal = interrupts.received();
  return signal ? { kind: 'interrupted', signal } : done;
}
