// What the threads of the pool are given to do: a chunk of a search that all of them work at, or a whole search.

import type { Problem } from '../mapping/problem.js';
import type { EvalPlan } from '../model/plan.js';
import type { ChunkOrder } from '../search/chunk.js';
import type { SearchOptions, SearchResult } from '../search/result.js';
import type { ChunkedStrategy } from '../search/search-chunk.js';
import type { SearchInputs } from '../search/search-context.js';

export interface ChunkTask {
  readonly kind: 'chunk';
  /** Another number for every search of the process. */
  readonly search: number;
  readonly inputs: SearchInputs;
  readonly strategy: ChunkedStrategy;
  readonly shared: SharedArrayBuffer;
  readonly order: ChunkOrder;
}

export interface LayerSearch {
  readonly problem: Problem;
  readonly plan: EvalPlan;
  readonly options: SearchOptions;
}

export interface SearchTask {
  readonly kind: 'search';
  readonly layer: LayerSearch;
  readonly shared: SharedArrayBuffer;
  /** Its place among the searches that show how far they are; null where nobody looks. */
  readonly place: number | null;
  /** Whether to leave alone what is better searched by all threads together. */
  readonly declines: boolean;
}

export interface SearchedLayer {
  readonly result: SearchResult;
  /** Without what it waited for memory. */
  readonly elapsedSeconds: number;
}
