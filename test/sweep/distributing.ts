// A sweep through the queue with two workers, one of them killed again and again, and a Redis that restarts.

import { journalHashes, type Program, type RedisServer, randomNumbers, start, wait } from './killing.js';

export interface Distribution {
  readonly sweep: string;
  readonly out: string;
  readonly url: string;
  readonly redis: RedisServer;
  readonly kills: number;
  readonly restarts: number;
  readonly seed: number;
  /** Whether both workers are there from the beginning. Otherwise the second one comes after the kills, which small sweeps would not live to see. */
  readonly together: boolean;
}

export interface Distributed {
  /** How often a worker was at work when it was killed, and Redis when it was stopped. */
  readonly kills: number;
  readonly restarts: number;
  /** Of the sweep and of all workers. */
  readonly stderr: string;
}

export async function distribute(program: Program, options: Distribution): Promise<Distributed> {
  const { sweep, out, url, redis, seed, together } = options;
  const random = randomNumbers(seed);
  const environment = { MAPPER_REDIS: url };
  const work = (): ReturnType<typeof start> =>
    start(program, ['worker', '--threads', '1', '--stalled-after', '2'], environment);
  const sweeping = start(program, ['sweep', sweep, '--out', out, '--engine', 'bullmq'], environment);
  let victim = work();
  let steady = together ? work() : undefined;
  let kills = 0;
  let restarts = 0;
  const texts: string[] = [];
  const progress = (): number => journalHashes(out).length;
  const running = (): boolean => sweeping.child.exitCode === null;
  while (running() && (kills < options.kills || restarts < options.restarts)) {
    const before = progress();
    while (running() && progress() <= before) await wait(5);
    await wait(random() * 50);
    if (!running()) break;
    if (restarts < options.restarts && kills >= (together ? options.kills / 2 : options.kills)) {
      await redis.stop();
      restarts += 1;
      await wait(300);
      await redis.start();
    } else {
      victim.child.kill('SIGKILL');
      const ended = await victim.ended;
      if (ended.killed) kills += 1;
      texts.push(ended.stderr);
      victim = work();
      if (kills === options.kills) steady ??= work();
    }
  }
  const { status, stderr } = await sweeping.ended;
  for (const one of [steady, victim].filter((one) => one !== undefined)) {
    one.child.kill('SIGTERM');
    texts.push((await one.ended).stderr);
  }
  if (status !== 0) throw new Error(`the sweep ended with ${status}: ${stderr}`);
  return { kills, restarts, stderr: [stderr, ...texts].join('\n') };
}
