// Other people's project at its entry points, through the command line: every layer is read, every published mapping costs
// what was published, and the search at each entry point proves something no worse.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadInput } from '../../src/spec/read/load.js';
import { readSpec } from '../../src/spec/read-spec.js';
import { buildWorkload } from '../../src/workload/build-workload.js';
import { dataspaceSize } from '../../src/workload/workload.js';
import { mapperHere } from '../cli/run-mapper.js';
import { readStatistics } from './statistics.js';

const directory = fileURLToPath(new URL('projects/exercises', import.meta.url));

const layers = readdirSync(join(directory, 'layer_shapes'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => join('layer_shapes', name))
  .sort();

interface Result {
  readonly valid: boolean;
  readonly cycles: number;
  readonly energyPj: number;
  readonly utilization: number;
  readonly computes: number;
  readonly mappings: readonly { readonly edpPjCycles: number; readonly cycles: number; readonly energyPj: number }[];
  readonly optimal: boolean;
  readonly stopReason: string;
  readonly mapspaceSize: string;
  readonly diagnostics: readonly { readonly code: string; readonly message: string; readonly file?: string }[];
}

async function json(args: readonly string[]): Promise<{ readonly status: number | null; readonly result: Result }> {
  const { status, stdout } = await mapperHere([...args, '--json', '--quiet'], { directory });
  return { status, result: JSON.parse(stdout) as Result };
}

describe('layers', () => {
  test('all are read, with a warning where a stride is spelt with other capitals', async () => {
    expect(layers).toHaveLength(35);
    const { status, result } = await json(['validate', ...layers]);
    const misspelt = layers.filter((name) => /HStride/.test(readFileSync(join(directory, name), 'utf8')));
    expect(misspelt).toHaveLength(7);
    expect(status).toBe(0);
    expect(new Set(result.diagnostics.map(({ file }) => file))).toEqual(new Set(misspelt));
    expect(new Set(result.diagnostics.map(({ code }) => code))).toEqual(new Set(['W-PROBLEM']));
    // Both readings are named: by its source the reference takes the other one.
    expect(result.diagnostics[0]!.message).toContain('it is read as Hstride, 2; the reference passes it over and takes 1');
  });

  test.each(['auto', 'timeloop-v4'] as const)('such a stride counts (--compat %s)', (compat) => {
    const input = loadInput(join(directory, 'layer_shapes/resnet18/15.yaml'), 'any').value!;
    const spec = readSpec([{ ...input, project: directory }], { compat, overrides: [] }).value!;
    const workload = buildWorkload(spec, compat).value!;
    const inputs = workload.dataspaces.find(({ name }) => name === 'Inputs')!;
    // 15 rows of input for 7 of output; without the stride they were 9.
    expect(dataspaceSize(workload, inputs)).toBe(256 * 15 * 15);
  });
});

const top = 'example_designs/top.yaml.jinja2';

interface Published {
  readonly inputs: readonly string[];
  readonly mapping: string;
  /** Directory and beginning of the names of the published results. */
  readonly results: string;
}

function design(architecture: string): Published {
  const results = `example_designs/${architecture}/ref_outputs/default_problem/timeloop-mapper`;
  return { inputs: [top, '--jinja', `architecture=${architecture}`], mapping: `${results}.map.yaml`, results };
}

const steps = 'tutorial/03-model-conv1d+oc-3level';

function step(name: string, variant: string): Published {
  return {
    inputs: [`${steps}/arch/3level.arch.yaml`, `${steps}/prob/conv1d+oc.prob.yaml`],
    mapping: `${steps}/map/${name}.map.yaml`,
    results: `${steps}/ref-output/${variant}/timeloop-model`,
  };
}

const integers = ['psum_datawidth=16', 'input_weight_datawidth=8', 'mac_class=intmac'];
const components = ['intmac', 'regfile', 'smartbuffer_RF', 'smartbuffer_SRAM'];

const published: Readonly<Record<string, Published>> = {
  eyeriss_like: design('eyeriss_like'),
  simple_weight_stationary: design('simple_weight_stationary'),
  'sparseloop 01.2.2': design('sparseloop/01.2.2-SUDU-dot-product'),
  'sparseloop 03.2.1': design('sparseloop/03.2.1-conv1d'),
  'sparseloop 04.2.1': design('sparseloop/04.2.1-eyeriss-like-gating'),
  'tutorial, nothing bypassed': step('conv1d+oc-3level', 'no-bypass'),
  'tutorial, bypassed': step('conv1d+oc-3level-bypass', 'bypass'),
  'tutorial, integers': {
    inputs: [
      'tutorial/arch/arch.yaml',
      'tutorial/prob/prob.yaml',
      ...components.map((name) => `tutorial/arch/components/${name}.yaml`),
      ...integers.flatMap((given) => ['--jinja', given]),
    ],
    mapping: 'tutorial/ref-intmac/timeloop-mapper.map.yaml',
    results: 'tutorial/ref-intmac/timeloop-mapper',
  },
};

function tables({ results }: Published): readonly string[] {
  return ['--ert', `${results}.ERT.yaml`, '--art', `${results}.ART.yaml`];
}

/** Sparse designs print two tables, of all computes and, last, of those that take place. */
function statistics({ results }: Published) {
  const text = readFileSync(join(directory, `${results}.stats.txt`), 'utf8');
  const computes = [...text.matchAll(/^(?:\w+ )?Computes = (\d+)$/gm)].map(([, number]) => Number(number));
  const energyFj = [...text.matchAll(/^\s+Total\s+= ([\d.]+)$/gm)].map(([, number]) => Number(number)).at(-1)!;
  const cycles = readStatistics(text).summary.get('Cycles')!;
  return { cycles, computes: computes[0]!, actualComputes: computes.at(-1)!, energyFjPerActual: energyFj };
}

describe('published mappings cost what was published', () => {
  test.each(Object.entries(published))('%s', async (_, one) => {
    const args = ['evaluate', ...one.inputs, one.mapping, ...tables(one), '--compat', 'timeloop-2024'];
    const { status, result } = await json(args);
    expect(result.diagnostics.filter(({ code }) => code.startsWith('E-'))).toEqual([]);
    expect(status).toBe(0);
    const wanted = statistics(one);
    expect(result.cycles).toBe(wanted.cycles);
    expect(result.computes).toBe(wanted.computes);
    const energyFj = (result.energyPj * 1000) / wanted.actualComputes;
    expect(Math.abs(energyFj - wanted.energyFjPerActual)).toBeLessThanOrEqual(0.0051);
  });
});

// The published tables of this one are of 32 nm, its file says 65.
const asMade: Readonly<Record<string, readonly string[]>> = { eyeriss_like: ['--set', 'eyeriss.technology=32nm'] };

describe('without their tables, on estimates', () => {
  test.each(Object.entries(published))('%s costs what was published, to a quarter', async (name, one) => {
    const args = ['evaluate', ...one.inputs, one.mapping, ...(asMade[name] ?? []), '--compat', 'timeloop-2024'];
    const { result } = await json(args);
    const wanted = statistics(one);
    const publishedPj = (wanted.energyFjPerActual * wanted.actualComputes) / 1000;
    expect(Math.abs(result.energyPj / publishedPj - 1)).toBeLessThan(0.25);
  });

  // Not the MAC: its published figure is of an earlier component file, which took an adder for the multiplier.
  test.each(Object.entries(published))('the storage energies of %s are the published ones, to 15 in a hundred', async (name, one) => {
    const { stdout } = await mapperHere(['components', ...one.inputs, ...(asMade[name] ?? []), '--json'], { directory });
    const estimated: readonly ComponentEnergies[] = JSON.parse(stdout).components;
    const document = parse(readFileSync(join(directory, `${one.results}.ERT.yaml`), 'utf8'));
    const wanted: readonly PublishedTable[] = document.ERT.tables;
    const figures = wanted.flatMap((table) =>
      table.actions.flatMap(({ name: action, energy }) => {
        if (action === 'leak' || action === 'compute') return [];
        const own = estimated.find((component) => table.name.includes(`.${component.name}[`));
        return [{ energy, found: own?.actions.find((candidate) => candidate.name === action)?.energyPj }];
      }),
    );
    expect(figures.length).toBeGreaterThan(2);
    expect(figures.filter(({ energy, found }) => !(Math.abs(found! - energy) <= 0.15 * energy))).toEqual([]);
  });
});

interface ComponentEnergies {
  readonly name: string;
  readonly actions: readonly { readonly name: string; readonly energyPj: number }[];
}

interface PublishedTable {
  readonly name: string;
  readonly actions: readonly { readonly name: string; readonly energy: number }[];
}

describe('the search at the entry point', () => {
  // The mapping of these is given, so it is all there is.
  test.each(['sparseloop 01.2.2', 'sparseloop 04.2.1'])('%s', async (name) => {
    const one = published[name]!;
    const { result } = await json(['search', ...one.inputs, ...tables(one), '--compat', 'timeloop-2024', '--no-results']);
    expect(result).toMatchObject({ mapspaceSize: '1', optimal: true });
    expect(result.mappings[0]!.cycles).toBe(statistics(one).cycles);
  });

  test('of a design that says `algorithm: random` proves, and finds nothing worse than what was published', async () => {
    const one = published.eyeriss_like!;
    const args = [...one.inputs, ...tables(one)];
    const { result } = await json(['search', ...args, '--no-results']);
    expect(result.optimal).toBe(true);
    const wanted = await json(['evaluate', ...args, one.mapping]);
    expect(result.mappings[0]!.edpPjCycles).toBeLessThanOrEqual(wanted.result.cycles * wanted.result.energyPj);
    expect(result.diagnostics.map(({ message }) => message)).toContain(
      'not followed of the mapper section: timeout 10000, victory_condition 100, algorithm random',
    );
  });

  test('of a sparse design without its mapping proves, and finds nothing worse than that', async () => {
    const one = published['sparseloop 04.2.1']!;
    const folder = 'example_designs/sparseloop/04.2.1-eyeriss-like-gating';
    const args = [`${folder}/arch.yaml`, `${folder}/problem.yaml`, ...tables(one), '--compat', 'timeloop-v4'];
    const { result } = await json(['search', ...args, '--objective', 'energy', '--no-results']);
    expect(result).toMatchObject({ mapspaceSize: '305256', optimal: true, stopReason: 'Optimal' });
    const wanted = await json(['evaluate', ...args, `${folder}/mapping.yaml`]);
    expect(result.mappings[0]!.cycles).toBeLessThanOrEqual(wanted.result.cycles);
    // Its energy is 4 % below that of the published mapping.
    expect(result.mappings[0]!.energyPj / wanted.result.energyPj).toBeCloseTo(0.9567, 3);
  });

  test('with several layers, which stand for the problem of the entry point', async () => {
    const given = ['002', '003'].map((name) => `layer_shapes/gpt2/${name}.yaml`);
    const { inputs } = published.eyeriss_like!;
    const { stdout } = await mapperHere(['search', ...inputs, ...given, '--no-results', '--csv', '--quiet'], { directory });
    const rows = stdout.trim().split('\n').slice(1);
    expect(rows.map((row) => row.split(',')[1])).toEqual(['gpt2-002', 'gpt2-003']);
    const alone = await json(['evaluate', ...inputs, given[0]!, published.eyeriss_like!.mapping]);
    expect(alone.result.diagnostics.map(({ message }) => message)).toContain(
      'the problem beside the architecture is left out, for another one is given',
    );
  });

  test('with a layer from elsewhere in the project', async () => {
    const layer = ['--jinja', 'problem=../layer_shapes/gpt2/000.yaml'];
    const { result } = await json(['search', ...published.eyeriss_like!.inputs, ...layer, '--no-results']);
    expect(result.stopReason).toBe('Optimal');
  });
});
