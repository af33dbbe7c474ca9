// Runs one chunk: a pure function of the context, the strategy and the order, whatever thread calls it.

import type { ChunkHooks, ChunkOrder, ChunkResult } from './chunk.js';
import { ChunkRun } from './chunk-run.js';
import type { SearchContext } from './search-context.js';
import { runWalk } from './strategies/exhaustive.js';
import { runHybrid } from './strategies/hybrid.js';
import { runRandom } from './strategies/random.js';

/** The strategies that work in chunks. */
const strategies = {
  exhaustive: (run: ChunkRun) => runWalk(run, { pruned: false }),
  'linear-pruned': (run: ChunkRun) => runWalk(run, { pruned: true }),
  random: (run: ChunkRun) => runRandom(run, { pruned: false }),
  'random-pruned': (run: ChunkRun) => runRandom(run, { pruned: true }),
  hybrid: runHybrid,
};

export type ChunkedStrategy = keyof typeof strategies;

/** Whether a strategy visits the mapspace to its end, rather than drawing without end. */
export function visitsAll(strategy: ChunkedStrategy): boolean {
  return strategy === 'exhaustive' || strategy === 'linear-pruned';
}

export function searchChunk(
  context: SearchContext,
  strategy: ChunkedStrategy,
  { order, hooks }: { readonly order: ChunkOrder; readonly hooks: ChunkHooks },
): ChunkResult {
  const run = new ChunkRun(context, order, { hooks, normalize: strategy !== 'exhaustive' && strategy !== 'random' });
  strategies[strategy](run);
  return run.result();
}
