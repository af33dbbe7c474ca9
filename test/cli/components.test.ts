import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { example, mapper, mapperHere, root } from './run-mapper.js';

const folder = mkdtempSync(join(tmpdir(), 'components-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const arch = file(
  'arch.yaml',
  `architecture:
  nodes:
  - !Container {name: chip, attributes: {technology: 28nm}}
  - !Component {name: DRAM, class: DRAM, attributes: {type: LPDDR4, width: 64, datawidth: 16}}
  - !Component {name: GLB, class: SRAM, attributes: {width: 64, depth: 3000, datawidth: 16}}
  - !Component {name: RF, class: storage, subclass: lab, attributes: {width: 16, depth: 32, datawidth: 16}}
  - !Component {name: mac, class: mac, attributes: {datawidth: 16, format: fp16}}
components:
  classes:
  - {name: lab, points: !include rf.csv}
`,
);
file(
  'rf.csv',
  '# synthesis\ntechnology,width|datawidth,depth,action,energy(pJ)\n28nm,16,16,read|write,1\n28nm,16,64,read|write,4\n',
);

describe('mapper components', () => {
  it('names energies, areas and sources of every component', async () => {
    const { status, stdout } = await mapperHere(['components', arch, '--json']);
    expect(status).toBe(0);
    const { schemaVersion, components } = JSON.parse(stdout);
    expect(schemaVersion).toBe(1);
    expect(components.map(({ name, source }: { name: string; source: string }) => [name, source])).toEqual([
      ['DRAM', 'table'],
      ['GLB', 'cacti-fit'],
      ['RF', 'table'],
      ['mac', 'scaled'],
    ]);
    expect(components[2].actions[0]).toMatchObject({ name: 'read', energyPj: 2, source: 'table', errorPercent: null });
    expect(components[1]).toMatchObject({ class: 'SRAM', actions: [{ name: 'read', errorPercent: 15 }, {}, {}] });
    for (const key of ['areaUm2', 'leakagePjPerCycle']) expect(components[1][key]).toBeGreaterThan(0);
  });

  it('says once of all components what is an extrapolation, here and where mappings are costed', async () => {
    const far = file(
      'far.yaml',
      `architecture:
  nodes:
  - !Container {name: chip, attributes: {technology: 5nm}}
  - !Component {name: DRAM, class: DRAM, attributes: {type: LPDDR4, width: 64, datawidth: 16}}
  - !Component {name: GLB, class: regfile, attributes: {width: 16, depth: 1024, datawidth: 16}}
  - !Component {name: RF, class: regfile, attributes: {width: 16, depth: 1024, datawidth: 16}}
  - !Component {name: mac, class: intmac, attributes: {datawidth: 16}}
`,
    );
    const both = [
      'energies of GLB, RF are extrapolated: depth 1,024 outside 0 to 256, technology (nm) 5 outside 7 to 130',
      'energies of mac are extrapolated: technology (nm) 5 outside 7 to 130',
    ];
    const product = 'Z[m] = A[m,k] * B[k]; m=8, k=8';
    const told = ({ stderr }: { stderr: string }) => [...stderr.matchAll(/W-ENERGY\]: (.*)/g)].map(([, text]) => text);
    const tables = await mapperHere(['components', far, '--json']);
    expect(told(tables)).toEqual(both);
    const { components } = JSON.parse(tables.stdout);
    expect(components[2].actions[0]).toMatchObject({
      errorPercent: null,
      extrapolated: ['depth 1,024 outside 0 to 256', 'technology (nm) 5 outside 7 to 130'],
    });
    const search = ['search', far, product, '--no-results'];
    const text = await mapperHere(search);
    expect(told(text)).toEqual(both);
    expect(text.stdout.replaceAll(/\s+/g, ' ')).toContain('GLB scaled extrapolated, RF scaled extrapolated');
    const json = JSON.parse((await mapperHere([...search, '--json', '--quiet'])).stdout);
    expect(JSON.stringify(json)).toContain('"extrapolated":["technology (nm) 5 outside 7 to 130"]');
    const csv = (await mapperHere([...search, '--csv', '--quiet'])).stdout;
    expect(csv).toContain('DRAM=table:50% GLB=scaled:extrapolated RF=scaled:extrapolated mac=scaled:extrapolated');
  });

  it('answers in spite of a warning, which is said and stands in the document', async () => {
    const { status, stdout, stderr } = await mapperHere(['components', arch, '--jinja', 'depth=1', '--json']);
    expect([status, stderr]).toEqual([
      0,
      expect.stringContaining('warning[W-UNUSED]: no template has a variable depth'),
    ]);
    expect(JSON.parse(stdout).diagnostics[0]).toMatchObject({ code: 'W-UNUSED' });
  });

  it('replaces what it has written before, when forced', async () => {
    const asked = ['components', arch, '--out', join(folder, 'tables'), '--force'];
    for (const run of [1, 2]) expect([run, (await mapperHere(asked)).status]).toEqual([run, 0]);
  });

  it('prints tables that --ert and --art read back to the same evaluation', async () => {
    const { stdout } = await mapperHere(['components', arch]);
    const tables = file('tables.yaml', stdout);
    expect(stdout).toMatch(
      /name: read, energy: [\d.]+} # cacti-fit, within 15 %: CACTI 7 at 28 nm, 64 x 3000, 2 banks/,
    );
    const problem = file(
      'problem.yaml',
      `problem:
  shape: {name: product, dimensions: [M, K], data_spaces: [{name: A, projection: [[[M]], [[K]]]}, {name: Z, projection: [[[M]]], read_write: true}]}
  instance: {M: 8, K: 4}
mapping:
- {target: DRAM, type: temporal, factors: M=2, permutation: MK}
- {target: GLB, type: temporal, factors: M=4 K=4, permutation: MK}
- {target: RF, type: temporal, factors: M=1 K=1, permutation: MK}
`,
    );
    const run = async (...more: string[]) =>
      JSON.parse((await mapperHere(['evaluate', arch, problem, ...more, '--json', '--quiet'])).stdout);
    const [estimated, read] = [await run(), await run('--ert', tables, '--art', tables)];
    expect(estimated.valid).toBe(true);
    expect([read.energyPj, read.areaUm2]).toEqual([estimated.energyPj, estimated.areaUm2]);
    expect(estimated.levels[1]).toMatchObject({
      energySource: 'cacti-fit',
      estimate: { basis: 'CACTI 7 at 28 nm, 64 x 3000, 2 banks', errorPercent: 15 },
    });
    expect(read.levels[1].energySource).toBe('ERT');
    const text = (await mapperHere(['evaluate', arch, problem])).stdout;
    expect(text).toContain('CACTI fit, within 15 %');
    expect(text).toContain('GLB: CACTI 7 at 28 nm, 64 x 3000, 2 banks');
    const csv = (await mapperHere(['evaluate', arch, problem, '--csv'])).stdout;
    expect(csv).toContain('DRAM=table:50% GLB=cacti-fit:15% RF=table mac=scaled:50%');
  });

  it('technology matters without any table', async () => {
    const read = async (node: string) => {
      const { stdout } = await mapperHere([
        'components',
        arch,
        '--set',
        `chip.technology=${node}`,
        '--json',
        '--quiet',
      ]);
      const { components } = JSON.parse(stdout);
      return [components[1], components[3]].map(({ actions }) => actions[0].energyPj);
    };
    const [old, recent] = [await read('45nm'), await read('7nm')];
    expect(recent[0]).toBeLessThan(old[0] / 2);
    expect(recent[1]).toBeLessThan(old[1] / 2);
  });

  it('technology can be set where no file names one', async () => {
    const text = readFileSync(arch, 'utf8').replace('technology: 28nm', 'depth: 1');
    const bare = file('bare.yaml', text.replace('28nm', ''));
    const args = ['components', bare, '--set', 'technology=22nm', '--json', '--quiet'];
    const [, glb] = JSON.parse((await mapperHere(args)).stdout).components;
    expect(glb).toMatchObject({
      source: 'cacti-fit',
      actions: [{ basis: 'CACTI 7 at 22 nm, 64 x 3000, 2 banks' }, {}, {}],
    });
    const { stderr } = await mapperHere(['components', bare]);
    expect(stderr).toContain('give technology: 28nm or the like for an estimate');
  });

  it('writes the tables to a directory', async () => {
    const out = join(folder, 'out');
    expect((await mapperHere(['components', arch, '--out', out])).status).toBe(0);
    expect(readFileSync(join(out, 'components.csv'), 'utf8')).toMatch(/^component,class,action,energy_pj,source/);
    expect(readFileSync(join(out, 'ERT.yaml'), 'utf8')).toContain('name: GLB[1..1]');
    expect((await mapperHere(['components', arch, '--out', out])).status).toBe(2);
  });

  it('says where energies stand in the files, and what nobody knows', async () => {
    const { stdout } = await mapperHere(['components', join(root, example[0]), '--json']);
    expect(JSON.parse(stdout).components[0].source).toBe('ERT');
    const unknown = file(
      'unknown.yaml',
      readFileSync(arch, 'utf8').replace(/class: storage, subclass: lab/, 'class: storage, subclass: memristor'),
    );
    const { stderr, status } = await mapperHere(['components', unknown]);
    expect(status).toBe(0);
    expect(stderr).toContain('W-ENERGY');
    expect(stderr).toContain('no estimate: nobody here knows class memristor');
  });

  it.each([
    ['lab_sram', 'subclass lab_sram of RF is defined nowhere'],
    ['lab_regfil', ''],
    ['smartbuffer_RF', ''],
    ['HBM2', ''],
    ['smart_regfile', 'did you mean smart_regfilE?'],
  ])('says of subclass %s what its energies rest on', async (subclass, message) => {
    const text = readFileSync(arch, 'utf8').replace('subclass: lab', `subclass: ${subclass}`);
    const more =
      '  - {name: lab_regfil, points: !include rf.csv}\n  - {name: smart_regfilE, points: !include rf.csv}\n';
    const { status, stderr } = await mapperHere(['components', file('after.yaml', `${text}${more}`)]);
    expect([status, stderr.includes('is defined nowhere')]).toEqual([0, message !== '']);
    expect(stderr).toContain(message);
  });
});

describe('mapper components --batch', () => {
  it('answers line by line, the bad lines too', () => {
    const input = [
      '{"technology": "45nm", "width": 64, "depth": 16384, "n_rdwr_ports": 1, "n_banks": 1}',
      'x',
      '[]',
      '{"width": 64, "depth": 16}',
      '{"technology": "7nm", "width": 64, "depth": 16384}',
    ].join('\n');
    const { status, stdout } = mapper(['components', '--class', 'SRAM', '--batch', '-'], { input });
    expect(status).toBe(0);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ source: 'cacti-fit', errorPercent: 15 });
    expect(lines[0].readPj).toBeCloseTo(32.2859, 1);
    expect(lines[0].leakageMw).toBeCloseTo(0.00334, 4);
    expect(lines.map((line) => Object.keys(line).includes('error'))).toEqual([false, true, true, true, false]);
    expect(lines[4]).toMatchObject({ source: 'scaled' });
  });

  it('knows the classes of the files, and wants both flags', async () => {
    const input = '{"width": 16, "depth": 16, "technology": "28nm"}';
    const { stdout } = mapper(['components', arch, '--class', 'lab', '--batch', '-'], { input });
    expect(JSON.parse(stdout)).toMatchObject({ readPj: 1, writePj: 1, source: 'table', errorPercent: 0 });
    expect((await mapperHere(['components', '--class', 'SRAM'])).status).toBe(2);
    expect((await mapperHere(['components'])).status).toBe(2);
  });
});
