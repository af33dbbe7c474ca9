// What the system does to a run: a reader that leaves, a full disk, few descriptors, a closed terminal, odd names.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newDirectoryForEach } from '../support/new-directory.js';
import { interruptedAtWork } from './interrupt-mapper.js';
import { cleanEnvironment, mapperHere, program, root } from './run-mapper.js';

let directory: string;
newDirectoryForEach((path) => {
  directory = path;
});

const arch = join(root, 'arch/teaching-two-level.yaml');
const layer = join(root, 'workloads/conv/conv1d-example.yaml');
const mapping = join(root, 'workloads/mappings/conv1d-example.yaml');

/** In a shell, which knows `mapper`; the status is that of the program. */
function shell(line: string) {
  const script = `mapper() { "${process.execPath}" "${program}" "$@"; }\n${line}`;
  return spawnSync('bash', ['-c', script], { cwd: directory, env: cleanEnvironment(), encoding: 'utf8' });
}

it('results are there although the reader of what is printed has gone', () => {
  const commands = `search ${arch} ${layer} --json --out s\n${`evaluate ${arch} ${layer} ${mapping} --json --out e`}`;
  for (const command of commands.split('\n')) {
    const { stderr, stdout } = shell(`mapper ${command} | true; echo \${PIPESTATUS[0]}`);
    expect(stdout).toBe('0\n');
    expect(stderr).not.toContain('error');
    const out = command.endsWith(' s') ? 's' : 'e';
    expect(readdirSync(join(directory, out)).sort()).toContain('mapping.yaml');
  }
});

it.runIf(process.platform === 'linux')('a file that answers with an error is named, and no report', () => {
  writeFileSync(
    join(directory, 'mapping.csv'),
    'architecture,workload,objective,rank,cycles,energy_pj\na,w,edp,1,2,3\n',
  );
  const said = (line: string) => {
    const { status, stderr } = shell(`mapper ${line} /proc/self/mem`);
    return [status, stderr.split('\n')[0]];
  };
  const unreadable = 'error[E-READ]: cannot read /proc/self/mem: the device answers with an error';
  expect(said('evaluate --batch')).toEqual([2, unreadable]);
  expect(said('components --class SRAM --batch')).toEqual([2, unreadable]);
  expect(said('report mapping.csv -o')).toEqual([2, 'error[E-WRITE]: /proc/self/mem exists and is not a report']);
});

it.runIf(process.platform === 'linux')('a full disk is said to be one', () => {
  const { status, stderr } = shell(`mapper evaluate ${arch} ${layer} ${mapping} --json > /dev/full`);
  expect(status).toBe(2);
  expect(stderr).toContain('error[E-WRITE]: cannot write to standard output: no space is left on the device');
});

it('few file descriptors and a working directory that is gone are no mistakes of the program', () => {
  const few = shell(`ulimit -n 40; mapper search ${arch} ${layer} --no-results`);
  expect([0, 2]).toContain(few.status);
  expect(few.stderr).not.toContain('internal error');
  const gone = shell(`mkdir gone; cd gone; rmdir ../gone; mapper search arch.yaml layer.yaml`);
  expect(gone.status).toBe(2);
  expect(gone.stderr).toContain('error[E-READ]: the working directory has been removed');
});

it('results may be read by whom the umask lets, under names of any length', () => {
  const long = join(directory, 'long.yaml');
  const name = 'w'.repeat(400);
  writeFileSync(long, readFileSync(layer, 'utf8').replace(/^problem:/m, `problem:\n  name: ${name}`));
  const { status, stderr } = shell(`umask 027; mapper search ${arch} ${long} --quiet`);
  expect(status, stderr).toBe(0);
  const [made] = readdirSync(join(directory, 'results'));
  expect(made!.length).toBeLessThan(256);
  expect(statSync(join(directory, 'results', made!)).mode & 0o777).toBe(0o750);
  expect(JSON.parse(readFileSync(join(directory, 'results', made!, 'result.json'), 'utf8')).workload).toBe(name);
});

it.each(['--threads', 'num_threads'])('%s of a thousand million are as many as are of use', async (by) => {
  const file = join(directory, 'mapper.yaml');
  writeFileSync(file, 'mapper: {num_threads: 1000000000}\n');
  const asked = by === '--threads' ? ['--threads', '1000000000'] : ['--mapper', file];
  const { status, stdout, stderr } = await mapperHere([
    'search',
    arch,
    layer,
    '--json',
    '--no-results',
    '--max-evaluations',
    '1',
    ...asked,
  ]);
  expect(status).toBe(0);
  expect(JSON.parse(stdout).timing.threads).toBeLessThan(10_000);
  expect(stderr).toMatch(/W-DROPPED.*1000000000 threads are more than this machine has a use for/);
});

it('--quiet says in a line what changes the meaning of a result', async () => {
  const said = await mapperHere([
    'search',
    arch,
    layer,
    '--no-results',
    '--quiet',
    '--set',
    'Buf.depth=64',
    '--compat',
    'timeloop-v4',
    '--constraints',
    constraints(),
  ]);
  expect(said.status).toBe(0);
  expect(said.stderr.split('\n').filter((line) => line.includes('W-FACTOR'))).toEqual([
    'warning[W-FACTOR]: K=999 at Buf exceeds the bound 4 of K and is ignored',
  ]);
});

function constraints(): string {
  const file = join(directory, 'constraints.yaml');
  writeFileSync(file, 'constraints: {targets: [{target: Buf, type: temporal, factors: [K=999]}]}\n');
  return file;
}

it('a constraint that cannot be met is an error', async () => {
  const { status, stderr } = await mapperHere(['search', arch, layer, '--no-results', '--constraints', constraints()]);
  expect(status).toBe(2);
  expect(stderr).toContain('error[E-FACTOR]: K=999 at Buf exceeds the bound 4 of K');
});

it('a name does not drive the terminal, nor the other way round', async () => {
  const file = join(directory, 'named.yaml');
  const text = readFileSync(layer, 'utf8').replace(/^problem:/m, 'problem:\n  name: "\\e[31mred\\u202e\\x9b"');
  writeFileSync(file, text.replaceAll(/\bW\b/g, '"\\eW"'));
  for (const format of [[], ['--csv'], ['--color', 'always']]) {
    const { status, stdout, stderr } = await mapperHere(['search', arch, file, '--no-results', ...format]);
    expect(status, stderr).toBe(0);
    expect(stdout).toContain('\\u001b[31mred\\u202e\\u009b');
    const colors = /\p{Cc}\[\d+m/gu; // our own
    expect(stdout.replaceAll(format.includes('always') ? colors : '', '')).not.toMatch(
      /(?!\n)[\p{Cc}\p{Bidi_Control}]/u,
    );
  }
});

it('more dimensions than a search handles are not searched, rather than without a mapping', async () => {
  const names = Array.from({ length: 31 }, (_, at) => `D${at}`);
  const ranks = names.map((name) => `[[${name}]]`).join(', ');
  const shape = `{name: s, dimensions: [${names}], data_spaces: [{name: A, projection: [${ranks}]}, {name: Z, projection: [${ranks}], read_write: true}]}`;
  const file = join(directory, 'wide.yaml');
  writeFileSync(file, `problem:\n  shape: ${shape}\n  instance: {${names.map((name) => `${name}: 1`).join(', ')}}\n`);
  const { status, stdout } = await mapperHere(['search', arch, file, '--no-results']);
  expect(status).toBe(2);
  expect(stdout).toContain('not searched: the search handles at most 30 dimensions, not 31');
  expect(stdout).not.toContain('no valid mapping');
});

it('figures that overflow are an error, not a proof', async () => {
  const file = join(directory, 'arch.yaml');
  const energy = 'vector_access_energy: 1e308';
  writeFileSync(
    file,
    `architecture:
  version: 0.4
  nodes:
  - !Component {name: Main, class: DRAM, attributes: {width: 64, datawidth: 8, ${energy}}}
  - !Component {name: mac, class: intmac, attributes: {energy: 1}}
`,
  );
  const { status, stderr } = await mapperHere(['search', file, layer, '--no-results']);
  expect(status).toBe(2);
  expect(stderr).toMatch(/E-OVERFLOW.*Main: readPj is 1e\+308, with which results leave the range of numbers/);
});

it('a terminal that is closed leaves the best so far', async () => {
  const eyeriss = join(root, 'arch/eyeriss-like.yaml');
  const large = join(root, 'workloads/nets/resnet50/03-conv2_x-3x3.yaml');
  const args = ['search', eyeriss, large, '--algorithm', 'random', '--time-limit', '60', '--out', 'out', '--force'];
  const { status } = await interruptedAtWork(args, { directory, signals: ['SIGHUP'] }, (one) => one.status === 129);
  expect(status).toBe(129);
  expect(JSON.parse(readFileSync(join(directory, 'out', 'result.json'), 'utf8')).stopReason).toBe('Interrupted');
});
