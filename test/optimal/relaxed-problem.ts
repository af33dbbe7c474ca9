// Ways to make a problem easier: more of something, or one constraint fewer. Every mapping of the harder problem is one of
// the easier, and costs no more there.

import type { Architecture, StorageLevel } from '../../src/arch/architecture.js';
import type { Constraints, LevelConstraints, LoopConstraints } from '../../src/mapping/constraints.js';
import type { Problem } from '../../src/mapping/problem.js';
import { type Choices, pick } from '../support/choices.js';

export interface Easier {
  readonly what: string;
  readonly problem: Problem;
}

export function moreCapacity(choices: Choices, problem: Problem): Easier | undefined {
  return changeLevel(choices, problem, {
    suits: ({ effectiveCapacityWords }) => effectiveCapacityWords !== null,
    change: (level) => {
      const effectiveCapacityWords = level.effectiveCapacityWords! + 1 + choices.below(20);
      const capacityWords = Math.ceil(effectiveCapacityWords * level.multipleBuffering);
      // A share of a larger capacity would be more words.
      const minUtilization = (level.minUtilization * level.effectiveCapacityWords!) / effectiveCapacityWords;
      return { what: `${effectiveCapacityWords} words`, capacityWords, effectiveCapacityWords, minUtilization };
    },
  });
}

export function moreBandwidth(choices: Choices, problem: Problem): Easier | undefined {
  const factor = pick(choices, [2, 1.5, 10]);
  const bandwidths = ['readBandwidth', 'writeBandwidth', 'sharedBandwidth'] as const;
  return changeLevel(choices, problem, {
    suits: (level) => bandwidths.some((bandwidth) => level[bandwidth] !== null),
    change: (level) => {
      const bandwidth = pick(
        choices,
        bandwidths.filter((one) => level[one] !== null),
      );
      return { what: `${bandwidth} times ${factor}`, [bandwidth]: level[bandwidth]! * factor };
    },
  });
}

/** A longer side of one fan-out, and so more instances of everything inside. */
export function moreInstances(choices: Choices, problem: Problem): Easier {
  const { architecture, constraints } = problem;
  const index = choices.below(architecture.levels.length);
  const along = pick(choices, ['X', 'Y'] as const);
  const level = architecture.levels[index]!;
  const before = along === 'X' ? level.fanoutX : level.fanoutY;
  const after = before + 1 + choices.below(2);
  const grown = <T extends Pick<StorageLevel, 'instances' | 'meshX' | 'meshY'>>(one: T): T => ({
    ...one,
    instances: (one.instances / before) * after,
    meshX: along === 'X' ? (one.meshX / before) * after : one.meshX,
    meshY: along === 'Y' ? (one.meshY / before) * after : one.meshY,
  });
  const levels = architecture.levels.map((one, at): StorageLevel => {
    if (at < index) return grown(one);
    if (at > index) return one;
    return along === 'X' ? { ...one, fanoutX: after } : { ...one, fanoutY: after };
  });
  const compute = grown(architecture.compute);
  return {
    what: `${level.name} fan-out ${along} ${after}`,
    problem: {
      ...problem,
      architecture: { ...architecture, levels, compute },
      // A share of more instances would be more instances.
      constraints: { ...constraints, minParallelism: (constraints.minParallelism * before) / after },
    },
  };
}

/** Without what charges for the mere size of a fan-out: hops, leakage of idle instances, rows shared by neighbours. */
export function chargedByUse({ architecture, ...rest }: Problem): Problem {
  const levels = architecture.levels.map(
    (level): StorageLevel => ({
      ...level,
      clusterSize: 1,
      energy: { ...level.energy, leakPj: 0 },
      network: { ...level.network, energyPerHopPj: 0, wireEnergyPjPerBitMm: 0, routerEnergyPj: 0 },
    }),
  );
  return { ...rest, architecture: { ...architecture, levels } };
}

function changeLevel(
  choices: Choices,
  problem: Problem,
  {
    suits,
    change,
  }: {
    readonly suits: (level: StorageLevel) => boolean;
    readonly change: (level: StorageLevel) => Partial<StorageLevel> & { readonly what: string };
  },
): Easier | undefined {
  const { levels } = problem.architecture;
  const suited = levels.flatMap((level, index) => (level.kind === 'storage' && suits(level) ? [index] : []));
  if (suited.length === 0) return undefined;
  const index = pick(choices, suited);
  const { what, ...changes } = change(levels[index]!);
  const changed = levels.map((level, at) => (at === index ? { ...level, ...changes } : level));
  const architecture: Architecture = { ...problem.architecture, levels: changed };
  return { what: `${levels[index]!.name} ${what}`, problem: { ...problem, architecture } };
}

/** Undefined where nothing constrains the mapspace. */
export function oneConstraintFewer(choices: Choices, problem: Problem): Easier | undefined {
  const { constraints, architecture, workload } = problem;
  const storages = architecture.levels.flatMap(({ kind }, index) => (kind === 'storage' ? [index] : []));
  const fewer: { what: string; constraints: Constraints }[] = [];
  const offer = (what: string, index: number, level: LevelConstraints): void => {
    const levels = constraints.levels.map((one, at) => (at === index ? level : one));
    fewer.push({
      what: `${architecture.levels[index]!.name} without ${what}`,
      constraints: { ...constraints, levels },
    });
  };
  constraints.levels.forEach((level, index) => {
    const { temporal, spatial } = level;
    for (const [what, loops] of fewerLoops(temporal, workload.dimensions)) {
      offer(what, index, { ...level, temporal: { ...temporal, ...loops } });
    }
    for (const [what, loops] of spatial ? fewerLoops(spatial, workload.dimensions) : []) {
      offer(`spatial ${what}`, index, { ...level, spatial: { ...spatial!, ...loops } });
    }
    if (spatial && spatial.split !== null) offer('split', index, { ...level, spatial: { ...spatial, split: null } });
    if (level.keep !== 0) offer('keep', index, { ...level, keep: level.keep & (level.keep - 1) });
    // The outermost level keeps what it need not bypass, so there a bypass less is another mapspace.
    if (level.bypass !== 0 && index !== storages.at(-1)) {
      offer('bypass', index, { ...level, bypass: level.bypass & (level.bypass - 1) });
    }
  });
  if (constraints.minParallelism > 0) {
    fewer.push({ what: 'no least parallelism', constraints: { ...constraints, minParallelism: 0 } });
  }
  if (constraints.maxTemporalLoops !== null) {
    fewer.push({ what: 'any number of loops', constraints: { ...constraints, maxTemporalLoops: null } });
  }
  if (fewer.length === 0) return undefined;
  const { what, constraints: left } = pick(choices, fewer);
  return { what, problem: { ...problem, constraints: left } };
}

function fewerLoops(loops: LoopConstraints, dimensions: readonly string[]): [string, LoopConstraints][] {
  const found: [string, LoopConstraints][] = loops.factors.flatMap((factor, d) =>
    Object.keys(factor).length === 0
      ? []
      : [[`limits of ${dimensions[d]}`, { ...loops, factors: loops.factors.map((one, at) => (at === d ? {} : one)) }]],
  );
  if (loops.innermost.length > 0) found.push(['innermost loops', { ...loops, innermost: [] }]);
  if (loops.outermost.length > 0) found.push(['outermost loops', { ...loops, outermost: [] }]);
  if (loops.declaredOrder) found.push(['declared order', { ...loops, declaredOrder: false }]);
  return found;
}
