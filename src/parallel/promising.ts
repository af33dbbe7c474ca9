// Which of a machine's choices to search first: a few samples of each tell, more of those that stay ahead. What they come to is known to
// the proofs of the others, so that most of those are soon over.

import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { createMapspace } from '../mapspace/mapspace.js';
import { type Candidate, CandidatePool } from '../search/candidate-pool.js';
import type { ChunkResult } from '../search/chunk.js';
import { compareFigures, type Figures, metricValue } from '../search/objective.js';
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

export interface Sample extends Pick<ChunkResult, 'best' | 'frontier' | 'evaluations' | 'valid'> {
  readonly alternative: number;
  /** Undefined where nothing complies with the constraints. */
  readonly context: SearchContext | undefined;
}

/** Evaluations of every alternative that may be the first; those of the better half are doubled until so few are left, or so many are spent. */
const firstEvaluations = 512;
const mostEvaluations = 4096;
const fewEnough = 2;

/** Of those whose bounds promise less, so many are sampled too. */
const mostOthers = 8;
const clearly = 0.8;

/** Of a time limit: until when there is a first look at every choice, and at those that stay ahead again. */
const shareOfFirst = 0.5;
const shareOfSamples = 0.2;

/** How long choices are still bounded after a signal: without a bound of each there is no gap. */
const boundingSeconds = 0.7;

/**
 * Those first that may cost least by what any mapping costs at least, and of several such those whose samples do. In the machine's order where
 * evaluations count, and for searches that prove nothing. Once it is to stop, of those that are soon looked at.
 */
export async function promisingFirst(asked: AlternativesAsked): Promise<readonly Sample[]> {
  const { alternatives, options, elapsedSeconds, stopRequested } = asked;
  const { objective, algorithm, imperfect, maxEvaluations, victoryCondition, timeLimitSeconds } = options;
  const inOrder = algorithm !== 'optimal' || imperfect || maxEvaluations !== null || victoryCondition !== null;
  const seconds = timeLimitSeconds ?? Number.POSITIVE_INFINITY;
  const open = (inputs: SearchInputs, alternative: number) => {
    const mapspace = createMapspace({ ...inputs.plan, constraints: inputs.constraints }, options).value;
    const context = mapspace && createSearchContext(inputs, mapspace);
    const least = context ? metricValue(objective[0]!, leastOfAny(context)) : Number.POSITIVE_INFINITY;
    const pool = new CandidatePool(options);
    return { alternative, context, least, pool, scout: context && new Scout(context, pool) };
  };
  type Opened = ReturnType<typeof open>;
  const all: Opened[] = [];
  let stoppedSeconds: number | undefined;
  for (const [at, inputs] of alternatives.entries()) {
    if (stopRequested()) stoppedSeconds ??= elapsedSeconds();
    if (at > 0 && stoppedSeconds !== undefined && elapsedSeconds() - stoppedSeconds > boundingSeconds) break;
    all.push(open(inputs, at));
    await turnOfOthers();
  }
  const bySamples = (one: Opened, other: Opened): number => {
    const [a, b] = [one.pool.best[0], other.pool.best[0]];
    const order = a === undefined || b === undefined ? Number(!a) - Number(!b) : compareFigures(objective, a, b);
    return order || one.alternative - other.alternative;
  };
  const before = (one: Opened, other: Opened): number => {
    if (one.least !== other.least) return one.least - other.least;
    return bySamples(one, other);
  };
  const [first] = inOrder ? [] : all.toSorted(before);
  let most = firstEvaluations;
  const large = all.filter(({ context }) => context && worthProving(context.mapspace, options));
  let leaders = large.filter(({ least }) => least === first?.least);
  // A loose bound says little: where a few samples of another come to clearly less, that one is first.
  const others = inOrder
    ? []
    : large
        .filter((one) => !leaders.includes(one))
        .toSorted(before)
        .slice(0, mostOthers);
  /** Until a share of the time limit is spent, each with as much of it as the others. */
  const sample = async (some: readonly Opened[], share: number): Promise<void> => {
    for (const [at, { scout }] of some.entries()) {
      const elapsed = elapsedSeconds();
      const until = elapsed + (share * seconds - elapsed) / (some.length - at);
      const shouldStop = (): boolean => stopRequested() || elapsedSeconds() > until;
      if (!shouldStop()) scout!.advance({ most, shouldStop });
      await turnOfOthers();
    }
  };
  // Alone there is nothing to be compared with.
  if (leaders.length + others.length > 1) {
    await sample(leaders, shareOfFirst / 2);
    const known = leaders.flatMap(({ pool }) => pool.best.map(elsewhere));
    const unbeaten = others.filter(({ context }) => !isBeaten(context!, known));
    await sample(unbeaten, shareOfFirst);
  }
  while (leaders.length > fewEnough && most < mostEvaluations) {
    leaders = leaders.toSorted(before).slice(0, Math.ceil(leaders.length / 2));
    most *= 2;
    await sample(leaders, shareOfSamples);
  }
  const ordered = inOrder ? all : all.toSorted(before);
  const [head] = inOrder ? [] : large.toSorted(bySamples);
  const sampled = (one: Opened | undefined): number =>
    one?.pool.best[0] === undefined ? Number.POSITIVE_INFINITY : metricValue(objective[0]!, one.pool.best[0]);
  const better = sampled(head) < clearly * sampled(ordered[0]);
  const headed = better ? [head!, ...ordered.filter((one) => one !== head)] : ordered;
  return headed.map(({ alternative, context, pool, scout }) => {
    const { evaluations = 0, valid = 0 } = scout ?? {};
    return { alternative, context, best: [...pool.best], frontier: [...pool.frontier], evaluations, valid };
  });
}

/** What any of its mappings costs at least. */
export function leastOfAny({ floors, machine, mapspace }: SearchContext): Figures {
  const { work = 0, idleCycles = 0 } = machine?.schedule.floor ?? {};
  const scheduled = (work / mapspace.parallelism.greatest + idleCycles) * (1 - 1e-11);
  return { ...floors.whole, cycles: Math.max(floors.whole.cycles, scheduled) };
}

export function elsewhere({ cycles, energyPj, utilization }: Figures): Candidate {
  return { cycles, energyPj, utilization, key: new Float64Array(), elsewhere: true };
}

/** Whether none of its mappings can be among the best. */
export function isBeaten(context: SearchContext, known: readonly Candidate[]): boolean {
  const pool = new CandidatePool(context.inputs.options);
  for (const candidate of known) pool.offer(candidate);
  return pool.excludes(leastOfAny(context));
}
