import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseCsv } from '../../src/results/read-csv.js';
import { validateResult } from '../../src/results/validate-result.js';
import { example, mapper, mapperHere, root } from './run-mapper.js';

const directory = mkdtempSync(join(tmpdir(), 'mapper-evaluate-'));
afterAll(() => rmSync(directory, { recursive: true }));

const [arch, workload, mapping] = example;
const text = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Document {
  readonly valid: boolean;
  readonly cycles: number;
  readonly energyPj: number;
  readonly diagnostics: readonly { readonly code: string; readonly message: string; readonly file?: string }[];
}

async function json(args: readonly string[], input?: string): Promise<Document & Readonly<Record<string, unknown>>> {
  const all = ['evaluate', ...args, '--json', '--quiet'];
  const { stdout } = input === undefined ? await mapperHere(all) : mapper(all, { input });
  return JSON.parse(stdout);
}

it('an area that no file gives is not 0, and of a sum it says what is missing', async () => {
  const mapped = `mapping:
  - {target: DRAM, type: temporal, factors: [M=2]}
  - {target: RF, type: temporal, factors: [M=2]}
`;
  const problem = `problem:
  version: 0.4
  shape: {name: copy, dimensions: [M], data_spaces: [{name: A, projection: [[[M]]]}, {name: Z, projection: [[[M]]], read_write: true}]}
  instance: {M: 4}
`;
  // The estimate of a DRAM is off chip, 0 um2; energies that are given leave no area to an estimate.
  const machine = (more: string): string => `architecture:
  version: 0.4
  nodes:
    - !Component {name: DRAM, class: DRAM, attributes: {width: 64, datawidth: 16}}
    - !Component {name: RF, class: regfile, attributes: {depth: 8, width: 16, datawidth: 16, vector_access_energy: 1}}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 16, energy: 1}}
${more}`;
  const area = async (more: string): Promise<readonly unknown[]> => {
    const files = Object.entries({ machine: machine(more), problem, mapped }).map(([name, content]) => {
      const path = join(directory, `area-${name}.yaml`);
      writeFileSync(path, content);
      return path;
    });
    const shown = await mapperHere(['evaluate', ...files, '--quiet']);
    return [(await json(files)).areaUm2, /^area +(.*?) *$/m.exec(shown.stdout)?.[1]];
  };
  expect(await area('')).toEqual([null, '-  no areas given']);
  const one = 'ART: {version: 0.4, tables: [{name: RF, area: 50}]}\n';
  expect(await area(one)).toEqual([50, '50 um2  without DRAM, mac: no area given']);
  const all = 'ART: {version: 0.4, tables: [{name: RF, area: 50}, {name: mac, area: 7.5}]}\n';
  expect(await area(all)).toEqual([57.5, '57.5 um2  without DRAM: no area given']);
});

it('counts an operation for each compute where the box of the outputs has holes', async () => {
  // Z[3p] = A[p]: four products, nothing to add up; boxes of 4 words of A and of 1 + 3 * 3 of Z, 8 bits each.
  const problem = join(directory, 'holes.yaml');
  writeFileSync(
    problem,
    `problem:
  version: 0.4
  shape:
    name: spread
    dimensions: [P]
    data_spaces: [{name: A, projection: [[[P]]]}, {name: Z, projection: [[[P, 3]]], read_write: true}]
  instance: {P: 4}
`,
  );
  const mapped = join(directory, 'holes-mapping.yaml');
  writeFileSync(mapped, 'mapping: [{target: Main, type: temporal, factors: [P=4]}]');
  const { operationalIntensity } = await json(['arch/teaching-two-level.yaml', problem, mapped]);
  expect(operationalIntensity).toEqual({ operations: 4, compulsoryWords: 14, opsPerByte: 4 / 14 });
});

it('of several whole machines side by side the memory is the outermost level, not the fan-out outside it', async () => {
  const machines = join(directory, 'side-by-side.yaml');
  const row = '  nodes:\n    - !Container {name: chip, spatial: {meshX: 2}}\n';
  writeFileSync(machines, text(arch).replace('  nodes:\n', row));
  const one = join(directory, 'on-one-chip.yaml');
  writeFileSync(one, `${text(mapping)}\n  - {target: chip, type: spatial, factors: [M=1, N=1, K=1]}\n`);
  const alone = await json([...example]);
  const several = await json([machines, workload, one]);
  expect(several.operationalIntensity).toEqual(alone.operationalIntensity);
  const kept = join(directory, 'kept-nowhere.yaml');
  const bypassing = ['DRAM', 'GLB', 'RF'].map((target) => `\n  - {target: ${target}, type: dataspace, bypass: [A]}`);
  writeFileSync(kept, readFileSync(one, 'utf8').trimEnd() + bypassing.join(''));
  const { diagnostics } = await json([machines, workload, kept]);
  expect(diagnostics).toContainEqual(expect.objectContaining({ code: 'E-BYPASS', hint: 'keep it at DRAM' }));
});

describe('evaluate --json', () => {
  it('is the example of the documentation', async () => {
    const document = await json([
      'arch/teaching-two-level.yaml',
      'workloads/conv/conv1d-example.yaml',
      'workloads/mappings/conv1d-example.yaml',
    ]);
    expect(document).toMatchObject({
      schemaVersion: 1,
      valid: true,
      cycles: 96,
      utilization: 1,
      computes: 96,
      areaUm2: null,
    });
    expect(document.energyPj).toBeCloseTo(8621.559, 3);
    expect(document.edpPjCycles).toBeCloseTo(8621.55904616 * 96, 6);
    expect((document.levels as unknown[])[0]).toMatchObject({
      name: 'Main',
      instances: 1,
      utilizedInstances: 1,
      cycles: 96,
      slowdown: 1,
      energyPj: 8400,
      capacityWords: null,
      bufferUtilization: null,
      dataspaces: { W: { utilizedCapacity: 12, scalarReads: 12, scalarFills: 0, scalarUpdates: 0, energyPj: 1200 } },
    });
    expect(document.compute).toMatchObject({ name: 'mac', computes: 96, energyPj: 24 });
  });

  it('tells instances along each axis where fan-outs count together', async () => {
    const file = join(directory, 'one-axis.yaml');
    writeFileSync(
      file,
      `architecture:
  nodes:
  - !Component {name: DRAM, class: DRAM, attributes: {width: 8, datawidth: 8}}
  - !Component {name: Buf, class: SRAM, spatial: {meshX: 8}, attributes: {depth: 64, width: 8, datawidth: 8}}
  - !Component {name: RF, class: regfile, spatial: {meshY: 8}, attributes: {depth: 8, width: 8, datawidth: 8}}
  - !Component {name: mac, class: intmac}
problem: {shape: gemm, instance: {M: 8, N: 8, K: 1}}
mapping:
- {target: Buf, type: spatial, factors: [M=8], permutation: [M, N, K], split: 3}
- {target: RF, type: spatial, factors: [N=8], permutation: [N, M, K], split: 3}
`,
    );
    const { diagnostics } = await json([file, '--compat', 'timeloop-2024']);
    expect(diagnostics.filter(({ code }) => code === 'E-INSTANCES')).toMatchObject([
      {
        message: 'RF: the mapping needs 64 x 1 instances, there are 8 x 8',
        expected: 'at most 8 along X and 8 along Y',
        found: '64 along X and 1 along Y',
      },
    ]);
  });

  it('tells how loops come onto the only axis there is', async () => {
    const file = join(directory, 'only-y.yaml');
    const text = (split: string) => `architecture:
  nodes:
  - !Component {name: DRAM, class: DRAM, attributes: {width: 8, datawidth: 8}}
  - !Component {name: RF, class: regfile, spatial: {meshY: 8}, attributes: {depth: 8, width: 8, datawidth: 8}}
  - !Component {name: mac, class: intmac}
problem: {shape: gemm, instance: {M: 8, N: 1, K: 1}}
mapping: [{target: RF, type: spatial, factors: [M=8]${split}}]
`;
    writeFileSync(file, text(''));
    const { diagnostics } = await json([file]);
    expect(diagnostics.filter(({ code }) => code === 'E-FANOUT')).toMatchObject([
      { found: '8 along X and 1 along Y', hint: expect.stringContaining('split: 0 puts all of them along Y') },
    ]);
    writeFileSync(file, text(', split: 0'));
    expect(await json([file])).toMatchObject({ valid: true });
  });

  it('keeps the order of the contract and satisfies the schema', async () => {
    const document = await json(example);
    expect(Object.keys(document).slice(0, 13)).toEqual(
      'schemaVersion valid cycles energyPj edpPjCycles utilization computes areaUm2 levels compute networks loopNest diagnostics'.split(
        ' ',
      ),
    );
    expect(Object.keys((document.levels as object[])[0]!).slice(0, 10)).toEqual(
      'name instances utilizedInstances cycles slowdown energyPj leakageEnergyPj capacityWords bufferUtilization dataspaces'.split(
        ' ',
      ),
    );
    expect(validateResult(document, 'x')).toEqual([]);
  });

  it('prints the same bytes every time, whatever the process', async () => {
    const args = ['evaluate', ...example, '--json'];
    const run = mapper(args);
    expect(run.status).toBe(0);
    expect(mapper(args)).toEqual(run);
    expect(await mapperHere(args)).toEqual(run);
  });
});

describe('evaluate for people', () => {
  it('shows nest, levels, sources of energies, totals and what binds', async () => {
    const { status, stdout, stderr } = await mapperHere(['evaluate', ...example, '--set', 'RF.write_bandwidth=2']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('gemm-example on teaching-three-level');
    expect(stdout).toContain('<< Compute >>');
    expect(stdout).toMatch(/^RF +8 of 8 +A +█.* 12\.5 % +249\.769 +1\.8 %$/m);
    expect(stdout).toMatch(/^RF +A +2 +32 +32 +0$/m);
    expect(stdout).toMatch(/^DRAM +100 +100 +100 +1 +ERT$/m);
    expect(stdout).toMatch(/^cycles +40 +bound by RF: write bandwidth 2 words\/cycle/m);
    expect(stdout).toMatch(/^energy +13\.684 nJ +53\.452 pJ per compute$/m);
  });

  it('prints a row in the columns of search with --csv', async () => {
    const { stdout } = await mapperHere(['evaluate', ...example, '--csv', '--set', 'RF.write_bandwidth=2']);
    const { rows } = parseCsv(stdout, 'stdout').value!;
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      architecture: 'teaching-three-level',
      workload: 'gemm-example',
      cycles: '40',
      objective: '',
    });
  });
});

describe('a mapping that is not valid', () => {
  it('is exit code 1 with level, need and limit', () => {
    const { status, stdout, stderr } = mapper(['evaluate', ...example, '--set', 'RF.depth=4', '--json']);
    expect(status).toBe(1);
    const document = JSON.parse(stdout) as Document;
    expect(document).toMatchObject({ schemaVersion: 1, valid: false, cycles: null });
    expect(document.diagnostics[0]).toMatchObject({
      code: 'E-CAPACITY',
      message: 'RF: mapped tile size 5 exceeds buffer capacity 4',
    });
    expect(validateResult(document, 'x')).toEqual([]);
    expect(stderr).toContain('error[E-CAPACITY]');
  });

  it('is exit code 1 too when factors do not make up the bound', () => {
    const changed = text(mapping).replace('factors: [M=4, N=1, K=2]', 'factors: [M=3, N=1, K=2]');
    const { status, stderr } = mapper(['evaluate', arch, workload, '-'], { input: changed });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^<stdin>:\d+:\d+: error\[E-FACTOR\]/m);
  });
});

describe('input that is no input', () => {
  it.each([
    ['a missing file', [arch, workload, 'nowhere.yaml'], 'E-READ'],
    ['a missing mapping', [arch, workload], 'E-REQUIRED'],
    ['a directory', [arch, workload, 'src'], 'E-READ'],
    ['text that is no YAML', [arch, workload, '-'], 'E-YAML'],
  ])('%s is exit code 2 with diagnostics in the document', async (_name, files, code) => {
    const args = ['evaluate', ...files, '--json', '--quiet'];
    const { status, stdout } = files.includes('-') ? mapper(args, { input: '"open' }) : await mapperHere(args);
    expect(status).toBe(2);
    const document = JSON.parse(stdout) as Document;
    expect(document.valid).toBe(false);
    expect(document.diagnostics.map((one) => one.code)).toContain(code);
  });

  it.each(['mapping: []', 'mapping:'])('%s is shown as empty where it stands', (empty) => {
    const { status, stderr } = mapper(['evaluate', arch, workload, '-'], { input: `# none\n${empty}\n` });
    expect(status).toBe(2);
    expect(stderr).toContain('<stdin>:2:1: error[E-REQUIRED]: the mapping is empty');
    expect(stderr).not.toContain('no mapping is given');
  });

  it('names the files that hold mappings where the record of a run is given', () => {
    const record = join(directory, 'run.json');
    writeFileSync(record, '{"schemaVersion": 1, "arguments": []}');
    const run = mapper(['evaluate', arch, workload, record]);
    expect(run.status).toBe(2);
    expect(run.stderr).toContain('run.json holds no mappings');
    expect(run.stderr).toContain('mapping.yaml, mappings.csv and result.json');
  });

  it('prints errors even when quiet, unless the document has them', async () => {
    const quiet = await mapperHere(['evaluate', arch, workload, 'nowhere.yaml', '--quiet']);
    expect(quiet.stderr).toContain('cannot read nowhere.yaml');
    expect((await mapperHere(['evaluate', arch, workload, 'nowhere.yaml', '--quiet', '--json'])).stderr).toBe('');
  });
});

describe('the other inputs', () => {
  it('takes any one file from standard input', async () => {
    const { energyPj } = await json([arch, '-', mapping], text(workload));
    expect(energyPj).toBe((await json(example)).energyPj);
  });

  it('takes what a machine decided from the results of a search, whatever costs less by another objective', async () => {
    const strided = 'Z[n,m,p,q] = I[n,c,p*2+r,q*2+s] * W[m,c,r,s]; n=1,m=1,c=8,p=9,q=9,r=1,s=1';
    const problem = ['arch/epu-q8.yaml', strided];
    const out = join(directory, 'strided');
    const set = ['--set', 'machine.on_cores=rows'];
    await mapperHere(['search', ...problem, ...set, '--objective', 'energy', '--top', '2', '--out', out, '--quiet']);
    const { mappings } = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8'));
    for (const file of ['result.json', 'mappings.csv']) {
      for (const { rank, cycles, energyPj, machine } of mappings) {
        const again = await json([...problem, join(out, file), '--rank', `${rank}`]);
        expect(again).toMatchObject({ cycles, energyPj, machine: { choices: machine.choices } });
      }
    }
    const chosen = JSON.stringify({ on_cores: 'rows', strided_fetch: 'rau' });
    expect(parseCsv(readFileSync(join(out, 'mappings.csv'), 'utf8'), '').value!.rows[0]!.machine_choices).toBe(chosen);
    expect((await json([...problem, join(out, 'mapping.yaml')])).cycles).toBe(mappings[0].cycles);
  });

  it('takes it over what the file of the machine says', async () => {
    const problem = ['arch/ipu-mk2.yaml', 'Z[m,n] = A[m,k] * B[k,n]; m=49,n=261,k=193'];
    const out = join(directory, 'padded');
    await mapperHere(['search', ...problem, '--objective', 'edp', '--out', out, '--quiet']);
    const [{ cycles, energyPj, machine }] = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')).mappings;
    // Stated is `true`, which a search may take for less.
    expect(machine.choices.ragged_splits).toBe('edp');
    for (const file of ['result.json', 'mappings.csv', 'mapping.yaml'])
      for (const files of [
        [...problem, join(out, file)],
        [join(out, file), ...problem],
      ])
        expect(await json(files)).toMatchObject({ cycles, energyPj, machine });
  });

  it('takes sections from further files and overrides from --set', async () => {
    expect((await json([...example, '--set', 'RF.write_bandwidth=2'])).cycles).toBe(40);
    expect((await json([...example, '--set', 'RF.write_bandwidth=100'])).cycles).toBe(32);
    const overridden = await mapperHere(['evaluate', ...example, '--set', 'RF.dept=3']);
    expect(overridden.status).toBe(2);
    expect(overridden.stderr).toContain('did you mean RF.depth?');
  });
});

describe('evaluate --out', () => {
  it('writes a directory that evaluates to the same figures, once', async () => {
    const out = join(directory, 'out');
    const run = () => mapperHere(['evaluate', ...example, '--out', out]);
    expect(await run()).toMatchObject({ status: 0, stderr: `results in ${out}\n` });
    expect(readdirSync(out).sort()).toEqual(['mapping.yaml', 'mappings.csv', 'result.json', 'run.json', 'stats.txt']);
    const again = await json([arch, workload, join(out, 'mapping.yaml')]);
    expect(again).toEqual(await json(example));
    const second = await run();
    expect(second.status).toBe(2);
    expect(second.stderr).toContain('--force');
    expect((await mapperHere(['evaluate', ...example, '--out', out, '--force'])).status).toBe(0);
  });
});
