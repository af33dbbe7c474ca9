// A complete choice of factors and keeps: every order of loops that can cost differently, and every arrangement of the
// spatial ones, evaluated by the model itself. Only its figures count.

import { loopsOf } from '../../../mapspace/loop-order.js';
import type { Mapspace } from '../../../mapspace/mapspace.js';
import type { Point } from '../../../mapspace/point.js';
import type { OrderList } from '../../../mapspace/walker.js';
import { bitCount } from '../../../math/bits.js';
import { shareLeft } from '../../../model/kernel/standstill.js';
import { VALID } from '../../../model/kernel/verdict.js';
import type { Arrangement } from '../../arrangements.js';
import type { CandidatePool } from '../../candidate-pool.js';
import type { MappingFloor } from '../../mapping-floor.js';
import { NestWriter } from '../../nest-writer.js';
import type { Figures } from '../../objective.js';
import type { SearchContext } from '../../search-context.js';
import type { Made } from '../charges/copies.js';
import { addsUp, type Costs, slack } from '../costs.js';
import type { Chain } from '../space/chain.js';
import { Images } from './images.js';
import { OrderExcess } from './order-excess.js';
import { OrderLists } from './order-lists.js';
import type { Path } from './path.js';
import { SpatialOrders } from './spatial-orders.js';

/** What the listed orders of one link's loops cost. */
interface Choices {
  readonly loops: number;
  readonly excess: Float64Array;
  /** Cycles that an order adds to the quickest; null where cycles do not add up. */
  readonly delay: Float64Array | null;
  /** Cycles of any mapping with an order at least; null where cycles add up. */
  readonly cycles: Float64Array | null;
  /** Those that can still matter by themselves, cheapest first. */
  readonly sorted: readonly number[];
}

export class Leaf {
  asked = 0; // complete choices of factors and keeps
  evaluations = 0;
  valid = 0;
  /** Evaluations, by what they take beside looking at a tile: neighbours that forward words are counted one by one. */
  get steps(): number {
    return this.evaluations * (this.#forwards ? 2 : 1);
  }
  readonly #context: SearchContext;
  readonly #mapspace: Mapspace;
  readonly #chain: Chain;
  readonly #floor: MappingFloor;
  readonly #path: Path;
  readonly #orders: OrderExcess;
  /** The same in cycles, where those of the machine's schedule add up. */
  readonly #delays: OrderExcess | null;
  readonly #pool: CandidatePool;
  readonly #point: Point;
  readonly #writer: NestWriter;
  readonly #images: Images;
  /** Some network has energy; neighbours may forward words, so that every arrangement must be looked at on its own. */
  readonly #hops: boolean;
  readonly #forwards: boolean;
  /** By temporal position: what the orders chosen so far cost at least. */
  readonly #floors: { cycles: number; energyPj: number; utilization: number }[] = [];
  /** By temporal position: the orders, and what they cost. */
  readonly #listed: OrderList[] = [];
  readonly #choices: Choices[] = [];
  readonly #spatial: SpatialOrders;
  readonly #lists: OrderLists;
  /** Links, first those whose orders have made leaves hopeless: mostly the same ones do. */
  readonly #dearest: number[];
  /** By arrangement of the fan-out above compute: what its neighbours leave to the parent, once known. */
  readonly #left = new WeakMap<Arrangement, Float64Array>();

  constructor(
    context: SearchContext,
    costs: Costs,
    { pool, floor }: { readonly pool: CandidatePool; readonly floor: MappingFloor },
  ) {
    const { chain } = costs[0].problem;
    this.#context = context;
    this.#mapspace = context.mapspace;
    this.#chain = chain;
    this.#dearest = [...chain.links.keys()];
    const perLink = (): Int32Array => new Int32Array(chain.links.length);
    this.#path = { outer: perLink(), inner: perLink(), below: perLink(), spread: perLink(), keep: perLink(), made: [] };
    this.#orders = new OrderExcess(costs[0]);
    this.#delays = addsUp(costs) ? new OrderExcess(costs[1]!) : null;
    this.#pool = pool;
    this.#floor = floor;
    this.#point = context.mapspace.createPoint();
    this.#spatial = new SpatialOrders(context, chain, { path: this.#path, point: this.#point });
    this.#lists = new OrderLists(context, chain, { path: this.#path, point: this.#point });
    this.#hops = context.evaluator.kernel.layout.hasNetworkEnergy.some((has) => has !== 0);
    const { spatial } = context.mapspace.tiling;
    this.#forwards =
      spatial.some(({ level }) => context.separate[level]) || chain.links.some(({ forwarded }) => forwarded !== 0);
    this.#images = new Images(context, chain.halved?.mirror ?? null);
    this.#writer = new NestWriter(context.mapspace, context.evaluator.nest, this.#point);
  }

  keep(k: number, mask: number): void {
    const { level } = this.#chain.links[k]!;
    this.#path.keep[k] = mask;
    const { keep } = this.#point;
    for (let t = 0; t < keep.length; t += 1) {
      keep[t] = (mask >> t) & 1 ? keep[t]! | (1 << level) : keep[t]! & ~(1 << level);
    }
  }

  loops(k: number, c: number, u: number): void {
    this.#path.outer[k] = c;
    this.#path.inner[k] = u;
    const { lattice, links } = this.#chain;
    const row = this.#row(this.#mapspace.tiling.spatial.length + links[k]!.temporal);
    for (let d = 0; d < lattice.dimensions; d += 1) {
      this.#point.factors[row + d] = lattice.value[d]![c]! / lattice.value[d]![u]!;
    }
  }

  spread(k: number, { s, below, made }: { readonly s: number; readonly below: number; readonly made: Made }): void {
    const { factors } = this.#chain.links[k]!.spreads[s]!;
    this.#path.spread[k] = s;
    this.#path.below[k] = below;
    this.#path.made[k] = made;
    for (const [at, p] of this.#chain.links[k]!.spatial.entries()) this.#point.factors.set(factors[at]!, this.#row(p));
  }

  /**
   * Evaluates all mappings with the factors and keeps at hand that can matter; yields between arrangements, which may be
   * many. `floor`: what each of them costs at least.
   */
  *evaluate(floor: Figures): Generator<void, void, void> {
    const { keep } = this.#point;
    const isKept = this.#mapspace.keeps.every(({ forced, free }, t) => forced || free.length === 0 || keep[t]);
    if (!isKept) return;
    if (!this.#mapspace.withinLimits(this.#counted())) return;
    this.asked += 1;
    const least = this.#askOrders(floor);
    if (least === null) return;
    // Where cycles add up, the floor has counted every transfer already.
    const raised = this.#delays === null ? { ...this.#floor.raise(least, this.#orders.busyCycles(this.#path)) } : least;
    if (this.#pool.excludes(raised)) return;
    if (!this.#sortOrders(raised)) return;
    if (!this.#forwards) {
      if (this.#spatial.putFirst()) this.#temporal(0, raised);
      return;
    }
    const { areWaiting } = this.#orders;
    for (const _ of this.#spatial.all()) {
      if (!areWaiting || this.#leave(raised)) this.#temporal(0, raised);
      yield;
    }
  }

  /** Takes notice of what neighbours leave to the parent under the arrangement at hand; false where that makes it hopeless. */
  #leave(floor: Figures): boolean {
    const { innermost } = this.#spatial;
    const left = this.#left.get(innermost) ?? this.#leftToParent();
    if (left !== null) this.#left.set(innermost, left);
    this.#orders.leave(this.#path, left);
    this.#delays?.leave(this.#path, left);
    return this.#sortOrders(floor);
  }

  /** By dataspace, what the model says of any mapping with the arrangement; null where the one it is asked about is not valid. */
  #leftToParent(): Float64Array | null {
    const { tiling } = this.#mapspace;
    const { kernel } = this.#context.evaluator;
    for (const t of tiling.temporal.keys()) this.#putOrder(t, 0);
    if (!this.#isValid()) return null;
    const dataspaces = this.#chain.mapspace.problem.workload.dataspaces;
    return Float64Array.from(dataspaces, (_, t) => shareLeft(kernel, t));
  }

  /** Asks what the orders of every link's loops mean; returns what their cheapest cost at least, null once that is hopeless. */
  #askOrders(floor: Figures): Figures | null {
    const isSpread = this.#spatial.areInsideStorage;
    this.#lists.begin();
    this.#orders.begin(this.#path);
    this.#delays?.begin(this.#path);
    let least = floor;
    for (const [at, k] of this.#dearest.entries()) {
      const list = this.#lists.of(k, isSpread);
      this.#listed[this.#chain.links[k]!.temporal] = list;
      this.#orders.ask(this.#path, k, list);
      this.#delays?.ask(this.#path, k, list);
      const energyPj = floor.energyPj + this.#orders.raisedPj * slack;
      if (energyPj === least.energyPj) continue;
      least = { ...floor, energyPj };
      if (!this.#pool.excludes(least)) continue;
      this.#dearest.unshift(...this.#dearest.splice(at, 1));
      return null;
    }
    return least;
  }

  /** The orders of every link's loops, cheapest first; false where all orders of one link are hopeless. */
  #sortOrders(floor: Figures): boolean {
    for (const [k, { temporal }] of this.#chain.links.entries()) {
      const { count, dimensions } = this.#listed[temporal]!;
      const excess = this.#orders.of(k, count);
      const delay = this.#delays?.of(k, count) ?? null;
      const cycles = delay === null ? this.#orders.busyUnder(this.#path, k, count) : null;
      if (cycles !== null)
        for (let order = 0; order < count; order += 1) cycles[order] = this.#floor.cyclesOf(cycles[order]!);
      const choices = { loops: dimensions.length / count, excess, delay, cycles, sorted: [] as number[] };
      for (let order = 0; order < count; order += 1) {
        if (!this.#pool.excludes(this.#under(choices, order, { temporal, floor }))) choices.sorted.push(order);
      }
      if (choices.sorted.length === 0) return false;
      const slower = (x: number, y: number): number => (delay === null ? 0 : delay[x]! - delay[y]!);
      if (count > 1) choices.sorted.sort((x, y) => slower(x, y) || excess[x]! - excess[y]!);
      this.#choices[temporal] = choices;
    }
    return true;
  }

  /** What a mapping costs at least with an order more; the object is overwritten by the next call for the position. */
  #under(
    { excess, delay, cycles }: Choices,
    order: number,
    { temporal, floor }: { readonly temporal: number; readonly floor: Figures },
  ): Figures {
    // One object per depth: this runs millions of times.
    this.#floors[temporal] ??= { cycles: 0, energyPj: 0, utilization: 0 };
    const next = this.#floors[temporal]!;
    next.energyPj = floor.energyPj + excess[order]! * slack;
    next.utilization = floor.utilization;
    next.cycles = delay === null ? Math.max(floor.cycles, cycles![order]!) : floor.cycles + delay[order]! * slack;
    return next;
  }

  /** Loop counts per position, which the limits ask for. */
  #counted(): Point {
    const { tiling } = this.#mapspace;
    for (let p = 0; p < this.#point.loops.length; p += 1)
      this.#point.loops[p] = bitCount(loopsOf(this.#point.factors, this.#row(p), tiling.dimensions));
    return this.#point;
  }

  /** Orders from position t on; `floor` counts those already chosen. */
  #temporal(t: number, floor: Figures): void {
    const { tiling } = this.#mapspace;
    if (t === tiling.temporal.length) {
      this.#offer();
      return;
    }
    const choices = this.#choices[t]!;
    const { sorted } = choices;
    for (let at = 0; at < sorted.length; at += 1) {
      const order = sorted[at]!;
      const next = this.#under(choices, order, { temporal: t, floor });
      if (this.#pool.excludes(next)) continue;
      this.#putOrder(t, order);
      this.#temporal(t + 1, next);
    }
  }

  #putOrder(t: number, order: number): void {
    const p = this.#mapspace.tiling.spatial.length + t;
    const row = this.#row(p);
    const { loops } = this.#choices[t]!;
    const { dimensions } = this.#listed[t]!;
    this.#point.loops[p] = loops;
    for (let place = 0; place < loops; place += 1) this.#point.order[row + place] = dimensions[order * loops + place]!;
  }

  /** Evaluates the orders at hand, with every arrangement of the spatial loops that can matter. */
  #offer(): void {
    const { evaluator } = this.#context;
    if (!this.#isValid()) return;
    this.valid += 1;
    if (this.#forwards) {
      this.#take();
      return;
    }
    const { cycles, utilization } = evaluator;
    const figures = { cycles, utilization, energyPj: evaluator.energyPj };
    if (this.#hops) figures.energyPj -= evaluator.kernel.scratch.networkPj.reduce((sum, pj) => sum + pj, 0);
    if (this.#pool.excludes({ ...figures, energyPj: figures.energyPj * slack })) return;
    if (this.#spatial.alone) {
      this.#take();
      return;
    }
    this.#arrange(0, figures, this.#hops ? this.#networkEnergies() : null);
    this.#spatial.putFirst();
  }

  /**
   * Network energy of every arrangement of each fan-out: where neighbours forward nothing, arrangements change nothing but
   * the hops of their own fan-out.
   */
  #networkEnergies(): { readonly pj: readonly number[]; readonly least: number }[] {
    const { layout, scratch } = this.#context.evaluator.kernel;
    return this.#mapspace.tiling.spatial.map((position, p) => {
      const list = this.#spatial.of(p);
      const pj = list.map((arrangement, at) => {
        if (at > 0) {
          this.#spatial.put(p, arrangement);
          this.#isValid();
        }
        let sum = 0;
        for (let t = 0; t < layout.dataspaces; t += 1) sum += scratch.networkPj[t * layout.levels + position.level]!;
        return sum;
      });
      if (list.length > 1) {
        this.#spatial.put(p, list[0]!);
        this.#isValid(); // the next fan-out starts from the first arrangement of all
      }
      return { pj, least: Math.min(...pj) };
    });
  }

  /** Arrangements from fan-out p on; `figures` counts the networks of those before it. */
  #arrange(
    p: number,
    figures: Figures,
    networks: readonly { readonly pj: readonly number[]; readonly least: number }[] | null,
  ): void {
    const { spatial } = this.#mapspace.tiling;
    if (p === spatial.length) {
      if (this.#isValid()) this.#take();
      return;
    }
    const rest = networks === null ? 0 : networks.slice(p + 1).reduce((sum, { least }) => sum + least, 0);
    for (const [at, arrangement] of this.#spatial.of(p).entries()) {
      const energyPj = figures.energyPj + (networks === null ? 0 : networks[p]!.pj[at]!);
      if (this.#pool.excludes({ ...figures, energyPj: (energyPj + rest) * slack })) continue;
      this.#spatial.put(p, arrangement);
      this.#arrange(p + 1, { ...figures, energyPj }, networks);
    }
  }

  /** Has the model evaluate the mapping at hand. */
  #isValid(): boolean {
    this.#writer.write();
    this.evaluations += 1;
    return this.#context.evaluator.evaluate() === VALID;
  }

  #take(): void {
    const { cycles, energyPj, utilization } = this.#context.evaluator;
    const figures = { cycles, energyPj, utilization };
    if (!this.#pool.wants(figures)) return;
    this.#images.offer(this.#point, figures, { pool: this.#pool, among: (k) => this.#lists.among(k) });
  }

  #row(position: number): number {
    return position * this.#mapspace.tiling.dimensions;
  }
}
