import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { program as main, root } from '../../cli/run-mapper.js';
import { distribute } from '../distributing.js';
import {
  filesOf,
  freePort,
  type RedisServer,
  smallSweep,
  start,
  startRedis,
  temporaryDirectory,
  wait,
} from '../killing.js';

const directory = temporaryDirectory();
const program = { main, root };
const sweep = smallSweep(directory, root, 8);
const alone = join(directory, 'alone');
const password = 'correct horse';
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
let redis: RedisServer;
let url: string;

beforeAll(async () => {
  mkdirSync(join(directory, 'redis'));
  redis = await startRedis(join(directory, 'redis'), ['--requirepass', password]);
  url = redis.url.replace('//', `//:${encodeURIComponent(password)}@`);
  expect((await start(program, ['sweep', sweep, '--out', alone, '--quiet']).ended).status).toBe(0);
}, 240_000);

afterAll(async () => {
  await redis.stop('SIGKILL');
  rmSync(directory, { recursive: true });
});

describe('a sweep through the queue', () => {
  it('leaves the bytes of a local one, though a worker is killed and Redis restarts', async () => {
    const out = join(directory, 'queue');
    const { kills, restarts, stderr } = await distribute(program, {
      sweep,
      out,
      url,
      redis,
      kills: 3,
      restarts: 1,
      seed: 3,
      together: false,
    });
    expect([kills, restarts]).toEqual([3, 1]);
    expect(filesOf(out)).toEqual(filesOf(alone));
    // The address is shown without the password, and nothing else shows it either.
    expect(stderr).toContain(redis.url.slice('redis://'.length));
    for (const text of [stderr, ...Object.values(filesOf(out))]) expect(text).not.toMatch(/correct(%20| )horse/);
  });

  it('is finished by a worker that would have been idle while another died with points in hand', async () => {
    const out = join(directory, 'orphans');
    const environment = { MAPPER_REDIS: url };
    const sweeping = start(
      program,
      ['sweep', sweep, '--out', out, '--engine', 'bullmq', '--fresh', '--quiet'],
      environment,
    );
    const worker = (...args: readonly string[]) =>
      start(program, ['worker', '--threads', '1', '--stalled-after', '2', ...args], environment);
    const { Queue } = await import('bullmq');
    const queue = new Queue(`sweep-${version}`, { connection: { url }, prefix: 'mapper' });
    const dying = worker();
    while ((await queue.getActiveCount()) === 0) await wait(5);
    dying.child.kill('SIGKILL');
    expect((await worker('--idle-exit', '0').ended).status).toBe(0);
    expect((await sweeping.ended).status).toBe(0);
    expect(filesOf(out)).toEqual(filesOf(alone));
    await queue.close();
  });

  it('is told by a worker that was stopped for too long, and solved for all that', async () => {
    const out = join(directory, 'silent');
    const environment = { MAPPER_REDIS: url };
    const fresh = ['sweep', sweep, '--out', out, '--engine', 'bullmq', '--fresh', '--quiet'];
    const sweeping = start(program, fresh, environment);
    const { Queue } = await import('bullmq');
    const queue = new Queue(`sweep-${version}`, { connection: { url }, prefix: 'mapper' });
    const silent = start(program, ['worker', '--threads', '1', '--stalled-after', '1'], environment);
    while ((await queue.getActiveCount()) === 0) await wait(5);
    silent.child.kill('SIGSTOP');
    const other = start(program, ['worker', '--threads', '1', '--stalled-after', '1'], environment);
    await wait(4000);
    silent.child.kill('SIGCONT');
    expect((await sweeping.ended).status).toBe(0);
    await wait(1000);
    for (const { child } of [silent, other]) child.kill('SIGINT');
    const { stderr } = await silent.ended;
    expect(stderr).toContain('silent for more than 1 seconds: a point went back to the queue');
    expect(stderr).not.toContain('lost Redis');
    await other.ended;
    expect(filesOf(out)).toEqual(filesOf(alone));
    await queue.close();
  });

  it('takes what the queue has solved already, and solves it again with --fresh', async () => {
    const again = join(directory, 'again');
    const run = await start(program, ['sweep', sweep, '--out', again, '--engine', 'bullmq', '--redis', url]).ended;
    expect(run.status).toBe(0);
    expect(filesOf(again)).toEqual(filesOf(alone));
    const fresh = ['sweep', sweep, '--out', again, '--engine', 'bullmq', '--fresh', '--quiet'];
    const sweeping = start(program, fresh, { MAPPER_REDIS: url });
    const worker = start(program, ['worker', '--threads', '1', '--idle-exit', '2'], { MAPPER_REDIS: url });
    expect((await sweeping.ended).status).toBe(0);
    expect(await worker.ended).toMatchObject({ status: 0, stderr: expect.stringMatching(/^32 points solved$/m) });
    expect(filesOf(again)).toEqual(filesOf(alone));
  });
});

describe('what is refused', () => {
  it('a wrong password, without showing it', async () => {
    const wrong = url.replace(encodeURIComponent(password), 'battery-staple');
    const { status, stderr } = await start(program, ['worker', '--redis', wrong]).ended;
    expect(status).toBe(2);
    expect(stderr).toMatch(/E-QUEUE.*cannot use Redis at redis:\/\/127\.0\.0\.1:\d+/);
    expect(stderr).not.toContain('battery');
  });

  it('a database that the server does not have', async () => {
    const { status, stderr } = await start(program, ['worker', '--redis', `${url}/99`, '--idle-exit', '0']).ended;
    expect(status).toBe(2);
    expect(stderr).toMatch(/E-QUEUE.*cannot use Redis at redis:\/\/127\.0\.0\.1:\d+\/99: .*out of range\n$/);
  });

  it('a worker of another version than the sweep', async () => {
    const { Queue } = await import('bullmq');
    const { Redis } = await import('ioredis');
    const client = new Redis(url);
    await client.sadd('mapper:versions', '0.0.1');
    const queue = new Queue('sweep-0.0.1', { connection: { url }, prefix: 'mapper' });
    await queue.add('point', { version: '0.0.1', search: '' }, { jobId: 'p1' });
    const { status, stderr } = await start(program, ['worker', '--redis', url]).ended;
    expect(status).toBe(2);
    expect(stderr).toMatch(/E-VERSION.*1 of version 0\.0\.1; this is /s);
    await queue.obliterate({ force: true });
    await queue.close();
    client.disconnect();
  });

  it('a server that is not there', async () => {
    const { status, stderr } = await start(program, ['worker', '--redis', 'redis://:secret@127.0.0.1:1']).ended;
    expect(status).toBe(2);
    expect(stderr).toMatch(/cannot use Redis at redis:\/\/127\.0\.0\.1:1.*ECONNREFUSED/);
    expect(stderr).not.toContain('secret');
  });
});

it('TLS addresses reach a server that speaks it', async () => {
  const here = (name: string): string => join(root, 'test/sweep/redis', name);
  const folder = join(directory, 'tls');
  mkdirSync(folder);
  const certificates = ['--tls-cert-file', here('localhost.crt'), '--tls-key-file', here('localhost.key')];
  const authority = ['--tls-ca-cert-file', here('localhost.crt'), '--tls-auth-clients', 'no'];
  const port = await freePort();
  const server = await startRedis(folder, [...certificates, ...authority, '--tls-port', String(port)]);
  const worker = (trusted: Record<string, string>) =>
    start(program, ['worker', '--redis', `rediss://localhost:${port}`, '--threads', '1', '--idle-exit', '0'], trusted)
      .ended;
  const refused = await worker({});
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringMatching(/self.signed certificate/)]);
  expect((await worker({ NODE_EXTRA_CA_CERTS: here('localhost.crt') })).status).toBe(0);
  await server.stop();
});
