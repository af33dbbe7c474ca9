// Small random problems with random constraints of every kind that a mapspace must respect.

import type { Architecture } from '../../src/arch/architecture.js';
import type {
  Constraints,
  FactorConstraint,
  LevelConstraints,
  LoopConstraints,
} from '../../src/mapping/constraints.js';
import type { Problem } from '../../src/mapping/problem.js';
import type { Workload } from '../../src/workload/workload.js';
import { type Choices, chance, mask, pick, shuffled } from '../support/choices.js';
import { randomArchitecture } from '../support/random-architecture.js';
import { allFamilies, randomWorkload } from '../support/random-workload.js';

export interface ProblemOptions {
  readonly maxBound: number;
  readonly maxStorageLevels: number;
  readonly maxMesh: number;
  /** Dimensions beyond these many get the bound 1. */
  readonly maxDimensions: number;
  readonly attributes: 'plain' | 'random';
  /** Fixed factors that do not divide the bound. */
  readonly shortLoops: boolean;
  readonly constraints: 'none' | 'random';
  /** Reuse flags (B.5): they change what mappings cost, not which there are. */
  readonly flags: 'none' | 'random';
}

export const tinyProblems: ProblemOptions = {
  maxBound: 6,
  maxStorageLevels: 2,
  maxMesh: 3,
  maxDimensions: 2,
  attributes: 'plain',
  shortLoops: true,
  constraints: 'random',
  flags: 'none',
};

export function randomProblem(choices: Choices, options: ProblemOptions): Problem {
  const drawn = randomWorkload(choices, { families: allFamilies, maxBound: options.maxBound });
  const workload = limitBounds(choices, drawn, options);
  const names = workload.dataspaces.map(({ name }) => name);
  const architecture = randomArchitecture(choices, { ...options, dataspaces: names });
  const constraints =
    options.constraints === 'none'
      ? freeConstraints(workload, architecture)
      : randomConstraints(choices, { workload, architecture, options });
  return { workload, architecture, constraints };
}

function limitBounds(choices: Choices, workload: Workload, { maxBound, maxDimensions }: ProblemOptions): Workload {
  const chosen = shuffled(choices, [...workload.bounds.keys()]).slice(0, maxDimensions);
  const bounds = workload.bounds.map((bound, d) => (chosen.includes(d) ? 1 + ((bound - 1) % maxBound) : 1));
  return { ...workload, bounds };
}

export function freeConstraints(workload: Workload, architecture: Architecture): Constraints {
  const loops: LoopConstraints = {
    factors: workload.dimensions.map(() => ({})),
    innermost: [],
    outermost: [],
    declaredOrder: false,
  };
  return {
    levels: architecture.levels.map(
      ({ fanoutX, fanoutY }): LevelConstraints => ({
        temporal: { ...loops, noReuse: 0, rmwFirstUpdate: 0 },
        spatial: fanoutX * fanoutY > 1 ? { ...loops, split: null, noReuse: 0, noLinkTransfer: 0 } : null,
        keep: 0,
        bypass: 0,
        noCoalesce: 0,
      }),
    ),
    minParallelism: 0,
    maxTemporalLoops: null,
  };
}

interface Context {
  readonly workload: Workload;
  readonly architecture: Architecture;
  readonly options: ProblemOptions;
}

function randomConstraints(choices: Choices, { workload, architecture, options }: Context): Constraints {
  const free = freeConstraints(workload, architecture);
  const left = [...workload.bounds];
  const dataspaces = workload.dataspaces.length;
  const levels = free.levels.map((level, index): LevelConstraints => {
    const storage = architecture.levels[index]!.kind === 'storage';
    const keep = storage && chance(choices, 30) ? mask(choices, dataspaces) : 0;
    const bypass = storage && chance(choices, 30) ? mask(choices, dataspaces) & ~keep : 0;
    const temporal = storage ? loopConstraints(choices, { left, options }) : level.temporal;
    return {
      ...level,
      temporal: { ...level.temporal, ...temporal },
      spatial: level.spatial && {
        ...level.spatial,
        ...loopConstraints(choices, { left, options }),
        split: chance(choices, 40) ? choices.below(workload.dimensions.length + 2) : null,
      },
      keep,
      bypass,
    };
  });
  return {
    levels:
      options.flags === 'none'
        ? levels
        : levels.map((level, index) =>
            withFlags(choices, level, { dataspaces, storage: architecture.levels[index]!.kind === 'storage' }),
          ),
    minParallelism: chance(choices, 15) ? pick(choices, [0.25, 0.5, 1]) : 0,
    maxTemporalLoops: chance(choices, 15) ? 1 + choices.below(5) : null,
  };
}

/** Temporal flags and no_coalesce are for storage levels: a fan-out level holds nothing. */
function withFlags(
  choices: Choices,
  level: LevelConstraints,
  { dataspaces, storage }: { readonly dataspaces: number; readonly storage: boolean },
): LevelConstraints {
  const some = (): number => (chance(choices, 25) ? mask(choices, dataspaces) : 0);
  const temporal = storage ? { ...level.temporal, noReuse: some(), rmwFirstUpdate: some() } : level.temporal;
  const spatial = level.spatial && { ...level.spatial, noReuse: some(), noLinkTransfer: some() };
  const noCoalesce = storage && chance(choices, 10) ? mask(choices, dataspaces) : 0;
  return { ...level, temporal, spatial, noCoalesce };
}

/** Fixed factors are drawn from what is left of each bound, so that most spaces are not empty. */
function loopConstraints(
  choices: Choices,
  { left, options }: { readonly left: number[]; readonly options: ProblemOptions },
): LoopConstraints {
  const factors = left.map((rest, d): FactorConstraint => {
    if (!chance(choices, 25)) return {};
    if (chance(choices, 50)) {
      const candidates = Array.from({ length: rest }, (_, at) => at + 1).filter(
        (f) => options.shortLoops || rest % f === 0,
      );
      const exact = pick(choices, candidates);
      left[d] = Math.ceil(rest / exact);
      return { exact };
    }
    const min = chance(choices, 30) ? 2 : undefined;
    const max = chance(choices, 70) ? 2 + choices.below(3) : undefined;
    return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  });
  const order = shuffled(choices, [...left.keys()]);
  const permutationGiven = chance(choices, 40);
  const inner = permutationGiven ? choices.below(order.length + 1) : 0;
  const outer = permutationGiven ? choices.below(order.length - inner + 1) : 0;
  return {
    factors,
    innermost: order.slice(0, inner),
    outermost: order.slice(order.length - outer),
    declaredOrder: !permutationGiven && chance(choices, 20),
  };
}
