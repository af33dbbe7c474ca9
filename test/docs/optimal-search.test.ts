// The worked example of docs/optimal-search.md is what the program finds.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { mapper, root } from '../cli/run-mapper.js';

const page = readFileSync(join(root, 'docs/optimal-search.md'), 'utf8');
const directory = mkdtempSync(join(tmpdir(), 'mapper-example-'));
afterAll(() => rmSync(directory, { recursive: true }));

const architecture = `
architecture:
  version: 0.4
  nodes:
  - !Component {name: DRAM, class: DRAM, attributes: {width: 16, datawidth: 16, shared_bandwidth: 4}}
  - !Component {name: Buffer, class: SRAM, attributes: {depth: 8, width: 16, datawidth: 16}}
  - !Component {name: MAC, class: intmac, spatial: {meshX: 2}}
ERT:
  version: 0.4
  tables:
  - {name: DRAM, actions: [{name: read, energy: 100}, {name: write, energy: 100}, {name: update, energy: 100}, {name: leak, energy: 0}]}
  - {name: Buffer, actions: [{name: read, energy: 1}, {name: write, energy: 1}, {name: update, energy: 1}, {name: leak, energy: 0}]}
  - {name: MAC, actions: [{name: compute, energy: 1}, {name: leak, energy: 0}]}
`;

test('the example on the page', () => {
  const file = join(directory, 'arch.yaml');
  writeFileSync(file, architecture);
  const { status, stdout } = mapper([
    'search',
    file,
    'Z[m,n]=A[m,k]*B[k,n]; m=4,k=2,n=2',
    '--json',
    '--quiet',
    '--out',
    join(directory, 'out'),
  ]);
  expect(status).toBe(0);
  const { optimal, mapspaceSize, mappings } = JSON.parse(stdout);
  expect({ optimal, mapspaceSize }).toEqual({ optimal: true, mapspaceSize: '704' });
  expect(mappings[0]).toMatchObject({ cycles: 8, energyPj: 2060 });
  expect(page).toContain('Of the 704 mappings');
  expect(page).toContain('It takes 8 cycles and 2,060 pJ');
});
