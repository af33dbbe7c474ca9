// A sampling search beside the proof, chunk by chunk: something to show when the proof is stopped early, and something to
// beat where it is hard. Its chunks are pure functions of seed, number and what was known before, as everywhere.

import { Evaluator } from '../model/kernel/evaluator.js';
import type { CandidatePool } from './candidate-pool.js';
import { type Counters, noWork } from './finder.js';
import { searchChunk } from './search-chunk.js';
import type { SearchContext } from './search-context.js';

/** Evaluations of the first chunk, which is to be over in milliseconds, and of the others. */
const firstEvaluations = 1024;
export const laterEvaluations = 4096;

export class Scout {
  chunks = 0;
  evaluations = 0;
  valid = 0;
  readonly #pool: CandidatePool;
  readonly #context: SearchContext;

  /** Offers what it finds to `pool`. */
  constructor(context: SearchContext, pool: CandidatePool) {
    this.#pool = pool;
    // With a nest of its own, so that it may run between two steps of the proof.
    this.#context = { ...context, evaluator: new Evaluator(context.inputs.plan, context.machine) };
  }

  counters(): Counters {
    return { ...noWork, evaluations: this.evaluations, valid: this.valid };
  }

  /** Runs one more chunk. */
  advance({ most, shouldStop }: { readonly most: number; readonly shouldStop: () => boolean }): void {
    const scheduled = this.chunks === 0 ? firstEvaluations : laterEvaluations;
    const order = {
      chunk: this.chunks,
      of: null,
      maxEvaluations: Math.min(scheduled, most),
      maxValid: null,
      scheduled,
      known: this.#pool.handedOn(),
      toBeat: [...this.#pool.best, ...this.#pool.frontier],
    };
    const hooks = { shouldStop, progress: () => {} };
    const { best, frontier, evaluations, valid } = searchChunk(this.#context, 'hybrid', { order, hooks });
    this.chunks += 1;
    this.evaluations += evaluations;
    this.valid += valid;
    for (const candidate of [...best, ...frontier]) this.#pool.offer(candidate);
  }
}
