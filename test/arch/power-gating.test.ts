import { describe, expect, it } from 'vitest';
import { leastLeaking } from '../../src/arch/power-gating.js';
import type { Compat } from '../../src/spec/compat.js';
import { build, saidBesidesEnergy } from './build.js';

/** Outermost first: DRAM, inter_cluster_spatial, GLB, inter_PE_spatial, RF. */
function tree(options: { cluster?: string; pe?: string; rf?: string }): string {
  return `
  - !Component {name: DRAM, class: DRAM, attributes: {datawidth: 8}}
  - !Container {name: cluster, attributes: {${options.cluster ?? ''}}, spatial: {meshX: 2}}
  - !Component {name: GLB, class: storage, attributes: {datawidth: 8, depth: 4}}
  - !Container {name: PE, attributes: {${options.pe ?? ''}}, spatial: {meshX: 4}}
  - !Component {name: RF, class: storage, attributes: {datawidth: 8, depth: 4, ${options.rf ?? 'x: 1'}}}
  - !Component {name: mac, class: intmac}`;
}

function gates(options: Parameters<typeof tree>[0] & { compat?: Compat }): Record<string, string> {
  const built = build(tree(options), options.compat ? { compat: options.compat } : {});
  const { levels } = built.architecture!;
  return Object.fromEntries(
    levels.map((level) => [level.name, level.hasPowerGating ? levels[level.powerGatedAt]!.name : 'none']),
  );
}

describe('power gating', () => {
  it("is each component's own by default, and absent unless asked for", () => {
    expect(gates({})).toMatchObject({ DRAM: 'none', GLB: 'none', RF: 'none' });
    expect(gates({ rf: 'has_power_gating: true' })).toMatchObject({ GLB: 'none', RF: 'RF' });
  });

  it('of a container is shared by all it contains, at its own granularity', () => {
    expect(gates({ cluster: 'has_power_gating: true' })).toEqual({
      DRAM: 'none',
      inter_cluster_spatial: 'none',
      GLB: 'GLB',
      inter_PE_spatial: 'none',
      RF: 'GLB',
    });
    expect(gates({ pe: 'has_power_gating: true' })).toMatchObject({ GLB: 'none', RF: 'RF' });
    expect(gates({ cluster: 'has_power_gating: true', rf: 'has_power_gating: true' })).toMatchObject({ RF: 'RF' });
  });

  it('can name a component or a container', () => {
    expect(gates({ rf: 'power_gated_at: GLB' })).toMatchObject({ RF: 'GLB' });
    expect(gates({ rf: 'power_gated_at: cluster' })).toMatchObject({ RF: 'GLB' });
    expect(saidBesidesEnergy(build(tree({ rf: 'power_gated_at: GBL' })))).toEqual([
      'E-NAME RF.power_gated_at names GBL, which is no storage level and no container',
    ]);
  });

  it('is lost behind a container in the reference, which --compat repeats and says', () => {
    const compat = 'timeloop-v4';
    expect(gates({ cluster: 'has_power_gating: true', compat })).toMatchObject({ GLB: 'none', RF: 'none' });
    const built = build(tree({ cluster: 'has_power_gating: true' }), { compat });
    expect(saidBesidesEnergy(built)).toEqual([
      'W-COMPAT cluster.has_power_gating has no effect in the reference, nor under --compat',
    ]);
  });

  it('without it all instances leak, with it those in use', () => {
    const leaking = (options: Parameters<typeof tree>[0] & { compat?: Compat }): (string | number)[] => {
      const built = build(tree(options), options.compat ? { compat: options.compat } : {});
      const { levels } = built.architecture!;
      return levels
        .filter(({ kind }) => kind === 'storage')
        .map((_, at, all) => leastLeaking(levels, levels.indexOf(all[at]!)));
    };
    expect(leaking({})).toEqual([8, 2, 1]);
    expect(leaking({ rf: 'has_power_gating: true' })).toEqual([1, 2, 1]);
    expect(leaking({ cluster: 'has_power_gating: true' })).toEqual([4, 1, 1]);
    expect(leaking({ compat: 'timeloop-v4' })).toEqual([1, 1, 1]);
  });

  it('that saves nothing is said where there is leakage to save', () => {
    const ert = `
ERT:
  version: 0.4
  tables: [{name: RF, actions: [{name: read, energy: 1}, {name: write, energy: 1}, {name: update, energy: 1}, {name: leak, energy: 5}]}]`;
    const said = (compat: Compat, more: string): readonly string[] =>
      saidBesidesEnergy(build(tree({ rf: 'has_power_gating: true' }), { compat, more }));
    const sentence =
      'W-COMPAT RF.has_power_gating saves nothing: ungated instances leak only while in use, as in the reference';
    expect(said('auto', ert)).toEqual([sentence]);
    expect(said('none', ert)).toEqual([]);
    expect(said('auto', '')).toEqual([]);
  });
});
