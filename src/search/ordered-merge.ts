// Merges chunk results in chunk order, as if one thread had run all chunks one after the other: where the victory
// condition or the evaluation limit falls inside a chunk, that chunk is asked for again, only up to there.

import { type Candidate, CandidatePool, mostHandedOn } from './candidate-pool.js';
import type { ChunkOrder, ChunkResult } from './chunk.js';
import { type Counters, noWork } from './finder.js';
import { compareFigures } from './objective.js';
import type { SearchOptions, StopReason } from './result.js';

/** A chunk knows the best mappings of the chunks at least this many places before it; so many may run at once. */
export const chunkDistance = 16;

export interface MergeLimits {
  readonly maxEvaluations: number | null;
  readonly victoryCondition: number | null;
  /** Give up after this many evaluations without any valid mapping. */
  readonly maxFruitless: number | null;
  /** Number of chunks; null = without end. */
  readonly chunks: number | null;
  /** Evaluations per chunk; null = each to its own end. */
  readonly chunkEvaluations: number | null;
  /** Known to every chunk from the beginning. */
  readonly known: readonly Candidate[];
}

export class OrderedMerge {
  readonly pool: CandidatePool;
  evaluations = 0;
  valid = 0;
  stopReason: StopReason | undefined;
  readonly #options: SearchOptions;
  readonly #limits: MergeLimits;
  readonly #waiting = new Map<number, ChunkResult>();
  /** What was known after each chunk, as far as it is still needed. */
  readonly #known = new Map<number, readonly Candidate[]>();
  #best: Candidate | undefined;
  #validAtBest = 0;
  /** The limit of the chunk that was asked for again. */
  #lastValid: number | undefined;
  #next = 0;
  #ordered = 0;

  constructor(options: SearchOptions, limits: MergeLimits) {
    this.#options = options;
    this.#limits = limits;
    this.pool = new CandidatePool({ ...options, top: Math.max(options.top, mostHandedOn) });
    for (const candidate of limits.known) this.pool.offer(candidate);
    this.#best = this.pool.best[0];
  }

  /** Chunks merged so far. */
  get merged(): number {
    return this.#next;
  }

  get best(): Candidate | undefined {
    return this.#best;
  }

  counters(): Counters {
    return { ...noWork, evaluations: this.evaluations, valid: this.valid };
  }

  /** The next chunk to run, or undefined while none may start. */
  order(): ChunkOrder | undefined {
    const chunk = this.#ordered;
    const { chunks } = this.#limits;
    if (this.stopReason !== undefined || (chunks !== null && chunk >= chunks)) return undefined;
    if (chunk >= this.#next + chunkDistance) return undefined;
    this.#ordered += 1;
    return this.#orderOf(chunk, null);
  }

  /** Takes a result in; returns a chunk that must be run again before anything else is merged. */
  accept(result: ChunkResult): ChunkOrder | undefined {
    this.#waiting.set(result.chunk, result);
    while (this.stopReason === undefined) {
      const next = this.#waiting.get(this.#next);
      if (next === undefined) return undefined;
      this.#waiting.delete(this.#next);
      const cut = this.#cut(next);
      if (cut !== undefined && cut.maxValid < Number.POSITIVE_INFINITY && this.#lastValid !== cut.maxValid) {
        // Even with no valid mapping beyond it, the chunk may have gone on past the one that ends the search.
        this.#lastValid = cut.maxValid;
        return this.#orderOf(next.chunk, { maxValid: cut.maxValid });
      }
      if (cut !== undefined && next.evaluations > cut.maxEvaluations) {
        return this.#orderOf(next.chunk, { maxEvaluations: cut.maxEvaluations });
      }
      this.#merge(next);
      if (cut !== undefined) this.stopReason = cut.reason;
      else if (this.#next === this.#limits.chunks) this.stopReason = 'Exhausted';
      else if (this.valid === 0 && this.evaluations >= (this.#limits.maxFruitless ?? Number.POSITIVE_INFINITY)) {
        this.stopReason = 'SampleLimit';
      }
    }
    return undefined;
  }

  /** Ends the search from outside; results that come in later still count. */
  stop(reason: StopReason): void {
    this.stopReason ??= reason;
  }

  /** After `stop`: takes in what a chunk had when it was interrupted. */
  salvage(result: ChunkResult): undefined {
    this.#waiting.set(result.chunk, result);
  }

  /** A search that was ended from outside keeps everything that was found, in whatever chunk. */
  finish(): void {
    if (this.stopReason !== 'TimeLimit' && this.stopReason !== 'Interrupted') return;
    for (const chunk of [...this.#waiting.keys()].sort((a, b) => a - b)) this.#merge(this.#waiting.get(chunk)!);
    this.#waiting.clear();
  }

  #orderOf(chunk: number, again: { maxValid?: number; maxEvaluations?: number } | null): ChunkOrder {
    const { chunks, chunkEvaluations } = this.#limits;
    return {
      chunk,
      of: chunks,
      maxEvaluations: again?.maxEvaluations ?? chunkEvaluations,
      maxValid: again?.maxValid ?? null,
      victoryCondition: this.#limits.victoryCondition,
      // Repeated chunks keep their own schedule: only the limit differs.
      scheduled: chunkEvaluations,
      known: this.#known.get(chunk - chunkDistance) ?? this.#limits.known,
    };
  }

  /** Where in this chunk the search ends, if it does. */
  #cut(result: ChunkResult): { maxValid: number; maxEvaluations: number; reason: StopReason } | undefined {
    const none = Number.POSITIVE_INFINITY;
    const { maxEvaluations, victoryCondition } = this.#limits;
    const left = maxEvaluations === null ? none : maxEvaluations - this.evaluations;
    if (victoryCondition !== null) {
      let best = this.#best;
      let last = this.#validAtBest - this.valid;
      for (const { valid, evaluations, candidate } of result.improvements) {
        if (evaluations > left) break;
        if (best !== undefined && valid > last + victoryCondition) break;
        if (best !== undefined && compareFigures(this.#options.objective, candidate, best) >= 0) continue;
        best = candidate;
        last = valid;
      }
      const end = last + victoryCondition;
      if (best !== undefined && result.valid >= end) {
        // Both limits in one chunk: let the repeated chunk decide which comes first.
        if (result.evaluations > left) return { maxValid: none, maxEvaluations: left, reason: 'SampleLimit' };
        return { maxValid: end, maxEvaluations: none, reason: 'VictoryCondition' };
      }
    }
    return result.evaluations >= left ? { maxValid: none, maxEvaluations: left, reason: 'SampleLimit' } : undefined;
  }

  #merge(result: ChunkResult): void {
    for (const { valid, candidate } of result.improvements) {
      if (this.#best !== undefined && compareFigures(this.#options.objective, candidate, this.#best) >= 0) continue;
      this.#best = candidate;
      this.#validAtBest = this.valid + valid;
    }
    this.evaluations += result.evaluations;
    this.valid += result.valid;
    for (const candidate of result.best) this.pool.offer(candidate);
    for (const candidate of result.frontier) this.pool.offer(candidate);
    this.#known.set(result.chunk, this.pool.handedOn(Math.max(this.#options.top, mostHandedOn)));
    this.#known.delete(result.chunk - chunkDistance);
    this.#next = Math.max(this.#next, result.chunk + 1);
  }
}
