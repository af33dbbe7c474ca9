// The relaxed problem: for every tile at every link, the least energy of everything inside it, as tables over the lattice.
// It is a programme over the chain from compute outwards in which every term is local to one link, and never exceeds what
// the model charges. The descent adds the same terms from the outside in, so a partial mapping's bound is the sum of both.
//
// Tables are split by the spatial parallelism inside, in a few classes, because cycles follow from it.

import { maskOf } from '../../../math/bits.js';
import type { Effort } from '../../infeasible/effort.js';
import type { OrderClasses } from '../../order-classes.js';
import { savingsInside, sharesOf } from '../charges/assumed.js';
import { ClosingTerms } from '../charges/closing-terms.js';
import { visitsTold } from '../charges/least-visits.js';
import type { RelaxedProblem } from '../charges/relaxed-problem.js';
import type { SlowTiles } from '../charges/slow-tiles.js';
import { type Busy, Throttles } from '../charges/throttles.js';
import type { WindowTables } from '../charges/windows.js';
import { type Context, Contexts, demanded } from '../contexts.js';
import { allTiles, nodesAt, type TileSet, TileSets } from '../space/tile-sets.js';
import { blockOrders, settledUnder } from './block-orders.js';
import { fillBoundary, mostInside } from './boundary-fill.js';
import { EdgeStages } from './edge-stages.js';
import { closeEdges } from './edge-tables.js';
import { keepsOf } from './keeps.js';
import { KnownLoops } from './known-loops.js';
import { limitsUnder, mostOf, mostUnder } from './limit-tables.js';
import { Parallelism } from './parallelism.js';
import { type Limits, limitsOf, type Pruner } from './pruning.js';
import { fillSpreads } from './spread-fill.js';
import { SpreadTerms } from './spread-terms.js';
import { type Standing, StandingEntries } from './standing.js';
import { Table } from './table.js';
import { type TableBytes, tableBytes } from './table-bytes.js';
import {
  type Boundary,
  boundaryOf,
  bytesOf,
  type Edge,
  type LinkTables,
  leastByPlace,
  leastOf,
  marksOf,
  placesIn,
  stepsOf,
  type Tables,
} from './tables.js';
import { waysThrough } from './ways-through.js';
import { fillWindows } from './window-fill.js';

export interface RelaxationOptions {
  readonly classes: OrderClasses;
  /** At most so many classes of parallelism per link, and of compute. */
  readonly parallelism: (most: number, throttled: boolean) => Parallelism;
  /** Classes where there is room for them: fewer are a coarser bound in smaller tables. */
  readonly mostClasses: number;
  /** What everything may take if every entry matters, and what those that do, which is found out while they are filled. */
  readonly plannedBytes: number;
  readonly mostBytes: number;
  /** Not null: so many classes do where more would take more bytes than these. */
  readonly rough: { readonly classes: number; readonly bytes: number } | null;
  /** Null: nothing is dropped. */
  readonly pruning: Pruner | null;
  /** Not null where a slower storage may count as less parallelism. */
  readonly throttled: Busy | null;
  /** Null: whatever can stand. */
  readonly standing: Standing | null;
  readonly slow: SlowTiles | null;
  /** Whether contexts say who waits along. */
  readonly tellsAlong: boolean;
  /** Whether there are tables outside the outermost storage, too: the descent charges its loops by itself. */
  readonly toTheTop: boolean;
  /** Prepared before, of the same chain: its tiles are all that can matter, and its classes are the same. */
  readonly within: Tables | null;
}

export class Relaxation implements Tables {
  readonly problem: RelaxedProblem;
  readonly tiles: TileSets;
  readonly tellsAlong: boolean;
  readonly throttles: Throttles | null;
  readonly slow: SlowTiles | null;
  parallelism = new Parallelism([]);
  readonly links: LinkTables[] = [];
  readonly boundaries: Boundary[] = [];
  /** Spatial choices costed so far while the tables are prepared. */
  prepared = 0;
  /** Entries looked at so far while the tables are prepared. */
  entries = 0;
  /** What everything takes if every entry matters; more than it may where even one class is too much. */
  bytes = 0;
  readonly #options: RelaxationOptions;
  readonly #pruning: Pruner | null;
  readonly #within: Tables | null;
  readonly #standing: StandingEntries;
  #isFull = false;
  /** Classes that there is room for. */
  #most = 1;
  /** Of links that are full, and what does not hang on their entries. */
  #takenBytes = 0;

  constructor(problem: RelaxedProblem, options: RelaxationOptions) {
    const { chain, flows, footprints } = problem;
    this.problem = problem;
    this.tiles = options.within?.tiles ?? new TileSets(chain, footprints, options.standing);
    this.tellsAlong = options.tellsAlong;
    this.#within = options.within;
    this.throttles = options.within?.throttles ?? (options.throttled && new Throttles(problem, options.throttled));
    this.slow = options.slow;
    this.#options = options;
    this.#pruning = options.pruning;
    this.#standing = new StandingEntries(problem, options.standing);
    const compute = new Contexts();
    compute.add(flows.map(() => demanded));
    this.boundaries[chain.links.length] = {
      ...boundaryOf(problem, chain.links.length, compute),
      alive: Int32Array.of(0),
    };
  }

  /** Whether others are to be laid out, and filled, before. */
  isWithin(other: Tables): boolean {
    return this.#within === other;
  }

  /** What tables there will be, a little at a time; false where there are more ways through the links than `effort` is left for. */
  *layOut(effort: Effort): Generator<void, boolean, void> {
    for (let k = this.problem.chain.links.length - 1; k >= 0; k -= 1)
      if (!(yield* this.#layOutLink(k, effort))) return false;
    const { fixed, perClass, most } = this.#roomFor(this.#options);
    this.#chooseClasses(most);
    this.#most = Math.max(...this.parallelism.ends.map(({ length }) => length));
    this.bytes = fixed + perClass * this.#most;
    this.#takenBytes = fixed;
    return true;
  }

  /** Those that matter beside what has been found by then. */
  #chooseClasses(most: number): void {
    const throttled = this.throttles?.any === true || this.slow !== null;
    this.parallelism = this.#within?.parallelism ?? this.#options.parallelism(most, throttled);
  }

  /** What the tables take, and so how many classes there may be. */
  #roomFor({ plannedBytes, mostClasses, rough }: RelaxationOptions): TableBytes & { readonly most: number } {
    const classesIn = ({ fixed, perClass }: TableBytes, within = plannedBytes): number =>
      Math.floor((within - fixed) / perClass);
    let bytes = tableBytes(this.problem, this, null);
    // Which tiles there can be is worth finding out only where it matters.
    if (classesIn(bytes) < mostClasses) {
      const { chain, footprints } = this.problem;
      bytes = tableBytes(this.problem, this, allTiles(chain, footprints));
    }
    const few = rough === null ? mostClasses : Math.max(rough.classes, classesIn(bytes, rough.bytes));
    return { ...bytes, most: Math.max(1, Math.min(mostClasses, few, classesIn(bytes))) };
  }

  /**
   * Fills the tables, a little at a time; to be run to its end before anything is asked of them. Does nothing where they are full;
   * false where they take more than they may, and nothing can be asked.
   */
  *prepare(): Generator<void, boolean, void> {
    if (this.#isFull) return true;
    this.#chooseClasses(this.#most);
    const last = this.problem.chain.links.length;
    const table = new Table(1, 1, Number.POSITIVE_INFINITY);
    table.lower(0, 0);
    this.boundaries[last]!.tables = [table];
    this.boundaries[last]!.least = Float64Array.of(0);
    for (let k = last - 1; k >= 0; k -= 1) if (!(yield* this.#fill(k))) return false;
    this.throttles?.settle();
    this.#isFull = true;
    return true;
  }

  /** Lets go of tables that were given up: they are not to be there beside those made instead. */
  letGo(): void {
    this.links.length = 0;
    this.boundaries.length = 0;
  }

  /** Whether tables of a link, with all that are full, take more than they may. */
  #exceedsWith(tables: readonly (Table | null | undefined)[]): boolean {
    return this.#takenBytes + bytesOf(tables) > this.#options.mostBytes;
  }

  /** Contexts, edges and keeps of link k, and with them how many tables there will be. */
  *#layOutLink(k: number, effort: Effort): Generator<void, boolean, void> {
    const { problem } = this;
    const { chain, flows } = problem;
    const link = chain.links[k]!;
    const counted = k === chain.links.length - 1 ? problem.operands.counted : visitsTold(problem, k);
    const orders = yield* blockOrders(link, problem, { classes: this.#options.classes, effort, counted });
    if (orders === undefined) return false;
    const stands = (below: Context, asks: string): boolean => this.#standing.hasGroup(k, below, asks);
    const { contexts: below, assumed } = this.boundaries[k + 1]!;
    const terms = new SpreadTerms(problem, { k, inside: below, assumed, stands });
    const windows: (WindowTables | null)[] = [];
    const closingTerms = new ClosingTerms(problem, k, windows);
    const inner = new Contexts();
    const edges: Edge[] = [];
    for (const [spread, context] of terms.contexts.entries()) {
      yield;
      if (effort.exhausted) return false;
      for (const { open, closings, outer } of waysThrough(problem, k, context)) {
        const fixed = flows.reduce((mask, flow, t) => ((open >> t) & 1 ? mask | flow.moving : mask), 0);
        for (const order of orders.of(maskOf(closings.map(({ t }) => t)))) {
          effort.spend(2);
          const group = terms.groupOf({ spread, order, open });
          if (group < 0) continue;
          const settled = closings.map((closing) => closingTerms.add(settledUnder(order, closing)));
          edges.push({ spread, outer: inner.add(outer), open, fixed, settled, group });
        }
      }
    }
    const { contexts, keeps } = keepsOf(problem, k, {
      inside: inner,
      tellsAlong: this.tellsAlong,
      throttles: this.throttles,
      stands: (context) => this.#standing.hasContext(k, context),
    });
    this.links[k] = {
      link,
      windows,
      terms,
      closings: closingTerms,
      orders,
      edges,
      leading: [],
      inside: [],
      least: new Float64Array(0),
      assumed: terms.groups.map(({ below, above }) => ({ ...assumed[below]!, shares: sharesOf(problem, above, k) })),
      inner,
      saved: inner.list.map((context) => savingsInside(problem, k + 1, context)),
      keeps,
      alive: new Int32Array(0),
      leastPj: new Float64Array(0),
      steps: stepsOf(chain.lattice, link),
    };
    this.boundaries[k] = boundaryOf(problem, k, contexts);
    return true;
  }

  *#fill(k: number): Generator<void, boolean, void> {
    const from = this.#within ?? this;
    const { alive } = from.boundaries[k + 1]!;
    const below = nodesAt(from.tiles.outside(k + 1), alive);
    const tiles = this.#within === null ? this.tiles.admitInside(k, below) : this.tiles.inside(k);
    const own = this.links[k]!;
    const count = (choices: number): void => {
      this.prepared += choices;
    };
    own.windows.push(...(yield* fillWindows(this.problem, k, { below, count })));
    if (!(yield* this.#fillInside(k, tiles, alive))) return false;
    const { edges, inside, inner } = own;
    const filled = inside.map((table) => table?.filled() ?? null);
    own.leading = inner.list.map((_, outer) => edges.filter((edge) => edge.outer === outer && filled[edge.group]));
    own.least = leastOf(inside, { places: tiles.nodes.length, classes: this.parallelism.count(k) });
    const pj = leastByPlace(own.least, this.parallelism.count(k));
    own.alive = placesIn(pj).sort((a, b) => pj[a]! - pj[b]! || a - b);
    own.leastPj = Float64Array.from(own.alive, (place) => pj[place]!);
    if (k === 0 && !this.#options.toTheTop) return true;
    if (k > 0 && this.#within === null) this.tiles.admitOutside(k, nodesAt(tiles, own.alive));
    return yield* this.#fillOutside(k, filled);
  }

  /** Every spatial choice, and every group of edges. */
  *#fillInside(k: number, tiles: TileSet, alive: Int32Array): Generator<void, boolean, void> {
    const own = this.links[k]!;
    const { groups } = own.terms;
    const inside: (Table | null)[] = groups.map(() => null);
    own.inside = inside;
    const within = this.#within && this.#within.links[k]!.inside;
    const asked = { groups, contexts: this.boundaries[k + 1]!.contexts.list };
    const most = within === null ? this.#standing.mostOfGroups(k, tiles, asked) : null;
    const limits = this.#limits(k, k + 1, tiles);
    for (const { choices, entries } of fillSpreads(this, {
      k,
      alive,
      inside,
      make: () => this.#table(k, tiles),
      limits:
        most === null
          ? groups.map(({ above }) => limits(above))
          : limitsUnder(mostOf(most, tiles.nodes.length), most, this.parallelism.count(k)),
      most,
      sooner: this.#pruning?.sooner(this.problem, k, this.parallelism) ?? null,
      above: this.#within && marksOf(this.#within.links[k]!.alive, tiles.nodes.length),
      stands: within?.map((table) => table?.marks() ?? null) ?? this.#standing.ofGroups(k, tiles, asked),
      within,
    })) {
      this.prepared += choices;
      this.entries += choices * own.terms.countQuestions() + entries;
      yield;
      if (this.#exceedsWith(inside)) return false;
    }
    this.#takenBytes += bytesOf(inside);
    return true;
  }

  /** The loops, and the storage outside them; by group, places inside the loops that are `filled`. */
  *#fillOutside(k: number, filled: readonly (Int32Array | null)[]): Generator<void, boolean, void> {
    const { leading } = this.links[k]!;
    const outside = this.tiles.outside(k);
    const tables = leading.map(({ length }) => (length === 0 ? undefined : this.#table(k, outside)));
    const limitsOf = this.#limits(k, k, outside);
    const { list } = this.boundaries[k]!.contexts;
    const limits = (context: number): Limits => limitsOf(list[context]!);
    const most = this.#within === null ? this.#standing.mostOfContexts(k, outside, list) : null;
    const known = KnownLoops.between(this, k);
    this.entries += known?.count ?? 0;
    if (known !== null) yield* known.close(tables);
    else {
      const stages = new EdgeStages(this, k);
      const mostWithin = mostInside(this, k, (context) => mostUnder(limits(context), most?.[context]));
      for (const [outer, edges] of leading.entries()) {
        const into = tables[outer];
        if (into === undefined) continue;
        this.entries += stages.tiles.nodes.length * this.parallelism.count(k) * edges.length;
        yield* closeEdges(this, { k, edges, alive: filled, stages, into, most: mostWithin[outer]! });
        if (this.#exceedsWith(tables)) return false;
      }
    }
    const boundary = this.boundaries[k]!;
    boundary.tables = yield* fillBoundary(this, k, {
      from: tables,
      make: () => this.#table(k, outside),
      limits,
      most,
      stands: this.#standing.ofContexts(k, outside, list),
      within: this.#within && this.#within.boundaries[k]!.tables,
    });
    const classes = this.parallelism.count(k);
    boundary.least = leastOf(boundary.tables, { places: outside.nodes.length, classes });
    boundary.alive = placesIn(leastByPlace(boundary.least, classes));
    this.#takenBytes += bytesOf(boundary.tables);
    return true;
  }

  /** From how much on entries of tables with a context are of no use. */
  #limits(k: number, outside: number, { nodes }: TileSet): (context: Context) => Limits {
    return limitsOf(this.#pruning, this.problem, { k, outside, nodes, ends: this.parallelism.ends[k]! });
  }

  /** An entry per tile and class of parallelism inside link k, the classes of one tile side by side. */
  #table(k: number, { nodes }: TileSet): Table {
    return new Table(nodes.length, this.parallelism.count(k), Number.POSITIVE_INFINITY);
  }
}
