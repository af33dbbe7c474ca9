// What the directives say about each level while they are being collected: every statement with its place, so that two
// that contradict each other can both be named (B.7).

import type { Architecture } from '../arch/architecture.js';
import type { Span } from '../diagnostics/span.js';
import type { Leaf } from '../spec/spec.js';
import type { PermutationEntry } from './permutation-text.js';

export interface Stated<T> {
  readonly value: T;
  readonly span: Span;
}

export interface FixedFactor {
  readonly factor: number;
  /** From `X=e,r`. */
  readonly residual: number | undefined;
}

export interface Maximized {
  /** Dimension ids, in the order they are to be enlarged. */
  readonly groups: readonly (readonly number[])[];
  readonly capacity: number | undefined;
}

export interface LoopDraft {
  /** By dimension id. */
  readonly exact: Map<number, Stated<FixedFactor>>;
  readonly min: Map<number, Stated<number>>;
  readonly max: Map<number, Stated<number>>;
  /** Last-iteration trip counts stated apart from the factors. */
  readonly residuals: Map<number, Stated<number>>;
  defaultMin: Stated<number> | undefined;
  defaultMax: Stated<number> | undefined;
  permutation: PermutationEntry | undefined;
  split: Stated<number> | undefined;
  maximized: Stated<Maximized> | undefined;
  /** Dimensions that `factors_only` names: of the others those without a statement have factor 1. */
  only: Stated<ReadonlySet<number>> | undefined;
  /** Dataspace bit masks. */
  noReuse: number;
  noLinkTransfer: number;
  rmwFirstUpdate: number;
}

export interface LevelDraft {
  readonly temporal: LoopDraft;
  readonly spatial: LoopDraft | undefined;
  /** By dataspace id. */
  readonly keep: Map<number, Span>;
  readonly bypass: Map<number, Span>;
  noCoalesce: number;
  /** G.8: the part of the tiles that may overflow. */
  maxOverbooked?: number;
}

export interface Draft {
  /** Aligned with `Architecture.levels`. */
  readonly levels: readonly LevelDraft[];
  /** What each `!Nothing` keeps, which only matters inside a Parallel branch. */
  readonly nothings: Map<Leaf, Map<number, Span>>;
  minParallelism: Stated<number> | undefined;
}

export function emptyDraft(architecture: Architecture): Draft {
  return {
    levels: architecture.levels.map((level) => ({
      temporal: emptyLoops(),
      spatial: level.kind === 'fanout' ? emptyLoops() : undefined,
      keep: new Map(),
      bypass: new Map(),
      noCoalesce: 0,
    })),
    nothings: new Map(),
    minParallelism: undefined,
  };
}

export function emptyLoops(): LoopDraft {
  return {
    exact: new Map(),
    min: new Map(),
    max: new Map(),
    residuals: new Map(),
    defaultMin: undefined,
    defaultMax: undefined,
    permutation: undefined,
    split: undefined,
    maximized: undefined,
    only: undefined,
    noReuse: 0,
    noLinkTransfer: 0,
    rmwFirstUpdate: 0,
  };
}
