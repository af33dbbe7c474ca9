import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newDirectoryForEach } from '../support/new-directory.js';
import { tallTree, wideProduct } from '../support/tall-texts.js';
import { interrupted, interruptedAtWork, soon } from './interrupt-mapper.js';
import { mapper, root } from './run-mapper.js';

let directory: string;
newDirectoryForEach((path) => {
  directory = path;
});

/** A search that would go on for a minute. */
const args = [
  'search',
  join(root, 'arch/eyeriss-like.yaml'),
  join(root, 'workloads/nets/resnet50/03-conv2_x-3x3.yaml'),
  ...['--algorithm', 'random', '--time-limit', '60', '--json'],
];

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s prints and writes the best so far, and soon', async (signal, code) => {
  const { status, stdout, stderr, startsMeanwhile } = await interruptedAtWork(
    args,
    { directory, signals: [signal] },
    (one) => one.stderr.includes('results in '),
  );
  expect(status).toBe(code);
  expect(startsMeanwhile).toBeLessThan(soon);
  const document = JSON.parse(stdout);
  expect(document).toMatchObject({ stopReason: 'Interrupted', optimal: false });
  expect(document.gap).toBeGreaterThan(0);
  expect(document.mappings[0].cycles).toBeGreaterThan(0);
  const name = /results in (\S+)/.exec(stderr)![1]!;
  const written = JSON.parse(readFileSync(join(directory, name, 'result.json'), 'utf8'));
  expect(written.mappings).toEqual(document.mappings);
  // Nothing half-written is left behind.
  expect(readdirSync(join(directory, 'results')).filter((one) => one.startsWith('.'))).toEqual([]);
});

it('a signal before anything was found still ends in order', async () => {
  const { status } = await interrupted(args, { directory, signals: ['SIGINT'], delayMs: 400 });
  expect([130, null]).toContain(status);
});

it('a signal while a large file is read ends the run at once', async () => {
  const large = join(directory, 'large.yaml');
  writeFileSync(large, `variables:\n${Array.from({ length: 600_000 }, (_, at) => `  v${at}: ${at}\n`).join('')}`);
  const { status, stderr } = await interruptedAtWork(
    ['search', large, ...args.slice(1)],
    { directory, signals: ['SIGINT'] },
    () => true,
  );
  expect([status, stderr]).toEqual([null, '']);
});

it('the second signal ends the run at once', async () => {
  // Without a status the first signal came before anybody listened.
  const interruption = { directory, signals: ['SIGINT', 'SIGINT'] as const };
  const { status, startsMeanwhile } = await interruptedAtWork(args, interruption, (one) => one.status !== null);
  expect(status).toBe(130);
  expect(startsMeanwhile).toBeLessThan(soon);
});

it.each([
  ['arch/teaching-two-level.yaml', 'workloads/conv/conv1d-example.yaml', '0.01'],
  ['arch/tpu-v1.yaml', 'workloads/nets/resnet18/10-conv5_x-3x3.yaml', '0.5'],
])('a limit that comes before the first look at the clock ends %s with a mapping', (arch, layer, limit) => {
  const { status, stdout } = mapper(['search', arch, layer, '--time-limit', limit, '--no-results', '--json']);
  expect(status).toBe(0);
  expect(JSON.parse(stdout).mappings).toHaveLength(1);
});

it.each([
  ['ten free storages', tallTree(10), wideProduct(3, 5040)],
  ['sixteen dimensions', tallTree(3), wideProduct(16, 4)],
  ['evaluations that take for ever', tallTree(5), wideProduct(12, 7), '--imperfect', '--algorithm', 'random'],
])('%s hear a signal, and have a mapping', async (_, tree, product, ...more) => {
  writeFileSync(join(directory, 'tree.yaml'), tree!);
  writeFileSync(join(directory, 'product.yaml'), product!);
  const search = ['search', 'tree.yaml', 'product.yaml', ...more, '--time-limit', '100', '--quiet', '--json'];
  const interruption = { directory, signals: ['SIGTERM'] as const };
  const found = await interruptedAtWork(search, interruption, ({ stdout }) => stdout !== '');
  expect(found.status).toBe(143);
  expect(found.startsMeanwhile).toBeLessThan(2 * soon);
  expect(JSON.parse(found.stdout)).toMatchObject({ stopReason: 'Interrupted', mappings: [{}] });
});

it('a signal while a batch waits for its next line ends it', async () => {
  const waiting = { directory, signals: ['SIGINT'] } as const;
  const { status, startsMeanwhile } = await interruptedAtWork(
    ['evaluate', '--batch', '-'],
    waiting,
    ({ status: code }) => code === 130,
  );
  expect(status).toBe(130);
  expect(startsMeanwhile).toBeLessThan(soon);
});
