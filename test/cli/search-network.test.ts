// Several layers in one run, on several threads, stopped early, and within their memory: the real program.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateResult } from '../../src/results/validate-result.js';
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
    const files = ['03-conv2_x-3x3', '07-conv3_x-3x3-stride2', '01-conv1', '11-conv3_x-3x3'].map(layer);
    const out = join(directory, 'stopped');
    const args = ['search', arch, ...files, '--threads', '2', '--json', '--out', out];
    const child = spawn(process.execPath, [program, ...args], { cwd: directory, env: cleanEnvironment() });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (text) => {
      output.stdout += text;
    });
    child.stderr.on('data', (text) => {
      output.stderr += text;
    });
    const ended = new Promise<number | null>((resolve) => {
      child.on('close', resolve);
    });
    await new Promise((resolve) => {
      setTimeout(resolve, 1500);
    });
    child.kill('SIGINT');
    const signaled = performance.now();
    expect(await ended).toBe(130);
    expect(performance.now() - signaled).toBeLessThan(2000); // a second, on a machine that others use
    const document = JSON.parse(output.stdout) as NetworkDocument;
    expect(validateResult(document, 'x')).toEqual([]);
    const interrupted = document.layers.filter(({ stopReason }) => stopReason === 'Interrupted');
    expect(interrupted).toHaveLength(2);
    for (const { gap, optimal, mappings } of interrupted) {
      expect(mappings).toHaveLength(1);
      expect(optimal).toBe(false);
      expect(gap).toBeGreaterThan(0);
    }
    expect(document.totals).toBeNull();
    const missing = 4 - document.layers.length;
    const message = `interrupted before ${missing} of 4 layers were begun: there are no totals`;
    expect(document.diagnostics.map((one) => one.message)).toEqual([message]);
    expect(output.stderr).toContain(message);
    const written = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as NetworkDocument;
    expect(written.layers).toEqual(document.layers);
    expect(readdirSync(directory).filter((name) => name.startsWith('.'))).toEqual([]); // nothing half-written
  });
});

describe('--memory-limit', () => {
  /** Peak resident set in MiB, as the process itself says on its way out. */
  const reportPeak = [
    "import { writeFileSync } from 'node:fs';",
    "import { isMainThread } from 'node:worker_threads';",
    'const write = () => writeFileSync(process.env.TEST_PEAK, String(process.resourceUsage().maxRSS / 1024));',
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
    const options = `--import=data:text/javascript,${encodeURIComponent(reportPeak)}`;
    const env = cleanEnvironment({ TEST_PEAK: peak, NODE_OPTIONS: options });
    const { stdout, stderr } = spawnSync(process.execPath, [program, ...all], { encoding: 'utf8', env });
    return { document: JSON.parse(stdout), stderr, peakMebibytes: Number(readFileSync(peak, 'utf8')) };
  }

  it('bounds what a search of 110,592 tiles takes, without giving up the proof', () => {
    const gemm = join(root, 'workloads/gemm/gemm-2520.yaml');
    const { document, stderr, peakMebibytes } = measured(320, gemm, ['--max-evaluations', '40000']);
    expect(stderr).not.toContain('without proof');
    expect(document.mappings).toHaveLength(1);
    expect(peakMebibytes).toBeGreaterThan(140); // the tables were made
    expect(peakMebibytes).toBeLessThan(320);
  });

  it('that is too small for any tables has another search run, which says why and how far it got', () => {
    const worst = join(root, 'workloads/conv/conv2d-worst-case.yaml');
    const { document, stderr, peakMebibytes } = measured(200, worst, ['--time-limit', '0.5']);
    expect(document).toMatchObject({ stopReason: 'TimeLimit', optimal: false });
    expect(document.gap).toBeGreaterThan(0);
    expect(document.diagnostics.at(-1).code).toBe('W-ALGORITHM');
    expect(stderr).toMatch(/tables take \d+ MiB, too much for a memory limit of 200 MiB/);
    expect(peakMebibytes).toBeLessThan(200);
  });
});
