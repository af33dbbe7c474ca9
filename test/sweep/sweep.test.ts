import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDirectory } from '../../src/sweep/sweep-directory.js';
import { program as main, mapper, mapperHere, root } from '../cli/run-mapper.js';
import { filesOf, journalHashes, start, temporaryDirectory } from './killing.js';

const directory = temporaryDirectory();
afterAll(() => rmSync(directory, { recursive: true }));

const gemm = `${root}/workloads/gemm/gemm-example.yaml`;
const [two, three] = ['two', 'three'].map((name) => `${root}/arch/teaching-${name}-level.yaml`);

/** Threads take long to start, and these sweeps do not. */
function run(args: readonly string[]): ReturnType<typeof mapperHere> {
  return mapperHere(args, { environment: { MAPPER_THREADS: '1' } });
}

function sweepFile(name: string, body: string, architectures = `[${two}, ${three}]`): string {
  const path = join(directory, `${name}.yaml`);
  writeFileSync(
    path,
    `sweep:\n  architectures: ${architectures}\n  workloads: ${gemm}\n${body.replace(/^/gm, '  ')}\n`,
  );
  return path;
}

/** Rows of results.csv by column; cells with quotes stand for themselves. */
function rows(out: string): readonly Readonly<Record<string, string>>[] {
  const lines = readFileSync(join(out, 'results.csv'), 'utf8').trimEnd().split('\n');
  const cells = (line: string): string[] =>
    line.match(/("([^"]|"")*"|[^,]*)(,|$)/g)!.map((cell) => cell.replace(/,$/, ''));
  const header = cells(lines[0]!);
  return lines.slice(1).map((line) => Object.fromEntries(cells(line).map((cell, at) => [header[at]!, cell])));
}

const grid = sweepFile(
  'grid',
  'axes: [{set: problem.instance.M, values: [2, 4]}, {set: problem.instance.K, values: [3]}]',
);
const whole = join(directory, 'whole');

describe('a sweep', () => {
  it('writes a row a point in the order of its grid, with the columns of every result and those of the axes', async () => {
    const { status, stderr, stdout } = await run(['sweep', grid, '--out', whole]);
    expect([status, stderr]).toEqual([0, expect.stringContaining('4 points: 4 solved, 0 from the journal')]);
    expect(stdout).toMatch(/^teaching-two-level +2 +48 /m);
    const found = rows(whole).map((row) =>
      ['architecture', 'problem.instance.M', 'problem.instance.K', 'status'].map((name) => row[name]),
    );
    expect(found).toEqual([
      ['teaching-two-level', '2', '3', 'mapping'],
      ['teaching-two-level', '4', '3', 'mapping'],
      ['teaching-three-level', '2', '3', 'mapping'],
      ['teaching-three-level', '4', '3', 'mapping'],
    ]);
    const single = await run([
      'search',
      three!,
      gemm,
      '--set',
      'problem.instance.M=4',
      '--set',
      'problem.instance.K=3',
      '--csv',
      '--no-results',
    ]);
    const searched = single.stdout.split('\n')[1]!;
    const swept = readFileSync(join(whole, 'results.csv'), 'utf8').split('\n')[4]!;
    expect(swept.split(',').slice(0, 8)).toEqual(searched.split(',').slice(0, 8));
  });

  it('continues where it stopped: nothing is solved twice, and a line cut short is solved again', async () => {
    const before = filesOf(whole);
    const again = await run(['sweep', grid, '--out', whole]);
    expect(again.stderr).toContain('4 points: 0 solved, 4 from the journal');
    expect(filesOf(whole)).toEqual(before);
    const [first, second] = before['journal.jsonl']!.split('\n');
    writeFileSync(join(whole, 'journal.jsonl'), `${first}\n${second!.slice(0, 100)}`);
    const torn = await run(['sweep', grid, '--out', whole]);
    expect(torn.stderr).toContain('4 points: 3 solved, 1 from the journal');
    expect(filesOf(whole)).toEqual(before);
  });

  it('takes no answer of another version', async () => {
    const before = filesOf(whole);
    writeFileSync(
      join(whole, 'journal.jsonl'),
      before['journal.jsonl']!.replace(/"version":"[^"]*","answer"/, '"version":"0","answer"'),
    );
    expect((await run(['sweep', grid, '--out', whole])).stderr).toContain('1 solved, 3 from the journal');
    expect((await run(['sweep', grid, '--out', whole, '--fresh'])).stderr).toContain('4 solved, 0 from the journal');
    expect(filesOf(whole)).toEqual(before);
  });

  it('tells architectures and workloads of one name apart, and adds up no two architectures', async () => {
    const copy = (path: string, from: string): string => {
      mkdirSync(join(directory, path, '..'), { recursive: true });
      writeFileSync(join(directory, path), readFileSync(from));
      return path;
    };
    const files = [copy('here/machine.yaml', two!), copy('there/machine.yaml', two!)];
    const layers = [copy('here/gemm.yaml', gemm), copy('there/gemm.yaml', gemm)];
    writeFileSync(join(directory, 'rules.yaml'), 'constraints: {targets: []}\n');
    const path = join(directory, 'alike.yaml');
    writeFileSync(path, `sweep:\n  architectures: [[${files[0]}, rules.yaml], ${files}]\n  workloads: [${layers}]\n`);
    const out = join(directory, 'alike');
    const { status, stdout } = await run(['sweep', path, '--out', out]);
    expect([status, rows(out).map(({ architecture, workload }) => `${architecture} ${workload}`)]).toEqual([
      0,
      ['here/machine+rules', 'here/machine', 'there/machine'].flatMap((one) =>
        layers.map((layer) => `${one} ${layer.replace('.yaml', '')}`),
      ),
    ]);
    expect(stdout.match(/^t?here\/machine/gm)).toHaveLength(3);
    expect(stdout).toContain('each line: 2 workloads together');
  });

  it('reads an equation as the command line does: as a convolution where the architecture speaks of one', async () => {
    const line = 'Z[m,n] = A[m,k] * B[k,n]; m=8, n=4, k=2';
    const arch = `${root}/arch/eyeriss-like.yaml`;
    const path = join(directory, 'equation.yaml');
    writeFileSync(path, `sweep: {architectures: ${arch}, workloads: ['${line}']}\n`);
    const out = join(directory, 'equation');
    const swept = await run(['sweep', path, '--out', out]);
    expect([swept.status, swept.stderr]).toEqual([0, expect.stringContaining('is read as a convolution')]);
    const searched = await run(['search', arch, line, '--csv', '--no-results']);
    expect(searched.stdout.split('\n')[1]!.split(',')[4]).toBe(rows(out)[0]!.cycles);
  });

  it('is beaten by what is typed, with suffixes as along an axis', async () => {
    const path = sweepFile(
      'typed',
      'axes: [{set: Buf.depth, values: [16, 32]}, {set: problem.instance.M, values: [2, 4]}]',
      two,
    );
    const out = join(directory, 'typed');
    await run(['sweep', path, '--out', out, '--set', 'Buf.attributes.memory_depth=1k']);
    const searched = await run([
      'search',
      two!,
      gemm,
      '--set',
      'Buf.depth=1024',
      '--set',
      'problem.instance.M=4',
      '--csv',
      '--no-results',
    ]);
    expect(rows(out).map((row) => [row['Buf.depth'], row['problem.instance.M']])).toEqual([
      [undefined, '2'],
      [undefined, '4'],
    ]);
    expect(searched.stdout.split('\n')[1]!.split(',').slice(4, 6)).toEqual([
      rows(out)[1]!.cycles,
      rows(out)[1]!.energy_pj,
    ]);
  });

  it.each([
    ['axes: [{set: Buf.dept, values: [16, 32]}]', 'did you mean Buf.depth?'],
    ['objective: speed', 'speed'],
    ['search: {tim-limit: 3}', 'did you mean time-limit?'],
    ['search: {threads: 3}', '4:12: error[E-KEY]: unknown key threads in search'],
    ['search: {threads: 3}', 'it stands on the command line: mapper sweep --threads'],
  ])('is found out by validate: %s', async (body, message) => {
    const { status, stderr } = await run(['validate', sweepFile('wrong', body, two)]);
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  it('solves equal points once', async () => {
    const path = sweepFile(
      'twice',
      'mode: list\npoints: [{problem.instance.M: 2}, {problem.instance.M: 4}, {problem.instance.M: 2, problem.instance.K: 8}]',
      two,
    );
    const out = join(directory, 'twice');
    expect((await run(['sweep', path, '--out', out])).stderr).toContain('3 points: 2 solved, 0 from the journal');
    expect(rows(out).map((row) => row.cycles)).toEqual([
      rows(out)[2]!.cycles,
      expect.any(String),
      rows(out)[0]!.cycles,
    ]);
    expect(journalHashes(out)).toHaveLength(2);
  });

  it('has a column of its own for a variable that is called as a result is, and draws equal points each', async () => {
    const path = join(directory, 'named.yaml');
    const energies = readFileSync(three!, 'utf8').replaceAll('energy: 100.0', 'energy: dram_energy_pj');
    const variables = 'variables: {dram_energy_pj: 100, count: 4, technology: 65nm}\n';
    writeFileSync(path, variables + energies.replace('meshX: 4', 'meshX: count'));
    const axes = ['dram_energy_pj, values: [10, 100]', 'count, values: [2, 4]', 'technology, values: [65nm, 45nm]'];
    const sweep = sweepFile('names', `axes: [${axes.map((axis) => `{set: ${axis}}`)}]`, path);
    const out = join(directory, 'names');
    const { status, stdout } = await run(['sweep', sweep, '--out', out, '--json']);
    expect(status).toBe(0);
    const found = JSON.parse(stdout).rows as readonly Record<string, unknown>[];
    const names = ['count', 'variables.dram_energy_pj', 'variables.count', 'technology'];
    expect(found.map((row) => names.map((name) => row[name]).join(' '))).toEqual(
      ['10 2', '10 4', '100 2', '100 4'].flatMap((set) => ['65nm', '45nm'].map((node) => `1 ${set} ${node}`)),
    );
    const compared = JSON.parse((await run(['compare', out, out, '--json'])).stdout);
    expect([compared.key.slice(4), compared.diagnostics]).toEqual([names.slice(1), []]);
    const drawn = await run(['report', out, '-o', join(directory, 'names.html'), '--json']);
    expect(JSON.parse(drawn.stdout)).toMatchObject({ results: 8, failed: 0 });
  });

  it('records points that cannot be read or have no mapping, and goes on', async () => {
    const keep = 'constraints: {targets: [{target: GLB, type: dataspace, keep: [A, B, Z]}]}\n';
    writeFileSync(join(directory, 'keep-all.yaml'), keep);
    const path = sweepFile(
      'failing',
      'files: keep-all.yaml\naxes: [{set: [GLB.depth, GLB.width], values: [[1, 16], [256, 16]]}]',
    );
    const out = join(directory, 'failing');
    const { status, stderr, stdout } = await run(['sweep', path, '--out', out]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/failing\.yaml:5:17: error\[E-NAME\]: nothing is called GLB\.depth \(2 points\)/);
    expect(stdout).toMatch(/^teaching-two-level +256 +failed/m);
    const found = rows(out).map(({ status: state, diagnostics, cycles }) => [state, diagnostics, cycles === '']);
    expect(found).toEqual([
      ['failed', expect.stringContaining('E-NAME nothing is called GLB.depth'), true],
      ['failed', expect.stringContaining('E-NAME nothing is called GLB.depth'), true],
      ['no-mapping', expect.stringContaining('E-INFEASIBLE'), true],
      ['mapping', '', false],
    ]);
  });

  it('calls points that cannot be read as those that can, and says one thing of a broken file', async () => {
    const folder = join(directory, 'small');
    mkdirSync(folder);
    writeFileSync(join(folder, 'arch.yaml'), readFileSync(join(root, 'arch/teaching-three-level.yaml'), 'utf8'));
    writeFileSync(join(folder, 'broken.yaml'), 'architecture: {nodes: [');
    const path = sweepFile(
      'named',
      'axes: [{set: GLB.depth, values: [-1, 256]}]',
      '[small/arch.yaml, small/broken.yaml]',
    );
    const out = join(directory, 'named');
    await run(['sweep', path, '--out', out]);
    const found = rows(out).map(({ architecture, diagnostics }) => [architecture, diagnostics?.match(/E-\w+/g)]);
    expect(found).toEqual([
      ['small', ['E-TYPE']],
      ['small', null],
      ['broken', ['E-YAML']],
      ['broken', ['E-YAML']],
    ]);
  });

  it('calls them as their files call themselves, so that designs without such points are added up', async () => {
    const folder = join(directory, 'named-within');
    mkdirSync(folder);
    const machine = readFileSync(join(root, 'arch/teaching-three-level.yaml'), 'utf8');
    writeFileSync(join(folder, 'a.yaml'), machine.replace(/^architecture:/m, '$&\n  name: machine'));
    writeFileSync(join(folder, 'p.yaml'), readFileSync(gemm, 'utf8').replace(/^problem:/m, '$&\n  name: product'));
    const path = join(folder, 'sweep.yaml');
    const axis = '{set: GLB.depth, values: [-1, 256]}';
    writeFileSync(path, `sweep: {architectures: a.yaml, workloads: p.yaml, axes: [${axis}]}\n`);
    const out = join(folder, 'out');
    const { stdout } = await run(['sweep', path, '--out', out]);
    expect(rows(out).map((row) => [row.architecture, row.workload, row.status])).toEqual([
      ['machine', 'product', 'failed'],
      ['machine', 'product', 'mapping'],
    ]);
    expect(stdout).not.toContain('only');
    expect(stdout).toMatch(/^256 +proven +32 /m);
  });

  it('goes on where a workload or an architecture cannot even be loaded, and says where the sweep names it', async () => {
    const broken = join(directory, 'unloaded');
    mkdirSync(broken);
    writeFileSync(join(broken, 'layers.csv'), 'name,m,n,k\na,8,4,x\n');
    writeFileSync(join(broken, 'arch.yaml'), Buffer.of(0));
    const path = join(directory, 'unloaded.yaml');
    const equation = (size: string) => `'Z[m,n] = A[m,k] * B[k,n]; m=8, n=4${size}'`;
    const workloads = `\n  - ${equation(', k=4')}\n  - ${equation('')}\n  - unloaded/layers.csv`;
    writeFileSync(path, `sweep:\n  architectures: [unloaded/arch.yaml, ${two}]\n  workloads:${workloads}\n`);
    const out = join(directory, 'unloaded-out');
    const { status, stderr } = await run(['sweep', path, '--out', out]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^<workload>:1:14: error\[E-PROBLEM\]: dimension k has no size \(2 points\)/m);
    expect(stderr).toMatch(/unloaded\.yaml:5:5: note: the sweep names it here/);
    expect(stderr).toMatch(/layers\.csv:2:7: error\[E-MODEL\]: a has no K \(2 points\)/);
    expect(stderr).toMatch(/error\[E-READ\]: .*arch\.yaml is a binary file \(3 points\)/);
    const found = rows(out).map((row) => [row.architecture, row.workload, row.status, row.diagnostics?.slice(0, 6)]);
    expect(found).toEqual([
      ['unloaded', 'einsum', 'failed', 'E-READ'],
      ['unloaded', 'einsum (2)', 'failed', expect.anything()],
      ['unloaded', 'layers.csv', 'failed', expect.anything()],
      ['teaching-two-level', 'einsum', 'mapping', ''],
      ['teaching-two-level', 'einsum (2)', 'failed', 'E-PROB'],
      ['teaching-two-level', 'layers.csv', 'failed', 'E-MODE'],
    ]);
    const checked = mapper(['validate', path]);
    expect([checked.status, checked.stdout]).toEqual([1, expect.stringMatching(/layers\.csv +included +1 error/)]);
    expect(checked.stderr.match(/is a binary file/g)).toHaveLength(1);
  });

  it('is refused where no workload can be loaded, and where an option cannot be read', async () => {
    const alone = join(directory, 'alone.yaml');
    const out = join(directory, 'alone');
    writeFileSync(alone, `sweep: {architectures: ${two}, workloads: ['Z[m] = A[m]']}\n`);
    const { status, stderr } = await run(['sweep', alone, '--out', out]);
    expect([status, existsSync(out)]).toEqual([2, false]);
    expect(stderr).toMatch(/alone\.yaml:1:.*note: the sweep names it here/);
    writeFileSync(join(directory, 'a.onnx'), '');
    writeFileSync(alone, `sweep: {architectures: ${two}, workloads: [${gemm}, a.onnx]}\n`);
    const typed = await run(['sweep', alone, '--out', out, '--dim', 'batch']);
    expect([typed.status, existsSync(out)]).toEqual([2, false]);
    expect(typed.stderr).toContain('--dim must be NAME=N');
  });

  it('says where in its file a value stands that is refused, and goes on with the others', async () => {
    const path = sweepFile('placed', 'axes:\n- {set: GLB.depth, values: [256, abc, -1, [1]]}\nobjective: edp', three);
    const out = join(directory, 'placed');
    const { status, stderr } = await run(['sweep', path, '--out', out]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/placed\.yaml:5:36: error\[E-/);
    expect(stderr).toMatch(/placed\.yaml:5:41: error\[E-/);
    expect(stderr).toMatch(/placed\.yaml:5:45: error\[E-/);
    expect(stderr).not.toContain('warning[E-');
    expect(rows(out).map((row) => [row['GLB.depth'], row.status])).toEqual([
      ['256', 'mapping'],
      ['abc', 'failed'],
      ['-1', 'failed'],
      ['[1]', 'failed'],
    ]);
  });

  it('says where an objective stands that there is not', async () => {
    const { status, stderr } = await run(['sweep', sweepFile('fast', 'objective: fast', three), '--out', whole]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/fast\.yaml:4:14: error\[E-OPTION\]: objective must be one of/);
  });

  it('is refused where nothing of it can be read', async () => {
    const path = sweepFile('misspelt', 'axes: [{set: GLB.detph, values: [1, 256]}]', three);
    const { status, stderr } = await run(['sweep', path, '--out', join(directory, 'misspelt')]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/error\[E-NAME\]: nothing is called GLB\.detph/);
    expect(stderr).toContain('did you mean GLB.depth?');
  });

  it('searches for several objectives, with the options of its file below those of the command line', async () => {
    const path = sweepFile(
      'options',
      'objectives: [edp, [energy, cycles]]\nsearch: {algorithm: random, max-evaluations: 50, seed: 7}',
      two,
    );
    const out = join(directory, 'options');
    expect((await run(['sweep', path, '--out', out])).status).toBe(0);
    expect(rows(out).map((row) => [row.objective, row.algorithm, row.seed])).toEqual([
      ['edp', 'random', '7'],
      ['"energy,cycles"', 'random', '7'],
    ]);
    expect((await run(['sweep', path, '--out', out, '--seed', '8', '--objective', 'latency'])).status).not.toBe(3);
    const other = ['sweep', path, '--out', out, '--seed', '8', '--objective', 'cycles'];
    const { status, stderr } = await run(other);
    expect([status, stderr]).toEqual([2, expect.stringContaining('give another --out, or --fresh')]);
    expect((await run([...other, '--fresh'])).status).toBe(0);
    expect(rows(out).map((row) => [row.objective, row.seed])).toEqual([['cycles', '8']]);
    const bad = sweepFile('bad-option', 'search: {time_limt: 3}', two);
    expect((await run(['sweep', bad])).stderr).toContain('did you mean time-limit?');
  });

  it('leaves directories alone that hold something else', async () => {
    const other = join(directory, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'thesis.tex'), '');
    const { status, stderr } = await run(['sweep', grid, '--out', other, '--fresh']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('is there already and holds no sweep')]);
    expect(Object.keys(filesOf(other))).toEqual(['thesis.tex']);
  });

  it('is alone in its directory', async () => {
    const slow = sweepFile(
      'slow',
      'axes: [{set: problem.instance.M, range: 2k..16k}]\nsearch: {algorithm: random, max-evaluations: 100000}',
      three,
    );
    const out = join(directory, 'slow');
    const first = start({ main, root }, ['sweep', slow, '--out', out, '--threads', '1', '--quiet']);
    while (journalHashes(out).length === 0 && first.child.exitCode === null)
      await new Promise((go) => setTimeout(go, 20));
    const second = await start({ main, root }, ['sweep', slow, '--out', out]).ended;
    expect([second.status, second.stderr]).toEqual([2, expect.stringContaining('another sweep is writing to')]);
    first.child.kill('SIGINT');
    expect((await first.ended).status).toBe(130);
    const known = journalHashes(out).length;
    expect(known).toBeGreaterThan(0);
    expect(rows(out)).toHaveLength(known);
  });

  it('that was stopped on the way through what is known leaves the table of the run before', async () => {
    const out = join(directory, 'stopped');
    expect((await run(['sweep', grid, '--out', out])).status).toBe(0);
    const table = readFileSync(join(out, 'results.csv'), 'utf8');
    const opened = (await openDirectory(out, { fresh: false, version: '0' })).value!;
    const left = { entries: opened.before.slice(0, 2), interrupted: true, diagnostics: [] };
    opened.save({ ...left, solved: 0, reused: 2 }, []);
    expect(readFileSync(join(out, 'results.csv'), 'utf8')).toBe(table);
    // One that has found something, and one that starts over, write what they have.
    opened.save({ ...left, solved: 0, reused: 0 }, []);
    opened.close();
    expect(readFileSync(join(out, 'results.csv'), 'utf8').length).toBeLessThan(table.length);
  });

  it('has a directory whose name is no path', async () => {
    const named = sweepFile('named', 'name: GLB size/PE array\naxes: [{set: problem.instance.M, values: [2]}]');
    const { status, stderr } = await mapperHere(['sweep', named], { directory, environment: { MAPPER_THREADS: '1' } });
    expect([status, stderr]).toEqual([0, expect.stringMatching(/results in results.sweep-GLB-size-PE-array$/m)]);
  });

  it('reads a sweep file that is checked by validate too', () => {
    const { status, stdout } = mapper(['validate', grid, sweepFile('invalid', 'axes: [{set: a}]')]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/grid\.yaml +sweep +ok/);
    expect(stdout).toMatch(/invalid\.yaml +sweep +1 error/);
  });
});

describe('parts of a sweep', () => {
  const part = (k: number): string => join(directory, `part-${k}`);

  it('come to the same bytes as the whole when they are merged', async () => {
    for (const k of [1, 2, 3]) {
      const { status } = await run(['sweep', grid, '--shard', `${k}/3`, '--out', part(k)]);
      expect(status).toBe(0);
    }
    expect([1, 2, 3].map((k) => rows(part(k)).length)).toEqual([2, 1, 1]);
    const merged = join(directory, 'merged');
    expect((await run(['merge', part(3), part(1), part(2), '--out', merged])).status).toBe(0);
    expect(filesOf(merged)).toEqual(filesOf(whole));
    const blocked = join(directory, 'blocked');
    mkdirSync(join(blocked, 'journal.jsonl', 'in-the-way'), { recursive: true });
    const refused = await run(['merge', part(1), part(2), part(3), '--out', blocked]);
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining(`cannot write ${blocked}: `)]);
  });

  it('are missed when they are not given', async () => {
    const { status, stderr } = await run(['merge', part(1), part(3), '--out', join(directory, 'partial')]);
    expect([status, stderr]).toEqual([1, expect.stringContaining('1 of 4 points are in none of these parts')]);
    const rest = await run(['sweep', grid, '--out', join(directory, 'partial')]);
    expect(rest.stderr).toContain('1 solved, 3 from the journal');
    expect(filesOf(join(directory, 'partial'))).toEqual(filesOf(whole));
  });

  it.each([
    [['merge', part(1), join(directory, 'failing'), '--out', join(directory, 'm')], 'is a part of another sweep'],
    [['merge', directory, '--out', join(directory, 'm')], 'holds no finished part of a sweep'],
    [['merge', part(1)], 'merge needs --out'],
    [['merge', part(1), '--out', grid], 'is there already and is no directory'],
    [['sweep', grid, '--out', grid], 'is there already and is no directory'],
    [['sweep', grid, '--shard', '4/3'], '--shard must be K/N'],
    [['sweep', grid, '--engine', 'bullmq'], 'no Redis server is given'],
    [['sweep', grid, '--engine', 'bullmq', '--redis', 'http://secret@host'], '--redis is no address of a Redis server'],
    [['sweep', grid, '--redis', 'redis://secret@host'], '--redis does not go with --engine local'],
    [['sweep', grid, '--engine', 'bullmq', '--threads', '4'], '--threads does not go with --engine bullmq'],
    [['sweep', two!], 'has no top-level key sweep'],
    [['sweep'], 'sweep takes one file, got 0'],
  ])('%j is refused', async (args, message) => {
    const { status, stderr } = await run(args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).not.toContain('secret');
  });
});

it('a full disk is said, and loses nothing that was solved', async () => {
  const many = sweepFile('many', 'axes: [{set: problem.instance.M, range: 1..9+1}]', three);
  const out = join(directory, 'full');
  // Files of at most 8 kB, in blocks of 512 bytes.
  const command = 'ulimit -f 16; exec "$0" "$@"';
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', command, process.execPath, main, 'sweep', many, '--out', out, '--threads', '1', '--quiet'],
    { encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([
    2,
    expect.stringMatching(/^error\[E-WRITE\]: cannot write .*full: the file would be larger/),
  ]);
  const known = journalHashes(out).length;
  expect(known).toBeGreaterThan(0);
  expect((await run(['sweep', many, '--out', out])).stderr).toContain(`${9 - known} solved, ${known} from the journal`);
});

it('a journal with a damaged line is solved again where it is damaged', async () => {
  const out = join(directory, 'damaged');
  await run(['sweep', grid, '--out', out, '--quiet']);
  const lines = readFileSync(join(out, 'journal.jsonl'), 'utf8').split('\n');
  writeFileSync(join(out, 'journal.jsonl'), [lines[0], '{"hash": 3}', lines[2], ''].join('\n'));
  appendFileSync(join(out, 'journal.jsonl'), 'nonsense\n');
  expect((await run(['sweep', grid, '--out', out])).stderr).toContain('2 solved, 2 from the journal');
  expect(filesOf(out)).toEqual(filesOf(whole));
});

it('--print-config shows no password', async () => {
  const { stdout } = await run(['worker', '--redis', 'redis://me:secret@host:6379/2', '--print-config']);
  expect(stdout).toContain('redis://host:6379/2');
  expect(stdout).not.toContain('secret');
});
