import { describe, expect, it } from 'vitest';
import { build, saidBesidesEnergy } from './build.js';

const dram = '  - !Component {name: DRAM, class: DRAM, attributes: {width: 8, datawidth: 8}}';
const mac = '  - !Component {name: mac, class: intmac}';
const storage = (name: string, more = ''): string =>
  `!Component {name: ${name}, class: storage, attributes: {width: 8, datawidth: 8, depth: 4}${more}}`;

/** Outermost first: name, mesh, fan-out. */
function line(nodes: string, compat: 'none' | 'timeloop-v4' = 'none'): string[] {
  const { architecture } = build(nodes, { compat });
  const levels = architecture!.levels.map(
    (level) => `${level.name} ${level.meshX}x${level.meshY} -> ${level.fanoutX}x${level.fanoutY}`,
  );
  const { compute } = architecture!;
  return [...levels.reverse(), `${compute.name} ${compute.meshX}x${compute.meshY}`];
}

// The worked example of section A.11 of the semantics.
const nested = `
  - !Container {name: sys, attributes: {technology: 45nm, foo: 3}}
  - !Component {name: DRAM, class: DRAM, attributes: {width: 8, datawidth: foo+5}}
  - !Component {name: GLB, class: SRAM, attributes: {width: 8, datawidth: 8, depth: 64}}
  - !Container {name: gated, attributes: {bar: foo*2}, spatial: {meshX: 14}}
  - !Hierarchical
    nodes:
    - !Container {name: PE, spatial: {meshY: 12}}
    - !Parallel
      nodes:
      - ${storage('isp', ', constraints: {dataspace: {keep: [Inputs]}}')}
      - ${storage('wsp', ', constraints: {dataspace: {keep: [Weights]}}')}
      - ${storage('osp', ', constraints: {dataspace: {keep: [Outputs]}}')}
  - !Component {name: mac, class: intmac, spatial: {meshX: 2}}`;

describe('flatten', () => {
  it('puts a fan-out level in front of every mesh and multiplies meshes on the way in', () => {
    expect(line(nested)).toEqual([
      'DRAM 1x1 -> 1x1',
      'GLB 1x1 -> 1x1',
      'inter_gated_spatial 1x1 -> 14x1',
      'inter_PE_spatial 14x1 -> 1x12',
      'isp 14x12 -> 1x1',
      'wsp 14x12 -> 1x1',
      'osp 14x12 -> 1x1',
      'inter_mac_spatial 14x12 -> 2x1',
      'mac 28x12',
    ]);
    expect(line(nested, 'timeloop-v4')).toEqual(line(nested));
  });

  it('hands attributes down through containers and evaluates them first', () => {
    const { architecture } = build(nested);
    const attributes = (name: string) => architecture!.levels.find((level) => level.name === name)!.attributes;
    expect(architecture!.levels.at(-1)!.wordBits).toBe(8);
    expect(attributes('DRAM')).toMatchObject({ technology: '45nm', foo: 3 });
    expect(attributes('DRAM')).not.toHaveProperty('bar');
    for (const name of ['isp', 'wsp', 'osp']) expect(attributes(name)).toMatchObject({ foo: 3, bar: 6 });
    expect(architecture!.compute.attributes).toMatchObject({ foo: 3, bar: 6 });
  });

  it('keeps the children of Parallel branches by level index', () => {
    const { architecture } = build(nested);
    expect(architecture!.parallels).toHaveLength(1);
    expect(architecture!.parallels[0]!.children).toEqual([
      { levels: [3], nothing: false, leaf: 'isp' },
      { levels: [2], nothing: false, leaf: 'wsp' },
      { levels: [1], nothing: false, leaf: 'osp' },
    ]);
    expect(architecture!.levels[3]!.name).toBe('isp');
    const passed = build(`${dram}\n  - !Parallel\n    nodes:\n    - !Nothing {}\n    - ${storage('A')}\n${mac}`);
    expect(passed.architecture!.parallels[0]!.children).toEqual([
      { levels: [], nothing: true, leaf: 'nothing' },
      { levels: [0], nothing: false, leaf: 'A' },
    ]);
  });

  it('skips disabled components, their mesh included', () => {
    const off = `${dram}\n  - ${storage('GLB', ', enabled: false, spatial: {meshX: 4}')}\n${mac}`;
    expect(line(off)).toEqual(['DRAM 1x1 -> 1x1', 'mac 1x1']);
  });

  it('finds classes by the words they contain', () => {
    const kinds = (className: string): string[] =>
      saidBesidesEnergy(
        build(`${dram}\n  - !Component {name: X, class: ${className}, attributes: {depth: 1, datawidth: 8}}\n${mac}`),
      );
    expect(kinds('smartbuffer_RF')).toEqual([]);
    expect(kinds('my_nothing')).toEqual([]);
    expect(kinds('XY_NoC')).toEqual(['E-UNSUPPORTED explicit network X (class XY_NoC) is not supported']);
    expect(kinds('bufer')).toEqual(['E-CLASS class bufer of X is neither a storage nor a compute class']);
    expect(kinds('my_mac_v2')).toEqual(['E-ARCH compute X stands outside mac']);
    // Storage words are looked for first.
    expect(kinds('compute_storage')).toEqual([]);
  });

  it('wants storage, and one compute at the end', () => {
    expect(saidBesidesEnergy(build(dram))).toEqual([
      'E-ARCH the last component must be compute, but DRAM is of class DRAM',
    ]);
    expect(saidBesidesEnergy(build(`${dram}\n  - !Container {name: PE, spatial: {meshX: 2}}`))).toEqual([
      'E-ARCH the last component must be compute, but PE is a container',
    ]);
    expect(saidBesidesEnergy(build(mac))).toEqual(['E-ARCH the architecture has no storage level']);
  });

  it('refuses a leaf named like the fan-out level of another', () => {
    const alike = build(`${dram}\n  - ${storage('inter_mac_spatial')}\n${mac}`);
    expect(saidBesidesEnergy(alike)).toEqual(['E-DUPLICATE inter_mac_spatial is the name of the fan-out level of mac']);
  });
});

describe('Parallel branches', () => {
  const parallel = (...children: string[]): string =>
    `${dram}\n  - !Parallel\n    nodes:\n${children.map((child) => `    - ${child}`).join('\n')}\n${mac}`;
  const inside = `!Hierarchical {nodes: [!Container {name: PE, attributes: {foo: 1}, spatial: {meshX: 4}}, ${storage('A')}]}`;

  it('hold no containers and no fan-out of their own', () => {
    expect(saidBesidesEnergy(build(parallel('!Container {name: PE}', storage('A'))))).toEqual([
      'E-PARALLEL container PE stands directly under a Parallel branch',
    ]);
    for (const compat of ['none', 'timeloop-v4'] as const) {
      const fanned = build(parallel(storage('A', ', spatial: {meshX: 2}')), { compat });
      expect(saidBesidesEnergy(fanned)).toEqual(['E-PARALLEL A fans out inside a Parallel branch']);
    }
    expect(saidBesidesEnergy(build(parallel('!Component {name: alu, class: mac}')))).toEqual([
      'E-PARALLEL compute alu stands inside a Parallel branch',
    ]);
  });

  it('let a nested fan-out leak only under --compat, with a warning', () => {
    expect(saidBesidesEnergy(build(parallel(inside, storage('B'))))).toEqual([
      'E-PARALLEL PE fans out inside a Parallel branch',
    ]);
    const leaking = build(parallel(inside, storage('B')), { compat: 'timeloop-v4' });
    expect(saidBesidesEnergy(leaking).map((text) => text.slice(0, 8))).toEqual(['W-COMPAT', 'W-COMPAT']);
    const [b, a] = leaking.architecture!.levels;
    expect([a!.name, a!.instances, b!.name, b!.instances]).toEqual(['A', 4, 'B', 4]);
    expect(leaking.architecture!.compute.instances).toBe(4);
    expect(b!.attributes).toHaveProperty('foo');
  });

  it('keep the attributes of a container inside one child to that child', () => {
    const child = inside.replace(', spatial: {meshX: 4}', '');
    const { architecture } = build(parallel(child, storage('B')));
    expect(architecture!.levels.find((level) => level.name === 'A')!.attributes).toHaveProperty('foo');
    expect(architecture!.levels.find((level) => level.name === 'B')!.attributes).not.toHaveProperty('foo');
    expect(architecture!.compute.attributes).not.toHaveProperty('foo');
  });
});
