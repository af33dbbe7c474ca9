import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import networkSchema from '../../schemas/network.schema.json' with { type: 'json' };
import { childOf, type MapNode } from '../../src/spec/node.js';
import { newBudget } from '../../src/spec/read/compose.js';
import { readTree } from '../../src/spec/read/include.js';
import { buildWorkload } from '../../src/workload/build-workload.js';
import { readNetwork } from '../../src/workload/import/network-files.js';
import { computeCount, type Workload } from '../../src/workload/workload.js';
import { layerLine } from './network-lines.js';
import { networks } from './networks.js';
import { networksOfToday, noisePredictor } from './networks-of-today.js';
import { readFiles, root, shippedFiles, shippedWorkloads } from './shipped-files.js';

function readWorkload(path: string): { workload: Workload; said: readonly string[] } {
  const { value: spec, said } = readFiles([path]);
  const outcome = spec ? buildWorkload(spec) : { value: undefined, diagnostics: [] };
  expect(outcome.value, said.join('\n')).toBeDefined();
  return { workload: outcome.value!, said: [...said, ...outcome.diagnostics.map((one) => one.message)] };
}

/** The coefficient of `dimension` in the projection of Inputs: its stride. */
function inputStride(workload: Workload, name: string): number {
  const dimension = workload.dimensions.indexOf(name);
  const terms = workload.dataspaces.find((one) => one.name === 'Inputs')!.projection.flat();
  return terms.find((term) => term.dimension === dimension)!.coefficient;
}

function lineOf(workload: Workload): string {
  const bound = (name: string): number => {
    const dimension = workload.dimensions.indexOf(name);
    return dimension < 0 ? 1 : workload.bounds[dimension]!;
  };
  const [c, m, r, s, p, q, g] = [...'CMRSPQG'].map(bound);
  expect(inputStride(workload, 'P')).toBe(inputStride(workload, 'Q'));
  return layerLine({ c: c!, m: m!, r: r!, s: s!, p: p!, q: q!, g: g!, stride: inputStride(workload, 'P') });
}

describe.each(shippedWorkloads())('%s', (path) => {
  it('reads without a word', () => {
    expect(readWorkload(path).said).toEqual([]);
  });

  it('states its MACs', () => {
    const { workload } = readWorkload(path);
    const text = readFileSync(join(root, path), 'utf8');
    const stated = /^# ([\d,]+) (?:MACs|computes)(?: x (\d+))?\.$/m.exec(text);
    expect(stated).not.toBeNull();
    expect(Number(stated![1]!.replaceAll(',', ''))).toBe(computeCount(workload));
    expect(Number(stated![2] ?? 1)).toBe(workload.count);
  });
});

describe.each(networks)('$directory/$prefix', ({ directory, prefix, publishedMacs, layers }) => {
  const paths = shippedFiles(`workloads/nets/${directory}`).filter((path) =>
    path.startsWith(`workloads/nets/${directory}/${prefix}`),
  );
  const shipped = paths.map((path) => readWorkload(path).workload);

  it('has the published number of MACs', () => {
    const macs = shipped.reduce((sum, workload) => sum + workload.count * computeCount(workload), 0);
    expect(macs).toBe(publishedMacs);
  });

  it('holds every distinct layer of the network, once, in order, with its count', () => {
    const distinct = [...new Set(layers)];
    expect(shipped.map(lineOf)).toEqual(distinct);
    const occurrences = distinct.map((line) => layers.filter((other) => other === line).length);
    expect(shipped.map((workload) => workload.count)).toEqual(occurrences);
  });

  it('numbers its files', () => {
    const numbers = paths.map((path) => Number(/\/(?:[a-z]+\d+-)?(\d\d)-[^/]+$/.exec(path)?.[1]));
    expect(numbers).toEqual(paths.map((_, index) => index + 1));
  });
});

it('every file under nets belongs to a network that is checked', () => {
  const checked = networks.flatMap(({ directory, prefix }) =>
    shippedFiles('workloads/nets').filter((path) => path.startsWith(`workloads/nets/${directory}/${prefix}`)),
  );
  expect(checked.toSorted()).toEqual(shippedFiles('workloads/nets'));
});

describe('networks of today', () => {
  /** Giga of multiply-accumulates, as rounded where they are published. */
  it.each([
    ['vit-b-16', 3, 17.564], // public model zoo
    ['efficientnet-b0', 3, 0.386], // public model zoo; the paper says 0.39
  ])('%s has the published total', (directory, digits, published) => {
    const { publishedMacs } = networks.find((one) => one.directory === directory)!;
    expect(Number((publishedMacs / 1e9).toFixed(digits))).toBe(published);
  });

  it('the noise predictor has its published parameters and total, and the block that ships is one of its blocks', () => {
    const { parameters, macsWithoutAttention } = noisePredictor();
    expect(Number((parameters / 1e6).toFixed(2))).toBe(859.52);
    expect(Math.round(macsWithoutAttention / 1e9)).toBe(339);
  });

  it('language models meet as many weights a token as they have parameters at work', () => {
    const weightMacs = (directory: string): number => {
      const { publishedMacs } = networks.find((one) => one.directory === directory)!;
      return publishedMacs - 32 * 2 * 2048 * 4096;
    };
    // With the table of embeddings: 8.03, 12.9 and, of table D.1, 6.66 with positions and biases.
    expect(Number(((weightMacs('llama3-8b-decode2048') + 128_256 * 4096) / 1e9).toFixed(2))).toBe(8.03);
    expect(Number(((weightMacs('mixtral-8x7b-decode2048') + 32_000 * 4096) / 1e9).toFixed(1))).toBe(12.9);
    expect(Number(((weightMacs('gpt3-6.7b-decode2048') + 2048 * 4096) / 1e9).toFixed(2))).toBe(6.66);
  });

  it.each(networksOfToday.map(({ directory }) => directory))(
    '%s: its graph reads, and runs every file as often as the file says',
    (directory) => {
      const folder = `workloads/nets/${directory}`;
      const text = readFileSync(join(root, folder, 'network.yaml'), 'utf8');
      const document = parse(text) as object;
      expect(new Ajv({ allErrors: true, allowUnionTypes: true }).validate(networkSchema, document)).toBe(true);
      const tree = readTree(
        { source: { name: 'network.yaml', text }, directory: null },
        { diagnostics: [], budget: newBudget() },
      );
      const { value, diagnostics } = readNetwork(childOf(tree as MapNode, 'network')!, directory);
      expect(diagnostics).toEqual([]);
      expect(value!.files.map((name) => `${folder}/${name}`)).toEqual(shippedFiles(folder));
      const times = value!.files.map((_, file) =>
        value!.steps.reduce((sum, step) => sum + (step.layer === file ? step.times : 0), 0),
      );
      expect(times).toEqual(shippedFiles(folder).map((path) => readWorkload(path).workload.count));
    },
  );
});
