// The arrangements of the spatial loops at a leaf: which loops lie along which axis, in which order.

import { loopsOf } from '../../../mapspace/loop-order.js';
import type { Point } from '../../../mapspace/point.js';
import type { Arrangement } from '../../arrangements.js';
import type { SearchContext } from '../../search-context.js';
import type { Chain } from '../space/chain.js';
import type { Path } from './path.js';

export class SpatialOrders {
  readonly #context: Pick<SearchContext, 'mapspace' | 'arrangements'>;
  readonly #path: Path;
  readonly #point: Point;
  readonly #chain: Chain;
  /** By spatial position: its link. */
  readonly #linkOf: readonly number[];
  /** By spatial position and spatial choice of its link. */
  readonly #known: (readonly Arrangement[])[][];
  #innermost: Arrangement | undefined;

  constructor(
    context: Pick<SearchContext, 'mapspace' | 'arrangements'>,
    chain: Chain,
    of: { path: Path; point: Point },
  ) {
    this.#context = context;
    this.#path = of.path;
    this.#point = of.point;
    this.#chain = chain;
    this.#linkOf = context.mapspace.tiling.spatial.map((_, p) =>
      chain.links.findIndex(({ spatial }) => spatial.includes(p)),
    );
    this.#known = this.#linkOf.map(() => []);
  }

  /** Whether some loop inside all storage is spatial. */
  get areInsideStorage(): boolean {
    const { spatial, dimensions } = this.#context.mapspace.tiling;
    const { level } = this.#chain.links.at(-1)!;
    return spatial.some(
      (position, p) => position.level < level && loopsOf(this.#point.factors, p * dimensions, dimensions) !== 0,
    );
  }

  /** Arrangements of the loops of fan-out p that can cost differently. */
  of(p: number): readonly Arrangement[] {
    const choice = this.#path.spread[this.#linkOf[p]!]!;
    const known = this.#known[p]![choice];
    if (known !== undefined) return known;
    const { dimensions } = this.#context.mapspace.tiling;
    const factors = [...this.#point.factors.subarray(p * dimensions, (p + 1) * dimensions)];
    const all = this.#context.arrangements.of(p, factors);
    const list = this.#context.mapspace.tiling.spatial[p]!.level === 0 ? this.#serving(choice, all, factors) : all;
    this.#known[p]![choice] = list;
    return list;
  }

  /** Of the fan-out above compute those whose neighbours serve what the spatial choice says. */
  #serving(choice: number, all: readonly Arrangement[], factors: readonly number[]): readonly Arrangement[] {
    const { neighbours, spreads } = this.#chain.links.at(-1)!;
    if (neighbours === null) return all;
    const { served } = spreads[choice]!;
    return all.filter(({ order }) => neighbours.variantOf(order, factors) === served);
  }

  /** The arrangement put last of the fan-out right above compute. */
  get innermost(): Arrangement {
    return this.#innermost!;
  }

  put(p: number, arrangement: Arrangement): void {
    const { order, alongX } = arrangement;
    if (this.#context.mapspace.tiling.spatial[p]!.level === 0) this.#innermost = arrangement;
    this.#point.order.set(order, p * this.#context.mapspace.tiling.dimensions);
    this.#point.loops[p] = order.length;
    this.#point.alongX[p] = alongX;
  }

  /** Whether every fan-out has one arrangement only. */
  get alone(): boolean {
    return this.#linkOf.every((_, p) => this.of(p).length === 1);
  }

  /** Puts the first arrangement of every fan-out; false when some fan-out has none. */
  putFirst(): boolean {
    return this.#linkOf.every((_, p) => {
      const [first] = this.of(p);
      if (first === undefined) return false;
      this.put(p, first);
      return true;
    });
  }

  /** Puts every combination of arrangements, from fan-out p on. */
  *all(p = 0): Generator<void, void, void> {
    if (p === this.#linkOf.length) {
      yield;
      return;
    }
    for (const arrangement of this.of(p)) {
      this.put(p, arrangement);
      yield* this.all(p + 1);
    }
  }
}
