// Names of the user's may be names that every object has: they change nothing but themselves.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mapper } from './run-mapper.js';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mapper-names-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

/** By what is named: a plain name, and one of every object. */
const names: readonly (readonly [string, string])[] = [
  ['Ax', 'constructor'],
  ['Bx', '__proto__'],
  ['Zx', 'toString'],
  ['Mx', 'valueOf'],
  ['Buffer', 'hasOwnProperty'],
  ['Registers', '__defineGetter__'],
  ['product', 'isPrototypeOf'],
];

const plain = `architecture:
  version: 0.4
  nodes:
  - !Component {name: Main, class: DRAM, attributes: {width: 64, datawidth: 8, shared_bandwidth: 4}}
  - !Component
    name: Buffer
    class: SRAM
    attributes: {depth: 64, width: 64, datawidth: 8, read_bandwidth: 2, write_bandwidth: 2}
  - !Component {name: Registers, class: regfile, spatial: {meshX: 4}, attributes: {depth: 8, width: 8, datawidth: 8}}
  - !Component {name: mac, class: intmac}
problem:
  version: 0.4
  shape:
    name: product
    dimensions: [Mx, K, N]
    data_spaces:
    - {name: Ax, projection: [[[Mx]], [[K]]]}
    - {name: Bx, projection: [[[K]], [[N]]]}
    - {name: Zx, projection: [[[Mx]], [[N]]], read_write: true}
  instance: {Mx: 8, K: 8, N: 8}
`;

const renamed = names.reduce((text, [from, to]) => text.replaceAll(from, to), plain);

/** What search and evaluate count, as they print and write it. */
function run(text: string): string {
  const file = join(directory, 'in.yaml');
  writeFileSync(file, text);
  const out = join(directory, 'out');
  const found = mapper(['search', file, '--csv', '--quiet', '--out', out, '--force']);
  expect(found.status).toBe(0);
  const evaluated = mapper(['evaluate', file, join(out, 'mapping.yaml'), '--json', '--quiet']);
  expect(evaluated.status).toBe(0);
  const { levels, networks, compute, mapping } = JSON.parse(evaluated.stdout);
  const { optimal, mappings } = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8'));
  expect(optimal).toBe(true);
  const [{ cycles, energyPj, bufferUtilization }] = mappings;
  const counted = { cycles, energyPj, bufferUtilization, levels, networks, compute, mapping };
  return `${found.stdout}${JSON.stringify(counted)}`.replaceAll(/\b[0-9a-f]{16}\b/g, '').replaceAll('""in""', '');
}

it('search and evaluate alike under any names', () => {
  const expected = names.reduce((text, [from, to]) => text.replaceAll(from, to), run(plain));
  expect(run(renamed)).toBe(expected);
});

it('a mapping and an imported layer read back, though names hold line ends', async () => {
  const odd = 'la,y\ner: \u2028 "x"';
  const [arch, layer] = [`${odd} arch.yaml`, `${odd}.einsum`];
  const text = plain.slice(0, plain.indexOf('problem:'));
  writeFileSync(join(directory, arch), text);
  writeFileSync(join(directory, layer), 'Z[m,n] = A[m,k] * B[k,n]; m=8, n=8, k=8\n');
  const inside = { directory };
  const found = mapper(['search', arch, layer, '--json', '--quiet', '--out', 'odd'], inside);
  expect(found.status).toBe(0);
  const evaluated = mapper(['evaluate', arch, layer, 'odd/mapping.yaml', '--json', '--quiet'], inside);
  expect([evaluated.status, evaluated.stderr]).toEqual([0, '']);
  expect(JSON.parse(evaluated.stdout).energyPj).toBe(JSON.parse(found.stdout).mappings[0].energyPj);
  expect(mapper(['import', layer, '--quiet', '--out', 'imported'], inside).status).toBe(0);
  const again = mapper(['search', arch, 'imported', '--json', '--quiet', '--no-results'], inside);
  expect([again.status, again.stderr]).toEqual([0, '']);
});
