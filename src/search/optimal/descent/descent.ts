// From the outside in: factors link by link, in the order of their lower bounds, down to complete mappings. A partial
// mapping's bound is what the relaxed problem charges for the part that is chosen plus the least it charges inside.

import { bitCount } from '../../../math/bits.js';
import type { CandidatePool } from '../../candidate-pool.js';
import type { MappingFloor, Slowing } from '../../mapping-floor.js';
import type { Figures } from '../../objective.js';
import type { SearchContext } from '../../search-context.js';
import type { Step } from '../charges/settlement.js';
import type { Costs } from '../costs.js';
import { keptPj } from '../relaxation/keeps.js';
import { inBoth, type Survivors, survivorsOf } from '../relaxation/survivors.js';
import type { Table } from '../relaxation/table.js';
import { type Edge, loopsBetween, type Tables } from '../relaxation/tables.js';
import { keepMasks } from '../space/chain.js';
import { loopMask } from '../space/lattice.js';
import type { BoundValue } from './bound-value.js';
import { EdgeCharges } from './edge-charges.js';
import { Inside, type Reach } from './inside.js';
import { Leaf } from './leaf.js';
import { NextTiles } from './next-tiles.js';
import { outermost } from './outermost.js';
import { Charge, Charges, mostWays, type Outside } from './outside.js';
import { keeperOf } from './path.js';
import type { Ports } from './ports.js';

/** Between two moments for the caller: tiles looked at, and tiles inside loops whose spatial choices are looked at. */
const stride = 2048;
const spreadStride = 8;

interface Child {
  readonly value: number;
  readonly at: number;
}

/** A tile below the fan-outs, and what is charged outside it. */
interface Spread extends Child {
  readonly node: number;
  readonly outside: Outside;
}

export class Descent {
  nodes = 0;
  /** Edges of the outermost link that were asked for what survives. */
  surveyed = 0;
  /** Everything below this first-metric value has been looked at. */
  lowerBound = 0;
  /** Whether all tiles inside the outermost loops have been bounded, under one choice of what is kept outside them. */
  isUnderWay = false;
  readonly leaf: Leaf;
  readonly #costs: Costs;
  readonly #tables: Tables;
  readonly #value: BoundValue;
  readonly #next: NextTiles;
  readonly #edges: EdgeCharges;
  readonly #inside: Inside;
  readonly #leastBusyCycles: number;
  readonly #throughs: Charges[] = [];
  readonly #ports: Ports;
  /** Overwritten by the next. */
  readonly #charge: Charge;
  readonly #least: Charge;
  #turns = 0;
  /** Temporal loops that the constraints allow. */
  readonly #mostLoops: number;
  /** Tiles inside the outermost loops that have been searched to the end; of a backing store that always keeps the same. */
  readonly #done = new Set<number>();
  /** Those whose image is searched instead (`space/mirror`). */
  readonly #elsewhere: Uint8Array | null;

  constructor(
    context: SearchContext,
    costs: Costs,
    of: { readonly pool: CandidatePool; readonly floor: MappingFloor; readonly value: BoundValue },
  ) {
    this.#costs = costs;
    this.#tables = costs[0];
    this.#elsewhere = costs[0].problem.chain.halved?.elsewhere ?? null;
    this.#next = new NextTiles(this.#tables);
    this.#value = of.value;
    this.#edges = new EdgeCharges(costs);
    this.#ports = this.#edges.ports;
    this.#charge = new Charge(this.#ports);
    this.#least = new Charge(this.#ports);
    this.#inside = new Inside(costs, this.#value, this.#edges);
    this.#leastBusyCycles = of.floor.leastBusyCycles;
    this.#mostLoops = context.mapspace.problem.constraints.maxTemporalLoops ?? Number.POSITIVE_INFINITY;
    this.leaf = new Leaf(context, costs, of);
  }

  /** Of all mappings (`Inside`). */
  get reach(): Reach {
    return this.#inside.reach;
  }

  /** The share of the bound of all mappings that would be left without tables of cycles. */
  get untold(): number {
    const { told, untold } = this.#inside;
    return untold / told;
  }

  /** Visits what can still matter; yields so that the caller can look at the clock. False answers end it. */
  *run(): Generator<void, void, void> {
    yield* this.#storage(
      0,
      this.#tables.problem.chain.lattice.top,
      outermost(this.#tables, this.#ports, this.#leastBusyCycles),
    );
  }

  /** What mappings that can still matter may pass (`survivorsOf`). */
  *survivors(): Generator<void, Survivors, void> {
    const { lattice } = this.#tables.problem.chain;
    const { inner, inside, alive, leading } = this.#tables.links[0]!;
    const all = outermost(this.#tables, this.#ports, this.#leastBusyCycles);
    const charges = new Charges(inner.list.length, this.#ports);
    for (const mask of this.#masks(0, lattice.top)) this.#keep(0, { mask, node: lattice.top }, all, charges);
    const outside = { ...all, charges };
    this.#inside.open(0, outside, charges.least(this.#least));
    const raised = this.#costs.map(() => inside.map((): Table | null => null));
    const { nodes } = this.#tables.tiles.inside(0);
    const edges = leading.flat();
    for (const place of alive) {
      yield;
      const u = nodes[place]!;
      const loops = loopsBetween(this.#tables, 0, { c: lattice.top, u });
      if (loops < 0 || this.#done.has(u) || this.#elsewhere?.[u] === 1) continue;
      this.#edges.turn(0, { c: lattice.top, u, loops }, outside);
      this.surveyed += edges.length;
      for (const edge of edges) {
        for (let way = edge.outer; way >= 0; way = outside.charges.after(way))
          if (this.#edges.charge(0, edge, { outside, way, loops })) this.#inside.limit(edge.group, place, raised);
      }
    }
    const [energy, cycles] = raised;
    const survivors = yield* survivorsOf(this.#tables, energy!);
    return cycles === undefined ? survivors : inBoth(survivors, yield* survivorsOf(this.#costs[1]!, cycles));
  }

  *#storage(k: number, node: number, outside: Outside): Generator<void, void, void> {
    const { inner } = this.#tables.links[k]!;
    for (const mask of this.#masks(k, node)) {
      const charges = new Charges(inner.list.length, this.#ports);
      if (!this.#keep(k, { mask, node }, outside, charges)) continue;
      this.leaf.keep(k, mask);
      yield* this.#loops(k, node, { ...outside, charges, kept: [...outside.kept, mask] });
    }
  }

  /** What the storage of link k may keep of a tile. */
  #masks(k: number, node: number): number[] {
    const { link } = this.#tables.links[k]!;
    return keepMasks(link).filter((mask) => this.#tables.problem.footprints.fits(link, mask, node));
  }

  /** What is charged once the storage of link k keeps dataspaces, into `charges`, by context inside it; false where nothing leads on. */
  #keep(
    k: number,
    { mask, node }: { readonly mask: number; readonly node: number },
    outside: Outside,
    into: Charges,
  ): boolean {
    const { keeps, inner } = this.#tables.links[k]!;
    const charge = this.#charge;
    let any = false;
    for (const [at, keep] of keeps.entries()) {
      if (keep.mask !== mask) continue;
      if (outside.charges.pj(keep.outer) === Number.POSITIVE_INFINITY) continue;
      any = true;
      const extra = this.#costs.map((tables) => keptPj(tables!.links[k]!.keeps[at]!, outside.made, node));
      for (let way = keep.outer; way >= 0; way = outside.charges.after(way)) {
        outside.charges.read(way, charge);
        for (let cost = 0; cost < extra.length; cost += 1) charge.costs[cost] = charge.costs[cost]! + extra[cost]!;
        for (const { t, words } of keep.asked) this.#ports.hand(charge, { t, p: k, words: words(node) }, outside);
        if (k === 0) this.#edges.passOnce(charge, inner.list[keep.inner]!, mask, outside);
        into.add(keep.inner, charge);
      }
    }
    return any;
  }

  /** All tiles inside the loops of link k, best bound first. */
  *#loops(k: number, c: number, outside: Outside): Generator<void, void, void> {
    const children: Child[] = [];
    const { alive, leastPj } = this.#tables.links[k]!;
    const least = outside.charges.least(this.#least);
    const { nodes } = this.#tables.tiles.inside(k);
    const limits = this.#inside.open(k, outside, least);
    const mostPj = limits.at(-1)! - least.costs[0]!; // the most parallelism there can be allows the most
    const steps = this.#next.steps(k, c);
    for (let step = 0; step < steps.at.length || this.#next.more(k, c, { steps, mostPj }); step += 1) {
      const at = steps.at[step]!;
      if (leastPj[at]! > mostPj) break; // cheapest first: so are all that follow
      if (step % stride === stride - 1) yield;
      const place = alive[at]!;
      const u = nodes[place]!;
      const loops = steps.loops[step]!;
      this.nodes += 1;
      if (k === 0 && this.#elsewhere?.[u] === 1) continue;
      if (outside.loops + bitCount(loops) > this.#mostLoops) continue;
      if (!this.#inside.mayMatterInLoops(k, place, least.costs[0]!)) continue;
      this.#edges.turn(k, { c, u, loops }, outside);
      const value = this.#inside.throughLoops(k, outside, { loops, place });
      if (value < Number.POSITIVE_INFINITY) children.push({ value, at: u });
    }
    children.sort((a, b) => a.value - b.value || a.at - b.at);
    if (k === 0) this.isUnderWay = true;
    for (const { value, at } of children) {
      if (k === 0) this.lowerBound = Math.max(this.lowerBound, this.#value.proven(value));
      if (!this.#value.worth(value)) break;
      this.leaf.loops(k, c, at);
      yield* this.#spreads(k, { c, u: at, loops: loopMask(this.#tables.problem.chain.lattice, c, at) }, outside);
      if (k === 0 && this.#tables.links[0]!.link.free === 0) this.#done.add(at);
    }
  }

  /** All spatial choices inside the loops of link k, best bound first. */
  *#spreads(k: number, step: Step & { readonly u: number }, outside: Outside): Generator<void, void, void> {
    this.#turns += 1;
    if (this.#turns % spreadStride === 0) yield;
    const { links } = this.#tables;
    const through = this.#chargeEdges(k, step, outside);
    if (through.length === 0) return;
    const charged = this.#through(k).least(this.#least, through.length);
    const { slow } = this.#tables;
    const slowing = slow?.k === k ? slow.of(step.u) : outside.slowing;
    const children: Spread[] = [];
    const choices = this.#next.spreads(k, step.u);
    const standing = this.#tables.tiles.outside(k + 1);
    const twins = this.#tables.problem.twins[k]!;
    const known = new Map<number, Spread>();
    const { instances } = outside;
    for (let choice = 0; choice < choices.s.length; choice += 1) {
      const s = choices.s[choice]!;
      const twin = known.get(twins[s]!);
      if (twin !== undefined) children.push({ ...twin, at: s });
      if (twins[s] !== s) continue;
      const place = choices.place[choice]!;
      const across = outside.across * this.#tables.problem.working(k, s);
      this.#inside.open(k + 1, { across, slowing, instances }, charged);
      if (!this.#inside.mayMatterBelow(k + 1, place, charged.costs[0]!)) continue;
      const node = standing.nodes[place]!;
      const next = this.#chargeSpread(k, { s, place, node, step, through, across, slowing }, outside);
      const value = this.#inside.below(k + 1, place, next);
      if (value === Number.POSITIVE_INFINITY) continue;
      const child = { value, at: s, node, outside: next };
      known.set(s, child);
      children.push(child);
    }
    children.sort((a, b) => a.value - b.value || a.at - b.at);
    for (const child of children) {
      if (!this.#value.worth(child.value)) break;
      this.leaf.spread(k, { s: child.at, below: child.node, made: outside.made });
      if (k + 1 === links.length) yield* this.leaf.evaluate(this.#floorOf(child.outside));
      else yield* this.#storage(k + 1, child.node, child.outside);
    }
  }

  /** The edges of link k that the step allows; what they and all outside charge is in `#through`, side by side. */
  #chargeEdges(k: number, step: Step, outside: Outside): Edge[] {
    const through: Edge[] = [];
    const charges = this.#through(k);
    this.#edges.turn(k, step, outside);
    const { leading } = this.#tables.links[k]!;
    for (let outer = 0; outer < leading.length; outer += 1) {
      if (outside.charges.pj(outer) === Number.POSITIVE_INFINITY) continue;
      for (const edge of leading[outer]!) {
        for (let way = outer; way >= 0; way = outside.charges.after(way)) {
          if (!this.#edges.charge(k, edge, { outside, way, loops: step.loops })) break;
          charges.set(through.length, this.#edges.charged);
          through.push(edge);
        }
      }
    }
    return through;
  }

  /** What is charged once spatial choice `s` is made as well, by context of what is inside. */
  #chargeSpread(
    k: number,
    of: {
      readonly s: number;
      readonly place: number;
      readonly node: number;
      readonly step: Step & { readonly u: number };
      readonly through: readonly Edge[];
      readonly across: number;
      readonly slowing: Slowing;
    },
    outside: Outside,
  ): Outside {
    const { s, place, node, step, through, across, slowing } = of;
    for (const tables of this.#costs)
      tables!.links[k]!.terms.turn(s, { below: node, above: step.u, outer: step.c, loops: step.loops }, outside.made);
    const { terms } = this.#tables.links[k]!;
    const charges = new Charges(this.#tables.boundaries[k + 1]!.contexts.list.length, this.#ports);
    const charge = this.#charge;
    const computePj = this.#tables.problem.computePj(k, s);
    const made = this.#tables.problem.copies.extend(outside.made, k, s);
    const { links } = this.#tables.problem.chain;
    const instances = [...outside.instances, outside.instances[k]! * links[k]!.spreads[s]!.elements];
    for (let at = 0; at < through.length; at += 1) {
      const { group } = through[at]!;
      const { below } = terms.groups[group]!;
      const before = this.#through(k).pj(at) + computePj;
      if (!this.#inside.mayStand(k + 1, place, below, before)) continue;
      const pj = before + terms.cost(group);
      if (!this.#inside.mayStand(k + 1, place, below, pj)) continue;
      this.#through(k).read(at, charge);
      charge.costs[0] = pj;
      if (this.#costs.length > 1) charge.costs[1] = charge.costs[1]! + this.#costs[1]!.links[k]!.terms.cost(group);
      for (const { t, p } of terms.groups[group]!.asked) {
        if (!this.#ports.isLimited(p)) continue;
        this.#ports.hand(charge, { t, p, words: terms.demanded(group, t), raised: terms.raised(group, t) }, outside);
      }
      for (const t of terms.groups[group]!.passed) {
        const p = keeperOf(outside.kept, t, k);
        if (this.#ports.isLimited(p)) this.#ports.hand(charge, { t, p, words: terms.passedOn(group, t, p) }, outside);
      }
      this.#edges.fill(k, through[at]!, charge, { s, node, instances, made });
      charges.add(below, charge);
    }
    const { kept } = outside;
    return { charges, across, slowing, instances, kept, loops: outside.loops + bitCount(step.loops), made };
  }

  /** Room for the charges of the edges of link k, which nobody needs any more once the descent goes on inside. */
  #through(k: number): Charges {
    this.#throughs[k] ??= new Charges(this.#tables.links[k]!.edges.length * mostWays, this.#ports);
    return this.#throughs[k]!;
  }

  /** What a complete choice of factors and keeps costs at least, whatever the orders. */
  #floorOf(outside: Outside): Figures {
    const least = outside.charges.least(this.#least);
    return this.#value.figures(
      least.costs[0]!,
      this.#value.slowed(outside.across, outside.slowing),
      this.#edges.busyCycles(least),
    );
  }
}
