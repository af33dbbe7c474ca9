import { describe, expect, it } from 'vitest';
import { Mapspace } from '../../src/mapspace/mapspace.js';
import { whatFits } from '../../src/search/nothing-fits.js';
import { type SmallLevel, smallConv } from './small-conv.js';

type Bounds = Parameters<typeof smallConv>[0];
type Whole = Parameters<typeof smallConv>[2];

function reasons(bounds: Bounds, levels: readonly SmallLevel[], whole?: Whole) {
  const fitting = whatFits(smallConv(bounds, levels, whole), { imperfect: false, steps: 1_000_000 });
  if (fitting.verdict !== 'nothing') throw new Error(fitting.verdict);
  return fitting.reasons();
}

/** Message and hint of each conflict. */
function said(bounds: Bounds, levels: readonly SmallLevel[], whole?: Whole): string[] {
  return reasons(bounds, levels, whole).flatMap(({ message, hint }) => [message, ...(hint ? [hint] : [])]);
}

const one = { exact: 1 };

describe('factors that contradict each other', () => {
  it('exceed a bound together', () => {
    const levels = [
      { name: 'Buf', factors: { C: { exact: 4 } } },
      { name: 'DRAM', factors: { C: { exact: 4 } } },
    ];
    expect(said([8, 4, 3], levels)).toEqual([
      'C needs factors 4 x 4 fixed (Buf, DRAM) but its bound is 8',
      'drop C=4 at Buf or drop C=4 at DRAM',
    ]);
  });

  it('leave no level free to take the rest of a bound', () => {
    const levels = [
      { name: 'Buf', factors: { P: { exact: 2 } } },
      { name: 'DRAM', factors: { P: { exact: 2 } } },
    ];
    expect(said([8, 12, 3], levels)[0]).toBe(
      'P is fixed to 2 x 2 (Buf, DRAM) but its bound is 12 and no level is free to take the rest',
    );
    const ones = [
      { name: 'Buf', factors: { P: one } },
      { name: 'DRAM', factors: { P: one } },
    ];
    expect(said([8, 12, 3], ones)[0]).toBe(
      'P is fixed to 1 at Buf and DRAM but its bound is 12 and no level is free to take the rest',
    );
  });

  it('do not divide a bound where nothing makes up for it', () => {
    const levels = [{ name: 'Buf' }, { name: 'DRAM', factors: { C: { exact: 5 } } }];
    expect(said([8, 4, 3], levels)[0]).toBe('C is fixed to 5 (DRAM), which no other factors make up to its bound of 8');
  });

  it('are limited too much', () => {
    const levels = [
      { name: 'Buf', factors: { P: { max: 2 } } },
      { name: 'DRAM', factors: { P: { max: 4 } } },
    ];
    expect(said([8, 12, 3], levels)[0]).toBe('the bound of P, 12, cannot be split under <=2 at Buf, <=4 at DRAM');
    const asked = [{ name: 'Buf', factors: { P: { min: 13 } } }, { name: 'DRAM' }];
    expect(said([8, 12, 3], asked)).toEqual([
      'P needs a factor of at least 13 at Buf but its bound is 12',
      'drop P>=13 at Buf',
    ]);
  });

  it('would do if they need not divide', () => {
    const levels = [
      { name: 'Buf', factors: { P: { max: 4 } } },
      { name: 'DRAM', factors: { P: { max: 4 } } },
    ];
    expect(said([8, 7, 3], levels)).toEqual([
      'the bound of P, 7, cannot be split under <=4 at Buf, <=4 at DRAM',
      'drop P<=4 at Buf, drop P<=4 at DRAM or search with --imperfect',
    ]);
  });

  it('find too little room on a fan-out', () => {
    const levels = [
      { name: 'Buf', factors: { C: one } },
      { name: 'PE', fanout: [4, 2] as const },
      { name: 'DRAM', factors: { C: one } },
    ];
    expect(said([8, 12, 3], levels)).toEqual([
      'the bound of C, 8, cannot be split under <=4 at the fan-out of PE, =1 at Buf, =1 at DRAM',
      'drop C=1 at Buf, drop C=1 at DRAM, widen the fan-out of PE to 8 along X or widen the fan-out of PE to 8 along Y',
    ]);
  });
});

describe('a fan-out', () => {
  const fanout = (pe: Omit<SmallLevel, 'name'>): readonly SmallLevel[] => [
    { name: 'Buf' },
    { name: 'PE', ...pe },
    { name: 'DRAM' },
  ];

  it('is too small for what is fixed on it', () => {
    expect(said([8, 12, 3], fanout({ fanout: [4, 2], factors: { C: { exact: 4 }, P: { exact: 4 } } }))[0]).toBe(
      'the fan-out of PE is 4 x 2, too small for the factors C=4, P=4 (16 together)',
    );
    expect(said([8, 12, 3], fanout({ fanout: [4, 2], factors: { C: { exact: 8 } } }))).toEqual([
      'C is fixed to 8 at the fan-out of PE, whose longest side is 4',
      'drop C=8 at the fan-out of PE, widen the fan-out of PE to 8 along X or widen the fan-out of PE to 8 along Y',
    ]);
  });

  it('is split so that its sides do not suffice', () => {
    const factors = { C: { exact: 4 }, P: { exact: 2 } };
    expect(said([8, 12, 3], fanout({ fanout: [4, 4], split: 0, factors }))[0]).toBe(
      'the factors C=4, P=2 cannot be laid on the fan-out of PE, 4 x 4, with split 0',
    );
  });

  it('has a permutation that puts the wrong loops along X', () => {
    const factors = { C: { exact: 4 }, P: { exact: 3 } };
    expect(said([8, 12, 3], fanout({ fanout: [3, 4], permutation: ['C', 'P'], factors }))[0]).toBe(
      'the factors C=4, P=3 cannot be laid on the fan-out of PE, 3 x 4, with its permutation',
    );
  });

  it('is not used as much as a parallelism asks for', () => {
    expect(said([8, 12, 3], fanout({ fanout: [5, 1], factors: { P: one, R: one } }), { minParallelism: 1 })).toEqual([
      'a parallelism of 1 wants 5 of 5 instances, but no more than 4 can be used, since P=1 and R=1 at the fan-out of PE, the fan-out of PE is 5 along X and C is 8',
      'lower the least parallelism to 0.8 or widen the fan-out of PE to 8 along X',
    ]);
  });

  it('cannot be used because a level below it is too small', () => {
    const levels = [
      { name: 'Buf' },
      { name: 'PE', fanout: [8, 1] as const, factors: { P: one, R: one } },
      { name: 'GLB', capacity: 10, keep: 3 },
      { name: 'DRAM' },
    ];
    expect(said([8, 12, 3], levels, { minParallelism: 1 })).toEqual([
      'a parallelism of 1 wants 8 of 8 instances, but no more than 5 can be used, since P=1 at the fan-out of PE and GLB keeps W and I in 10 words',
      'make GLB hold 16 words, lower the least parallelism to 0.5, let GLB bypass W or let GLB bypass I',
    ]);
  });
});

describe('dataspaces and loops', () => {
  it('a dataspace is bypassed at every level', () => {
    const levels = [
      { name: 'Buf', bypass: 2 },
      { name: 'DRAM', bypass: 2 },
    ];
    expect(said([8, 4, 3], levels)).toEqual(['I is bypassed at every level', 'let Buf keep I or let DRAM keep I']);
  });

  it('more loops are needed than allowed', () => {
    const levels = [{ name: 'Buf', factors: { C: { exact: 2 }, P: { exact: 2 } } }, { name: 'DRAM' }];
    expect(said([8, 12, 3], levels, { maxTemporalLoops: 3 })).toEqual([
      'at most 3 temporal loops may be used, but 4 are needed, since C=2 and P=2 at Buf, P is 12 and R is 3',
      'allow 5 temporal loops',
    ]);
  });
});

describe('a capacity', () => {
  it('is too small for one word of each dataspace', () => {
    expect(said([8, 4, 3], [{ name: 'RF', capacity: 2, keep: 7 }, { name: 'DRAM' }])).toEqual([
      'RF holds 2 words, but 1 of W, 1 of I and 1 of O need 3',
      'make RF hold 3 words, let RF bypass W, let RF bypass I or let RF bypass O',
    ]);
  });

  it('is too small for a window and its halo', () => {
    const factors = { R: { exact: 3 }, P: { exact: 2 } };
    const [reason] = reasons([8, 4, 3], [{ name: 'RF', capacity: 8, keep: 7, factors }, { name: 'DRAM' }]);
    expect(reason).toMatchObject({
      code: 'E-INFEASIBLE',
      severity: 'error',
      message: 'RF holds 8 words, but 3 of W (R=3), 4 of I (P=2, R=3) and 2 of O (P=2) need 9, since P=2 and R=3 at RF',
      expected: 'at least 9 words',
      found: '8 words',
    });
  });

  it('is too small for what other levels leave to it', () => {
    const levels = [
      { name: 'RF', capacity: 16, keep: 1 },
      { name: 'GLB', capacity: 100, keep: 2, factors: { C: { max: 2 } } },
      { name: 'DRAM', factors: { C: one } },
    ];
    expect(said([64, 4, 3], levels)).toEqual([
      'RF holds 16 words, but needs 32 of W (C=32), since C<=2 at GLB, C=1 at DRAM and C is 64',
      'make RF hold 32 words, let RF bypass W, drop C<=2 at GLB or drop C=1 at DRAM',
    ]);
  });

  it('conflicts with what another level must hold', () => {
    const levels = [
      { name: 'RF', capacity: 20, minUtilization: 0.5, bypass: 6 },
      { name: 'GLB', capacity: 8, keep: 2 },
      { name: 'DRAM' },
    ];
    expect(said([64, 1, 3], levels)).toEqual([
      'RF must hold at least 10 words (min_utilization 0.5), but it can hold no more than 9, since GLB keeps I in 8 words and RF bypasses I',
      'make GLB hold 12 words, lower min_utilization of RF to 0.4, let GLB bypass I or let RF keep I',
    ]);
  });

  it('conflicts with another one, each keeping loops out that could fill a fan-out', () => {
    const levels = [
      { name: 'RF' },
      { name: 'PE', fanout: [8, 1] as const, factors: { R: one } },
      { name: 'Mid', capacity: 5, keep: 1 },
      { name: 'GLB', capacity: 1, keep: 4 },
      { name: 'DRAM' },
    ];
    expect(said([8, 8, 3], levels, { minParallelism: 1 })).toEqual([
      'a parallelism of 1 wants 8 of 8 instances, but no more than 5 can be used, since Mid keeps W in 5 words and GLB keeps O in 1 word',
      'make Mid hold 8 words, make GLB hold 2 words, lower the least parallelism to 0.5 or let Mid bypass W',
    ]);
  });

  it('of the outermost level is too small for the whole workload', () => {
    expect(said([64, 4, 3], [{ name: 'RF' }, { name: 'DRAM', capacity: 300 }])).toEqual([
      'DRAM holds 300 words, but 192 of W (C=64, R=3) and 192 of I (C=64, R=3) need 384, since C is 64 and R is 3',
      'make DRAM hold 580 words or let DRAM bypass I',
    ]);
  });
});

describe('a least utilization', () => {
  it('is more than there is to hold', () => {
    expect(said([2, 4, 3], [{ name: 'RF', capacity: 100, minUtilization: 0.5 }, { name: 'DRAM' }])).toEqual([
      'RF must hold at least 50 words (min_utilization 0.5), but it can hold no more than 22, since C is 2, P is 4 and R is 3',
      'lower min_utilization of RF to 0.22',
    ]);
  });

  it('falls between the sizes that tiles can have', () => {
    const levels = [{ name: 'RF', capacity: 7, minUtilization: 0.8, bypass: 6 }, { name: 'DRAM' }];
    expect(said([8, 1, 1], levels)[0]).toMatch(
      /^RF must hold at least 6 words \(min_utilization 0.8\), but of the 7 that fit it can hold no more than 5, since /,
    );
  });

  it('cannot be reached without a dataspace that is bypassed', () => {
    const levels = [{ name: 'RF', capacity: 40, minUtilization: 0.8, bypass: 2 }, { name: 'DRAM' }];
    expect(said([8, 4, 3], levels)).toEqual([
      'RF must hold at least 32 words (min_utilization 0.8), but it can hold no more than 28, since C is 8, P is 4, R is 3 and RF bypasses I',
      'lower min_utilization of RF to 0.7 or let RF keep I',
    ]);
  });
});

it('tells conflicts that have nothing in common one by one', () => {
  const levels = [{ name: 'RF', capacity: 2, keep: 7 }, { name: 'GLB', capacity: 1, keep: 3 }, { name: 'DRAM' }];
  expect(reasons([8, 4, 3], levels).map(({ message }) => message)).toEqual([
    'GLB holds 1 word, but 1 of W and 1 of I need 2',
    'RF holds 2 words, but 1 of W, 1 of I and 1 of O need 3',
  ]);
});

it('says nothing where something fits', () => {
  const problem = smallConv([8, 4, 3], [{ name: 'RF', capacity: 3, keep: 7 }, { name: 'DRAM' }]);
  expect(whatFits(problem, { imperfect: false, steps: 1_000_000 })).toEqual({ verdict: 'fits' });
});

it('does not claim to know what it has no steps to find out', () => {
  const levels = [{ name: 'RF', capacity: 90, minUtilization: 0.99 }, { name: 'GLB', capacity: 1e4 }, { name: 'DRAM' }];
  const problem = smallConv([720, 720, 3], levels, { minParallelism: 0 });
  expect(new Mapspace(problem, { imperfect: false }).size > 0n).toBe(true);
  expect(whatFits(problem, { imperfect: false, steps: 100 })).toEqual({ verdict: 'unknown' });
});
