import { describe, expect, it } from 'vitest';
import type { StorageLevel } from '../../src/arch/architecture.js';
import type { Compat } from '../../src/spec/compat.js';
import { build, saidBesidesEnergy } from './build.js';

/** DRAM, a container around everything below it, one storage, one MAC. */
function nodes(own: string, options: { container?: string; mesh?: string; className?: string } = {}): string {
  return `
  - !Component {name: DRAM, class: DRAM, attributes: {width: 8, datawidth: 8}}
  - !Container {name: PE, attributes: {${options.container ?? ''}}${options.mesh ? `, spatial: ${options.mesh}` : ''}}
  - !Component {name: Buf, class: ${options.className ?? 'storage'}, attributes: {${own}}}
  - !Component {name: mac, class: intmac}`;
}

function level(own: string, options: Parameters<typeof nodes>[1] & { compat?: Compat } = {}): StorageLevel {
  const built = build(nodes(own, options), options.compat ? { compat: options.compat } : {});
  if (!built.architecture) throw new Error(saidBesidesEnergy(built).join('\n'));
  return built.architecture.levels[0]!;
}

function refused(own: string, options: Parameters<typeof nodes>[1] = {}): string[] {
  return saidBesidesEnergy(build(nodes(own, options)));
}

describe('size of a storage level', () => {
  it('says which of two sizes has no effect', () => {
    expect(refused('width: 32, datawidth: 8, depth: 16, entries: 100')).toEqual([
      expect.stringContaining('depth has no effect'),
    ]);
    expect(refused('width: 32, datawidth: 8, depth: 16, entries: 64')).toEqual([]);
  });

  it('says which of two spellings has no effect, where they differ', () => {
    expect(refused('width: 8, datawidth: 8, depth: 16, data_storage_depth: 640, data_storage_width: 8')).toEqual([
      'W-UNUSED Buf.data_storage_depth has no effect, Buf.depth says how large it is',
    ]);
    expect(level('width: 8, datawidth: 8, data_storage_depth: 640, depth: 16').capacityWords).toBe(16);
  });

  it('may be nothing: no tile fits, and no energy is assumed', () => {
    expect(level('width: 16, datawidth: 8, depth: 0')).toMatchObject({ capacityWords: 0, energy: { readPj: 0 } });
    expect(level('datawidth: 8, entries: 0').effectiveCapacityWords).toBe(0);
    expect(level('datawidth: 8, sizeKB: 0').capacityWords).toBe(0);
  });

  it('takes words per row from width, and capacity from whatever gives it', () => {
    expect(level('width: 32, datawidth: 8, depth: 16')).toMatchObject({
      blockSize: 4,
      capacityWords: 64,
      clusterSize: 1,
    });
    expect(level('width: 32, datawidth: 8, depth: 16, entries: 100').capacityWords).toBe(100);
    expect(level('datawidth: 16, sizeKB: 1').capacityWords).toBe(512);
    expect(level('datawidth: 32, memory_depth: 512, n_words: 8')).toMatchObject({ blockSize: 8, capacityWords: 4096 });
    expect(level('word_bits: 4, datawidth: 8, memory_width: 8, data_storage_depth: 3')).toMatchObject({
      wordBits: 4,
      capacityWords: 6,
    });
  });

  it('shares a row among the instances of a cluster', () => {
    const clustered = level('width: 128, cluster_size: 2, datawidth: 16, depth: 8', { mesh: '{meshX: 4}' });
    expect(clustered).toMatchObject({ blockSize: 4, clusterSize: 2, capacityWords: 32, instances: 4 });
    expect(refused('width: 128, cluster_size: 3, datawidth: 16, depth: 8', { mesh: '{meshX: 4}' })).toContain(
      'E-ATTRIBUTE Buf.cluster_size 3 does not divide its 4 instances',
    );
    const undivided = build(nodes('width: 320, cluster_size: 20, datawidth: 16, depth: 8', { mesh: '{meshX: 8}' }));
    expect(undivided.diagnostics.filter(({ code }) => code === 'E-ATTRIBUTE')).toMatchObject([
      {
        message: 'Buf.cluster_size 20 does not divide its 8 instances',
        expected: 'a divisor of 8',
        hint: 'where no instances share a row: cluster_size 1 and a width of block_size x datawidth',
      },
    ]);
    expect(refused('width: 16, cluster_size: 2, datawidth: 8', { className: 'DRAM', mesh: '{meshX: 4}' })).toEqual([
      'E-ATTRIBUTE Buf.cluster_size is 2, but a DRAM is never shared',
    ]);
  });

  it('divides by multiple buffering and rounds down', () => {
    expect(level('datawidth: 8, depth: 85, multiple_buffering: 3')).toMatchObject({
      capacityWords: 85,
      effectiveCapacityWords: 28,
    });
    expect(level('datawidth: 8, depth: 270, multiple_buffering: 1.5').effectiveCapacityWords).toBe(180);
  });

  it('is unbounded for DRAM only', () => {
    expect(level('datawidth: 8, width: 64', { className: 'LPDDR_DRAM' })).toMatchObject({
      capacityWords: null,
      effectiveCapacityWords: null,
      technology: 'DRAM',
    });
    expect(level('datawidth: 8, depth: 6', { className: 'DRAM' }).capacityWords).toBe(6);
    expect(refused('width: 8, datawidth: 8')).toEqual(['E-ATTRIBUTE storage Buf has no size']);
  });

  it('refuses widths that hold no whole words', () => {
    expect(refused('width: 12, datawidth: 8, depth: 1')).toEqual([
      'E-ATTRIBUTE Buf.width of 12 bits holds no whole number of 8-bit words',
    ]);
    expect(refused('width: 32, datawidth: 8, depth: 1, block_size: 2')).toEqual([
      'E-ATTRIBUTE Buf.width of 32 bits is not 2 words x cluster size 1 x 8 bits',
    ]);
    const shared = build(nodes('width: 24, datawidth: 24, depth: 1, cluster_size: 8', { mesh: '{meshX: 8}' }));
    expect(shared.diagnostics.filter(({ code }) => code === 'E-ATTRIBUTE')).toMatchObject([
      {
        message: 'Buf.width of 24 bits holds no 24-bit word for each of the 8 instances that share a row',
        expected: 'a multiple of 192 bits',
      },
    ]);
    const found = build(nodes('width: 12, datawidth: 8, depth: 1')).diagnostics.find(
      (one) => one.code === 'E-ATTRIBUTE',
    )!;
    expect(found.expected).toBe('a multiple of 8 bits');
  });

  it('assumes 16 bits a word with a warning', () => {
    const built = build(nodes('depth: 4'));
    expect(built.architecture!.levels[0]!.wordBits).toBe(16);
    expect(saidBesidesEnergy(built)).toEqual(['W-ATTRIBUTE Buf gives no datawidth, 16 bits a word are assumed']);
  });
});

describe('other attributes', () => {
  it('are read with their defaults', () => {
    const plain = level('datawidth: 8, depth: 4');
    expect(plain).toMatchObject({
      minUtilization: 0,
      readBandwidth: null,
      writeBandwidth: null,
      sharedBandwidth: null,
      bandwidthScale: new Map(),
      networkFillLatencyCycles: 0,
      networkDrainLatencyCycles: 0,
      reductionSupported: true,
      areaUm2: null,
      hasPowerGating: false,
      powerGatedAt: 1,
    });
    const full = level(
      'datawidth: 8, depth: 4, read_bandwidth: 1.5, shared_bandwidth: 2, min_utilization: 0.5, network_fill_latency: 7, ' +
        'reduction_supported: false, per_dataspace_bandwidth_consumption_scale: {A: 0.25}',
    );
    expect(full).toMatchObject({
      minUtilization: 0.5,
      readBandwidth: 1.5,
      writeBandwidth: null,
      sharedBandwidth: 2,
      networkFillLatencyCycles: 7,
      reductionSupported: false,
      bandwidthScale: new Map([['A', 0.25]]),
    });
  });

  it('split the old bandwidth in halves, with a warning', () => {
    const built = build(nodes('datawidth: 8, depth: 4, bandwidth: 5, write_bandwidth: 1'));
    expect(built.architecture!.levels[0]).toMatchObject({ readBandwidth: 2.5, writeBandwidth: 1 });
    expect(saidBesidesEnergy(built)).toEqual([
      'W-LEGACY Buf.bandwidth is read as half of it for reads and half for writes',
    ]);
  });

  it('name no distributed or explicit networks', () => {
    expect(refused('datawidth: 8, depth: 4, network_type: "M:N"')).toEqual([
      'E-UNSUPPORTED Buf.network_type M:N (distributed multicast) is not modelled',
    ]);
    expect(refused('datawidth: 8, depth: 4, network_read: noc')).toEqual([
      'E-UNSUPPORTED Buf.network_read names an explicit network, which is not supported',
    ]);
  });

  it.each([
    ['read_bandwith', 'read_bandwidth'],
    ['Read-Bandwidth', 'read_bandwidth'],
    ['raed_bandwidht', 'read_bandwidth'],
    ['widht', 'width'],
    ['tecnology', 'technology'],
  ])('%s nearly spells a known one: the model would go on without it', (key, meant) => {
    const { diagnostics } = build(nodes(`datawidth: 8, depth: 4, ${key}: 3`));
    const found = diagnostics.find(({ code }) => code === 'E-ATTRIBUTE');
    expect(found).toMatchObject({ message: `Buf.${key} means nothing to the model`, hint: `did you mean ${meant}?` });
  });

  it.each(['write_energy', 'read_energy', 'energy_per_op'])('%s is no slip, but no energy of the model', (key) => {
    const { diagnostics } = build(nodes(`datawidth: 8, depth: 4, ${key}: 3`));
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const message = `Buf.${key} has no effect but where a component class uses it`;
    expect(diagnostics).toContainEqual(expect.objectContaining({ code: 'W-ATTRIBUTE', message }));
  });

  it.each([
    ['rw_bandwidth: 8', 'shared_bandwidth'],
    ['meshX: 4', 'spatial'],
    ['instances: 4', 'spatial'],
    ['energy: 3', 'vector_access_energy'],
    ['bypass: [Weights]', 'dataspace'],
  ])('%s is a limit or a cost elsewhere, and none here', (attribute, hint) => {
    const { diagnostics } = build(nodes(`datawidth: 8, depth: 4, ${attribute}`));
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const message = `Buf.${attribute.split(':')[0]} has no effect but where a component class uses it`;
    const said = { code: 'W-ATTRIBUTE', message, hint: expect.stringContaining(hint) };
    expect(diagnostics).toContainEqual(expect.objectContaining(said));
  });

  it.each([
    ['energy_per_hop', 'a container that has the fan-out'],
    ['router_energy', 'a container that has the fan-out'],
    ['read_bandwidth', 'for storages'],
    ['network_fill_latency', 'for storages'],
  ])('%s is nothing that a compute has', (key, hint) => {
    const { diagnostics } = build(
      nodes('datawidth: 8, depth: 4').replace('intmac}', `intmac, attributes: {${key}: 2}}`),
    );
    const message = `mac.${key} has no effect but where a component class uses it`;
    const said = { code: 'W-ATTRIBUTE', message, hint: expect.stringContaining(hint) };
    expect(diagnostics).toContainEqual(expect.objectContaining(said));
  });

  it.each([
    ['nports', 'n_ports'],
    ['nbanks', 'n_banks'],
  ])('%s is no limit that would be missing: only estimates take it', (key, meant) => {
    const { diagnostics } = build(nodes(`datawidth: 8, depth: 4, ${key}: 2`));
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const message = `Buf.${key} has no effect but where a component class uses it`;
    const hint = `did you mean ${meant}?`;
    expect(diagnostics).toContainEqual(expect.objectContaining({ code: 'W-ATTRIBUTE', message, hint }));
  });

  it('a container in capitals holds a constant', () => {
    expect(level('datawidth: DATAWIDTH, depth: 4', { container: 'DATAWIDTH: 8' })).toMatchObject({ wordBits: 8 });
    expect(refused('datawidth: DATAWIDTH, depth: 4', { container: 'DATAWIDTH: 8' })).toEqual([]);
    expect(refused('DATAWIDTH: 8, depth: 4')).toContain('E-ATTRIBUTE Buf.DATAWIDTH means nothing to the model');
  });

  it('what a class of the project declares is no slip', () => {
    const more = 'components: {classes: [{name: ours, attributes: {widths: 1}, subcomponents: [], actions: []}]}';
    expect(saidBesidesEnergy(build(nodes('datawidth: 8, depth: 4, widths: 3'), { more }))).toEqual([]);
    const without = saidBesidesEnergy(build(nodes('datawidth: 8, depth: 4, widths: 3')));
    expect(without).toEqual(['E-ATTRIBUTE Buf.widths means nothing to the model']);
  });

  it.each(['width_a', 'width_b', 'size', 'res', 'array', 'n_rdwr_ports', 'voltage'])('%s may be your own', (key) => {
    const { diagnostics } = build(nodes(`datawidth: 8, depth: 4, ${key}: 3`));
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

describe('inheritance', () => {
  const own = 'datawidth: 8, data_storage_depth: 9';

  it("respects a component's own word by default, however it is spelt", () => {
    expect(level(own, { container: 'depth: 4' }).capacityWords).toBe(9);
    expect(level('datawidth: 8, depth: 9', { container: 'entries: 4' }).capacityWords).toBe(9);
    expect(level('datawidth: 8', { container: 'depth: 4' }).capacityWords).toBe(4);
    expect(level(own, { container: 'word_bits: 4' }).wordBits).toBe(8);
    expect(level(own, { container: 'multiple_buffering: 3' }).effectiveCapacityWords).toBe(3);
    expect(level(own, { container: 'read_bandwidth: 2' }).readBandwidth).toBe(2);
    expect(level(`${own}, read_bandwidth: null`, { container: 'read_bandwidth: 2' }).readBandwidth).toBeNull();
  });

  it('follows the front end under --compat', () => {
    const compat = 'timeloop-v4';
    expect(level(own, { container: 'depth: 4', compat }).capacityWords).toBe(4);
    expect(level(own, { container: 'word_bits: 4', compat }).wordBits).toBe(4);
    expect(level(own, { container: 'multiple_buffering: 3', compat }).effectiveCapacityWords).toBe(9);
    expect(level(own, { container: 'read_bandwidth: 2', compat }).readBandwidth).toBe(2);
    expect(level(`${own}, read_bandwidth: null`, { container: 'read_bandwidth: 2', compat }).readBandwidth).toBe(2);
  });

  it('brings latency to fan-out levels under --compat only, and their wires always', () => {
    const container = 'network_fill_latency: 2, network_drain_latency: 1, router_energy: 0.5';
    const fanout = (compat: Compat): StorageLevel =>
      build(nodes(own, { container, mesh: '{meshX: 4}' }), { compat }).architecture!.levels[1]!;
    expect(fanout('none')).toMatchObject({ networkFillLatencyCycles: 0, networkDrainLatencyCycles: 0 });
    expect(fanout('timeloop-v4')).toMatchObject({ networkFillLatencyCycles: 2, networkDrainLatencyCycles: 1 });
    expect(fanout('none').network.routerEnergyPj).toBe(0.5);
    expect(fanout('timeloop-v4').network.routerEnergyPj).toBe(0.5);
  });

  it('prefers the inner container', () => {
    const inner = nodes(own, { container: 'read_bandwidth: 2' }).replace(
      '  - !Component {name: Buf',
      '  - !Container {name: inner, attributes: {read_bandwidth: 3}}\n  - !Component {name: Buf',
    );
    expect(build(inner).architecture!.levels[0]!.readBandwidth).toBe(3);
  });
});

describe('a fan-out level', () => {
  it('is one bit wide, holds nothing and rejects nothing', () => {
    const fanout = build(nodes('datawidth: 8, depth: 4', { mesh: '{meshX: 3, meshY: 2}' })).architecture!.levels[1]!;
    expect(fanout).toMatchObject({
      name: 'inter_PE_spatial',
      kind: 'fanout',
      leaf: 'PE',
      wordBits: 1,
      capacityWords: null,
      effectiveCapacityWords: null,
      instances: 1,
      fanoutX: 3,
      fanoutY: 2,
    });
    expect(fanout.energy).toMatchObject({ readPj: 0, leakPj: 0, source: 'none' });
  });
});

it('of compressed tiles, where nothing is stored compressed, have no effect and a warning each', () => {
  const saidOf = (own: string): readonly string[] => saidBesidesEnergy(build(nodes(`datawidth: 8, depth: 4, ${own}`)));
  const dropped = (name: string): string => `W-DROPPED Buf: ${name} has no effect, nothing is stored compressed there`;
  expect(saidOf('allow_overbooking: true')).toEqual([dropped('allow_overbooking')]);
  expect(saidOf('metadata_storage_width: 8, metadata_storage_depth: 16')).toEqual([
    dropped('metadata_storage_width'),
    dropped('metadata_storage_depth'),
  ]);
  expect(saidOf('allow_overbooking: false, metadata_storage_width: 0')).toEqual([]);
});

it('masks of uncompressed data take words of their level under compat, whatever they say', () => {
  const bits = (compat: Compat, rank = 'format: UB') => {
    const format = `representation_format: {data_spaces: [{name: A, ranks: [{${rank}}]}]}`;
    const metadata = 'metadata_storage_width: 8, metadata_storage_depth: 16, metadata_datawidth: 4';
    const text = nodes(`datawidth: 8, depth: 4, ${metadata}`).replace(
      '}}\n  - !Component {name: mac',
      `}, sparse_optimizations: {${format}}}\n  - !Component {name: mac`,
    );
    const [rank0] = build(text, { compat }).architecture!.levels[0]!.sparsity!.formats[0]!.ranks;
    return [rank0!.metadataBits, rank0!.payloadBits];
  };
  expect(bits('auto')).toEqual([1, 4]);
  expect(bits('timeloop-v4')).toEqual([4, 4]);
  expect(bits('timeloop-v4', 'format: UB, metadata_word_bits: 2')).toEqual([4, 4]);
  expect(bits('timeloop-v4', 'format: B')).toEqual([1, 4]);
});

it('masks have a bit for every position where no level says how wide metadata is', () => {
  const bits = (rank: string, own = '') => {
    const format = `representation_format: {data_spaces: [{name: A, ranks: [{format: ${rank}}]}]}`;
    const text = nodes(`datawidth: 8, depth: 4, metadata_storage_width: 8, metadata_storage_depth: 16${own}`).replace(
      '}}\n  - !Component {name: mac',
      `}, sparse_optimizations: {${format}}}\n  - !Component {name: mac`,
    );
    const [rank0] = build(text).architecture!.levels[0]!.sparsity!.formats[0]!.ranks;
    return [rank0!.metadataBits, rank0!.payloadBits];
  };
  expect(bits('B')).toEqual([1, 0]);
  expect(bits('CP')).toEqual([0, 0]);
  expect(bits('B', ', metadata_datawidth: 4')).toEqual([1, 4]);
});
