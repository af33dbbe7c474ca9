import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { example, mapperHere } from './run-mapper.js';

const directory = mkdtempSync(join(tmpdir(), 'mapper-axes-'));
afterAll(() => rmSync(directory, { recursive: true }));
const [arch, workload] = example;

describe('axes on a search', () => {
  it('are a sweep without a file, which continues where it stopped', async () => {
    const out = join(directory, 'out');
    const args = [
      'search',
      arch,
      workload,
      '--set',
      'GLB.depth=256..1k',
      '--axis',
      'PE.spatial.meshX=2,4',
      '--out',
      out,
    ];
    const { status, stdout, stderr } = await mapperHere([...args, '--threads', '1']);
    expect([status, stderr]).toEqual([0, expect.stringContaining('6 points: 6 solved')]);
    const lines = stdout.split('\n');
    expect(lines.slice(0, 2)).toEqual(['architecture teaching-three-level, objective edp, mappings proven', '']);
    expect(lines.slice(2).map((line) => line.split(/ +/).slice(0, 2).join(' '))).toEqual([
      'GLB.depth PE.spatial.meshX',
      ...['256 2', '256 4', '512 2', '512 4', '1024 2', '1024 4'],
      '',
    ]);
    expect((await mapperHere(args)).stderr).toContain('0 solved, 6 from the journal');
    const header = readFileSync(join(out, 'results.csv'), 'utf8').split('\n')[0];
    expect(header).toMatch(/,status,diagnostics,GLB\.depth,PE\.spatial\.meshX$/);
  });

  it.each([
    [['--axis', 'GLB.depth=1,2', '--set', 'GLB.attributes.depth=3'], 2, 'GLB.depth is set more than once'],
    [['--set', 'GLB.depth=256', '--set', 'GLB.memory_depth=512'], 0, '--set GLB.depth=256 has no effect'],
    [['--dim', 'batch=1'], 0, '--dim has no effect: no ONNX model is read'],
    [['--set', 'GLB.depth='], 2, '--set must be KEY=VALUE, got "GLB.depth="'],
    [['--project', 'nowhere'], 2, '--project must be a folder that is there, got "nowhere"'],
  ])('%j', async (flags, status, message) => {
    const found = await mapperHere(['search', arch, workload, '--no-results', ...flags]);
    expect([found.status, found.stderr]).toEqual([status, expect.stringContaining(message)]);
  });

  it('leave another sweep alone unless told', async () => {
    const args = ['search', arch, workload, '--threads', '1', '--out', join(directory, 'other')];
    const along = (axis: string, ...more: string[]) => mapperHere([...args, '--axis', axis, ...more]);
    expect((await along('GLB.depth=256,512')).status).toBe(0);
    const table = readFileSync(join(directory, 'other/results.csv'), 'utf8');
    for (const [axis, ...more] of [['RF.depth=16,32'], ['GLB.depth=256,512', '--objective', 'energy']] as const) {
      const { status, stderr } = await along(axis, ...more);
      expect([status, stderr]).toEqual([2, expect.stringContaining('holds another sweep: none of its 2 rows')]);
      expect(stderr).toContain('give another --out, or --force');
    }
    expect(readFileSync(join(directory, 'other/results.csv'), 'utf8')).toBe(table);
    // More values go on, and so does a file whose numbers have changed.
    expect((await along('GLB.depth=512,1k')).stderr).toContain('1 solved, 1 from the journal');
    expect((await along('GLB.depth=512,1k', '--set', 'mac.energy=2')).stderr).toContain('2 solved');
    expect((await along('RF.depth=16,32', '--force')).status).toBe(0);
    // Axes that have changed places are the same points.
    expect((await along('RF.depth=16', '--axis', 'GLB.depth=512', '--force')).status).toBe(0);
    expect((await along('GLB.depth=512', '--axis', 'RF.depth=16')).stderr).toContain('0 solved, 1 from the journal');
    // An axis more or less is the same sweep, one in the place of another is not.
    expect((await along('GLB.depth=512')).stderr).toContain('0 solved, 1 from the journal');
    expect((await along('GLB.depth=512', '--axis', 'RF.depth=16,32')).stderr).toContain('1 solved, 1 from the journal');
    expect((await along('GLB.depth=512', '--axis', 'DRAM.width=8')).stderr).toContain('holds another sweep');
  });

  it('count a value once, with a warning', async () => {
    const args = ['search', arch, workload, '--axis', 'GLB.depth=1k,1024', '--no-results', '--threads', '1'];
    const { status, stderr } = await mapperHere(args);
    expect([status, stderr]).toEqual([0, expect.stringContaining('1 point: 1 solved')]);
    expect(stderr).toContain('axis GLB.depth has the value 1024 already: it counts once');
  });

  it.each([
    [['--axis', 'GLB.depth'], 'is not KEY=VALUES'],
    [['--axis', 'GLB.depth=1,2', '--axis', 'GLB.depth=4,8'], 'GLB.depth is set more than once'],
    [['--axis', 'GLB.depth=1,2', '--set', 'GLB.depth=4'], 'GLB.depth is set more than once'],
    [['--axis', 'GLB.depth=8..2'], 'ends at 2, before it begins at 8'],
    [['--axis', 'GLB.depth=1,,2'], 'has an empty value'],
    [['--axis', 'GLB.depth=1,2', '--top', '3'], '--top does not go with axes'],
    [['--set', 'GLB.detph=1..2'], 'did you mean GLB.depth?'],
    [['--axis', 'nope=3,4'], 'error[E-NAME]: nothing is called nope\n    1 | nope=3\n'],
  ])('%j is refused, without a table of points', async (args, message) => {
    const { status, stdout, stderr } = await mapperHere(['search', arch, workload, '--no-results', ...args]);
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
    expect(stderr).not.toMatch(/points/);
  });
});

describe('the mappings of a search', () => {
  const out = join(directory, 'best');
  const figures = (csv: string): readonly string[] =>
    csv
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').slice(4, 6).join(','));

  it('differ in more than ties when asked to', async () => {
    const tied = figures((await mapperHere(['search', arch, workload, '--top', '6', '--csv', '--no-results'])).stdout);
    expect(new Set(tied).size).toBeLessThan(6);
    const { stdout } = await mapperHere(['search', arch, workload, '--top', '6', '--distinct', '--csv', '--out', out]);
    const distinct = figures(stdout);
    expect([distinct.length, new Set(distinct).size, distinct[0]]).toEqual([6, 6, tied[0]]);
    const exhaustive = await mapperHere([
      'search',
      arch,
      workload,
      '--top',
      '6',
      '--distinct',
      '--csv',
      '--no-results',
      '--algorithm',
      'exhaustive',
    ]);
    expect(figures(exhaustive.stdout)).toEqual(distinct);
  });

  it('are costed from where the search left them', async () => {
    const searched = figures(readFileSync(join(out, 'mappings.csv'), 'utf8'));
    for (const file of ['mappings.csv', 'result.json']) {
      const costed = await mapperHere(['evaluate', arch, workload, join(out, file), '--rank', '3', '--csv']);
      expect([costed.status, figures(costed.stdout)]).toEqual([0, [searched[2]]]);
      const best = await mapperHere(['evaluate', arch, workload, join(out, file), '--csv']);
      expect(figures(best.stdout)).toEqual([searched[0]]);
      const none = await mapperHere(['evaluate', arch, workload, join(out, file), '--rank', '7']);
      expect([none.status, none.stderr]).toEqual([2, expect.stringContaining('has no mapping of rank 7')]);
    }
  });

  it('are shown one at a time', async () => {
    const { stdout } = await mapperHere(['search', arch, workload, '--distinct', '--rank', '3', '--no-results']);
    const third = await mapperHere(['evaluate', arch, workload, join(out, 'mappings.csv'), '--rank', '3']);
    const nest = stdout.slice(stdout.indexOf('rank 3\n\n') + 'rank 3\n\n'.length).split('\n\nlevel')[0]!;
    expect(nest).toContain('<< Compute >>');
    expect(third.stdout).toContain(nest);
    expect(stdout).toMatch(/^ +3 /m);
  });

  it('are found by their workload in the results of a network', async () => {
    const net = join(directory, 'net');
    const other = 'workloads/gemm/gemm-small.yaml';
    await mapperHere(['search', arch, workload, other, '--out', net, '--threads', '1']);
    for (const file of ['mappings.csv', 'result.json']) {
      const { status } = await mapperHere(['evaluate', arch, other, join(net, file)]);
      expect(status).toBe(0);
    }
    const wrong = await mapperHere([
      'evaluate',
      arch,
      workload,
      '--set',
      'problem.name=third',
      join(net, 'mappings.csv'),
    ]);
    expect([wrong.status, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('has 2 mappings of rank 1, none for third'),
    ]);
    const ranked = await mapperHere(['search', arch, workload, other, '--rank', '2', '--top', '2', '--no-results']);
    expect(ranked.stderr).toContain('--rank 2 is not followed: of several layers the best mappings are shown');
    // What stands in the way of a name is said, and not that nothing is called so.
    const both = await mapperHere(['evaluate', arch, workload, other, join(net, 'mappings.csv')]);
    expect(both.status).toBe(2);
    expect(both.stderr).toContain('E-CONFLICT');
    expect(both.stderr).not.toContain('none for');
  });
});
