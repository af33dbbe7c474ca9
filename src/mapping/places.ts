// Where the constraints of a problem are stated: what the resolved form no longer knows, kept for whoever has to say which
// of them contradict each other.

import type { Span } from '../diagnostics/span.js';
import { entryOf } from '../spec/node.js';
import type { Spec } from '../spec/spec.js';
import type { Workload } from '../workload/workload.js';
import type { Draft, LoopDraft, Stated } from './draft.js';

export interface LevelPlaces {
  readonly temporal: LoopPlaces;
  readonly spatial: LoopPlaces | null;
  /** By dataspace id. */
  readonly keep: ReadonlyMap<number, Span>;
  readonly bypass: ReadonlyMap<number, Span>;
}

export interface ConstraintPlaces {
  /** Aligned with `Architecture.levels`. */
  readonly levels: readonly LevelPlaces[];
  /** By dimension id. */
  readonly bounds: readonly (Span | undefined)[];
  readonly minParallelism?: Span;
  readonly maxTemporalLoops?: Span;
}

export function placesOf(
  draft: Draft,
  spec: Pick<Spec, 'problem' | 'mapper'>,
  { dimensions }: Workload,
): ConstraintPlaces {
  const loops = entryOf(spec.mapper, 'max_temporal_loops_in_a_mapping');
  return {
    levels: draft.levels.map(({ temporal, spatial, keep, bypass }) => ({
      temporal: loopPlaces(temporal, dimensions),
      spatial: spatial ? loopPlaces(spatial, dimensions) : null,
      keep,
      bypass,
    })),
    bounds: dimensions.map((name) => spec.problem?.instance.get(name)?.span),
    ...(draft.minParallelism && { minParallelism: draft.minParallelism.span }),
    ...(loops && { maxTemporalLoops: loops.value.span }),
  };
}

/** By dimension id. */
export type LoopPlaces = ReturnType<typeof loopPlaces>;

function loopPlaces(loops: LoopDraft, dimensions: readonly string[]) {
  const { exact, min, max, defaultMin, defaultMax, permutation, split } = loops;
  // The default limits hold for dimensions without a statement of their own.
  const free = dimensions.flatMap((_, id) => (exact.has(id) || min.has(id) || max.has(id) ? [] : [id]));
  const byDefault = (limit: Stated<number> | undefined): (readonly [number, Span])[] =>
    limit ? free.map((id) => [id, limit.span] as const) : [];
  return {
    exact: spansOf(exact),
    min: new Map([...spansOf(min), ...byDefault(defaultMin)]),
    max: new Map([...spansOf(max), ...byDefault(defaultMax)]),
    ...(permutation && { permutation: permutation.span }),
    ...(split && { split: split.span }),
  };
}

function spansOf(stated: ReadonlyMap<number, Stated<unknown>>): ReadonlyMap<number, Span> {
  return new Map([...stated].map(([id, { span }]) => [id, span]));
}
