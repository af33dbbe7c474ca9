// What the tables say of everything inside a tile, together with what has been charged outside it: the least first metric of
// any mapping through the tile, Infinity where none can enter the pool.

import type { Slowing } from '../../mapping-floor.js';
import { takenBack } from '../charges/assumed.js';
import type { Made } from '../charges/copies.js';
import type { Step } from '../charges/settlement.js';
import type { Costs } from '../costs.js';
import { raise } from '../relaxation/limit-tables.js';
import type { Table } from '../relaxation/table.js';
import type { Edge, Tables } from '../relaxation/tables.js';
import type { BoundValue } from './bound-value.js';
import type { EdgeCharges } from './edge-charges.js';
import { Charge, type Outside } from './outside.js';

/** What is charged outside a tile, and tables of what is inside. */
interface Combined {
  readonly charged: Charge;
  readonly instances: readonly number[];
  readonly across: number;
  readonly slowing: Slowing;
  /** One table a cost; the first entry of the tile in them. */
  readonly table: Table;
  /** Null where there is nothing inside. */
  readonly cycles: Table | null | undefined;
  readonly place: number;
}

/** An edge at a tile inside the loops. */
interface EdgeAt {
  readonly outside: Outside;
  readonly way: number;
  readonly loops: number;
  readonly place: number;
  /** The least value so far. */
  readonly least: number;
}

/** What holds for all tiles inside the loops of a link while one tile outside them is looked at. */
interface Opened {
  /** By class of parallelism inside: `BoundValue.limits`. */
  readonly limits: Float64Array;
  across: number;
  busyCycles: number;
  /** Of the second cost (`Costs`). */
  charged: number;
  instances: readonly number[];
  slowing: Slowing;
}

/** What is in use outside. */
type Beside = Pick<Outside, 'across' | 'slowing' | 'instances'>;

/** What mappings that can enter the pool cost at least, and how many instances they keep busy at most. */
export interface Reach {
  /** pJ of storages and networks. */
  leastPj: number;
  across: number;
}

export class Inside {
  /** Of all mappings, once the tiles inside the outermost loops have been looked at. */
  readonly reach: Reach = { leastPj: Number.POSITIVE_INFINITY, across: 0 };
  /** Their least first metric, by all tables and without those of cycles. */
  told = Number.POSITIVE_INFINITY;
  untold = Number.POSITIVE_INFINITY;
  readonly #costs: Costs;
  readonly #tables: Tables;
  readonly #value: BoundValue;
  readonly #edges: EdgeCharges;
  readonly #charge: Charge;
  /** By link: see `open`. */
  readonly #opened: Opened[] = [];

  constructor(costs: Costs, value: BoundValue, edges: EdgeCharges) {
    this.#costs = costs;
    this.#tables = costs[0];
    this.#value = value;
    this.#edges = edges;
    this.#charge = new Charge(edges.ports);
  }

  /**
   * Before tiles outside the storage of link k, or inside its loops, are looked at, with so much charged outside at least; returns the
   * limits of their classes.
   */
  open(k: number, { across, slowing, instances }: Beside, least: Charge): Float64Array {
    const busyCycles = this.#edges.busyCycles(least);
    const charged = least.costs[1]!;
    const parallelism = this.#tables.parallelism.ends[k]!;
    this.#opened[k] ??= {
      limits: new Float64Array(parallelism.length),
      across,
      busyCycles,
      charged,
      instances,
      slowing,
    };
    const opened = this.#opened[k]!;
    const { limits } = opened;
    opened.across = across;
    opened.busyCycles = busyCycles;
    opened.charged = charged;
    opened.instances = instances;
    opened.slowing = slowing;
    this.#value.limits(limits, { across, parallelism, busyCycles, slowing });
    return limits;
  }

  /** Cheap first look: whether the least of all inside the loops, with `pj` outside, is within the limits of its class. */
  mayMatterInLoops(k: number, place: number, pj: number): boolean {
    const cycles = this.#costs[1]?.links[k]?.least;
    return this.#mayMatter(k, { place, pj, least: this.#tables.links[k]!.least, cycles });
  }

  /** The same for a tile outside the storage. */
  mayMatterBelow(k: number, place: number, pj: number): boolean {
    const cycles = this.#costs[1]?.boundaries[k]?.least;
    return this.#mayMatter(k, { place, pj, least: this.#tables.boundaries[k]!.least, cycles });
  }

  #mayMatter(
    k: number,
    of: {
      readonly place: number;
      readonly pj: number;
      readonly least: Float64Array;
      readonly cycles: Float64Array | undefined;
    },
  ): boolean {
    const { place, pj, least, cycles } = of;
    const { limits, across, busyCycles, charged, instances, slowing } = this.#opened[k]!;
    const ends = this.#tables.parallelism.ends[k]!;
    const first = place * limits.length;
    for (let b = 0; b < limits.length; b += 1) {
      const all = pj + least[first + b]!;
      if (all > limits[b]! || all === Number.POSITIVE_INFINITY) continue;
      if (cycles === undefined) return true;
      const slowed = this.#value.slowed(across * ends[b]!, slowing);
      const busy = this.#edges.busyWith(cycles[first + b]!, busyCycles, charged, instances);
      if (this.#value.matters(all, slowed, busy)) return true;
    }
    return false;
  }

  /** Whether it may be under a context there, by its energy: most are not. */
  mayStand(k: number, place: number, context: number, pj: number): boolean {
    const table = this.#tables.boundaries[k]!.tables[context]!;
    if (table === null) return false;
    const { limits } = this.#opened[k]!;
    const first = place * limits.length;
    for (let b = 0; b < limits.length; b += 1) {
      const all = pj + table.get(first + b);
      if (all <= limits[b]! && all < Number.POSITIVE_INFINITY) return true;
    }
    return false;
  }

  /** Least value through the tile inside the loops of link k that its closings have turned to. */
  throughLoops(
    k: number,
    outside: Outside,
    { loops, place }: Pick<Step, 'loops'> & { readonly place: number },
  ): number {
    const { leading } = this.#tables.links[k]!;
    let least = Number.POSITIVE_INFINITY;
    for (let outer = 0; outer < leading.length; outer += 1) {
      if (outside.charges.pj(outer) === Number.POSITIVE_INFINITY) continue;
      for (const edge of leading[outer]!) {
        if ((edge.fixed & loops) !== 0) continue;
        // Of everything outermost all classes are looked at: see `reach`.
        for (let way = outer; way >= 0; way = outside.charges.after(way)) {
          const below = k === 0 ? Number.POSITIVE_INFINITY : least;
          least = Math.min(least, this.#throughEdge(k, edge, { outside, way, loops, place, least: below }));
        }
      }
    }
    return least;
  }

  /** The same through one edge, if it is below `least`. */
  #throughEdge(k: number, edge: Edge, of: EdgeAt): number {
    const { outside, way, loops, place, least } = of;
    const { across, slowing, made, charges, instances } = outside;
    const ends = this.#tables.parallelism.ends[k]!;
    const { limits } = this.#opened[k]!;
    const first = place * ends.length;
    const node = this.#tables.tiles.inside(k).nodes[place]!;
    const back = takenBack(this.#tables.problem, k, {
      made,
      assumed: this.#tables.links[k]!.assumed[edge.group]!,
      node,
    });
    const before = charges.pj(way) + back;
    const table = this.#tables.links[k]!.inside[edge.group]!;
    let may = false;
    for (let b = 0; b < ends.length && !may; b += 1) {
      const pj = before + table.get(first + b);
      if (pj > limits[b]! || pj === Number.POSITIVE_INFINITY) continue;
      may =
        least === Number.POSITIVE_INFINITY ||
        this.#value.of(pj, this.#value.slowed(across * ends[b]!, slowing), 0) < least;
    }
    if (!may || !this.#edges.charge(k, edge, { outside, way, loops })) return least;
    const { charged } = this.#edges;
    charged.costs[0] = charged.costs[0]! + back;
    const cycles = this.#costs[1]?.links[k];
    if (cycles !== undefined) {
      const assumed = cycles.assumed[edge.group]!;
      charged.costs[1] = charged.costs[1]! + takenBack(this.#costs[1]!.problem, k, { made, assumed, node });
    }
    return Math.min(
      least,
      this.#least(k, { charged, instances, across, slowing, table, cycles: cycles?.inside[edge.group], place: first }),
    );
  }

  /**
   * What everything inside the outermost loops may cost at most, through a tile there and the edge charged last, by cost, into
   * `raised`: as little energy as the cycles leave, and the other way round.
   */
  limit(group: number, place: number, raised: readonly (Table | null)[][]): void {
    const { charged } = this.#edges;
    const { across, slowing, instances } = this.#opened[0]!;
    const ends = this.#tables.parallelism.ends[0]!;
    const busyCycles = this.#edges.busyCycles(charged);
    const like = this.#tables.links[0]!.inside[group]!;
    const cycles = this.#costs[1]?.links[0]?.inside[group];
    if (cycles === null) return;
    for (let b = 0; b < ends.length; b += 1) {
      const entry = place * ends.length + b;
      if (like.get(entry) === Number.POSITIVE_INFINITY || cycles?.get(entry) === Number.POSITIVE_INFINITY) continue;
      const elements = this.#value.slowed(across * ends[b]!, slowing);
      const busy = cycles
        ? this.#edges.busyWith(cycles.get(entry), busyCycles, charged.costs[1]!, instances)
        : busyCycles;
      const pj = charged.costs[0]! + like.get(entry);
      const limit = this.#value.limit(elements, busy);
      if (pj > limit) continue;
      raise(raised[0]!, group, { like, entry, limit: limit - charged.costs[0]! });
      if (cycles) {
        const most = this.#edges.mostWith(this.#value, pj, elements) - charged.costs[1]!;
        raise(raised[1]!, group, { like: cycles, entry, limit: most });
      }
    }
  }

  /** Least value through a tile outside the storage of link k. */
  below(k: number, place: number, { charges, across, slowing, made, instances }: Outside): number {
    const charged = this.#charge;
    const { tables } = this.#tables.boundaries[k]!;
    const node = this.#tables.tiles.outside(k).nodes[place]!;
    const first = place * this.#tables.parallelism.count(k);
    let least = Number.POSITIVE_INFINITY;
    for (let context = 0; context < tables.length; context += 1) {
      const table = tables[context]!;
      if (table === null) continue;
      if (charges.pj(context) === Number.POSITIVE_INFINITY) continue;
      const cycles = this.#costs[1]?.boundaries[k]?.tables[context];
      const of = { context, made, node };
      const back = backBelow(this.#tables, k, of);
      const cyclesBack = this.#costs[1] === undefined ? 0 : backBelow(this.#costs[1], k, of);
      for (let way = context; way >= 0; way = charges.after(way)) {
        charges.read(way, charged);
        charged.costs[0] = charged.costs[0]! + back;
        charged.costs[1] = charged.costs[1]! + cyclesBack;
        const value = this.#least(k, { charged, instances, across, slowing, table, cycles, place: first });
        if (value < least) least = value;
      }
    }
    return least;
  }

  /** Least value over the classes of what is inside a tile. */
  #least(k: number, { charged, instances, across, slowing, table, cycles, place }: Combined): number {
    if (cycles === null) return Number.POSITIVE_INFINITY;
    const { throttles } = this.#tables;
    const ends = this.#tables.parallelism.ends[k]!;
    const { refilled } = charged;
    const pj = charged.costs[0]!;
    const busyCycles = this.#edges.busyCycles(charged);
    let least = Number.POSITIVE_INFINITY;
    for (let b = 0; b < ends.length; b += 1) {
      const inside = table.get(place + b);
      if (inside === Number.POSITIVE_INFINITY) continue;
      // Cycles that add up may be less than none outside, where first touches are taken off before anything is charged.
      const sure = throttles === null ? busyCycles : Math.max(busyCycles, throttles.cycles(k, b, refilled, across));
      const busy =
        cycles === undefined ? sure : this.#edges.busyWith(cycles.get(place + b), sure, charged.costs[1]!, instances);
      const elements = this.#value.slowed(across * ends[b]!, slowing);
      const value = this.#value.of(pj + inside, elements, busy);
      if (value < least) least = value;
      if (k > 0) continue;
      if (value < Number.POSITIVE_INFINITY) this.#note(pj + inside, across * ends[b]!);
      this.told = Math.min(this.told, value);
      this.untold = Math.min(this.untold, busy === sure ? value : this.#value.of(pj + inside, elements, sure));
    }
    return least;
  }

  #note(pj: number, across: number): void {
    this.reach.leastPj = Math.min(this.reach.leastPj, pj);
    this.reach.across = Math.max(this.reach.across, across);
  }
}

/** What is taken back of everything inside boundary k under a context. */
function backBelow(
  { problem, boundaries }: Tables,
  k: number,
  { context, made, node }: { readonly context: number; readonly made: Made; readonly node: number },
): number {
  return takenBack(problem, k, { made, assumed: boundaries[k]!.assumed[context]!, node });
}
