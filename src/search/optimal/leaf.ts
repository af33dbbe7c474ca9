// A complete choice of factors and keeps: every order of loops that can cost differently, and every arrangement of the
// spatial ones, evaluated by the model itself. Only its figures count.

import { writeKey } from '../../mapspace/canonical-key.js';
import { axisMasks } from '../../mapspace/loop-order.js';
import type { Mapspace } from '../../mapspace/mapspace.js';
import type { Point } from '../../mapspace/point.js';
import type { SpatialPosition } from '../../mapspace/tiling.js';
import { VALID } from '../../model/kernel/verdict.js';
import type { CandidatePool } from '../candidate-pool.js';
import { NestWriter } from '../nest-writer.js';
import type { SearchContext } from '../search-context.js';
import type { Chain, Spread } from './chain.js';

/** Differences of floating-point sums may exceed the truth by rounding. */
const slack = 1 - 1e-11;

interface Arrangement {
  readonly order: readonly number[];
  readonly alongX: number;
}

export class Leaf {
  evaluations = 0;
  valid = 0;
  readonly #context: SearchContext;
  readonly #mapspace: Mapspace;
  readonly #chain: Chain;
  readonly #pool: CandidatePool;
  readonly #point: Point;
  readonly #writer: NestWriter;
  /** Some network has energy; neighbours may forward words, so that every arrangement must be looked at on its own. */
  readonly #hops: boolean;
  readonly #forwards: boolean;
  readonly #arrangements = new Map<string, readonly Arrangement[]>();

  constructor(context: SearchContext, chain: Chain, pool: CandidatePool) {
    this.#context = context;
    this.#mapspace = context.mapspace;
    this.#chain = chain;
    this.#pool = pool;
    this.#point = context.mapspace.createPoint();
    this.#hops = context.evaluator.kernel.layout.hasNetworkEnergy.some((has) => has !== 0);
    this.#forwards = chain.links.some(({ forwarded }) => forwarded !== 0);
    this.#writer = new NestWriter(context.mapspace, context.evaluator.nest, this.#point);
  }

  keep(k: number, mask: number): void {
    const { level } = this.#chain.links[k]!;
    const { keep } = this.#point;
    for (let t = 0; t < keep.length; t += 1) {
      keep[t] = (mask >> t) & 1 ? keep[t]! | (1 << level) : keep[t]! & ~(1 << level);
    }
  }

  loops(k: number, c: number, u: number): void {
    const { lattice, links } = this.#chain;
    const row = this.#row(this.#mapspace.tiling.spatial.length + links[k]!.temporal);
    for (let d = 0; d < lattice.dimensions; d += 1) {
      this.#point.factors[row + d] = lattice.value[d]![c]! / lattice.value[d]![u]!;
    }
  }

  spread(k: number, { factors }: Spread): void {
    this.#chain.links[k]!.spatial.forEach((p, at) => {
      this.#point.factors.set(factors[at]!, this.#row(p));
    });
  }

  /** Evaluates all mappings with the factors and keeps at hand; yields between arrangements, which may be many. */
  *evaluate(): Generator<void, void, void> {
    if (
      !this.#mapspace.keeps.every(
        ({ forced, free }, t) => forced !== 0 || free.length === 0 || this.#point.keep[t] !== 0,
      )
    )
      return;
    if (!this.#mapspace.withinLimits(this.#counted())) return;
    if (!this.#forwards) {
      if (this.#firstArrangement()) this.#temporal(0);
      return;
    }
    for (const _ of this.#spatial(0)) {
      this.#temporal(0);
      yield;
    }
  }

  /** Loop counts per position, which the limits ask for. */
  #counted(): Point {
    const { tiling } = this.#mapspace;
    for (let p = 0; p < this.#point.loops.length; p += 1) {
      let loops = 0;
      for (let d = 0; d < tiling.dimensions; d += 1) if (this.#point.factors[this.#row(p) + d]! > 1) loops += 1;
      this.#point.loops[p] = loops;
    }
    return this.#point;
  }

  /** Every arrangement of the spatial loops, from position p on. */
  *#spatial(p: number): Generator<void, void, void> {
    const { spatial } = this.#mapspace.tiling;
    if (p === spatial.length) {
      yield;
      return;
    }
    const row = this.#row(p);
    for (const { order, alongX } of this.#arrangementsOf(p, spatial[p]!)) {
      this.#point.order.set(order, row);
      this.#point.loops[p] = order.length;
      this.#point.alongX[p] = alongX;
      yield* this.#spatial(p + 1);
    }
  }

  /** The first arrangement of all fan-outs; false when some fan-out has none. */
  #firstArrangement(): boolean {
    return this.#mapspace.tiling.spatial.every((position, p) => {
      const [first] = this.#arrangementsOf(p, position);
      if (first === undefined) return false;
      this.#point.order.set(first.order, this.#row(p));
      this.#point.loops[p] = first.order.length;
      this.#point.alongX[p] = first.alongX;
      return true;
    });
  }

  #temporal(t: number): void {
    const { tiling } = this.#mapspace;
    if (t === tiling.temporal.length) {
      this.#offer();
      return;
    }
    const p = tiling.spatial.length + t;
    const row = this.#row(p);
    let mask = 0;
    for (let d = 0; d < tiling.dimensions; d += 1) if (this.#point.factors[row + d]! > 1) mask |= 1 << d;
    const { count, dimensions } = this.#context.classes!.representatives(t, mask);
    const loops = dimensions.length / count;
    this.#point.loops[p] = loops;
    for (let order = 0; order < count; order += 1) {
      for (let place = 0; place < loops; place += 1)
        this.#point.order[row + place] = dimensions[order * loops + place]!;
      this.#temporal(t + 1);
    }
  }

  /**
   * Evaluates the orders at hand. The arrangement of the spatial loops changes nothing but hops where neighbours forward
   * nothing: then what the mapping costs without its networks is a bound for all arrangements.
   */
  #offer(): void {
    const { evaluator } = this.#context;
    this.#writer.write();
    this.evaluations += 1;
    if (evaluator.evaluate() !== VALID) return;
    this.valid += 1;
    if (this.#forwards) {
      this.#take();
      return;
    }
    if (this.#hops) {
      const { cycles, utilization } = evaluator;
      const networkPj = evaluator.kernel.scratch.networkPj.reduce((sum, pj) => sum + pj, 0);
      const energyPj = (evaluator.energyPj - networkPj) * slack;
      if (this.#pool.excludes({ cycles, energyPj, utilization })) return;
    } else if (this.#pool.excludes(evaluator)) return;
    for (const _ of this.#spatial(0)) {
      this.#writer.write();
      this.evaluations += 1;
      if (evaluator.evaluate() === VALID) this.#take();
    }
    this.#firstArrangement();
  }

  #take(): void {
    const { cycles, energyPj, utilization } = this.#context.evaluator;
    const figures = { cycles, energyPj, utilization };
    if (!this.#pool.wants(figures)) return;
    const key = this.#mapspace.createKey();
    writeKey(this.#mapspace.layout, this.#point, key);
    this.#pool.offer({ ...figures, key });
  }

  /** Axes and orders of the loops of one fan-out that its constraints and mesh allow. */
  #arrangementsOf(p: number, position: SpatialPosition): readonly Arrangement[] {
    const row = this.#row(p);
    const factors = Array.from(this.#point.factors.subarray(row, row + this.#mapspace.tiling.dimensions));
    const key = `${p}:${factors.join()}`;
    const known = this.#arrangements.get(key);
    if (known !== undefined) return known;
    let mask = 0;
    factors.forEach((factor, d) => {
      if (factor > 1) mask |= 1 << d;
    });
    const product = (of: number): number => factors.reduce((all, factor, d) => ((of >> d) & 1 ? all * factor : all), 1);
    const list = axisMasks(position, mask)
      .filter((x) => product(x) <= position.fanoutX && product(mask & ~x) <= position.fanoutY)
      .flatMap((x) =>
        orders(position, x).flatMap((inner) =>
          orders(position, mask & ~x).map((outer) => ({ order: [...inner, ...outer], alongX: inner.length })),
        ),
      );
    this.#arrangements.set(key, list);
    return list;
  }

  #row(position: number): number {
    return position * this.#mapspace.tiling.dimensions;
  }
}

function orders(position: SpatialPosition, mask: number): number[][] {
  const within = (list: readonly number[]): number[] => list.filter((d) => (mask >> d) & 1);
  const free = within(position.free);
  const middles = position.canonical ? [free] : permutations(free);
  return middles.map((middle) => [...within(position.innermost), ...middle, ...within(position.outermost)]);
}

function permutations(list: readonly number[]): number[][] {
  if (list.length <= 1) return [[...list]];
  return list.flatMap((one, at) => permutations(list.filter((_, other) => other !== at)).map((rest) => [one, ...rest]));
}
