// What the threads of a command share: a request to stop, how much memory the tables of proofs have taken, and how far the searches
// are, for the progress display. No result depends on it, except by stopping.

import type { Progress } from '../search/result.js';

const figuresPerSearch = 5;

/** `searches`: how many run side by side and show how far they are. */
export function createSharedState(searches = 0): SharedState {
  const state = viewSharedState(new SharedArrayBuffer(32 + 8 * figuresPerSearch * searches));
  state.best[0] = Number.POSITIVE_INFINITY;
  return state;
}

export function viewSharedState(buffer: SharedArrayBuffer) {
  return {
    buffer,
    /** Request to stop, mebibytes taken. */
    words: new Int32Array(buffer, 0, 2),
    /** Evaluations and valid mappings of all chunks of a search. */
    counts: new BigInt64Array(buffer, 8, 2),
    /** First metric of the best mapping in any chunk. */
    best: new Float64Array(buffer, 24, 1),
    /** Per search side by side: whether it runs, evaluations, valid mappings, best objective, lower bound (NaN for none). */
    figures: new Float64Array(buffer, 32),
  };
}

export type SharedState = Readonly<ReturnType<typeof viewSharedState>>;

export function requestStop({ words }: SharedState): void {
  Atomics.store(words, 0, 1);
}

export function isStopRequested({ words }: SharedState): boolean {
  return Atomics.load(words, 0) !== 0;
}

/**
 * Waits until so much memory is free, or nobody else holds any: a search that needs more than all is for itself to
 * refuse. Only for worker threads. Returns what gives it back.
 */
export function takeMemory(state: SharedState, bytes: number, limitBytes: number): () => void {
  const { words } = state;
  const needed = mebibytes(bytes);
  const limit = mebibytes(limitBytes);
  for (;;) {
    const taken = Atomics.load(words, 1);
    const free = taken === 0 || taken + needed <= limit;
    if (free && Atomics.compareExchange(words, 1, taken, taken + needed) === taken) break;
    if (isStopRequested(state)) return () => {};
    if (!free) Atomics.wait(words, 1, taken, 50);
  }
  return () => {
    Atomics.sub(words, 1, needed);
    Atomics.notify(words, 1);
  };
}

export interface Found {
  /** Since the last time. */
  readonly evaluations: number;
  readonly valid: number;
  /** So far: what another thread overwrites at the same moment is told again. */
  readonly best: number;
}

export function addFound({ counts, best: least }: SharedState, { evaluations, valid, best }: Found): void {
  if (best < least[0]!) least[0] = best;
  if (evaluations > 0) Atomics.add(counts, 0, BigInt(evaluations));
  if (valid > 0) Atomics.add(counts, 1, BigInt(valid));
}

export function writeProgress({ figures }: SharedState, search: number, progress: Progress | null): void {
  const at = search * figuresPerSearch;
  figures[at] = progress === null ? 0 : 1;
  if (progress === null) return;
  figures[at + 1] = progress.evaluations;
  figures[at + 2] = progress.valid;
  figures[at + 3] = progress.bestObjective ?? Number.NaN;
  figures[at + 4] = progress.lowerBound ?? Number.NaN;
}

/** Null for a search that does not run. */
export function readProgress({ figures }: SharedState, search: number): Progress | null {
  const at = search * figuresPerSearch;
  if (figures[at] === 0) return null;
  const figure = (offset: number): number | null => (Number.isNaN(figures[at + offset]) ? null : figures[at + offset]!);
  return {
    evaluations: figures[at + 1]!,
    valid: figures[at + 2]!,
    bestObjective: figure(3),
    lowerBound: figure(4),
    fraction: null,
  };
}

function mebibytes(bytes: number): number {
  return Math.min(2 ** 30, Math.ceil(bytes / 2 ** 20));
}
