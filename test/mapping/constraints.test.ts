import { describe, expect, it } from 'vitest';
import type { LevelConstraints } from '../../src/mapping/constraints.js';
import type { Compat } from '../../src/spec/compat.js';
import { accelerator, build, gemm, type LeafConstraints, said, type Texts } from './build.js';

const all = 0b111;

/** Constraints of a level by name; the fan-out level is `inter_PE_spatial`. */
function level(name: string, constraints: LeafConstraints, more: Texts = {}): LevelConstraints {
  const { problem, problemDiagnostics } = build({ architecture: accelerator(constraints), ...more });
  if (!problem) throw new Error(said(problemDiagnostics).join('\n'));
  return problem.constraints.levels[problem.architecture.levels.findIndex((one) => one.name === name)]!;
}

function refused(constraints: LeafConstraints, more: Texts = {}): string[] {
  return said(build({ architecture: accelerator(constraints), ...more }).problemDiagnostics);
}

describe('without any constraint', () => {
  it('everything is free, but the backing store keeps and fan-out levels take part in nothing', () => {
    const free = level('RF', {});
    expect(free.temporal).toEqual({
      factors: [{}, {}, {}],
      innermost: [],
      outermost: [],
      declaredOrder: false,
      noReuse: 0,
      rmwFirstUpdate: 0,
    });
    expect(free).toMatchObject({ spatial: null, keep: 0, bypass: 0, noCoalesce: 0 });
    expect(level('DRAM', {})).toMatchObject({ keep: all, bypass: 0 });
    const fanout = level('inter_PE_spatial', {});
    expect(fanout).toMatchObject({ keep: 0, bypass: all });
    expect(fanout.temporal.factors).toEqual([{ exact: 1 }, { exact: 1 }, { exact: 1 }]);
    expect(fanout.spatial).toMatchObject({ factors: [{}, {}, {}], split: null, noReuse: 0, noLinkTransfer: 0 });
  });
});

describe('factors', () => {
  it('are fixed or limited', () => {
    const { temporal } = level('GLB', { GLB: '{temporal: {factors: [M=2, N<=4, N>=2, K>=3]}}' });
    expect(temporal.factors).toEqual([{ exact: 2 }, { min: 2, max: 4 }, { min: 3 }]);
  });

  it('take default limits where nothing is said of a dimension', () => {
    const { temporal } = level('GLB', {
      GLB: '{temporal: {factors: [M=4, N>=1], default_max_factor: 3, default_min_factor: 2}}',
    });
    expect(temporal.factors).toEqual([{ exact: 4 }, { min: 1 }, { min: 2, max: 3 }]);
  });

  it('beyond the bound cannot be met', () => {
    const constraints = { GLB: '{temporal: {factors: [M=16]}}' };
    expect(refused(constraints)).toEqual(['E-FACTOR M=16 at GLB exceeds the bound 4 of M']);
    const hint = expect.stringContaining('--compat timeloop-v4 ignores it');
    expect(build({ architecture: accelerator(constraints) }).problemDiagnostics).toContainEqual(
      expect.objectContaining({ code: 'E-FACTOR', hint }),
    );
    // As the reference does, under its name.
    expect(refused(constraints, { compat: 'timeloop-v4' })).toEqual([
      'W-FACTOR M=16 at GLB exceeds the bound 4 of M and is ignored',
    ]);
  });

  it('come from macros too', () => {
    const only = level('GLB', { GLB: '{temporal: {factors_only: [M=2]}}' });
    expect(only.temporal.factors).toEqual([{ exact: 2 }, { exact: 1 }, { exact: 1 }]);
    const beside = level('GLB', { GLB: '{temporal: {factors_only: [M=2], factors: [N<=2]}}' });
    expect(beside.temporal.factors).toEqual([{ exact: 2 }, { max: 2 }, { exact: 1 }]);
    const more = 'constraints: {targets: [{target: GLB, type: temporal, factors_only: [K=3]}]}';
    const both = level('GLB', { GLB: '{temporal: {factors_only: [M=2]}}' }, { more });
    expect(both.temporal.factors).toEqual([{ exact: 2 }, { exact: 1 }, { exact: 3 }]);
    const none = level('GLB', { GLB: '{temporal: {no_iteration_over_dataspaces: [A]}}' });
    expect(none.temporal.factors).toEqual([{ exact: 1 }, {}, { exact: 1 }]);
    const must = level('GLB', { GLB: '{temporal: {must_iterate_over_dataspaces: [A]}}' });
    expect(must.temporal.factors).toEqual([{}, { exact: 1 }, {}]);
    expect(refused({ GLB: '{temporal: {factors: [K=2], no_iteration_over_dataspaces: [A]}}' })).toEqual([
      'E-CONFLICT K=1 contradicts K=2',
    ]);
  });

  it('that contradict each other are an error that names both places', () => {
    const { problemDiagnostics, text } = build({
      architecture: accelerator({ GLB: '{temporal: {factors: [M=2]}}' }),
      more: 'architecture_constraints: {targets: [{target: GLB, type: temporal, factors: [M=4]}]}',
    });
    const [found] = problemDiagnostics;
    expect(said(problemDiagnostics)).toEqual(['E-CONFLICT M=4 contradicts M=2']);
    expect(text.slice(found!.span!.start, found!.span!.end)).toBe('M=4');
    const [other] = found!.related!;
    expect(text.slice(other!.span.start, other!.span.end)).toBe('M=2');
    expect(refused({ GLB: '{temporal: {factors: [M=4, M<=2]}}' })).toEqual(['E-CONFLICT M<=2 contradicts M=4']);
    expect(refused({ GLB: '{temporal: {factors: [N>=4, N<=2]}}' })).toEqual(['E-CONFLICT N<=2 contradicts N>=4']);
    expect(refused({ GLB: '{temporal: {factors: [N<=4, N<=2]}}' })).toEqual(['E-CONFLICT N<=2 contradicts N<=4']);
    expect(refused({ GLB: '{temporal: {factors: [M=2, M=2, N<=4, N<=4]}}' })).toEqual([]);
  });

  it('have one default limit of each kind, the lower one no higher', () => {
    expect(refused({ GLB: '{temporal: {default_min_factor: 4, default_max_factor: 2}}' })).toEqual([
      'E-CONFLICT default_max_factor 2 contradicts default_min_factor 4',
    ]);
    expect(refused({ PE: '{spatial: {default_max_factor: 2, default_min_factor: 4}}' })).toEqual([
      'E-CONFLICT default_min_factor 4 contradicts default_max_factor 2',
    ]);
    const { problemDiagnostics } = build({
      architecture: accelerator({ GLB: '{temporal: {default_max_factor: 2}}' }),
      more: 'mapspace_constraints: {targets: [{target: GLB, type: temporal, default_max_factor: 8}]}',
    });
    expect(said(problemDiagnostics)).toEqual(['E-CONFLICT default_max_factor 8 contradicts default_max_factor 2']);
    expect(refused({ GLB: '{temporal: {default_min_factor: 2, default_max_factor: 2}}' })).toEqual([]);
  });
});

describe('order', () => {
  it('is an innermost prefix and, after a gap, an outermost suffix', () => {
    expect(level('GLB', { GLB: '{temporal: {permutation: [K, M]}}' }).temporal).toMatchObject({
      innermost: [2, 0],
      outermost: [],
      declaredOrder: false,
    });
    expect(level('GLB', { GLB: '{temporal: {permutation: N_K}}' }).temporal).toMatchObject({
      innermost: [1],
      outermost: [2],
    });
  });

  it('may be stated twice if one statement begins the other', () => {
    const listed = (permutation: string): Texts => ({
      more: `mapspace_constraints: {targets: [{target: GLB, type: temporal, permutation: ${permutation}}]}`,
    });
    const short = { GLB: '{temporal: {permutation: [K]}}' };
    expect(level('GLB', short, listed('KMN')).temporal.innermost).toEqual([2, 0, 1]);
    expect(refused(short, listed('MKN'))).toEqual(['E-CONFLICT permutation M, K, N contradicts permutation K']);
  });

  it('has unit dimensions inserted innermost under --compat, where a split counts them', () => {
    const constraints = { PE: '{spatial: {permutation: [N, K], split: 1, factors: [M=1]}}' };
    expect(level('inter_PE_spatial', constraints).spatial).toMatchObject({ innermost: [1, 2], split: 1 });
    const compat: Texts = { compat: 'timeloop-v4' };
    expect(level('inter_PE_spatial', constraints, compat).spatial).toMatchObject({ innermost: [0, 1, 2], split: 1 });
  });

  it('under --compat counts whatever is stated as 1, and bounds of 1', () => {
    const innermost = (factors: string, problem = gemm): readonly number[] =>
      level('GLB', { GLB: `{temporal: {permutation: [N], factors: [${factors}]}}` }, { compat: 'timeloop-v4', problem })
        .temporal.innermost;
    expect(innermost('M>=1')).toEqual([0, 1]);
    expect(innermost('K<=1')).toEqual([2, 1]);
    expect(innermost('M=2')).toEqual([1]);
    expect(innermost('N=1')).toEqual([1]);
    expect(innermost('', gemm.replace('K: 8', 'K: 1'))).toEqual([2, 1]);
  });
});

describe('keep and bypass', () => {
  it('accept lists, strings, * and the macros', () => {
    expect(level('GLB', { GLB: '{dataspace: {keep: [A, Z], bypass: B}}' })).toMatchObject({
      keep: 0b101,
      bypass: 0b010,
    });
    expect(level('GLB', { GLB: '{dataspace: {keep: "*"}}' })).toMatchObject({ keep: all, bypass: 0 });
    expect(level('GLB', { GLB: '{dataspace: {keep_only: [A]}}' })).toMatchObject({ keep: 0b001, bypass: 0b110 });
    expect(level('GLB', { GLB: '{dataspace: {bypass_only: [A]}}' })).toMatchObject({ keep: 0b110, bypass: 0b001 });
    expect(level('GLB', { GLB: '{dataspace: {no_coalesce: [B]}}' }).noCoalesce).toBe(0b010);
    expect(level('DRAM', { DRAM: '{dataspace: {bypass: [B]}}' })).toMatchObject({ keep: 0b101, bypass: 0b010 });
  });

  it('lose what the outermost storage does not coalesce, and say so (F.7.5)', () => {
    expect(refused({ DRAM: '{dataspace: {no_coalesce: [A, Z]}}' })).toEqual([
      'W-DROPPED no access to A, Z is counted at DRAM: the outermost level that coalesces stores them',
    ]);
    expect(refused({ GLB: '{dataspace: {no_coalesce: [A, Z]}}' })).toEqual([]);
  });

  it('of one dataspace in one entry are an error, except under --compat, where bypass wins', () => {
    const both = { GLB: '{dataspace: {keep: [A, B], bypass: [A]}}' };
    expect(refused(both)).toEqual(['E-BYPASS GLB both keeps and bypasses A']);
    const compat: Texts = { compat: 'timeloop-v4' };
    expect(refused(both, compat)).toEqual(['W-COMPAT GLB both keeps and bypasses A, bypass wins']);
    expect(level('GLB', both, compat)).toMatchObject({ keep: 0b010, bypass: 0b001 });
  });

  it('of one dataspace in two entries contradict each other', () => {
    const texts = { more: 'constraints: {targets: [{target: GLB, type: bypass, bypass: [A]}]}' };
    for (const compat of ['none', 'timeloop-v4'] as const) {
      expect(refused({ GLB: '{dataspace: {keep: [A]}}' }, { ...texts, compat })).toEqual([
        'E-CONFLICT bypass A contradicts keep A',
      ]);
    }
  });
});

describe('flags', () => {
  it('are dataspace masks', () => {
    const glb = level('GLB', { GLB: '{temporal: {no_reuse: [B], rmw_first_update: [Z]}}' }).temporal;
    expect(glb).toMatchObject({ noReuse: 0b010, rmwFirstUpdate: 0b100 });
    const pe = level('inter_PE_spatial', { PE: '{spatial: {no_reuse: [A], no_link_transfer: "*"}}' }).spatial;
    expect(pe).toMatchObject({ noReuse: 0b001, noLinkTransfer: all });
  });

  it('include limits on the whole mapping', () => {
    const texts = {
      more: 'constraints: {targets: [{target: RF, type: utilization, min: 0.5}]}\nmapper: {max_temporal_loops_in_a_mapping: 7}',
    };
    expect(build(texts).problem!.constraints).toMatchObject({ minParallelism: 0.5, maxTemporalLoops: 7 });
    expect(
      build({ more: 'mapper: {max_temporal_loops_in_a_mapping: -1}' }).problem!.constraints.maxTemporalLoops,
    ).toBeNull();
  });

  it('warn of the list that the reference ignores', () => {
    const listed = build({ more: 'mapper: {optimization_metric: [energy, delay]}' });
    expect(said(listed.problemDiagnostics)).toEqual([
      'W-LEGACY optimization_metric is a list, which the reference ignores in favour of edp',
    ]);
    const dumped = build({ more: 'mapper: {optimization_metrics: [delay], optimization_metric: []}' });
    expect(said(dumped.problemDiagnostics)).toEqual([]);
  });
});

describe('targets', () => {
  const listed = (entry: string, compat: Compat = 'none'): string[] =>
    said(build({ more: `constraints: {targets: [${entry}]}`, compat }).problemDiagnostics);

  it('are leaves, or fan-out levels by their own name', () => {
    const direct = level(
      'inter_PE_spatial',
      {},
      {
        more: 'constraints: {targets: [{target: inter_PE_spatial, type: spatial, factors: [N=4]}]}',
      },
    );
    expect(direct.spatial!.factors[1]).toEqual({ exact: 4 });
  });

  it('that do not exist are an error with a suggestion', () => {
    const { problemDiagnostics } = build({ more: 'constraints: {targets: [{target: GBL, type: temporal}]}' });
    expect(problemDiagnostics[0]).toMatchObject({
      code: 'E-NAME',
      message: 'the architecture has no leaf GBL',
      expected: 'one of DRAM, GLB, PE, RF, mac',
      hint: 'did you mean GLB?',
    });
  });

  it.each([
    ['0', 'write target: RF'],
    ['7', 'write the name of a level'],
  ])('that are numbers are told the names (%s)', (number, hint) => {
    const { problemDiagnostics } = build({ more: `constraints: {targets: [{target: ${number}, type: temporal}]}` });
    expect(problemDiagnostics).toMatchObject([
      {
        message: `the architecture has no leaf ${number}`,
        expected: 'one of DRAM, GLB, PE, RF, mac',
        hint: `${hint}; from the innermost out, levels are 0 RF, 1 GLB, 2 DRAM`,
      },
    ]);
  });

  it('without loops or storage of that kind: dropped with a warning, unless something is demanded of them', () => {
    expect(listed('{target: PE, type: temporal, factors: [M=1], permutation: MNK}')).toEqual([
      'W-DROPPED a temporal directive has no effect: container PE has no temporal loops',
    ]);
    expect(listed('{target: PE, type: temporal, factors: [M=2]}')).toEqual([
      'E-MAPPING container PE has no temporal loops, but M=2 is demanded of it',
    ]);
    expect(listed('{target: PE, type: dataspace, keep: [A]}')).toEqual([
      'W-DROPPED a dataspace directive has no effect: container PE stores nothing',
    ]);
    expect(listed('{target: RF, type: spatial, factors: [M=1]}')).toEqual([
      'W-DROPPED a spatial directive has no effect: storage RF has no fan-out',
    ]);
    expect(listed('{target: RF, type: spatial, factors: [M=2]}')).toEqual([
      'E-FANOUT storage RF has no fan-out, but M=2 is demanded of it',
    ]);
    expect(listed('{target: inter_PE_spatial, type: dataspace, keep: [A]}')).toEqual([
      'E-BYPASS fan-out level inter_PE_spatial stores nothing, it cannot keep A',
    ]);
  });

  it('are still read for unknown names', () => {
    expect(listed('{target: PE, type: temporal, factors: [X=1]}')[0]).toBe('E-NAME unknown dimension X');
  });

  it('of a mesh of one lose their spatial constraints with a warning', () => {
    const architecture = accelerator({ PE: '{spatial: {permutation: MNK, split: 1}}' }, '{meshX: 1}');
    expect(said(build({ architecture }).problemDiagnostics)).toEqual([
      'W-DROPPED a spatial directive has no effect: container PE has no fan-out',
    ]);
  });
});

describe('Parallel branches', () => {
  const parallel = (...children: string[]): string =>
    accelerator().replace(
      / {2}- !Component \{name: RF.*\n/,
      `  - !Parallel\n    nodes:\n${children.map((child) => `    - ${child}\n`).join('')}`,
    );
  const buffer = (name: string, keep: string): string =>
    `!Component {name: ${name}, class: storage, attributes: {datawidth: 8, depth: 8, vector_access_energy: 1}, constraints: {dataspace: {${keep}}}}`;
  const nothing = (keep: string): string => `!Nothing {constraints: {dataspace: {keep: ${keep}}}}`;
  const masks = (architecture: string): Record<string, [number, number]> => {
    const { problem, problemDiagnostics } = build({ architecture });
    if (!problem) throw new Error(said(problemDiagnostics).join('\n'));
    return Object.fromEntries(
      problem.constraints.levels.map((one, at) => [problem.architecture.levels[at]!.name, [one.keep, one.bypass]]),
    );
  };

  it('bypass in each child what it does not keep', () => {
    expect(masks(parallel(buffer('X', 'keep: [A]'), buffer('Y', 'keep: [B]'), nothing('[Z]')))).toMatchObject({
      X: [0b001, 0b110],
      Y: [0b010, 0b101],
    });
  });

  it('leave what one child keeps free among the levels of that child', () => {
    const child = `!Hierarchical {nodes: [${buffer('X', 'keep: [A]')}, ${buffer('Y', 'keep: [B]')}]}`;
    expect(masks(parallel(child, nothing('[Z]')))).toMatchObject({ X: [0b001, 0b100], Y: [0b010, 0b100] });
  });

  it('must be disjoint and complete', () => {
    expect(
      said(build({ architecture: parallel(buffer('X', 'keep: [A, B]'), nothing('[B, Z]')) }).problemDiagnostics),
    ).toEqual(['E-PARALLEL two children of a Parallel branch keep B']);
    const orphaned = build({ architecture: parallel(buffer('X', 'keep: [A]'), nothing('[]')) }).problemDiagnostics;
    expect(said(orphaned)).toEqual(['E-PARALLEL no child of the Parallel branch keeps B, Z']);
    expect(orphaned[0]!.hint).toBe(
      'add keep: [B, Z] to one child, or a !Nothing with constraints: {dataspace: {keep: [B, Z]}}',
    );
  });

  it('only have to cover what reaches them', () => {
    const inner = `!Hierarchical {nodes: [!Parallel {nodes: [${buffer('X', 'keep: [A]')}, ${buffer('Y', 'keep: [B]')}]}]}`;
    expect(masks(parallel(inner, nothing('[Z]')))).toMatchObject({ X: [0b001, 0b110], Y: [0b010, 0b101] });
  });

  it('may be completed by a mapping', () => {
    const architecture = parallel(buffer('X', ''), nothing('[B, Z]'));
    const mapped = (keep: string): string[] => {
      const more = `mapping:\n- {target: X, type: dataspace, keep: [${keep}]}\n- {target: DRAM, type: temporal, factors: M4 N8 K8}`;
      const built = build({ architecture, more });
      return [...said(built.problemDiagnostics), ...said(built.mappingDiagnostics)];
    };
    expect(mapped('A')).toEqual([]);
    expect(mapped('')).toEqual(['E-PARALLEL no child of the Parallel branch keeps A']);
    expect(mapped('A, B')).toEqual(['E-PARALLEL two children of a Parallel branch keep B']);
  });
});

describe('maximize_dims', () => {
  const large = gemm.replace('{M: 4, N: 8, K: 8}', '{M: 256, N: 3, K: 128}');

  it('fills a fan-out, imperfectly where that is better', () => {
    // The worked example of section A.11: capacity 12, bounds 256 and 128.
    const architecture = accelerator({ PE: '{spatial: {maximize_dims: [[M, K]]}}' }, '{meshY: 12}');
    const pe = level('inter_PE_spatial', {}, { architecture, problem: large });
    expect(pe.spatial!.factors).toEqual([{ exact: 4 }, {}, { exact: 3 }]);
  });

  it('gives a tie to the dimension named first, as the reference does', () => {
    const equal = gemm.replace('{M: 4, N: 8, K: 8}', '{M: 16, N: 3, K: 16}');
    const factors = (dims: string) =>
      level(
        'inter_PE_spatial',
        {},
        { architecture: accelerator({ PE: `{spatial: {maximize_dims: [[${dims}]]}}` }, '{meshX: 8}'), problem: equal },
      ).spatial!.factors;
    expect(factors('M, K')).toEqual([{ exact: 8 }, {}, { exact: 1 }]);
    expect(factors('K, M')).toEqual([{ exact: 1 }, {}, { exact: 8 }]);
  });

  it('fills a stated capacity, after what is fixed, one group after the other', () => {
    const constraints = '{temporal: {factors: [N=3], maximize_dims: [[M], [K]], maximize_dims_capacity: 48}}';
    expect(level('RF', { RF: constraints }, { problem: large }).temporal.factors).toEqual([
      { exact: 16 },
      { exact: 3 },
      { exact: 1 },
    ]);
  });

  it('needs a capacity for temporal loops, and free dimensions', () => {
    expect(refused({ RF: '{temporal: {maximize_dims: [[M]]}}' })).toEqual([
      'E-REQUIRED maximize_dims of RF has no capacity to fill',
    ]);
    expect(refused({ PE: '{spatial: {factors: [M<=2], maximize_dims: [[M]]}}' })).toEqual([
      'E-CONFLICT maximize_dims of the fan-out of PE names M, which is constrained already',
    ]);
  });

  it('says what is wrong with its groups', () => {
    const said = (own: string) => refused({ PE: `{spatial: {${own}}}` });
    expect(said('maximize_dims: [M, [K]]')).toEqual([
      'E-FACTOR maximize_dims has groups of dimensions and dimensions by themselves',
    ]);
    expect(said('maximize_dims: [[M], [K, M]]')).toEqual(['E-FACTOR M stands twice in maximize_dims']);
  });

  it('chooses no factor that no side of a fan-out takes', () => {
    const wide = { architecture: accelerator({ PE: '{spatial: {maximize_dims: [[M]]}}' }, '{meshX: 4, meshY: 3}') };
    expect(refused({}, { ...wide, problem: large.replace('256', '12') })).toEqual([
      'E-FACTOR maximize_dims chooses M=12 for a capacity of 12, and the fan-out of PE is 4 x 3',
    ]);
    const stated = wide.architecture.replace('[[M]]', '[[M]], maximize_dims_capacity: 4');
    const pe = level('inter_PE_spatial', {}, { architecture: stated, problem: large.replace('256', '12') });
    expect(pe.spatial!.factors[0]).toEqual({ exact: 4 });
  });

  it('a capacity alone has no effect, and that is said', () => {
    expect(refused({ PE: '{spatial: {maximize_dims_capacity: 4}}' })).toEqual([
      'W-DROPPED maximize_dims_capacity has no effect at PE without maximize_dims',
    ]);
  });

  it('leaves to outer levels what inner ones have not taken', () => {
    const fanouts = `
architecture:
  nodes:
  - !Component {name: DRAM, class: DRAM, attributes: {datawidth: 8, vector_access_energy: 1}}
  - !Container {name: outer, spatial: {meshX: 8}, constraints: {spatial: {maximize_dims: [[M]]}}}
  - !Container {name: inner, spatial: {meshX: 64}, constraints: {spatial: {maximize_dims: [[M]]}}}
  - !Component {name: mac, class: intmac, attributes: {energy: 1}}
`;
    const factors = (name: string) => level(name, {}, { architecture: fanouts, problem: large }).spatial!.factors[0];
    expect(factors('inter_inner_spatial')).toEqual({ exact: 64 });
    expect(factors('inter_outer_spatial')).toEqual({ exact: 4 });
  });
});
