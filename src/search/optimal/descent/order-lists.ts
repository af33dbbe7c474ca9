// Which orders of a leaf's loops can cost differently. Of a dataspace that is not kept, or whose tile has long been moved by
// the loops inside, the order of the loops further outside says nothing: the more is known, the fewer orders are left.

import { broughtAgain } from '../../../mapping/constraints.js';
import { loopsOf } from '../../../mapspace/loop-order.js';
import type { Point } from '../../../mapspace/point.js';
import type { OrderList } from '../../../mapspace/walker.js';
import { type ReuseMasks, reuseMasks } from '../../order-classes.js';
import type { SearchContext } from '../../search-context.js';
import type { Chain } from '../space/chain.js';
import type { Path } from './path.js';

export class OrderLists {
  readonly #context: SearchContext;
  readonly #chain: Chain;
  readonly #path: Path;
  readonly #point: Point;
  readonly #reuse: readonly ReuseMasks[];
  /** By link: dataspaces (mask) whose tile below the fan-outs counts even where nobody keeps it. */
  readonly #counted: readonly number[];
  readonly #listsAll: boolean;
  /** By link, of the leaf at hand: dimensions that loop, a mask. */
  readonly #loops: number[] = [];

  constructor(context: SearchContext, chain: Chain, { path, point }: { readonly path: Path; readonly point: Point }) {
    this.#context = context;
    this.#chain = chain;
    this.#path = path;
    this.#point = point;
    const { top, distinct } = context.inputs.options;
    this.#listsAll = top > 1 && distinct !== true;
    const { workload } = context.mapspace.problem;
    this.#reuse = workload.dataspaces.map((dataspace) => reuseMasks(workload, dataspace));
    // Hops are those of whatever lies right below, and so is what neighbours forward (F.6, F.7.4): to compute, of windows, and
    // where visits bring all again.
    const { hasNetworkEnergy, simple } = context.evaluator.kernel.layout;
    const again = broughtAgain(context.mapspace.problem.constraints);
    const served = simple.reduce((mask, isSimple, t) => (isSimple === 0 ? mask | (1 << t) : mask), again);
    this.#counted = chain.links.map(({ level, forwarded, forwardedToCompute }, k) => {
      const next = chain.links[k + 1]?.level ?? -1;
      const hops = hasNetworkEnergy.subarray(next + 1, level + 1).some((has) => has !== 0);
      return hops ? -1 : (forwarded & served) | forwardedToCompute;
    });
  }

  /** Before the links of a leaf are asked about. */
  begin(): void {
    const { spatial, dimensions } = this.#context.mapspace.tiling;
    for (const [k, { temporal }] of this.#chain.links.entries())
      this.#loops[k] = loopsOf(this.#point.factors, (spatial.length + temporal) * dimensions, dimensions);
  }

  /** Orders of the loops of link k, the first of each class; `isSpread`: some loop inside all storage is spatial. */
  of(k: number, isSpread: boolean): OrderList {
    const { classes, classesOutsideSpread } = this.#context;
    // Walks know of loops alone, too.
    const listed = isSpread && !this.#listsAll ? classesOutsideSpread : classes;
    const { temporal } = this.#chain.links[k]!;
    return listed!.representatives(temporal, this.#loops[k]!, { among: this.among(k) })!; // else there were no tables
  }

  /**
   * Dataspaces to which the order of the loops of link k matters, a mask. Where several mappings are asked for, orders that cost the
   * same are mappings of their own unless loops alone say that they do: no other search would leave them out.
   */
  among(k: number): number {
    if (this.#listsAll) return (1 << this.#reuse.length) - 1;
    let mask = 0;
    for (let t = 0; t < this.#reuse.length; t += 1) {
      if (this.#loops[k]! & this.#reuse[t]!.moving && this.#isOpen(t, k)) mask |= 1 << t;
    }
    return mask;
  }

  /**
   * Whether what some child inside link k takes in may depend on it. A tile that a loop between has moved along a rank of its own is
   * taken in whole at every iteration of all loops outside (F.13).
   */
  #isOpen(t: number, k: number): boolean {
    const { keep } = this.#path;
    for (let child = k + 1; child <= keep.length; child += 1) {
      if ((this.#counted[child - 1]! >> t) & 1) return true;
      if (child === keep.length) break;
      if ((keep[child]! >> t) & 1) return true;
      if (this.#loops[child]! & this.#reuse[t]!.alone) return false;
    }
    return false;
  }
}
