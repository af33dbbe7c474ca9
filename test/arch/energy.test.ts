import { describe, expect, it } from 'vitest';
import { build, said, saidBesidesEnergy } from './build.js';

const nodes = (buffer: string, more = ''): string => `
  - !Component {name: DRAM, class: DRAM, attributes: {width: 16, datawidth: 8}}
  - !Component {name: Buf, class: storage, attributes: {${buffer}}${more}}
  - !Component {name: mac, class: intmac, attributes: {datawidth: 8}}`;

const table = (component: string, actions: Record<string, number | readonly number[]>): string =>
  `  - name: top.${component}[1..1]\n    actions:\n${Object.entries(actions)
    .flatMap(([name, energy]) => [energy].flat().map((one) => `    - {name: ${name}, arguments: {}, energy: ${one}}`))
    .join('\n')}\n`;

const ert = (...tables: string[]): string => `ERT:\n  version: 0.4\n  tables:\n${tables.join('')}`;

const others = table('DRAM', { read: 1, write: 1 }) + table('mac', { compute: 1 });

function buffer(
  actions: Record<string, number | readonly number[]>,
  attributes = 'width: 8, datawidth: 8, depth: 1024',
) {
  const built = build(nodes(attributes), { more: ert(others, table('Buf', actions)) });
  return { ...built.architecture!.levels[0]!.energy, said: said(built) };
}

describe('energies of storage', () => {
  it('are looked up by action name, first hit first', () => {
    expect(buffer({ read: 1, write: 2, update: 3, leak: 4 })).toMatchObject({
      readPj: 1,
      fillPj: 2,
      updatePj: 3,
      leakPj: 4,
      source: 'ERT',
    });
    expect(buffer({ read: 1, write: 2 })).toMatchObject({ fillPj: 2, updatePj: 2, source: 'ERT' });
    expect(buffer({ read: 1, fill: 5, write: 2 })).toMatchObject({ fillPj: 5, updatePj: 2 });
    expect(buffer({ random_read: 7, read: 1, random_write: 8, fill: 5, update: 6 })).toMatchObject({
      readPj: 7,
      fillPj: 8,
      updatePj: 8,
    });
  });

  it('take the greatest of several entries for one action', () => {
    expect(buffer({ read: [1, 3, 2], write: 1 })).toMatchObject({ readPj: 3 });
  });

  it('fall back to a coarse figure with a warning', () => {
    const found = buffer({ read: 6 });
    // 8192 bits: y = 1 + 5/99.5 * (1 - 0.5), half a 16-bit word.
    expect(found.fillPj).toBeCloseTo((1 + 2.5 / 99.5) / 2, 12);
    expect(found.updatePj).toBe(found.fillPj);
    expect(found).toMatchObject({ readPj: 6, leakPj: 0, source: 'default' });
    expect(found.said).toEqual(['W-ENERGY no fill or update energy is given for Buf, 0.5126 pJ per row are assumed']);
  });

  it('name the actions that a table has instead', () => {
    const tables = ert(others.replace('compute', 'toggle'), table('Buf', { access: 0.009, idle: 0 }));
    const { diagnostics } = build(nodes('width: 8, datawidth: 8, depth: 4'), { more: tables });
    expect(diagnostics.map(({ hint }) => hint)).toEqual([
      'of mac only toggle is known: call its action compute, or add energy to its attributes',
      'of Buf only access, idle is known: call its actions read, write and update, or add vector_access_energy to its attributes',
    ]);
  });

  it('of DRAM fall back to 200 pJ for 16 bits', () => {
    const { architecture } = build(nodes('datawidth: 8, depth: 1'));
    expect(architecture!.levels[1]!.energy).toMatchObject({ readPj: 200, fillPj: 200, source: 'default' });
    expect(architecture!.compute).toMatchObject({ energyPj: 0.25, energySource: 'default' });
  });

  it('are overridden by vector_access_energy, leakage included', () => {
    const found = buffer(
      { read: 1, write: 2, leak: 4 },
      'width: 8, datawidth: 8, depth: 4, vector_access_energy: 9, addr_gen_energy: 0.5',
    );
    expect(found).toMatchObject({
      readPj: 9,
      fillPj: 9,
      updatePj: 9,
      leakPj: 0,
      addressGenerationPj: 0.5,
      source: 'attribute',
    });
    expect(found.said).toEqual([]);
  });

  it('scale only where they are assumed', () => {
    const plain = build(nodes('datawidth: 8, depth: 1')).architecture!.levels[0]!.energy.readPj;
    const scaled = build(nodes('datawidth: 8, depth: 1', ', energy_scale: 3'));
    expect(scaled.architecture!.levels[0]!.energy.readPj).toBeCloseTo(3 * plain, 12);
    const tabled = build(nodes('datawidth: 8, depth: 1', ', energy_scale: 3'), {
      more: ert(others, table('Buf', { read: 1, write: 1 })),
    });
    expect(tabled.architecture!.levels[0]!.energy.readPj).toBe(1);
    expect(said(tabled)).toEqual(['W-UNUSED Buf.energy_scale has no effect, its energies come from the ERT']);
    const scales = ', energy_scale: 3, area_scale: 2';
    const given = build(nodes('datawidth: 8, depth: 1, vector_access_energy: 2, cluster_area: 5', scales), {
      more: 'variables: {technology: 45nm}',
    });
    expect(given.architecture!.levels[0]!.areaUm2).toBe(5);
    expect(said(given).filter((text) => text.startsWith('W-UNUSED'))).toEqual([
      'W-UNUSED Buf.energy_scale has no effect, its energies come from its attributes',
      'W-UNUSED Buf.area_scale has no effect, only an estimated area is scaled',
    ]);
    // The published table of floating-point units has energies and no areas.
    const unit = nodes('datawidth: 8, depth: 1').replace(
      'class: intmac',
      'area_scale: 2, class: intmac, subclass: fpmac',
    );
    const noArea = build(unit, { more: 'variables: {technology: 45nm}' });
    expect(noArea.architecture!.compute).toMatchObject({ areaUm2: null, energySource: 'table' });
    expect(said(noArea).filter((text) => text.startsWith('W-UNUSED'))).toEqual([
      'W-UNUSED mac.area_scale has no effect, only an estimated area is scaled',
    ]);
  });
});

describe('energies of compute', () => {
  it('prefer the ERT to the attribute, and the random action to the plain one', () => {
    const given = nodes('datawidth: 8, depth: 1').replace(
      'class: intmac, attributes: {',
      'class: intmac, attributes: {energy: 7, ',
    );
    const tabled = build(given, { more: ert(table('mac', { mac_random: 2, compute: 3 })) });
    expect(tabled.architecture!.compute).toMatchObject({ energyPj: 2, energySource: 'ERT' });
    expect(build(given).architecture!.compute).toMatchObject({ energyPj: 7, energySource: 'attribute' });
  });
});

describe('tables', () => {
  it('that belong to nothing are pointed out', () => {
    const built = build(nodes('datawidth: 8, depth: 1'), { more: ert(others, table('Bufs', { read: 1 })) });
    expect(saidBesidesEnergy(built)).toEqual([
      'W-UNUSED the ERT has a table for Bufs, which the architecture does not have',
    ]);
    expect(built.diagnostics.find((one) => one.code === 'W-UNUSED')!.hint).toBe('did you mean Buf?');
  });

  it('without areas are used, and under --compat that is said', () => {
    const more = ert(others, table('Buf', { read: 1, write: 1 }));
    const attributes = nodes('datawidth: 8, depth: 1');
    expect(said(build(attributes, { more }))).toEqual([]);
    const compat = build(attributes, { more, compat: 'timeloop-v4' });
    expect(said(compat)).toEqual(['W-COMPAT the reference ignores an ERT that comes without an ART, here it is used']);
    expect(compat.architecture!.levels[0]!.energy.source).toBe('ERT');
  });
});

describe('inferred networks', () => {
  // Reference case n01: four register files under a buffer, wires of 0.05 pJ per bit and mm.
  const tree = `
  - !Component {name: DRAM, class: DRAM, attributes: {width: 8, datawidth: 8}}
  - !Component {name: GLB, class: storage, attributes: {width: 8, datawidth: 8, depth: 2048}}
  - !Container {name: PE, spatial: {meshX: 4}}
  - !Component {name: RF, class: storage, attributes: {width: 8, datawidth: 8, depth: 64}}
  - !Component {name: mac, class: intmac}`;
  const art = `ART:
  version: 0.4
  tables:
  - {name: "top.GLB[1..1]", area: 1000000.0}
  - {name: "top.RF[1..4]", area: 10000.0}
  - {name: "top.mac[1..4]", area: 2500.0}
`;

  it('are as long as the area inside them is wide', () => {
    const { architecture } = build(tree, { more: ert(table('wire', { transfer_random: 0.05 })) + art });
    const perHop = architecture!.levels.map(
      ({ network }) => network.wordBits * network.tileWidthMm! * network.wireEnergyPjPerBitMm,
    );
    expect(architecture!.levels.map((level) => level.name)).toEqual(['RF', 'inter_PE_spatial', 'GLB', 'DRAM']);
    [0.02, 0.005590170027, 0.0894427204, 0.409878036746].forEach((expected, index) => {
      expect(perHop[index]!).toBeCloseTo(expected, 6);
    });
    expect(architecture!.levels.map((level) => level.areaUm2)).toEqual([10000, null, 1000000, null]);
    expect(architecture!.compute.areaUm2).toBe(2500);
  });

  it('count areas that attributes give, beside those of a table', () => {
    const attributed = tree
      .replace('depth: 64', 'depth: 64, cluster_size: 2, width: 16, cluster_area: 20000')
      .replace('intmac}', 'intmac, attributes: {area: 2500}}')
      .replace('width: 8, datawidth: 8, depth: 64', 'datawidth: 8, depth: 64');
    const widths = (more: string) => {
      const built = build(attributed, { more: ert(table('wire', { transfer_random: 0.05 })) + more });
      expect(said(built).filter((text) => text.includes('wires below'))).toEqual([]);
      return built.architecture!.levels.map(({ network }) => network.tileWidthMm! * 1000);
    };
    const ofTable = 'ART: {version: 0.4, tables: [{name: GLB, area: 1000000}]}';
    expect(widths(ofTable)).toEqual([2500, 12500, 50000, 1050000].map(Math.sqrt));
    expect(widths('')).toEqual([2500, 12500, 50000, 50000].map(Math.sqrt));
  });

  it('cost nothing without areas, and say so', () => {
    const built = build(tree, { more: ert(table('wire', { transfer_random: 0.05 })) });
    expect(built.architecture!.levels.map((level) => level.network.tileWidthMm)).toEqual([null, null, null, null]);
    expect(said(built).filter((text) => text.includes('wires below'))).toHaveLength(4);
  });

  it('estimate their wires on request, by technology and by the areas of what is estimated', () => {
    const wired = tree.replace('meshX: 4}', 'meshX: 4}, attributes: {wire_energy: estimated}');
    const built = build(wired, { more: 'variables: {technology: 40nm}' });
    const [, fanout, buffer] = built.architecture!.levels;
    expect(fanout!.network.wireEnergyPjPerBitMm).toBeCloseTo(310 / 2560, 12);
    expect(fanout!.network.tileWidthMm).toBeGreaterThan(0);
    expect(buffer!.network.wireEnergyPjPerBitMm).toBe(0);
    const without = build(wired);
    expect(said(without).filter((text) => text.includes('because no technology is given'))).toHaveLength(2);
  });

  it('say that words of a fan-out are a bit wide, unless their width is given', () => {
    const wide = (attributes: string) => tree.replace('meshX: 4}', `meshX: 4}, attributes: {${attributes}}`);
    const narrow = (attributes: string) =>
      said(build(wide(attributes), { more: art })).filter((text) => text.includes('1 bit a word'));
    expect(narrow('wire_energy: 0.05')).toEqual([
      'W-ENERGY wires of the fan-out at PE are charged for 1 bit a word, as in the reference',
    ]);
    expect(narrow('wire_energy: 0.05, network_word_bits: 8')).toEqual([]);
    expect(narrow('wire_energy: 0.05, energy_per_hop: 2')).toEqual([]);
    expect(narrow('router_energy: 2')).toEqual([]);
  });

  it('say that no word hops below a storage that does not fan out itself', () => {
    const idle = (text: string) => said(build(text)).filter((one) => one.includes('costs nothing: '));
    expect(idle(tree.replace('depth: 2048', 'depth: 2048, energy_per_hop: 2'))).toEqual([
      'W-ATTRIBUTE GLB.energy_per_hop costs nothing: words make no hops below a storage without a fan-out of its own',
    ]);
    expect(idle(tree.replace('meshX: 4}', 'meshX: 4}, attributes: {energy_per_hop: 2}'))).toEqual([]);
    expect(idle(tree.replace('depth: 2048', 'depth: 2048, energy_per_hop: 0'))).toEqual([]);
  });

  it('take their parameters from attributes', () => {
    const parameters =
      'network_word_bits: 12, router_energy: 2, wire_energy: 0.3, energy_per_hop: 4, tile_width: 500, energy_per_ingress: 1';
    const { architecture } = build(tree.replace('depth: 64', `depth: 64, ${parameters}, cluster_area: 9`));
    expect(architecture!.levels[0]!.network).toEqual({
      wordBits: 12,
      energyPerHopPj: 4,
      wireEnergyPjPerBitMm: 0.3,
      tileWidthMm: 0.5,
      routerEnergyPj: 2,
      ingressEnergyPj: 1,
    });
    expect(architecture!.levels[0]!.areaUm2).toBe(9);
  });
});

describe('a cycle that is none', () => {
  const problems = (seconds: string) =>
    build(nodes('width: 8, datawidth: 8, depth: 64'), {
      more: `variables: {technology: 45nm, global_cycle_seconds: ${seconds}}`,
    })
      .diagnostics.filter(({ message }) => message.includes('cycle'))
      .map(({ code, message }) => `${code} ${message}`);

  it('is warned of once, whether it has a unit or is in nanoseconds', () => {
    const is = 'is no cycle: leakage is that of';
    expect(problems('5ns')).toEqual([`W-ENERGY global_cycle_seconds 5ns ${is} 1 ns, the default`]);
    expect(problems('1')).toEqual([`W-ENERGY global_cycle_seconds 1 ${is} 1 s`]);
    expect(problems('0')).toEqual([`W-ENERGY global_cycle_seconds 0 ${is} 0 s`]);
  });

  it('is none that is a number of seconds, quoted or not', () => {
    expect(['1e-9', '"1e-9"', '2.0e-6'].flatMap(problems)).toEqual([]);
  });
});

describe('a technology that is none', () => {
  const problems = (variables: string, technology: string) =>
    build(nodes(`width: 8, datawidth: 8, depth: 64, technology: ${technology}`), { more: `variables: {${variables}}` })
      .diagnostics.filter(({ message }) => message.includes('is not a technology'))
      .map(({ code, message, hint, span }) => [
        `${code} ${message}`,
        hint,
        span!.source.text.slice(span!.start, span!.end),
      ]);

  it('is an error where it is written, once', () => {
    expect(problems('', '"hello"')).toEqual([['E-ATTRIBUTE hello is not a technology', undefined, '"hello"']]);
    expect(problems('tech: techo, techno: 45nm', 'tech')).toEqual([
      ['E-ATTRIBUTE techo is not a technology', 'write techno', 'techo'],
    ]);
  });

  it('is a warning where it may be the name of a process, with the node in it', () => {
    expect(problems('', 'nm45')).toEqual([['W-ENERGY nm45 is not a technology', 'write 45nm', 'nm45']]);
    expect(problems('', 'asap7')).toEqual([['W-ENERGY asap7 is not a technology', 'write 7nm', 'asap7']]);
    const shared = build(nodes('width: 8, datawidth: 8, depth: 64'), { more: 'variables: {technology: 45mm}' });
    expect(said(shared).filter((text) => text.includes('is not a technology'))).toContain(
      'W-ENERGY 45mm is not a technology',
    );
  });

  it('does no harm where no estimate is made, and places to be filled in are none', () => {
    const given = 'width: 8, datawidth: 8, depth: 64, vector_access_energy: 1, technology: nm45';
    expect(said(build(nodes(given))).filter((text) => text.startsWith('E-'))).toEqual([]);
    expect(problems('', '"must_specify"')).toEqual([]);
    expect(problems('', '"7 nm"')).toEqual([]);
  });
});

describe('actions of an ERT', () => {
  const warned = (actions: Record<string, number>) =>
    build(nodes('width: 8, datawidth: 8, depth: 64'), { more: ert(others, table('Buf', actions)) })
      .diagnostics.filter(({ code }) => code === 'W-UNUSED')
      .map(({ message, hint }) => [message, hint]);

  it('that are a letter from one of the model are warned about', () => {
    expect(warned({ read: 1, raed: 5, write: 1 })).toEqual([
      ['the ERT lists an action raed of Buf, which the model does not have', 'did you mean read?'],
    ]);
  });

  it('and others are not', () => {
    expect(warned({ read: 1, write: 1, update: 1, leak: 0, gated_read: 0, metadata_read: 1, row: 3, idle: 1 })).toEqual(
      [],
    );
  });
});

describe('a voltage that is none', () => {
  const problems = (voltage: string) =>
    build(nodes('width: 8, datawidth: 8, depth: 64'), {
      more: `variables: {technology: 45nm, voltage: ${voltage}}`,
    })
      .diagnostics.filter(({ message }) => message.includes('supply'))
      .map(({ code, message }) => `${code} ${message}`);

  it('is warned of once, whether it has a unit or is in millivolts', () => {
    const is = 'is no supply: energies are those';
    expect(problems('1V')).toEqual([`W-ENERGY voltage 1V ${is} of the nominal one`]);
    expect(problems('0')).toEqual([`W-ENERGY voltage 0 ${is} of the nominal one`]);
    expect(problems('900')).toEqual([`W-ENERGY voltage 900 ${is} at 900 V`]);
    expect(['0.9', '"0.9"'].flatMap(problems)).toEqual([]);
  });
});

describe('an estimate of a storage that says its size in words', () => {
  const readPj = (size: string) =>
    build(nodes(`datawidth: 8, ${size}`), { more: 'variables: {technology: 45nm}' }).architecture!.levels[0]!.energy
      .readPj;

  it('is that of as many rows of the same width, whether words a row are given or follow from it', () => {
    const rows = readPj('width: 64, depth: 256');
    expect(rows).toBeGreaterThan(0);
    expect(readPj('width: 64, block_size: 8, entries: 2048')).toBe(rows);
    expect(readPj('width: 64, entries: 2048')).toBe(rows);
    expect(readPj('block_size: 8, entries: 2048')).toBe(rows);
    expect(readPj('width: 64, sizeKB: 2')).toBe(rows);
  });
});
