import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseCsv } from '../../src/results/read-csv.js';
import { energySuffix } from '../../src/results/row.js';
import { mapperHere, root } from '../cli/run-mapper.js';
import { newDirectoryForEach } from '../support/new-directory.js';

let directory: string;
newDirectoryForEach((path) => {
  directory = path;
});

const layer = 'workloads/nets/alexnet/02-conv2.yaml';

it.each(['arch/eyeriss-like.yaml', 'arch/simba-like.yaml', 'arch/teaching-three-level.yaml'])(
  'energies by part add up, and the roofline is above the mapping, on %s',
  async (arch) => {
    const run = ['search', arch, layer, '--algorithm', 'random', '--max-evaluations', '300', '--top', '5'];
    const { stdout, stderr } = await mapperHere([...run, '--csv', '--quiet', '--no-results', '--threads', '1']);
    const { rows, columns } = parseCsv(stdout, 'rows').value!;
    expect(rows.length, stderr).toBeGreaterThan(0);
    const parts = columns.filter((name) => name.endsWith(energySuffix));
    expect(parts.length).toBeGreaterThan(2);
    for (const row of rows) {
      const sum = parts.reduce((total, name) => total + Number(row[name]), 0);
      expect(sum / Number(row.energy_pj)).toBeCloseTo(1, 9);
      const { ops_per_cycle, ops_per_byte, peak_ops_per_cycle, outer_bytes_per_cycle } = row;
      const roof = outer_bytes_per_cycle === '' ? Infinity : Number(outer_bytes_per_cycle) * Number(ops_per_byte);
      expect(Number(ops_per_cycle)).toBeLessThanOrEqual(Math.min(Number(peak_ops_per_cycle), roof) * (1 + 1e-9));
    }
  },
);

it('a level that is called network has a column of its own and a row beside those of the networks', async () => {
  const text = readFileSync(join(root, 'arch/eyeriss-like.yaml'), 'utf8');
  const renamed = join(directory, 'renamed.yaml');
  writeFileSync(renamed, text.replaceAll('shared_glb', 'network'));
  const energies = async (arch: string): Promise<readonly (readonly [string, string])[]> => {
    const run = ['search', arch, layer, '--algorithm', 'random', '--max-evaluations', '300', '--threads', '1'];
    const { rows, columns } = parseCsv((await mapperHere([...run, '--csv', '--quiet', '--no-results'])).stdout, 'rows')
      .value!;
    const parts = columns.filter((name) => name.endsWith(energySuffix));
    return parts.map((name) => [name, rows[0]![name]!]);
  };
  const plain = await energies('arch/eyeriss-like.yaml');
  expect(plain.map(([name]) => name)).toContain('network_energy_pj');
  const called = (name: string): string => name.replace('network', 'networks').replace('shared_glb', 'network');
  expect(await energies(renamed)).toEqual(plain.map(([name, energy]) => [called(name), energy]));
  const run = ['search', renamed, layer, '--algorithm', 'random', '--max-evaluations', '300', '--threads', '1'];
  const { stdout } = await mapperHere([...run, '--quiet', '--no-results']);
  expect(stdout.match(/^networks? /gm)).toEqual(['network ', 'networks ']);
});
