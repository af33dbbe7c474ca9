// Whether a search has been ended from outside: the one place that decides it, for every strategy and in every thread.

import type { SearchOptions, StopReason } from '../search/result.js';

type EndReason = Extract<StopReason, 'TimeLimit' | 'Interrupted'>;

export interface EndOptions {
  /** `performance.now()` from which the time limit counts. */
  readonly started: number;
  readonly timeLimitSeconds: number | null;
  readonly stopRequested: () => boolean;
}

export class SearchEnd {
  /** `performance.now()` at which time is up; Infinity without a limit. */
  #deadline: number;
  readonly #stopRequested: () => boolean;
  #reason: EndReason | undefined;

  constructor({ started, timeLimitSeconds, stopRequested }: EndOptions) {
    this.#deadline = timeLimitSeconds === null ? Number.POSITIVE_INFINITY : started + 1000 * timeLimitSeconds;
    this.#stopRequested = stopRequested;
  }

  /** Why the search is over, if it is. What has been said once stays so. */
  get reason(): EndReason | undefined {
    if (this.#reason !== undefined) return this.#reason;
    if (this.#stopRequested()) this.#reason = 'Interrupted';
    else if (performance.now() >= this.#deadline) this.#reason = 'TimeLimit';
    return this.#reason;
  }

  get over(): boolean {
    return this.reason !== undefined;
  }

  /** What was no searching does not count. */
  postpone(milliseconds: number): void {
    this.#deadline += milliseconds;
  }

  /** Calls back once when it is over, also while threads are waited for; returns what stops the watch. */
  watch(signal: AbortSignal | undefined, ended: () => void): () => void {
    let timer: NodeJS.Timeout | undefined;
    const look = (): void => {
      if (this.over) ended();
      // Timers may fire a moment early, and cannot wait longer than 2^31 milliseconds.
      else if (this.#deadline < Number.POSITIVE_INFINITY) {
        timer = setTimeout(look, Math.min(2 ** 30, Math.max(1, this.#deadline - performance.now())));
      }
    };
    signal?.addEventListener('abort', look);
    look();
    return () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', look);
    };
  }
}

/** With these limits in place of those that there are. */
export function limitedTo(
  options: SearchOptions,
  { seconds, evaluations }: Readonly<Record<'seconds' | 'evaluations', (limit: number) => number>>,
): SearchOptions {
  const { timeLimitSeconds, maxEvaluations } = options;
  return {
    ...options,
    timeLimitSeconds: timeLimitSeconds === null ? null : seconds(timeLimitSeconds),
    maxEvaluations: maxEvaluations === null ? null : evaluations(maxEvaluations),
  };
}
