// What looks for mappings before the chunks of a search begin, so that all of them know what has been found, and after its end.

import type { CandidatePool } from '../search/candidate-pool.js';
import { type Finder, noWork } from '../search/finder.js';
import { Scout } from '../search/scout.js';
import { perfectContext, type SearchContext } from '../search/search-context.js';
import { type Proof, type ProofHooks, proofOf } from './proof.js';
import { limitedTo, SearchEnd } from './search-end.js';

/** Chunks of sampling that give a pruned walk something to prune with; more where its mappings are slow and samples estimates. */
const warmUpChunks = { perfect: 2, imperfect: 16 };

/** It gets half of a limit of evaluations. */
export function warmUp(context: SearchContext, pool: CandidatePool, { end }: Pick<ProofHooks, 'end'>): Finder {
  const scout = new Scout(context, pool);
  const chunks = context.mapspace.perfect ? warmUpChunks.perfect : warmUpChunks.imperfect;
  const left = (): number =>
    (context.inputs.options.maxEvaluations ?? Number.POSITIVE_INFINITY) / 2 - scout.evaluations;
  return {
    due: () => scout.chunks < chunks && left() > 0,
    *go() {
      scout.advance({ most: Math.ceil(left()), shouldStop: () => end.over });
      yield;
    },
    counters: () => scout.counters(),
  };
}

/**
 * Where factors need not divide their dimension, the proving search still covers the mappings whose factors do: their optimum is
 * something to begin from. It gets half of every limit. Nothing where no mapping has perfect factors, or the proof cannot run.
 */
export function perfectFirst(imperfect: SearchContext, pool: CandidatePool, { started, end }: ProofHooks): Finder {
  let proof: Proof | undefined;
  let begun = false;
  return {
    due: () => !begun,
    *go() {
      begun = true;
      const half = limitedTo(imperfect.inputs.options, {
        seconds: (limit) => limit / 2,
        evaluations: (limit) => Math.ceil(limit / 2),
      });
      const context = perfectContext(imperfect, half);
      if (context === undefined) return;
      const { timeLimitSeconds } = context.inputs.options;
      const ownEnd = new SearchEnd({ started, timeLimitSeconds, stopRequested: () => end.over });
      proof = proofOf(context, pool, { started, end: ownEnd });
      for (const _ of proof.work()) {
        yield;
        if (ownEnd.over || proof.limit() !== undefined) break;
      }
    },
    counters: () => proof?.counters() ?? noWork,
  };
}

const lastResortMs = 300;

/** What a search that was stopped with empty hands still does: it tries its luck for a moment. Nothing where the pool holds a mapping already. Perfect factors are quickly costed. */
export function lastResort(context: SearchContext, pool: CandidatePool, beside?: Scout): void {
  if (pool.best.length > 0) return;
  const scout = beside ?? new Scout((context.mapspace.perfect ? undefined : perfectContext(context)) ?? context, pool);
  const last = performance.now() + lastResortMs;
  const before = process.cpuUsage();
  const isSpent = (): boolean => {
    const { user, system } = process.cpuUsage(before);
    return user + system >= lastResortMs * 1000;
  };
  // Of the processor as well: on a busy machine a moment is over before anything has been done.
  scout.advance({ most: Number.POSITIVE_INFINITY, shouldStop: () => performance.now() >= last && isSpent() });
}
