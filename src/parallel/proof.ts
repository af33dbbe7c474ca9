// The search that proves, with the finders beside it: a generator that stops anywhere, and what it has come to.

import { type Diagnostic, warning } from '../diagnostics/diagnostic.js';
import { countText } from '../math/count-text.js';
import type { CandidatePool } from '../search/candidate-pool.js';
import { addTo, type Counters, type Finder, noWork, withFinders } from '../search/finder.js';
import { metricValue } from '../search/objective.js';
import { type ChainSearch, openChainSearch } from '../search/optimal/chain-search.js';
import type { StopReason } from '../search/result.js';
import { laterEvaluations, Scout } from '../search/scout.js';
import type { SearchContext } from '../search/search-context.js';
import type { SearchEnd } from './search-end.js';

/** Spatial choices costed in a preparation before it is worth a chunk of sampling, and between further ones. */
const firstChunkAfter = 2000;
const chunkEvery = 3_000_000;

/**
 * Bytes that tables may take for which a chunk is sampled before any is made, and the most chunks: the better the best mapping that
 * is known, the fewer entries they have.
 */
const bytesPerChunk = 16 * 2 ** 20;
const mostBefore = 64;

/** Steps of the descent (tiles looked at and mappings evaluated) between two chunks. */
const chunkEverySteps = 20_000;

/** Chunks that are wanted from one that has found nothing better to the next. */
const pauseInVain = 2;

/** Share of a long preparation that goes into sampling under a time limit, and when one is long. */
const scoutShare = 0.15;
const longMs = 2000;

/**
 * Steps after which a search that was given no limit of its own gives up the proof and reports its gap, and after which it does
 * where the bound is within this share of the best found by then: most of these are proven before long.
 */
const usualPatience = 10_000_000;
const longPatience = 20_000_000;
const nearlyProven = 0.9;

export interface ProofHooks {
  /** `performance.now()` when the search began. */
  readonly started: number;
  readonly end: SearchEnd;
  /** Before the tables are made, which take so much; gives what to call when they are gone. To wait for it is no searching. */
  readonly opened?: ((bytes: number) => () => void) | undefined;
}

/** What is found goes to `pool`. */
export function proofOf(context: SearchContext, pool: CandidatePool, { started, end, opened }: ProofHooks) {
  const { maxEvaluations, timeLimitSeconds, objective } = context.inputs.options;
  const scout = new Scout(context, pool);
  /** Undefined while it is laid out. */
  let search: ChainSearch | undefined;
  let refusal: string | undefined;
  let close = (): void => {};
  let scoutMs = 0;
  /** Chunks that are wanted before the next one. */
  let nextChunk = 1;
  let patience = usualPatience;
  /** Lower bound after half of the steps it may take. */
  let halfway = 0;

  /** Chunks of a sampling search beside the proof. */
  const sampling: Finder = {
    due: () => nextChunk <= chunksWanted() || isWorthATry(),
    *go() {
      const before = pool.bar;
      const most = (maxEvaluations ?? Number.POSITIVE_INFINITY) - all().evaluations;
      const began = performance.now();
      if (most > 0) scout.advance({ most, shouldStop: () => end.over });
      scoutMs += performance.now() - began;
      nextChunk = Math.max(nextChunk, chunksWanted()) + (pool.bar < before ? 1 : pauseInVain);
    },
    counters: () => scout.counters(),
  };
  /** Of mappings to beat, in the order in which they are asked. */
  const finders: Finder[] = [sampling];

  /** Of the first metric so far, 0 for none. */
  const lowerBound = (): number => search?.lowerBound() ?? 0;

  const isNearlyProven = (): boolean => {
    const [best] = pool.best;
    const bound = lowerBound();
    return best !== undefined && bound > 0 && bound >= nearlyProven * metricValue(objective[0]!, best);
  };

  /** Of the proof and its finders together; asked at every step. */
  const all = (): Counters => {
    const sum = { ...(search?.counters() ?? noWork) };
    for (const finder of finders) addTo(sum, finder.counters());
    return sum;
  };

  /** Counted, not timed, so that every run samples alike. */
  const chunksWanted = (): number => {
    const { prepared, steps } = all();
    if (prepared < firstChunkAfter) return 0;
    return 1 + Math.floor(prepared / chunkEvery) + Math.floor(steps / chunkEverySteps);
  };

  /** Against the clock, a share of a long preparation goes into sampling: there may be no time for anything else. */
  const isWorthATry = (): boolean => {
    if (timeLimitSeconds === null || all().steps > 0) return false;
    const elapsed = performance.now() - started;
    return elapsed > longMs && scoutMs < scoutShare * elapsed;
  };

  /** What is found before any table is made, for tables of so many bytes: half of the evaluations that there may be are for the proof. */
  function* sampledFor(bytes: number): Generator<void, void, void> {
    const most = Math.min(mostBefore, (maxEvaluations ?? Number.POSITIVE_INFINITY) / laterEvaluations / 2);
    const wanted = Math.floor(Math.min(most, Math.max(1, bytes / bytesPerChunk)));
    while (scout.chunks < wanted && !end.over) {
      yield* sampling.go();
      yield;
    }
  }

  function* chain(bounded?: () => void): Generator<void, void, void> {
    const found = yield* openChainSearch(context, pool);
    if (typeof found === 'string') {
      refusal = found;
      return;
    }
    const asked = performance.now();
    close = opened?.(found.bytes) ?? close;
    end.postpone(performance.now() - asked);
    search = found;
    bounded?.();
    finders.unshift(...found.finders);
    yield* sampledFor(found.bytes);
    yield* found.work;
  }

  return {
    scout,
    lowerBound,

    /** Why the search cannot run here, once it is known not to. */
    refusal: () => refusal,

    /** Whether it has the memory that it needs, and a bound. */
    isOpen: () => search !== undefined,

    /** One value per unit of work; exhausted when nothing is left to look at, or it has been refused. `bounded` is called when there is a bound. */
    *work(bounded?: () => void): Generator<void, void, void> {
      try {
        yield* withFinders(chain(bounded), finders);
      } finally {
        close();
      }
    },

    counters: all,

    /** Limits that are counted, and so fall at the same place on every run. */
    limit: (): StopReason | undefined => {
      if (maxEvaluations !== null) return all().evaluations >= maxEvaluations ? 'SampleLimit' : undefined;
      if (timeLimitSeconds !== null) return undefined;
      const steps = all().steps;
      if (steps >= patience / 2) halfway ||= lowerBound();
      if (steps < patience) return undefined;
      if (patience === longPatience || !isNearlyProven()) return 'StepLimit';
      patience = longPatience;
      halfway = 0;
      return undefined;
    },

    /** How long it would take by itself is told by what the second half of the steps has done to the bound. */
    patienceLost: (): Diagnostic => {
      const [best] = pool.best;
      const bound = lowerBound();
      const open = best === undefined ? 0 : metricValue(objective[0]!, best) - bound;
      const times = Math.ceil(open / (bound - halfway) / 2);
      const pace = open > 0 && times > 0 && times < 1000 ? `, and would take about ${times} times as many again` : '';
      return warning('W-ALGORITHM', `the proof is not complete after ${countText(BigInt(patience))} steps${pace}`, {
        hint: 'the gap tells how far the best found may be from the optimum; --time-limit SECONDS lets the search go on',
      });
    },
  };
}

export type Proof = ReturnType<typeof proofOf>;
