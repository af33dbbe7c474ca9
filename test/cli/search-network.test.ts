// Several layers in one run, on several threads, stopped early, and within their memory: the real program.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateResult } from '../../src/results/validate-result.js';
import { interruptedAtWork, soon } from './interrupt-mapper.js';
import { cleanEnvironment, mapper, program, root } from './run-mapper.js';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mapper-network-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const arch = join(root, 'arch/eyeriss-like.yaml');
const layer = (name: string): string => join(root, 'workloads/nets/resnet50', `${name}.yaml`);

interface LayerDocument {
  readonly workload: string;
  readonly stopReason: string;
  readonly optimal: boolean;
  readonly gap: number;
  readonly mappings: readonly { readonly cycles: number }[];
  readonly timing: { readonly evaluations: number };
}

interface NetworkDocument {
  readonly layers: readonly LayerDocument[];
  readonly totals: unknown;
  readonly timing: unknown;
  readonly diagnostics: readonly { readonly message: string }[];
}

describe('a network', () => {
  it('gives the same bytes on any number of threads, in the order of the command line', () => {
    const twin = join(directory, 'twin.yaml');
    writeFileSync(twin, readFileSync(layer('24-fc'), 'utf8').replace(/^ {2}count: \d+/m, '  count: 5'));
    const files = [layer('24-fc'), layer('22-conv5_x-1x1-reduce'), twin, layer('20-conv5_x-1x1-expand')];
    const run = (threads: string) => {
      const out = join(directory, `threads-${threads}`);
      const { stdout } = mapper(['search', arch, ...files, '--threads', threads, '--json', '--quiet', '--out', out]);
      const document = JSON.parse(stdout) as NetworkDocument;
      const texts = readdirSync(out)
        .filter((name) => name !== 'run.json' && name !== 'result.json')
        .sort()
        .map((name) => [name, readFileSync(join(out, name), 'utf8')]);
      const untimed = JSON.stringify(document, (key, value) => (key === 'timing' ? undefined : value));
      return { document, untimed, texts };
    };
    const one = run('1');
    const two = run('2');
    expect(two.untimed).toBe(one.untimed);
    expect(two.texts).toEqual(one.texts);
    const { layers, totals } = two.document;
    expect(layers.map(({ workload }) => workload)).toEqual([
      '24-fc',
      '22-conv5_x-1x1-reduce',
      'twin',
      '20-conv5_x-1x1-expand',
    ]);
    expect(layers.every(({ optimal }) => optimal)).toBe(true);
    expect(totals).not.toBeNull();
    // What differs in name and count only is one search.
    expect(layers[2]!.timing).toEqual(layers[0]!.timing);
    expect(layers[2]!.mappings).toEqual(layers[0]!.mappings);
    expect(two.document.timing).toMatchObject({ threads: 2 });
  });

  it('stopped by a signal, prints and writes what every layer has', async () => {
    const { status, stdout, stderr, startsMeanwhile } = await interruptedWhileSearching();
    expect(status).toBe(130);
    expect(startsMeanwhile).toBeLessThan(soon);
    const document = JSON.parse(stdout) as NetworkDocument;
    expect(validateResult(document, 'x')).toEqual([]);
    expect(document.layers.map(({ stopReason }) => stopReason)).toEqual(['Interrupted', 'Interrupted']);
    for (const { gap, optimal, mappings } of document.layers) {
      expect(mappings).toHaveLength(1);
      expect(optimal).toBe(false);
      expect(gap).toBeGreaterThan(0);
    }
    expect(document.totals).toBeNull();
    const message = 'interrupted before 2 of 4 layers were begun: there are no totals';
    expect(document.diagnostics.map((one) => one.message)).toEqual([message]);
    expect(stderr).toContain(message);
    const written = JSON.parse(readFileSync(join(directory, 'stopped', 'result.json'), 'utf8')) as NetworkDocument;
    expect(written.layers).toEqual(document.layers);
    expect(readdirSync(directory).filter((name) => name.startsWith('.'))).toEqual([]); // nothing half-written
  });
});

/** Four layers that take half a minute, on two threads, given SIGINT when they have been begun. */
function interruptedWhileSearching() {
  const simba = join(root, 'arch/simba-like.yaml');
  const files = ['03-conv2_x-3x3', '07-conv3_x-3x3-stride2', '01-conv1', '11-conv3_x-3x3'].map(layer);
  const args = ['search', simba, ...files, '--threads', '2', '--json', '--force', '--out', join(directory, 'stopped')];
  return interruptedAtWork(args, { directory, signals: ['SIGINT'] }, (one) => one.stdout.includes('"Interrupted"'));
}

describe('--memory-limit', () => {
  /**
   * Peak resident set in MiB, as the process itself says on its way out. Not that of `resourceUsage`, where it has one: it counts
   * what the process was forked from.
   */
  const reportPeak = [
    "import { existsSync, readFileSync, writeFileSync } from 'node:fs';",
    "import { isMainThread } from 'node:worker_threads';",
    "const own = '/proc/self/status';",
    'const kibibytes = () => existsSync(own) ? /VmHWM:\\s*(\\d+)/.exec(readFileSync(own))[1] : process.resourceUsage().maxRSS;',
    'const write = () => writeFileSync(process.env.TEST_PEAK, String(kibibytes() / 1024));',
    "if (isMainThread) process.on('exit', write);",
  ].join('');

  function measured(limit: number, file: string, args: readonly string[]) {
    const peak = join(directory, 'peak');
    const tpu = join(root, 'arch/tpu-v1-like.yaml');
    const all = [
      'search',
      tpu,
      file,
      '--memory-limit',
      `${limit}`,
      '--threads',
      '1',
      '--json',
      '--no-results',
      ...args,
    ];
    const engine = [`--import=data:text/javascript,${encodeURIComponent(reportPeak)}`];
    const env = cleanEnvironment({ TEST_PEAK: peak });
    const { stdout, stderr } = spawnSync(process.execPath, [...engine, program, ...all], { encoding: 'utf8', env });
    return { document: JSON.parse(stdout), stderr, peakMebibytes: Number(readFileSync(peak, 'utf8')) };
  }

  it('bounds what a search of 110,592 tiles takes, without giving up the proof', () => {
    const gemm = join(root, 'workloads/gemm/gemm-2520.yaml');
    const { document, stderr, peakMebibytes } = measured(320, gemm, ['--max-evaluations', '40000']);
    expect(stderr).not.toContain('without proof');
    expect(document).toMatchObject({ algorithm: 'optimal', optimal: true, diagnostics: [] }); // so the tables were made
    expect(document.mappings).toHaveLength(1);
    expect(peakMebibytes).toBeGreaterThan(60); // more than an engine that runs nothing
    expect(peakMebibytes).toBeLessThan(320);
  });

  it('that is too small for any tables has another search run, which says why and how far it got', () => {
    const worst = join(root, 'workloads/conv/conv2d-worst-case.yaml');
    const { document, stderr, peakMebibytes } = measured(200, worst, ['--max-evaluations', '40000']);
    expect(document).toMatchObject({ stopReason: 'SampleLimit', optimal: false });
    expect(document.gap).toBeGreaterThan(0);
    expect(document.diagnostics.at(-1).code).toBe('W-ALGORITHM');
    expect(stderr).toMatch(
      /tables take \d+ MiB, more than the \d+ MiB that a memory limit of 200 MiB leaves beside the program/,
    );
    expect(peakMebibytes).toBeLessThan(200);
  });
});
