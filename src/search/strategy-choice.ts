// Which strategy a search runs, and how it is cut into chunks. Neither depends on how many threads there are.

import { type Diagnostic, warning } from '../diagnostics/diagnostic.js';
import type { Mapspace } from '../mapspace/mapspace.js';
import type { MergeLimits } from './ordered-merge.js';
import type { SearchOptions } from './result.js';
import { type ChunkedStrategy, visitsAll } from './search-chunk.js';

/** Mapspaces up to this size are visited to the end when the optimum is asked for. */
const visitable = 20_000_000n;

/** Mappings per chunk of a walk, and most chunks. */
const walkChunk = 32_768n;
const mostChunks = 4096n;

/** Evaluations per chunk of a strategy without end. */
const drawChunk = 16_384;

/** For strategies without end when the user sets no end: valid mappings without improvement, evaluations without any. */
const defaultVictory = 1_000_000;
const defaultFruitless = 4_000_000;

export interface StrategyChoice {
  readonly strategy: ChunkedStrategy;
  readonly limits: MergeLimits;
  readonly diagnostics: readonly Diagnostic[];
}

export function chooseStrategy(mapspace: Mapspace, options: SearchOptions): StrategyChoice {
  const { algorithm } = options;
  if (algorithm !== 'optimal')
    return { strategy: algorithm, limits: limitsOf(mapspace, algorithm, options), diagnostics: [] };
  const strategy = mapspace.sizeIsExact && mapspace.size <= visitable ? 'linear-pruned' : 'hybrid';
  const diagnostics =
    strategy === 'hybrid'
      ? [
          warning('W-ALGORITHM', `${mapspace.size} mappings are too many to visit all: searching without proof`, {
            hint: 'the gap tells how far the best found may be from the optimum',
          }),
        ]
      : [];
  return { strategy, limits: limitsOf(mapspace, strategy, options), diagnostics };
}

function limitsOf({ size }: Mapspace, strategy: ChunkedStrategy, options: SearchOptions): MergeLimits {
  const { maxEvaluations, victoryCondition, timeLimitSeconds } = options;
  if (visitsAll(strategy)) {
    const wanted = (size + walkChunk - 1n) / walkChunk;
    const chunks = Number(wanted < 1n ? 1n : wanted > mostChunks ? mostChunks : wanted);
    return { maxEvaluations, victoryCondition, maxFruitless: null, chunks, chunkEvaluations: null };
  }
  const unlimited = maxEvaluations === null && victoryCondition === null && timeLimitSeconds === null;
  return {
    maxEvaluations,
    victoryCondition: unlimited ? defaultVictory : victoryCondition,
    maxFruitless: unlimited ? defaultFruitless : null,
    chunks: null,
    chunkEvaluations: drawChunk,
  };
}
