// Where only one of every two mappings that are each other's image is searched (`space/mirror`), the other is offered with it: it
// costs the same, and may come before it in canonical order.

import { writeFirstOrder } from '../../../mapspace/loop-order.js';
import type { Point } from '../../../mapspace/point.js';
import { maskOf } from '../../../math/bits.js';
import { VALID } from '../../../model/kernel/verdict.js';
import type { CandidatePool } from '../../candidate-pool.js';
import { NestWriter } from '../../nest-writer.js';
import type { Figures } from '../../objective.js';
import type { SearchContext } from '../../search-context.js';
import type { Mirror } from '../space/chain.js';

export class Images {
  readonly #context: SearchContext;
  readonly #mirror: Mirror | null;
  /** Overwritten by the next. */
  readonly #point: Point;
  readonly #key: Float64Array;
  readonly #writer: NestWriter;

  /** `mirror`: null where all mappings are searched. */
  constructor(context: SearchContext, mirror: Mirror | null) {
    this.#context = context;
    this.#mirror = mirror;
    this.#point = context.mapspace.createPoint();
    this.#key = context.mapspace.createKey();
    this.#writer = new NestWriter(context.mapspace, context.evaluator.nest, this.#point);
  }

  /**
   * Offers a mapping that was found, and its image, which the model costs as well. `among`: by link, dataspaces to which the order of
   * its loops matters (`OrderLists`).
   */
  offer(
    point: Point,
    figures: Figures,
    { pool, among }: { readonly pool: CandidatePool; readonly among: (link: number) => number },
  ): void {
    const { evaluator } = this.#context;
    if (this.#mayEnter(point, figures, pool)) this.#enter(figures, pool);
    if (this.#mirror === null) return;
    this.of(point, this.#mirror, among);
    if (!this.#mayEnter(this.#point, figures, pool)) return;
    this.#writer.write();
    if (evaluator.evaluate() === VALID) this.#enter(evaluator, pool);
  }

  #enter({ cycles, energyPj, utilization }: Figures, pool: CandidatePool): void {
    pool.offer({ cycles, energyPj, utilization, key: this.#key.slice() });
  }

  /** Of many mappings that cost the same most come after the one that is known. */
  #mayEnter(point: Point, figures: Figures, pool: CandidatePool): boolean {
    this.#context.mapspace.writeKey(point, this.#key);
    return pool.wants(figures, this.#key);
  }

  /** With its dimensions swapped, in the first orders and arrangements of those that cost the same. */
  of({ factors, order, loops, alongX, keep }: Point, mirror: Mirror, among?: (link: number) => number): Point {
    const { mapspace, classes, arrangements } = this.#context;
    const { spatial, temporal, dimensions } = mapspace.tiling;
    const image = this.#point;
    image.loops.set(loops);
    image.alongX.set(alongX);
    image.keep.set(keep);
    for (let row = 0; row < factors.length; row += dimensions) {
      mirror.forEach((to, d) => {
        image.factors[row + to] = factors[row + d]!;
        image.order[row + d] = mirror[order[row + d]!]!;
      });
    }
    spatial.forEach((_, p) => {
      arrangements.normalize(p, image);
    });
    // Links are temporal positions from the outermost in.
    temporal.forEach((position, t) => {
      const own = { order: image.order, at: (spatial.length + t) * dimensions, count: loops[spatial.length + t]! };
      if (position.canonical) writeFirstOrder(position, maskOf(image.order.subarray(own.at, own.at + own.count)), own);
      else classes!.normalize(t, own, among?.(temporal.length - 1 - t));
    });
    return image;
  }
}
