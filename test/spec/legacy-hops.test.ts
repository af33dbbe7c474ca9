// Hops of trees of before version 0.4: the storage above a fan-out says what they cost (F.10). By hand, and as converted.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapperHere } from '../cli/run-mapper.js';
import { oldFiles } from '../support/old-files.js';
import { attributesOf, leavesOf, read } from './reading.js';

let directory = '';

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mapper-hops-'));
  writeFileSync(join(directory, 'layer.yaml'), oldFiles['layer.yaml']);
});

afterAll(() => rmSync(directory, { recursive: true }));

interface Told {
  readonly energyPj: number;
  readonly networks: readonly { readonly name: string; readonly energyPj: number }[];
  readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
}

async function evaluated(...inputs: readonly string[]): Promise<Told> {
  const { stdout } = await mapperHere(['evaluate', ...inputs, '--json'], { directory });
  return JSON.parse(stdout) as Told;
}

/** As it is, and as `mapper convert` writes it. */
async function both(tree: string, mapping: string): Promise<Told> {
  writeFileSync(join(directory, 'tree.yaml'), tree);
  writeFileSync(join(directory, 'mapping.yaml'), mapping);
  const inputs = ['tree.yaml', 'layer.yaml', 'mapping.yaml'];
  await mapperHere(['convert', ...inputs, '-o', 'new.yaml', '--force'], { directory });
  const [old, today] = [await evaluated(...inputs), await evaluated('new.yaml')];
  expect(today.energyPj).toBe(old.energyPj);
  expect(today.networks).toEqual(old.networks);
  const said = old.diagnostics.filter(({ code }) => code !== 'W-LEGACY').map(({ message }) => message);
  expect(today.diagnostics.map(({ message }) => message)).toEqual(said);
  return old;
}

const row = (glb: string, { outside = '', dram = '' } = {}) => `architecture:
  version: 0.3
  subtree:
  - name: system
    attributes: {technology: 45nm${outside}}
    local:
    - {name: DRAM, class: DRAM, attributes: {width: 8, word-bits: 8, vector_access_energy: 0${dram}}}
    - {name: GLB, class: SRAM, attributes: {entries: 64, width: 8, word-bits: 8, vector_access_energy: 0${glb}}}
    - {name: "MAC[0..3]", class: intmac, attributes: {meshX: 4, word-bits: 8, energy: 0}}
`;

const inRow = `mapping:
- {target: DRAM, type: temporal, factors: M1 N4 K6, permutation: MNK}
- {target: GLB, type: temporal, factors: M2 N1 K1}
- {target: GLB, type: spatial, factors: M4 N1 K1}
`;

// Four units in a row are 0 to 3 hops away. A and Z make 192 accesses of one word to one unit each, on average 1.5 hops
// (one router and one more); B is sent to all four 24 times (three hops, four routers), and its 96 other words come from
// neighbours, each over one hop and through two routers.
const inWords = (hop: number, router: number, ingress: number) =>
  2 * (288 * hop + 2 * 192 * router + 192 * ingress) +
  (72 * hop + 4 * 24 * router + 24 * ingress) +
  96 * (hop + 2 * router);

test.each([
  { glb: ', energy-per-hop: 3', hop: 3, router: 0, ingress: 0 },
  { glb: ', energy_per_hop: 3, router-energy: 2, energy-per-ingress: 1', hop: 3, router: 2, ingress: 1 },
  // Words as wide as the storage's over two millimetres.
  { glb: ', wire-energy: 0.25, tile-width: 2000', hop: 8 * 2 * 0.25, router: 0, ingress: 0 },
  { glb: ', wire-energy: 0.25, tile-width: 2000, network-word-bits: 16', hop: 16 * 2 * 0.25, router: 0, ingress: 0 },
  { glb: '', outside: ', wire-energy: 0.25, tile-width: 2000', hop: 8 * 2 * 0.25, router: 0, ingress: 0 },
  { glb: ', energy-per-hop: 3', outside: ', energy-per-hop: 5', hop: 3, router: 0, ingress: 0 },
  { glb: ', energy-per-hop: ', outside: ', energy-per-hop: 5', hop: 5, router: 0, ingress: 0 },
])('words pay what the storage above the fan-out says: %o', async ({ glb, outside, hop, router, ingress }) => {
  const told = await both(row(glb, { outside }), inRow);
  expect(told.energyPj).toBe(inWords(hop, router, ingress));
  expect(told.diagnostics.filter(({ code }) => code !== 'W-LEGACY')).toEqual([]);
});

test('a router that containers speak of is passed once on the way to a fan-out', async () => {
  const told = await both(row('', { outside: ', router-energy: 2', dram: ', router-energy: 0' }), inRow);
  expect(told.energyPj).toBe(inWords(0, 2, 0));
});

test('a storage without a fan-out pays for the router below it alone', async () => {
  const told = await both(row('', { dram: ', router-energy: 2, energy-per-hop: 3' }), inRow);
  // 48 words of A, 24 of B, and of Z 192 that return.
  expect(told.energyPj).toBe(2 * (48 + 24 + 192));
  expect(told.diagnostics.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('DRAM.energy_per_hop costs nothing'),
  );
});

const nested = (own: { readonly glb: string; readonly rf: string; readonly pe?: string }) => `architecture:
  version: 0.3
  subtree:
  - name: system
    attributes: {router-energy: 7}
    local:
    - {name: DRAM, class: DRAM, attributes: {width: 8, word-bits: 8, vector_access_energy: 0}}
    - {name: GLB, class: SRAM, attributes: {entries: 256, width: 8, word-bits: 8, vector_access_energy: 0${own.glb}}}
    subtree:
    - name: PE[0..1]
      attributes: {technology: 45nm${own.pe ?? ''}}
      local:
      - {name: RF, class: regfile, attributes: {entries: 64, width: 8, word-bits: 8, vector_access_energy: 0${own.rf}}}
      - {name: "reg[0..3]", class: regfile, attributes: {entries: 9, width: 8, word-bits: 8, meshX: 8, vector_access_energy: 0}}
      - {name: MAC, class: intmac, attributes: {instances: 8, meshX: 8, word-bits: 8, energy: 0}}
`;

test('what a storage says holds for its own fan-out and for nothing further inside', () => {
  const networks = (own: { readonly glb: string; readonly rf: string; readonly pe?: string }) => {
    const { spec, diagnostics } = read(nested(own));
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const names = leavesOf(spec!.architecture!).map(({ name }) => name.value);
    return Object.fromEntries(names.map((name) => [name, wires(attributesOf(spec!, name))]));
  };
  const apart = networks({ glb: ', energy-per-hop: 3, router-energy: 2', rf: ', wire-energy: 0.5', pe: '' });
  expect(apart).toEqual({
    system: { router_energy: 7 },
    DRAM: {},
    GLB: { router_energy: 0 },
    PE: { router_energy: 2, energy_per_hop: 3 },
    RF: { router_energy: 0 },
    reg_wires: { network_word_bits: 8, router_energy: 7, wire_energy: 0.5, energy_per_hop: null },
    reg: {},
    MAC: {},
  });
  const container = networks({ glb: ', router-energy: 2', rf: '', pe: ', energy-per-hop: 4, router-energy: 3' });
  expect(container).toMatchObject({
    PE: { energy_per_hop: 4, router_energy: 2 },
    reg_wires: { router_energy: 3 },
    reg: {},
  });
});

test('the container put in has a name of its own', () => {
  const text = row(', energy-per-hop: 3').replaceAll('GLB', 'MAC_wires');
  const { spec, diagnostics } = read(text);
  expect(diagnostics.map(({ code }) => code)).toEqual(['W-LEGACY']);
  expect(leavesOf(spec!.architecture!).map(({ name }) => name.value)).toEqual([
    'system',
    'DRAM',
    'MAC_wires',
    'MAC_wires_',
    'MAC',
  ]);
});

function wires(attributes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(attributes).filter(
      ([key]) => /energy_per|_energy$|tile|network/.test(key) && key !== 'vector_access_energy',
    ),
  );
}

test('the same energies as in today’s form, network by network', async () => {
  const tree = nested({ glb: ', energy-per-hop: 3, router-energy: 2', rf: ', wire-energy: 0.5, tile-width: 1000' });
  const told = await both(
    tree,
    `mapping:
- {target: DRAM, type: temporal, factors: M1 N2 K6, permutation: MNK}
- {target: GLB, type: temporal, factors: M1 N1 K1}
- {target: GLB, type: spatial, factors: M1 N2 K1}
- {target: RF, type: temporal, factors: M2 N1 K1}
- {target: RF, type: spatial, factors: M4 N1 K1}
- {target: reg, type: temporal, factors: M1 N1 K1}
`,
  );
  writeFileSync(
    join(directory, 'today.yaml'),
    `architecture:
  version: 0.4
  nodes:
  - !Component {name: DRAM, class: DRAM, attributes: {width: 8, datawidth: 8, vector_access_energy: 0, router_energy: 7}}
  - !Component {name: GLB, class: SRAM, attributes: {entries: 256, width: 8, datawidth: 8, vector_access_energy: 0}}
  - !Container {name: PE, attributes: {energy_per_hop: 3, router_energy: 2}, spatial: {meshX: 2}}
  - !Component
    name: RF
    class: regfile
    attributes: {entries: 64, width: 8, datawidth: 8, vector_access_energy: 0, router_energy: 0}
  - !Container
    name: inner
    attributes: {energy_per_hop: 4, router_energy: 7}
  - !Component
    name: reg
    class: regfile
    attributes: {entries: 9, width: 8, datawidth: 8, vector_access_energy: 0}
    spatial: {meshX: 4}
  - !Component {name: MAC, class: compute, attributes: {datawidth: 8, energy: 0}}
mapping:
- {target: DRAM, type: temporal, factors: [M=1, N=2, K=6], permutation: [M, N, K]}
- {target: GLB, type: temporal, factors: [M=1, N=1, K=1]}
- {target: PE, type: spatial, factors: [M=1, N=2, K=1]}
- {target: RF, type: temporal, factors: [M=2, N=1, K=1]}
- {target: reg, type: spatial, factors: [M=4, N=1, K=1]}
- {target: reg, type: temporal, factors: [M=1, N=1, K=1]}
`,
  );
  const today = await evaluated('today.yaml', 'layer.yaml');
  expect(told.networks).toEqual(today.networks);
  expect(told.energyPj).toBe(today.energyPj);
});
