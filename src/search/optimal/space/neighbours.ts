// Which dataspaces the neighbours at the fan-out above compute can serve at all (F.6). Elements are numbered by the loops, inner
// to outer, and packed into rows. Beside an element stands one that differs in the innermost loop; above and below it stand
// such that differ in the innermost loop which a row does not hold whole times. So no more than two dimensions decide: where
// neither of them leaves a dataspace alone, nobody finds beside it the words that it took in while nothing moved.

import type { Mapspace } from '../../../mapspace/mapspace.js';
import type { SpatialPosition } from '../../../mapspace/tiling.js';
import { productOf } from '../../../math/product.js';
import { remembered } from '../../../math/remembered.js';
import { type Steps, stepsOf } from './steps.js';

/** Dataspaces, as masks, that neighbours may serve while nothing moves, and where something does. */
export interface Served {
  readonly still: number;
  readonly stepping: number;
}

/** Nobody is served at compute; further outside anybody may be. */
export const noneAtCompute: Served = { still: 0, stepping: -1 };

export class Neighbours {
  readonly #position: SpatialPosition;
  readonly #steps: readonly Steps[];
  readonly #among: number;
  /** Whether words are forwarded at no other fan-out of the link. */
  readonly #alone: boolean;
  readonly #variants = new Map<string, readonly Served[]>();

  /** `among`: the dataspaces whose words may be forwarded, a mask. */
  constructor(mapspace: Mapspace, position: SpatialPosition, of: { readonly among: number; readonly alone: boolean }) {
    const { workload } = mapspace.problem;
    this.#position = position;
    this.#among = of.among;
    this.#alone = of.alone;
    this.#steps = workload.dataspaces.map((_, index) => stepsOf(workload, index));
  }

  /** What arrangements of loops with these factors can serve at most; every arrangement is within one of them. */
  variants(factors: readonly number[]): readonly Served[] {
    return remembered(this.#variants, factors.join(), () => this.#mostServed(factors));
  }

  #mostServed(factors: readonly number[]): readonly Served[] {
    const loops = factors.flatMap((factor, d) => (factor > 1 ? [d] : []));
    const none = [-1];
    const beside = loops.length > 0 && this.#position.fanoutX > 1 ? loops : none;
    const above = productOf(factors) > this.#position.fanoutX ? loops : none;
    const all = beside.flatMap((d) => above.map((e) => this.#serving(factors, [d, e])));
    return all.filter(
      (one, at) => !all.some((other, by) => by !== at && within(one, other) && (by < at || !within(other, one))),
    );
  }

  /** Everything that any arrangement of these loops can serve. */
  any(factors: readonly number[]): Served {
    return this.variants(factors).reduce((one, { still, stepping }) => ({
      still: one.still | still,
      stepping: one.stepping | stepping,
    }));
  }

  /** The first variant that an arrangement of the loops is within; `order` from inner to outer. */
  variantOf(order: readonly number[], factors: readonly number[]): Served {
    const width = this.#position.fanoutX;
    let inside = 1;
    const above = order.find((d) => {
      inside *= factors[d]!;
      return width % inside !== 0;
    });
    const rows = productOf(factors) > width;
    const serving = this.#serving(factors, [width > 1 ? (order[0] ?? -1) : -1, rows ? above! : -1]);
    return this.variants(factors).find((variant) => within(serving, variant))!;
  }

  #serving(factors: readonly number[], deciding: readonly number[]): Served {
    const looping = (mask: number): number => factors.filter((factor, d) => factor > 1 && (mask >> d) & 1).length;
    let still = 0;
    let stepping = 0;
    for (const [t, { dimensions, moving, wild }] of this.#steps.entries()) {
      // Where two dimensions of a rank loop, elements that differ in both may need the same.
      const crossed = (wild && looping(-1) > 0) || dimensions.some((mask) => looping(mask) > 1);
      const idle = deciding.some((d) => d >= 0 && !((moving >> d) & 1));
      // A step of a dimension alone on its rank is longer than the fan-out is wide.
      const moves = deciding.some((d) => dimensions.some((mask) => d >= 0 && (mask >> d) & 1 && mask !== 1 << d));
      if (idle || crossed) still |= 1 << t;
      if (moves || crossed) stepping |= 1 << t;
    }
    return { still: still & this.#among, stepping: this.#alone ? stepping & this.#among : -1 };
  }
}

function within(one: Served, other: Served): boolean {
  return (one.still & ~other.still) === 0 && (one.stepping & ~other.stepping) === 0;
}
