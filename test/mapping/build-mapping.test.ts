import { describe, expect, it } from 'vitest';
import type { Compat } from '../../src/spec/compat.js';
import { accelerator, build, gemm, type LeafConstraints, said, shown, type Texts } from './build.js';

/** Example 2 of section F.12 of the semantics. */
const example = `
mapping:
- {target: DRAM, type: temporal, factors: [N=2]}
- {target: GLB, type: temporal, factors: [M=4, K=2], permutation: [M, K, N]}
- {target: PE, type: spatial, factors: [N=4, K=2], permutation: [N, K, M], split: 1}
- {target: RF, type: temporal, factors: [K=2]}
`;

const exampleShown = ['RF:  | K2 : ABZ', 'inter_PE_spatial: N4x K2y |  : ', 'GLB:  | M4 K2 : ABZ', 'DRAM:  | N2 : ABZ'];

function mapped(entries: string, constraints: LeafConstraints = {}, texts: Texts = {}): string[] {
  const built = build({ architecture: accelerator(constraints), more: entries, ...texts });
  if (!built.mapping) throw new Error(said([...built.problemDiagnostics, ...built.mappingDiagnostics]).join('\n'));
  return shown(built);
}

function refused(entries: string, constraints: LeafConstraints = {}, texts: Texts = {}): string[] {
  const built = build({ architecture: accelerator(constraints), more: entries, ...texts });
  expect(built.problem).toBeDefined();
  return said(built.mappingDiagnostics);
}

describe('buildMapping', () => {
  it('completes a mapping with the defaults, without a word', () => {
    const built = build({ more: example });
    expect(shown(built)).toEqual(exampleShown);
    expect(built.mappingDiagnostics).toEqual([]);
  });

  it('returns the union of mapping and constraints, fully fixed', () => {
    const { built } = build({
      architecture: accelerator({
        GLB: '{temporal: {no_reuse: [B]}, dataspace: {bypass: [A]}}',
        PE: '{spatial: {no_reuse: [A]}}',
      }),
      more: `${example}- {target: GLB, type: temporal, rmw_first_update: [Z]}\n- {target: PE, type: spatial, no_link_transfer: [B]}\n`,
    });
    const [rf, pe, glb] = built!.constraints.levels;
    expect(glb).toMatchObject({ keep: 0b110, bypass: 0b001, temporal: { noReuse: 0b010, rmwFirstUpdate: 0b100 } });
    expect(glb!.temporal.factors).toEqual([{ exact: 4 }, { exact: 1 }, { exact: 2 }]);
    expect(glb!.temporal.innermost).toEqual([0, 2, 1]);
    expect(pe!.spatial).toMatchObject({ split: 1, innermost: [1, 2, 0], noReuse: 0b001, noLinkTransfer: 0b010 });
    expect(rf!.temporal.factors).toEqual([{ exact: 1 }, { exact: 1 }, { exact: 2 }]);
  });

  it('orders missing dimensions by id outside the given ones, and puts everything on X without a split', () => {
    const entries = `
mapping:
- {target: DRAM, type: temporal, factors: [M=2, N=2, K=2], permutation: [N]}
- {target: PE, type: spatial, factors: [M=2, K=2]}
- {target: RF, type: temporal, factors: [N=4, K=2], permutation: K_N}
`;
    expect(mapped(entries)).toEqual([
      'RF:  | K2 N4 : ABZ',
      'inter_PE_spatial: M2x K2x |  : ',
      'GLB:  |  : ABZ',
      'DRAM:  | N2 M2 K2 : ABZ',
    ]);
  });

  it('keeps what is not bypassed', () => {
    const entries = `${example}- {target: GLB, type: dataspace, keep: [Z], bypass: [A]}\n- {target: RF, type: dataspace, keep_only: [A]}\n`;
    expect(mapped(entries).map((line) => line.split(' : ')[1])).toEqual(['A', '', 'BZ', 'ABZ']);
  });

  it('takes from the constraints what the mapping does not say', () => {
    const constraints = {
      DRAM: '{temporal: {factors: [N=2]}}',
      GLB: '{temporal: {factors: [M=4, K=2], permutation: MKN}, dataspace: {bypass: [B]}}',
      PE: '{spatial: {factors: [N=4, K=2], permutation: NK, split: 1}}',
    };
    expect(mapped('mapping: [{target: RF, type: temporal, factors: K2}]', constraints)).toEqual(
      exampleShown.with(2, 'GLB:  | M4 K2 : AZ'),
    );
  });

  it('addresses fan-out levels by their own name, as map files do', () => {
    const entries = example
      .replace('target: PE', 'target: inter_PE_spatial')
      .concat(
        '- {target: inter_PE_spatial, type: temporal, factors: M1 N1 K1, permutation: KMN}\n',
        '- {target: inter_PE_spatial, type: datatype, keep: [], bypass: [A, B, Z]}\n',
      );
    expect(mapped(entries)).toEqual(exampleShown);
    expect(refused(`${example}- {target: inter_PE_spatial, type: temporal, factors: M2 N1 K1}\n`)).toEqual([
      'E-MAPPING fan-out level inter_PE_spatial has no temporal loops, but M=2 is demanded of it',
    ]);
  });
});

describe('factors', () => {
  it('must make up each bound', () => {
    const built = build({ more: example.replace('K=2], permutation: [M', 'K=3], permutation: [M') });
    expect(said(built.mappingDiagnostics)[0]).toBe(
      'E-FACTOR the product of all factors of dimension K is 12, but its bound is 8',
    );
    const [found] = built.mappingDiagnostics;
    expect(found!.found).toBe('K=3 at GLB, K=2 at inter_PE_spatial, K=2 at RF');
    expect(built.text.slice(found!.span!.start, found!.span!.end)).toBe('K=3');
    expect(found!.related).toHaveLength(2);
  });

  it('that are missing are warned of only where the product is wrong, once per level', () => {
    expect(refused(example.replace('factors: [N=2]', 'factors: [M=1]'))).toEqual([
      'E-FACTOR the product of all factors of dimension N is 4, but its bound is 8',
      'W-FACTOR no factor of N is stated at RF, 1 is assumed',
      'W-FACTOR no factor of N is stated at GLB, 1 is assumed',
      'W-FACTOR no factor of N is stated at DRAM, 1 is assumed',
    ]);
  });

  it('of 0 are the full bound, with a warning', () => {
    const entries = example.replace('factors: [M=4, K=2]', 'factors: [M=0, K=2]');
    expect(mapped(entries)).toEqual(exampleShown);
    expect(refused(entries)).toEqual(['W-FACTOR M=0 is read as the full bound of M, 4']);
  });

  it('must keep to the constraints', () => {
    expect(refused(example, { GLB: '{temporal: {factors: [M=2]}}' })[0]).toBe('E-CONFLICT M=4 contradicts M=2');
    expect(refused(example, { GLB: '{temporal: {factors: [M<=2]}}' })[0]).toBe('E-CONFLICT M=4 contradicts M<=2');
    expect(refused(example, { GLB: '{temporal: {factors: [M<=4, K>=2]}}' })).toEqual([]);
    expect(refused(example, { DRAM: '{temporal: {factors: [K>=2]}}' })[0]).toBe(
      'E-CONFLICT DRAM demands K>=2, but the mapping states no factor of K there',
    );
    expect(refused(example, { GLB: '{temporal: {factors: [K<=2], default_max_factor: 3}}' })[0]).toBe(
      'E-CONFLICT M=4 at GLB contradicts default_max_factor 3',
    );
  });
});

describe('imperfect factors', () => {
  const seven = gemm.replace('M: 4', 'M: 7').replace('N: 8, K: 8', 'N: 1, K: 1');
  const entries = (inner: string): string => `
mapping:
- {target: DRAM, type: temporal, factors: [M=2]}
- {target: RF, type: temporal, factors: [${inner}]}
`;

  it('carry the trip count of their last iteration', () => {
    expect(mapped(entries('"M=4,3"'), {}, { problem: seven })).toEqual([
      'RF:  | M4,3 : ABZ',
      'inter_PE_spatial:  |  : ',
      'GLB:  |  : ABZ',
      'DRAM:  | M2 : ABZ',
    ]);
    expect(refused(entries('"M=4,2"'), {}, { problem: seven })[0]).toBe(
      'E-FACTOR the imperfect factors of dimension M make 6, but its bound is 7',
    );
    expect(refused(entries('M=4'), {}, { problem: seven })[0]).toBe(
      'E-FACTOR the product of all factors of dimension M is 8, but its bound is 7',
    );
  });

  it('may be given apart', () => {
    const apart = (residual: number): string =>
      `${entries('M=4')}imperfect:\n- {target: RF, type: temporal, residuals: {M: ${residual}}}\n`;
    expect(mapped(apart(3), {}, { problem: seven })[0]).toBe('RF:  | M4,3 : ABZ');
    expect(refused(apart(5), {}, { problem: seven })).toEqual([
      'E-FACTOR the last iteration of M runs 5 trips, but its factor is 4',
    ]);
  });

  it('of spatial loops need a loop outside them', () => {
    const spatial = (outer: string): string => `
mapping:
- {target: DRAM, type: temporal, factors: [${outer}]}
- {target: PE, type: spatial, factors: ["M=4,3"]}
`;
    expect(refused(spatial('M=2'), {}, { problem: seven })).toEqual([]);
    const three = seven.replace('M: 7', 'M: 3');
    expect(refused(spatial('M=1'), {}, { problem: three })).toEqual([
      'E-FACTOR spatial M=4,3 has no loop of M outside it',
    ]);
  });
});

describe('order and split', () => {
  const restated = (permutation: string, split?: number): string =>
    example.replace(
      'permutation: [N, K, M], split: 1',
      `permutation: ${permutation}${split === undefined ? '' : `, split: ${split}`}`,
    );
  const demanded = { PE: '{spatial: {permutation: [N, K], split: 1}}' };

  it('may be restated with unit loops elsewhere', () => {
    expect(mapped(restated('MNK', 2), demanded)).toEqual(exampleShown);
    expect(mapped(restated('NMK', 1), demanded)).toEqual(exampleShown);
    expect(mapped(restated('NMK', 2), demanded)).toEqual(exampleShown);
    expect(mapped(restated('MNK'), demanded)).toEqual(exampleShown);
  });

  it('must not contradict the constraints on loops that iterate', () => {
    expect(refused(restated('KNM', 1), demanded)).toEqual([
      'E-CONFLICT permutation K, N, M at inter_PE_spatial contradicts permutation N, K',
    ]);
    expect(refused(restated('NKM', 0), demanded)).toEqual([
      'E-CONFLICT split 0 at inter_PE_spatial (nothing on X, N, K on Y) contradicts split 1 (N on X, K on Y)',
    ]);
    expect(refused(example, { GLB: '{temporal: {permutation: [K]}}' })).toEqual([
      'E-CONFLICT permutation M, K, N at GLB contradicts permutation K',
    ]);
    expect(refused(example, { GLB: '{temporal: {permutation: [N, M]}}' })).toEqual([]);
    expect(refused(example, { GLB: '{temporal: {permutation: _M}}' })).toEqual([
      'E-CONFLICT permutation M, K, N at GLB contradicts permutation _, M',
    ]);
  });

  it('count positions as written under none, and after inserted unit dimensions under --compat', () => {
    const partial = (compat: Compat, factors: string): string =>
      mapped(
        example.replace('[N=4, K=2], permutation: [N, K, M]', `${factors}, permutation: [N, K]`),
        {},
        { compat },
      )[1]!;
    expect(partial('none', '[N=4, K=2, M=1]')).toBe('inter_PE_spatial: N4x K2y |  : ');
    // M=1 is stated, so it is inserted in front and takes the one place on X.
    expect(partial('timeloop-v4', '[N=4, K=2, M=1]')).toBe('inter_PE_spatial: N4y K2y |  : ');
    // Unstated, it is appended.
    expect(partial('timeloop-v4', '[N=4, K=2]')).toBe('inter_PE_spatial: N4x K2y |  : ');
  });

  it('insert by what constraints and mapping state together', () => {
    const constraints = { PE: '{spatial: {permutation: [N, K], split: 1, factors: [M=1]}}' };
    const entries = example.replace(', permutation: [N, K, M], split: 1', '');
    expect(mapped(entries, constraints)[1]).toBe('inter_PE_spatial: N4x K2y |  : ');
    expect(mapped(entries, constraints, { compat: 'timeloop-v4' })[1]).toBe('inter_PE_spatial: N4y K2y |  : ');
  });

  it('leave a demanded split without a permutation open to any order that fits it', () => {
    const constraints = { PE: '{spatial: {split: 2}}' };
    expect(mapped(example, constraints)).toEqual(exampleShown);
    const three = gemm.replace('M: 4', 'M: 8');
    const entries = example.replace('[N=4, K=2]', '[N=4, K=2, M=2]');
    const onX = (split: number): string => entries.replace('split: 1', `split: ${split}`);
    expect(refused(onX(2), constraints, { problem: three })).toEqual([]);
    expect(refused(onX(3), constraints, { problem: three })).toEqual([
      'E-CONFLICT split 3 at inter_PE_spatial (N, K, M on X, nothing on Y) contradicts split 2 (at most 2 of N, K, M on X)',
    ]);
  });

  it('explains map files of the reference that need --compat', () => {
    const { mappingDiagnostics } = build({ architecture: accelerator(demanded), more: restated('NKM', 0) });
    expect(mappingDiagnostics[0]!.hint).toContain('--compat timeloop-v4');
  });
});

describe('spatial directives', () => {
  it('need a fan-out', () => {
    const entries = `${example}- {target: GLB, type: spatial, factors: [M=2]}\n`;
    expect(refused(entries)[0]).toBe('E-FANOUT storage GLB has no fan-out, but M=2 is demanded of it');
    expect(refused(`${example}- {target: GLB, type: spatial, factors: [M=1]}\n`)).toEqual([
      'W-DROPPED a spatial directive has no effect: storage GLB has no fan-out',
    ]);
    const hintOf = (target: string) =>
      build({ more: `${example}- {target: ${target}, type: spatial, factors: [M=2]}\n` }).mappingDiagnostics[0]!.hint;
    expect(hintOf('GLB')).toContain('the fan-out inside GLB is that of PE: write target: PE');
    expect(hintOf('RF')).toBe('give RF a spatial: {meshX: ..., meshY: ...}');
  });
});
