// Which strategy a search runs, and how it is cut into chunks. Neither depends on how many threads there are.

import { type Diagnostic, warning } from '../diagnostics/diagnostic.js';
import type { Mapspace } from '../mapspace/mapspace.js';
import { countText } from '../math/count-text.js';
import type { MergeLimits } from './ordered-merge.js';
import type { SearchOptions } from './result.js';
import { type ChunkedStrategy, visitsAll } from './search-chunk.js';

/** Mapspaces up to this size are visited to the end when the optimum is asked for. */
const visitable = 20_000_000n;

/** Mappings per chunk of a walk: few where all run in one thread that has to stay responsive. */
const walkChunk = { small: 8192n, whole: 65_536n, pruned: 262_144n };
const mostChunks = 64n;

/** Mapspaces up to this size are not worth starting threads for. */
export const smallSize = 65_536n;

/** Evaluations per chunk of a strategy without end. */
const drawChunk = 16_384;

/** For strategies without end when the user sets no end: valid mappings without improvement, evaluations without any. */
const defaultVictory = 1_000_000;
const defaultFruitless = 4_000_000;

export interface StrategyChoice {
  readonly strategy: ChunkedStrategy;
  /** Whether a few samples first would give every chunk something to prune with. */
  readonly warmsUp: boolean;
  readonly limits: MergeLimits;
  readonly diagnostics: readonly Diagnostic[];
}

/** Mapspaces up to this size are visited to the end sooner than the proving search is prepared. */
const walkedSize = 50_000n;

/** Whether the proving search is to be tried, rather than one of those below. */
export function worthProving({ size }: Mapspace, { algorithm }: SearchOptions): boolean {
  return algorithm === 'optimal' && size > walkedSize;
}

/** `refusal`: why the proving search cannot run here, null where it was not tried. */
export function chooseStrategy(mapspace: Mapspace, options: SearchOptions, refusal: string | null): StrategyChoice {
  const { algorithm } = options;
  // Nothing to sample: a single mapping is visited, and that was all.
  if (mapspace.size <= 1n) return choiceOf(mapspace, 'exhaustive', options);
  if (algorithm !== 'optimal') return choiceOf(mapspace, algorithm, options);
  const strategy = mapspace.size <= visitable ? 'linear-pruned' : 'hybrid';
  const diagnostics =
    strategy === 'hybrid' ? [unproven(mapspace, refusal)] : refusal === null ? [] : [walked(mapspace, refusal)];
  return { ...choiceOf(mapspace, strategy, options), diagnostics };
}

function unproven({ size }: Mapspace, refusal: string | null): Diagnostic {
  const all = `${countText(size)} mappings are too many to visit all`;
  const why = refusal === null ? all : `the optimum cannot be proven here (${refusal}), and ${all}`;
  return warning('W-ALGORITHM', `${why}: searching without proof`, {
    hint: 'the answer is the best that was found; --time-limit and --max-evaluations say how long to look',
  });
}

function walked({ size }: Mapspace, refusal: string): Diagnostic {
  return warning(
    'W-ALGORITHM',
    `the proving search does not cover this problem (${refusal}): visiting all ${size} mappings`,
    {
      hint: 'a walk to the end proves as much, it only takes longer',
    },
  );
}

function choiceOf(mapspace: Mapspace, strategy: ChunkedStrategy, options: SearchOptions): StrategyChoice {
  return {
    strategy,
    warmsUp: strategy === 'linear-pruned' && worthWarming(mapspace, options),
    limits: limitsOf(mapspace, strategy, options),
    diagnostics: [],
  };
}

/** Not where counts of evaluations decide when to stop, nor where an evaluation takes milliseconds. */
function worthWarming({ size, perfect }: Mapspace, options: SearchOptions): boolean {
  return perfect && size > smallSize && options.maxEvaluations === null && options.victoryCondition === null;
}

function limitsOf({ size }: Mapspace, strategy: ChunkedStrategy, options: SearchOptions): MergeLimits {
  const { maxEvaluations, victoryCondition, timeLimitSeconds } = options;
  const endless = !visitsAll(strategy);
  const unlimited = endless && maxEvaluations === null && victoryCondition === null && timeLimitSeconds === null;
  const usual = strategy === 'linear-pruned' ? walkChunk.pruned : walkChunk.whole;
  const share = size <= smallSize ? walkChunk.small : usual;
  const wanted = (size + share - 1n) / share;
  return {
    maxEvaluations,
    victoryCondition: unlimited ? defaultVictory : victoryCondition,
    maxFruitless: unlimited ? defaultFruitless : null,
    chunks: endless ? null : Number(wanted < 1n ? 1n : wanted > mostChunks ? mostChunks : wanted),
    // Of a walk no chunk need go further than the whole search.
    chunkEvaluations: endless ? drawChunk : maxEvaluations,
    known: [],
  };
}
