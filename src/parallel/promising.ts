// Which of a machine's choices to search first: a few samples of each tell, more of those that stay ahead. What they come to is known to
// the proofs of the others, so that most of those are soon over.

import { createMapspace } from '../mapspace/mapspace.js';
import { type Candidate, CandidatePool } from '../search/candidate-pool.js';
import { compareFigures, type Figures } from '../search/objective.js';
import type { SearchOptions } from '../search/result.js';
import { Scout } from '../search/scout.js';
import { createSearchContext, type SearchContext, type SearchInputs } from '../search/search-context.js';
import { worthProving } from '../search/strategy-choice.js';

export interface AlternativesAsked {
  readonly alternatives: readonly SearchInputs[];
  readonly options: SearchOptions;
  /** So far, of the time limit. */
  readonly elapsedSeconds: () => number;
  readonly stopRequested: () => boolean;
}

export interface Sample {
  readonly alternative: number;
  /** Undefined where nothing complies with the constraints. */
  readonly context: SearchContext | undefined;
  readonly best: readonly Candidate[];
  readonly evaluations: number;
  readonly valid: number;
}

/** Evaluations of every alternative; those of the better half are doubled until so few are left, or so many are spent on each. */
const firstEvaluations = 512;
const mostEvaluations = 4096;
const fewEnough = 2;

/** Of a time limit. */
const shareOfSamples = 0.2;

/** In the machine's order where evaluations count, and for searches that prove nothing. */
export function promisingFirst(asked: AlternativesAsked): readonly Sample[] {
  const { alternatives, options, elapsedSeconds, stopRequested } = asked;
  const { algorithm, imperfect, maxEvaluations, victoryCondition, timeLimitSeconds } = options;
  const inOrder = algorithm !== 'optimal' || imperfect || maxEvaluations !== null || victoryCondition !== null;
  const mostSeconds = shareOfSamples * (timeLimitSeconds ?? Number.POSITIVE_INFINITY);
  const shouldStop = (): boolean => stopRequested() || elapsedSeconds() > mostSeconds;
  const all = alternatives.map((inputs, alternative) => {
    const mapspace = createMapspace({ ...inputs.plan, constraints: inputs.constraints }, options).value;
    const context = mapspace && createSearchContext(inputs, mapspace);
    const pool = new CandidatePool(options);
    return { alternative, context, pool, scout: context && new Scout(context, pool) };
  });
  const before = (one: (typeof all)[number], other: (typeof all)[number]): number => {
    const [a, b] = [one.pool.best[0], other.pool.best[0]];
    const order =
      a === undefined || b === undefined ? Number(!a) - Number(!b) : compareFigures(options.objective, a, b);
    return order || one.alternative - other.alternative;
  };
  const known = new CandidatePool({ ...options, frontier: false });
  let most = firstEvaluations;
  let leaders = inOrder ? [] : all.filter(({ context }) => context && worthProving(context.mapspace, options));
  while (leaders.length > 0 && most <= mostEvaluations) {
    for (const { context, scout, pool } of leaders) {
      if (shouldStop() || isBeaten(context!, known.best)) continue;
      scout!.advance({ most, shouldStop });
      for (const one of pool.best) known.offer(elsewhere(one));
    }
    if (leaders.length <= fewEnough) break;
    leaders = leaders.toSorted(before).slice(0, Math.ceil(leaders.length / 2));
    most *= 2;
  }
  return (inOrder ? all : all.toSorted(before)).map(({ alternative, context, pool, scout }) => {
    const { evaluations = 0, valid = 0 } = scout ?? {};
    return { alternative, context, best: [...pool.best], evaluations, valid };
  });
}

export function elsewhere({ cycles, energyPj, utilization }: Figures): Candidate {
  return { cycles, energyPj, utilization, key: new Float64Array(), elsewhere: true };
}

/** Whether none of its mappings can be among the best: by what any mapping costs at least. */
export function isBeaten({ inputs, floors, machine, mapspace }: SearchContext, known: readonly Candidate[]): boolean {
  const pool = new CandidatePool(inputs.options);
  for (const candidate of known) pool.offer(candidate);
  const { work = 0, idleCycles = 0 } = machine?.schedule.floor ?? {};
  const scheduled = (work / mapspace.parallelism.greatest + idleCycles) * (1 - 1e-11);
  return pool.excludes({ ...floors.whole, cycles: Math.max(floors.whole.cycles, scheduled) });
}
