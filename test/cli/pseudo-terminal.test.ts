// What people see: the program on a pseudo-terminal of 80 columns, by `script` of util-linux, which every Linux has.

import { spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { cleanEnvironment, program, root } from './run-mapper.js';

const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false;
if (!hasScript) console.warn('there is no script of util-linux: what a terminal shows is not tested');

const sequence = '\\u001b\\[';

interface Screen {
  readonly text: string;
  readonly colored: boolean;
  /** Of the lines that stay; progress overwrites its own. */
  readonly lines: readonly string[];
  /** With what was overwritten. */
  readonly everything: string;
}

function onTerminal(args: string, environment: Record<string, string> = {}, columns = 80): Screen {
  const quoted = `'${process.execPath}' '${program}' ${args}`;
  const command = `stty cols ${columns} rows 40 && ${quoted}`;
  const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
    cwd: root,
    env: { ...cleanEnvironment({ TERM: 'xterm', ...environment }), LC_ALL: 'C.UTF-8' },
    encoding: 'utf8',
    input: '',
  });
  // Progress goes back to the beginning of its line and writes it anew.
  const lines = stripVTControlCharacters(stdout.replace(new RegExp(`${sequence}\\d*G`, 'g'), '\r'))
    .split(/\r*\n/)
    .map((line) => line.split('\r').at(-1)!);
  return {
    text: lines.join('\n'),
    colored: new RegExp(`${sequence}(1|3\\d)m`).test(stdout),
    lines,
    everything: stdout,
  };
}

const network = ['01-conv1', '02-conv2_x-1x1-reduce-first', '03-conv2_x-3x3']
  .map((name) => `workloads/nets/resnet50/${name}.yaml`)
  .join(' ');
const gemm = 'workloads/gemm/gemm-example.yaml';

const sessions: readonly (readonly [string, string])[] = [
  [
    'one layer',
    `search arch/eyeriss-like.yaml workloads/nets/resnet50/03-conv2_x-3x3.yaml --no-results --algorithm random --max-evaluations 2000`,
  ],
  ['a network', `search arch/eyeriss-like.yaml ${network} --no-results --algorithm random --max-evaluations 2000`],
  ['a mapping in detail', `evaluate arch/teaching-three-level.yaml ${gemm} workloads/mappings/gemm-example.yaml`],
  ['an explanation', `explain arch/teaching-three-level.yaml ${gemm}`],
  [
    'a machine of its own',
    `search arch/tpu-v5e.yaml workloads/nets/bert-base/seq128-01-projections.yaml --no-results --time-limit 1`,
  ],
  [
    'several values',
    `search arch/teaching-three-level.yaml ${gemm} --no-results --axis GLB.depth=64..256 --axis RF.depth=8..32`,
  ],
  ['a comparison', 'compare results/reference/resnet50-eyeriss-like.csv results/reference/resnet50-eyeriss-like.csv'],
  [
    'nothing that fits',
    `search arch/eyeriss-like.yaml workloads/nets/resnet50/03-conv2_x-3x3.yaml --no-results --set shared_glb.depth=1 --set shared_glb.width=16`,
  ],
  [
    'a warning',
    `search arch/eyeriss-like.yaml workloads/nets/resnet50/03-conv2_x-3x3.yaml --no-results --imperfect --max-evaluations 500`,
  ],
  ['a slip', `search arch/teaching-three-level.yaml ${gemm} --set GLB.dpeth=4`],
];

describe.skipIf(!hasScript)('on a terminal of 80 columns', () => {
  it.each(sessions)('%s fits, without trailing blanks', (_, args) => {
    const { lines, text, colored } = onTerminal(args);
    expect(text).not.toBe('');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.filter((line) => /\s$/.test(line))).toEqual([]);
    expect(colored).toBe(true);
  });

  it('names of layers stay whole as long as numbers leave room', () => {
    expect(onTerminal(sessions[1]![1]).text).toMatch(/^02-conv2_x-1x1-reduce-first +1 /m);
  });

  it('the check of a sweep tells how far it is, and leaves its answer alone', () => {
    const { everything, lines } = onTerminal('validate sweeps/tiny.yaml');
    expect(everything).toMatch(/sweeps\/tiny\.yaml {2}.* 14 of 14 points, /);
    expect(lines.map((line) => line.trimEnd())).toEqual([
      'file              holds  verdict',
      'sweeps/tiny.yaml  sweep  ok',
      '',
    ]);
  });

  it('NO_COLOR is obeyed, and --color beats it', () => {
    const [, args] = sessions[2]!;
    expect(onTerminal(args, { NO_COLOR: '1' }).colored).toBe(false);
    expect(onTerminal(`${args} --color always`, { NO_COLOR: '1' }).colored).toBe(true);
  });

  it('what cannot be is not called optimal', () => {
    const { text } = onTerminal(sessions[7]![1]);
    expect(text).not.toMatch(/optimal|gap|proven|tried 0/);
    expect(text).toMatch(/shared_glb/);
  });

  it('a slip gets the name that was meant, under the key', () => {
    const { text } = onTerminal(sessions[9]![1]);
    expect(text).toContain('did you mean GLB.depth?');
    expect(text).toMatch(/GLB\.dpeth=4\n +\| \^{9}\n/);
  });
});

describe.runIf(hasScript)('a narrow terminal', () => {
  it('wraps help but for commands and words that are longer', () => {
    const { lines } = onTerminal('search --help', {}, 60);
    const wide = lines.filter((line) => line.length > 60);
    expect(wide.filter((line) => !/^ {2}mapper |\S{27}/.test(line))).toEqual([]);
  });
});
