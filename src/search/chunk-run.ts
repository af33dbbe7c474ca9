// One chunk at work: evaluates points, keeps the best, counts, and knows when to stop.

import { copyPoint, type Point } from '../mapspace/point.js';
import { VALID } from '../model/kernel/verdict.js';
import { type Candidate, CandidatePool } from './candidate-pool.js';
import type { ChunkHooks, ChunkOrder, ChunkResult, Improvement } from './chunk.js';
import { NestWriter } from './nest-writer.js';
import { compareFigures, type Figures, metricValue } from './objective.js';
import type { SearchContext } from './search-context.js';

/** Evaluations between two questions whether to stop; short last iterations make a single one take long. */
const patience = { perfect: 32, imperfect: 1 };

/** Steps of a walk, likewise. */
const stepPatience = 4096;

export class ChunkRun implements Figures {
  readonly context: SearchContext;
  readonly order: ChunkOrder;
  readonly pool: CandidatePool;
  // Figures of the last valid mapping.
  cycles = 0;
  energyPj = 0;
  utilization = 0;
  /** The chunk has to end: at a limit, or because it was told to. */
  over = false;
  evaluations = 0;
  valid = 0;
  /** Replace orders and arrangements by the representatives of their classes: fewer mappings that differ only in name. */
  readonly #normalize: boolean;
  readonly #scratch: Point;
  readonly #hooks: ChunkHooks;
  readonly #patience: number;
  readonly #maxEvaluations: number;
  readonly #maxValid: number;
  readonly #victory: number;
  readonly #improvements: Improvement[] = [];
  #best: Candidate | undefined;
  #stopped = false;
  #steps = 0;
  #reportedEvaluations = 0;
  #reportedValid = 0;

  constructor(context: SearchContext, order: ChunkOrder, options: { hooks: ChunkHooks; normalize: boolean }) {
    const { hooks } = options;
    this.#normalize = options.normalize && context.classes !== null;
    this.#scratch = context.mapspace.createPoint();
    this.context = context;
    this.order = order;
    this.pool = new CandidatePool(context.inputs.options);
    for (const one of order.toBeat ?? []) this.pool.offer(one);
    this.#hooks = hooks;
    context.evaluator.kernel.giveUp = hooks.shouldStop;
    this.#patience = context.mapspace.perfect ? patience.perfect : patience.imperfect;
    this.#maxEvaluations = order.maxEvaluations ?? Number.POSITIVE_INFINITY;
    this.#maxValid = order.maxValid ?? Number.POSITIVE_INFINITY;
    this.#victory = order.victoryCondition ?? Number.POSITIVE_INFINITY;
  }

  /** A writer of `point` into the kernel's nest. */
  writer(point: Point): NestWriter {
    return new NestWriter(this.context.mapspace, this.context.evaluator.nest, point);
  }

  /** Evaluates the nest at hand, which is that of `point`; whether it is valid. */
  evaluate(point: Point): boolean {
    const valid = this.#evaluate();
    if (valid && this.pool.wants(this)) this.#offer(point);
    this.#pause();
    return valid;
  }

  /**
   * Figures of the nest at hand for a strategy's own use: nothing is kept. A nest written with full trip counts takes
   * a microsecond where the exact one may take a tenth of a second. The last `reserve` evaluations are left for those.
   */
  estimate(reserve: number): boolean {
    const valid = this.#evaluate();
    this.#pause();
    if (this.evaluations + reserve >= this.#maxEvaluations) this.over = true;
    return valid;
  }

  /** Whether there is time and allowance for one more exact evaluation after the chunk's work is over. */
  get mayFinish(): boolean {
    return this.evaluations < this.#maxEvaluations && (!this.#stopped || this.pool.best.length === 0);
  }

  /** Whether a walk may go on that evaluates nothing for a while: asked at every step, it looks up now and then. */
  proceed(): boolean {
    this.#steps += 1;
    if (this.#steps % stepPatience === 0) this.#listen();
    return !this.over;
  }

  /** Counts a mapping that was drawn but cannot be built. */
  reject(): void {
    this.evaluations += 1;
    this.#pause();
  }

  result(): ChunkResult {
    this.#report();
    return {
      chunk: this.order.chunk,
      evaluations: this.evaluations,
      valid: this.valid,
      best: this.pool.best,
      frontier: this.pool.frontier,
      improvements: this.#improvements,
      complete: !this.#stopped,
    };
  }

  #evaluate(): boolean {
    const { evaluator } = this.context;
    this.evaluations += 1;
    if (evaluator.evaluate() !== VALID) return false;
    this.valid += 1;
    this.cycles = evaluator.cycles;
    this.energyPj = evaluator.energyPj;
    this.utilization = evaluator.utilization;
    return true;
  }

  #offer(point: Point): void {
    const { mapspace, inputs } = this.context;
    const key = mapspace.createKey();
    mapspace.writeKey(this.#normalize ? this.#normalized(point) : point, key);
    const { cycles, energyPj, utilization } = this;
    const candidate: Candidate = { cycles, energyPj, utilization, key };
    this.pool.offer(candidate);
    if (this.#best !== undefined && compareFigures(inputs.options.objective, candidate, this.#best) >= 0) return;
    this.#best = candidate;
    this.#improvements.push({ valid: this.valid, evaluations: this.evaluations, candidate });
  }

  #normalized(point: Point): Point {
    const { mapspace, classes, arrangements } = this.context;
    const { spatial, temporal, dimensions } = mapspace.tiling;
    copyPoint(point, this.#scratch);
    spatial.forEach((_, p) => {
      arrangements.normalize(p, this.#scratch);
    });
    temporal.forEach((_, t) => {
      const p = spatial.length + t;
      classes!.normalize(t, { order: this.#scratch.order, at: p * dimensions, count: this.#scratch.loops[p]! });
    });
    return this.#scratch;
  }

  #pause(): void {
    const unbettered = this.valid - (this.#improvements.at(-1)?.valid ?? 0);
    if (this.evaluations >= this.#maxEvaluations || this.valid >= this.#maxValid || unbettered >= this.#victory)
      this.over = true;
    if (this.evaluations % this.#patience !== 0) return;
    this.#report();
    this.#listen();
  }

  #listen(): void {
    if (this.over || !this.#hooks.shouldStop()) return;
    this.over = true;
    this.#stopped = true;
  }

  #report(): void {
    const [metric] = this.context.inputs.options.objective;
    const best = this.#best === undefined ? Number.POSITIVE_INFINITY : metricValue(metric!, this.#best);
    this.#hooks.progress(this.evaluations - this.#reportedEvaluations, this.valid - this.#reportedValid, best);
    this.#reportedEvaluations = this.evaluations;
    this.#reportedValid = this.valid;
  }
}
