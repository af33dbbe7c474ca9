// The search that proves, with the finders beside it: a generator that stops anywhere, and what it has come to.

import { type Diagnostic, warning } from '../diagnostics/diagnostic.js';
import { countText } from '../math/count-text.js';
import type { CandidatePool } from '../search/candidate-pool.js';
import { type Counters, type Finder, withFinders } from '../search/finder.js';
import { metricValue } from '../search/objective.js';
import { type ChainSearch, openChainSearch } from '../search/optimal/chain-search.js';
import type { StopReason } from '../search/result.js';
import { Scout } from '../search/scout.js';
import type { SearchContext } from '../search/search-context.js';
import type { SearchEnd } from './search-end.js';

/** Spatial choices costed in a preparation before it is worth a chunk of sampling, and between further ones. */
const firstChunkAfter = 2000;
const chunkEvery = 3_000_000;

/** Steps of the descent (tiles looked at and mappings evaluated) between two chunks. */
const chunkEverySteps = 50_000;

/** A hundred thousand samples: no more were needed to come within a percent of the optimum where that is known. */
const mostChunks = 24;

/** Share of a long preparation that goes into sampling under a time limit, and when one is long. */
const scoutShare = 0.15;
const longMs = 2000;

/** Steps after which a search that was given no limit of its own gives up the proof and reports its gap. */
const patience = 6_000_000;

export interface ProofHooks {
  /** `performance.now()` when the search began. */
  readonly started: number;
  readonly end: SearchEnd;
  /** Before the tables are made, which take so much; gives what to call when they are gone. To wait for it is no searching. */
  readonly opened?: ((bytes: number) => () => void) | undefined;
}

export class Proof {
  readonly scout: Scout;
  /** Why the search cannot run here, once it is known not to. */
  refusal: string | undefined;
  readonly #context: SearchContext;
  readonly #pool: CandidatePool;
  readonly #hooks: ProofHooks;
  /** Of mappings to beat, in the order in which they are asked. */
  readonly #finders: Finder[];
  /** Undefined while it is laid out. */
  #search: ChainSearch | undefined;
  #close = (): void => {};
  #scoutMs = 0;
  /** Lower bound after half of the steps it may take. */
  #halfway = 0;

  /** What is found goes to `pool`. */
  constructor(context: SearchContext, pool: CandidatePool, hooks: ProofHooks) {
    this.#context = context;
    this.#pool = pool;
    this.#hooks = hooks;
    this.scout = new Scout(context, pool);
    this.#finders = [this.#sampling()];
  }

  /** One value per unit of work; exhausted when nothing is left to look at, or it has been refused. `bounded` is called when there is a bound. */
  *work(bounded?: () => void): Generator<void, void, void> {
    try {
      yield* withFinders(this.#chain(bounded), this.#finders);
    } finally {
      this.#close();
    }
  }

  /** Whether it has the memory that it needs, and a bound. */
  get open(): boolean {
    return this.#search !== undefined;
  }

  /** Of the first metric so far, 0 for none. */
  get lowerBound(): number {
    return this.#search?.lowerBound() ?? 0;
  }

  /** Of the proof and its finders together; asked at every step. */
  total(what: keyof Counters): number {
    let sum = this.#search?.counters()[what] ?? 0;
    for (const finder of this.#finders) sum += finder.counters()[what];
    return sum;
  }

  counters(): Counters {
    const [evaluations, valid, nodes] = [this.total('evaluations'), this.total('valid'), this.total('nodes')];
    return { evaluations, valid, nodes, steps: this.total('steps'), prepared: this.total('prepared') };
  }

  /** Limits that are counted, and so fall at the same place on every run. */
  limit(): StopReason | undefined {
    const { maxEvaluations, timeLimitSeconds } = this.#context.inputs.options;
    if (maxEvaluations !== null) return this.total('evaluations') >= maxEvaluations ? 'SampleLimit' : undefined;
    if (timeLimitSeconds !== null) return undefined;
    const steps = this.total('steps');
    if (steps >= patience / 2) this.#halfway ||= this.lowerBound;
    return steps >= patience ? 'StepLimit' : undefined;
  }

  /** How long it would take by itself is told by what the second half of the steps has done to the bound. */
  patienceLost(): Diagnostic {
    const [best] = this.#pool.best;
    const bound = this.lowerBound;
    const open = best === undefined ? 0 : metricValue(this.#context.inputs.options.objective[0]!, best) - bound;
    const times = Math.ceil(open / (bound - this.#halfway) / 2);
    const pace = open > 0 && times > 0 && times < 1000 ? `, and would take about ${times} times as many again` : '';
    return warning('W-ALGORITHM', `the proof is not complete after ${countText(BigInt(patience))} steps${pace}`, {
      hint: 'the gap tells how far the best found may be from the optimum; --time-limit SECONDS lets the search go on',
    });
  }

  *#chain(bounded?: () => void): Generator<void, void, void> {
    const search = yield* openChainSearch(this.#context, this.#pool);
    if (typeof search === 'string') {
      this.refusal = search;
      return;
    }
    const { opened, end } = this.#hooks;
    const asked = performance.now();
    this.#close = opened?.(search.bytes) ?? this.#close;
    end.postpone(performance.now() - asked);
    this.#search = search;
    bounded?.();
    this.#finders.unshift(...search.finders);
    yield* search.work;
  }

  /** Chunks of a sampling search beside the proof. */
  #sampling(): Finder {
    const { scout } = this;
    const { end } = this.#hooks;
    const { maxEvaluations } = this.#context.inputs.options;
    const proof = this;
    return {
      due: () => (scout.chunks < mostChunks && scout.chunks < this.#chunksWanted()) || this.#isWorthATry(),
      *go() {
        const most = (maxEvaluations ?? Number.POSITIVE_INFINITY) - proof.total('evaluations');
        const began = performance.now();
        if (most > 0) scout.advance({ most, shouldStop: () => end.over });
        proof.#scoutMs += performance.now() - began;
      },
      counters: () => scout.counters(),
    };
  }

  /** Counted, not timed, so that every run samples alike. */
  #chunksWanted(): number {
    const prepared = this.total('prepared');
    if (prepared < firstChunkAfter) return 0;
    return 1 + Math.floor(prepared / chunkEvery) + Math.floor(this.total('steps') / chunkEverySteps);
  }

  /** Against the clock, a share of a long preparation goes into sampling: there may be no time for anything else. */
  #isWorthATry(): boolean {
    if (this.#context.inputs.options.timeLimitSeconds === null || this.total('steps') > 0) return false;
    const elapsed = performance.now() - this.#hooks.started;
    return elapsed > longMs && this.#scoutMs < scoutShare * elapsed;
  }
}
