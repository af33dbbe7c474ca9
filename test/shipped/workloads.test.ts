import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildWorkload } from '../../src/workload/build-workload.js';
import { computeCount, type Workload } from '../../src/workload/workload.js';
import { layerLine, networks } from './networks.js';
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
