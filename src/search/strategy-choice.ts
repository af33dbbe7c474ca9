// Which strategy a search runs, and how it is cut into chunks. Neither depends on how many threads there are.

import { type Diagnostic, warning } from '../diagnostics/diagnostic.js';
import type { Mapspace } from '../mapspace/mapspace.js';
import { countText } from '../math/count-text.js';
import type { MergeLimits } from './ordered-merge.js';
import type { SearchOptions } from './result.js';
import { type ChunkedStrategy, visitsAll } from './search-chunk.js';

/** Mapspaces up to this size are visited to the end when the optimum is asked for. */
const visitable = 20_000_000n;

/** Seconds of processor time that a walk may take where no time limit says more or less. */
const patientSeconds = 60;

/** Mappings per chunk of a walk: few where all run in one thread that has to stay responsive. */
const walkChunk = { small: 8192n, slow: 4096n, whole: 65_536n, pruned: 262_144n };
const mostChunks = { usual: 64n, slow: 256n };

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

export interface Known {
  /** Why the proving search cannot run here; null where it was not tried. */
  readonly refusal: string | null;
  /** What a walk to the end takes by estimate, in seconds of processor time; null where mappings are quickly costed, or nobody knows yet. */
  readonly walkSeconds: number | null;
}

export function chooseStrategy(
  mapspace: Mapspace,
  options: SearchOptions,
  { refusal, walkSeconds }: Known,
): StrategyChoice {
  const { algorithm } = options;
  // Nothing to sample: a single mapping is visited, and that was all.
  if (mapspace.size <= 1n) return choiceOf(mapspace, 'exhaustive', options);
  if (algorithm !== 'optimal') return choiceOf(mapspace, algorithm, options);
  const isQuick = (walkSeconds ?? 0) <= (options.timeLimitSeconds ?? patientSeconds);
  const strategy = mapspace.size <= visitable && isQuick ? 'linear-pruned' : 'hybrid';
  const known = { refusal, walkSeconds };
  const diagnostics =
    strategy === 'hybrid' ? [unproven(mapspace, known)] : refusal === null ? [] : [walked(mapspace, known)];
  return { ...choiceOf(mapspace, strategy, options), diagnostics };
}

function unproven({ size }: Mapspace, { refusal, walkSeconds }: Known): Diagnostic {
  const count = countText(size);
  const all =
    walkSeconds === null
      ? `${count} mappings are too many to visit all`
      : `to visit all ${count} mappings takes ${pace(walkSeconds)}`;
  const why = refusal === null ? all : `the optimum cannot be proven here (${refusal}), and ${all}`;
  const enough =
    walkSeconds === null
      ? 'say how long to look'
      : `say how long to look, and with --time-limit ${Math.ceil(walkSeconds)} all are visited`;
  return warning('W-ALGORITHM', `${why}: searching without proof`, {
    hint: `the answer is the best that was found; --time-limit and --max-evaluations ${enough}`,
  });
}

function walked({ size }: Mapspace, { refusal, walkSeconds }: Known): Diagnostic {
  const long = walkSeconds === null || walkSeconds < 1 ? '' : `, which takes ${pace(walkSeconds)}`;
  const visiting = `visiting all ${countText(size)} mappings${long}`;
  const hint = 'a walk to the end proves as much, it only takes longer';
  return warning('W-ALGORITHM', `the proving search does not cover this problem (${refusal}): ${visiting}`, { hint });
}

/** Whatever the number of threads, so that every run says the same. */
function pace(seconds: number): string {
  const text =
    seconds < 120
      ? `${Math.ceil(seconds)} s`
      : seconds < 7200
        ? `${Math.ceil(seconds / 60)} min`
        : `${countText(BigInt(Math.ceil(seconds / 3600)))} h`;
  return `about ${text} of processor time`;
}

function choiceOf(mapspace: Mapspace, strategy: ChunkedStrategy, options: SearchOptions): StrategyChoice {
  return {
    strategy,
    warmsUp: strategy === 'linear-pruned' && worthWarming(mapspace, options),
    limits: limitsOf(mapspace, strategy, options),
    diagnostics: [],
  };
}

/** Not where counts of evaluations decide when to stop. With imperfect factors estimates are cheap beside what a walk takes. */
function worthWarming({ size, perfect }: Mapspace, options: SearchOptions): boolean {
  if (!perfect) return options.algorithm === 'optimal';
  return size > smallSize && options.maxEvaluations === null && options.victoryCondition === null;
}

function limitsOf({ size, perfect }: Mapspace, strategy: ChunkedStrategy, options: SearchOptions): MergeLimits {
  const { maxEvaluations, victoryCondition, timeLimitSeconds } = options;
  const endless = !visitsAll(strategy);
  const unlimited = endless && maxEvaluations === null && victoryCondition === null && timeLimitSeconds === null;
  const usual = strategy === 'linear-pruned' ? walkChunk.pruned : walkChunk.whole;
  // Where a mapping takes milliseconds, a chunk is not to take minutes: what it finds is known when it ends.
  const share = perfect ? (size <= smallSize ? walkChunk.small : usual) : walkChunk.slow;
  const wanted = (size + share - 1n) / share;
  const most = perfect ? mostChunks.usual : mostChunks.slow;
  return {
    maxEvaluations,
    victoryCondition: unlimited ? defaultVictory : victoryCondition,
    maxFruitless: unlimited ? defaultFruitless : null,
    chunks: endless ? null : Number(wanted < 1n ? 1n : wanted > most ? most : wanted),
    // Of a walk no chunk need go further than the whole search.
    chunkEvaluations: endless ? drawChunk : maxEvaluations,
    known: [],
  };
}
