// A search is cut into chunks, each a pure function of the problem, the options and its order: no chunk knows which
// thread runs it. Results are merged in chunk order, so any number of threads gives the same answer.

import type { Candidate } from './candidate-pool.js';

export interface ChunkOrder {
  /** 0, 1, 2, ... */
  readonly chunk: number;
  /** How many chunks there are; null for strategies without an end. */
  readonly of: number | null;
  /** Stop after this many evaluations, or valid mappings, of this chunk; null = no limit of its own. */
  readonly maxEvaluations: number | null;
  readonly maxValid: number | null;
  /** Or after so many valid mappings without a better one: whatever other chunks find, the search is over by then. */
  readonly victoryCondition?: number | null;
  /** Evaluations that the chunk plans for, whatever limit it gets; null = to its own end. */
  readonly scheduled: number | null;
  /** Best mappings of the chunks merged so far, up to a fixed distance before this one. */
  readonly known: readonly Candidate[];
  /** What is no better than all of these is of no use to who asked; none unless told. */
  readonly toBeat?: readonly Candidate[];
}

/** A valid mapping better than all before it in its chunk. */
export interface Improvement {
  /** How many valid mappings the chunk had seen, this one included. */
  readonly valid: number;
  /** And how many evaluations. */
  readonly evaluations: number;
  readonly candidate: Candidate;
}

export interface ChunkResult {
  readonly chunk: number;
  readonly evaluations: number;
  readonly valid: number;
  readonly best: readonly Candidate[];
  readonly frontier: readonly Candidate[];
  readonly improvements: readonly Improvement[];
  /** False when it was told to stop before its own end or limits. */
  readonly complete: boolean;
}

/** What a chunk asks and tells while it runs. */
export interface ChunkHooks {
  /** Asked every so often. */
  shouldStop(): boolean;
  /** Evaluations and valid mappings since the last call; first metric of the best so far, Infinity before there is one. */
  progress(evaluations: number, valid: number, best: number): void;
}

export const noHooks: ChunkHooks = { shouldStop: () => false, progress: () => {} };
