// What settles at the loops of one link: a dataspace's waiting child is charged to its parent, in the order of the loops
// at hand. Many edges ask the same, and each question is answered once per tile.

import { remembered } from '../../../math/remembered.js';
import { closeOver } from '../space/closure.js';
import { askedWords } from './asked-words.js';
import { type Made, multicastBetween } from './copies.js';
import { type ListedTiles, raisedBy } from './cut-tiles.js';
import { parentPj } from './energies.js';
import { handedTiles } from './handed-tiles.js';
import { leastVisits } from './least-visits.js';
import { againPj, leastTaking, type Passing, type Taken, timesPassed, touched } from './passing.js';
import type { RelaxedProblem } from './relaxed-problem.js';
import type { Closing, Settlement, Step } from './settlement.js';
import { anyLoops } from './sliding.js';
import { crossingWords, type WindowTable, type WindowTables } from './windows.js';

/** A tile inside all loops but those of some dimensions, a mask. */
export interface PartWay {
  readonly node: number;
  readonly closed: number;
}

/** What a settlement moves, as `ClosingTerms.charge` is told. */
export interface Moved {
  readonly words: number;
  readonly between: number;
  readonly passes: number;
  readonly copies: number;
}

export class ClosingTerms {
  readonly settlements: Settlement[] = [];
  readonly #places = new Map<string, number>();
  readonly #problem: RelaxedProblem;
  readonly #k: number;
  /** By dataspace, filled before anything is asked. */
  readonly #windows: readonly (WindowTables | null)[];
  /** By dataspace and child: `MovedBytes.through`, once asked for. */
  readonly #bytes: (number | Float64Array)[][] = [];
  /** By table and dimensions: see `#closed`. */
  readonly #closures = new Map<Float64Array, Map<number, Float64Array>>();
  readonly #windowClosures = new Map<WindowTable, Map<number, WindowTable>>();
  #step: Step = { c: 0, u: 0, loops: 0 };
  #made: Made = { multicast: [], copies: [], sure: [] };
  /** Per settlement: the step at which it was last answered, and the answers. */
  #asked = new Int32Array(0);
  #words = new Float64Array(0);
  #delivered = new Float64Array(0);
  #pj = new Float64Array(0);
  #raised = new Float64Array(0);
  /** Per settlement, once asked for: metadata by tile above the link's fan-outs, and below. */
  readonly #above: (ListedTiles | null)[] = [];
  readonly #below: (ListedTiles | null)[] = [];
  #steps = 0;

  constructor(problem: RelaxedProblem, k: number, windows: readonly (WindowTables | null)[]) {
    this.#problem = problem;
    this.#k = k;
    this.#windows = windows;
  }

  /** Place of a settlement in the list. */
  add(settlement: Settlement): number {
    const { closing, run, first, within } = settlement;
    const { t, child, passing, stepping, parent } = closing;
    const key = `${t} ${child} ${passing.map(({ along }) => along)} ${stepping} ${parent} ${run} ${first} ${within}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.settlements.length);
    return this.settlements.push(settlement) - 1;
  }

  /** Turns to another step. */
  turn(step: Step, made: Made): void {
    const { length } = this.settlements;
    if (this.#asked.length !== length) {
      this.#asked = new Int32Array(length);
      this.#words = new Float64Array(length);
      this.#delivered = new Float64Array(length);
      this.#pj = new Float64Array(length);
      this.#raised = new Float64Array(length).fill(1);
    }
    this.#step = step;
    this.#made = made;
    this.#steps += 1;
  }

  /** Words, or a machine's bytes, that leave or enter the parent's storage, all instances. */
  words(at: number): number {
    this.#answer(at);
    return this.#words[at]!;
  }

  /** Words that cross the fan-outs on the way, all that are multicast or summed there counted. */
  delivered(at: number): number {
    this.#answer(at);
    return this.#delivered[at]!;
  }

  /** The same of passes beyond the first, outputs' first touches among them. */
  again(at: number): number {
    return this.delivered(at) * (1 - 1 / this.passes(this.settlements[at]!, this.#step.c));
  }

  pj(at: number): number {
    this.#answer(at);
    return this.#pj[at]!;
  }

  #answer(at: number): void {
    if (this.#asked[at] === this.#steps) return;
    this.#asked[at] = this.#steps;
    const settlement = this.settlements[at]!;
    const { t, parent } = settlement.closing;
    if (parent === null) return; // nothing crosses: all stay 0
    const between = multicastBetween(this.#made, t, { p: parent, k: this.#k });
    const words = this.crossing(settlement, this.#step) / between;
    this.#words[at] = words;
    this.#delivered[at] = words * between;
    const passes = this.passes(settlement, this.#step.c);
    const own = this.charge(settlement, { words, between, passes, copies: this.#made.copies[t]! });
    this.#pj[at] = own + this.alongPj(settlement, this.#step, this.#delivered[at]!, this.#made);
    if (this.#problem.cuts !== null) this.#list(at);
  }

  /** Adds metadata that overlapping tiles list again. */
  #list(at: number): void {
    const cut = this.#cutAbove(at, this.#k, this.#above);
    if (cut === null) return;
    const { priced, energies } = this.#problem;
    const beyond = cut.beyond[this.#step.u]!;
    const pj = priced === 'words' ? cut.words * energies.flows[this.settlements[at]!.closing.t]![0]!.readPj : cut.pj;
    this.#pj[at] = this.#pj[at]! + this.#words[at]! * beyond * pj;
    this.#raised[at] = raisedBy(cut, this.#step.u);
  }

  /** How many times as many words bandwidth has to serve for it. */
  raised(at: number): number {
    this.#answer(at);
    return this.#raised[at]!;
  }

  /** The same once the tile below the link's fan-outs is known. */
  raisedBelow(at: number, node: number): number {
    return raisedBy(this.#cutAbove(at, this.#k + 1, this.#below), node);
  }

  #cutAbove(at: number, k: number, known: (ListedTiles | null)[]): ListedTiles | null {
    const { t, child, parent } = this.settlements[at]!.closing;
    const { cuts } = this.#problem;
    if (cuts === null || parent !== 0) return null;
    if (known[at] === undefined) known[at] = cuts.under(t, { k, child });
    return known[at];
  }

  /** How often the child takes in all words: passes of its stationary run, and instances side by side. */
  times({ closing: { t }, run }: Settlement, { u, c }: Pick<Step, 'u' | 'c'>): number {
    const { flows, remaining } = this.#problem;
    return remaining.left(flows[t]!.idle & ~run)[u]! * remaining.left(flows[t]!.idle & run)[c]!;
  }

  /** The same at the step at hand. */
  timesAt(at: number): number {
    return this.times(this.settlements[at]!, this.#step);
  }

  /** Words of so many, or bytes, that cross; 0 where a machine's bytes do not tell. */
  wordsOf({ closing }: Settlement, crossing: number): number {
    return this.#bytesThrough(closing) === 1 ? crossing : 0;
  }

  /** pJ beyond all words once of the children that have waited along, where fan-outs outside make so many `copies`. */
  alongPj(
    settlement: Settlement,
    step: Pick<Step, 'u' | 'c'>,
    crossing: number,
    { copies, sure }: Pick<Made, 'copies' | 'sure'>,
  ): number {
    const { t, passing } = settlement.closing;
    if (passing.length === 0) return 0;
    const { times, words } = this.#taken(settlement, step, crossing);
    const taken = { times, words, copies: copies[t]!, sure: sure[t]! };
    let pj = 0;
    for (const one of passing) pj += againPj(this.#problem, one, taken);
    return pj;
  }

  /** How often a child that has waited along is passed all words, at the step at hand. */
  passed(at: number, passing: Passing): number {
    return this.timesAlong(this.settlements[at]!, { passing, step: this.#step, crossing: this.delivered(at) });
  }

  /** The same where `crossing` words cross the fan-outs. */
  timesAlong(
    settlement: Settlement,
    { passing, step, crossing }: { passing: Passing; step: Pick<Step, 'u' | 'c'>; crossing: number },
  ): number {
    return timesPassed(this.#problem, passing, this.#taken(settlement, step, crossing));
  }

  #taken(settlement: Settlement, step: Pick<Step, 'u' | 'c'>, crossing: number): Pick<Taken, 'times' | 'words'> {
    const words = touched(this.#problem, settlement.closing.t, this.wordsOf(settlement, crossing), null);
    return { times: this.times(settlement, step), words };
  }

  /** Passes of the stationary run, outside which the tile is c: each takes in everything again. */
  passes({ closing: { t }, run }: Settlement, c: number): number {
    const { flows, remaining } = this.#problem;
    return remaining.left(flows[t]!.idle & run)[c]!;
  }

  /**
   * Charge of a settlement that moves `words` at the parent; the fan-outs `between` the two multicast each to so many
   * elements, those outside make so many `copies` of outputs.
   */
  charge(settlement: Settlement, of: Moved): number {
    const { energies, chain } = this.#problem;
    const { t, child } = settlement.closing;
    const pj = this.handing(settlement, of.words);
    if (child >= chain.links.length) return pj;
    return pj + energies.flows[t]![child]!.fillPj * this.#again(settlement, of);
  }

  /** What the parent pays for `words`, or bytes, that it hands on or takes. */
  handing({ closing: { t, parent } }: Settlement, words: number): number {
    const { flows, energies } = this.#problem;
    return parent === null ? 0 : parentPj(energies, flows[t]!, parent, words);
  }

  /**
   * Words, or bytes, that children take in beyond those of one pass, which the spread below charges. Passes of outputs may be
   * instances side by side, each with a copy of its own that it touches for the first time (F.7.1).
   */
  #again({ closing: { t, child } }: Settlement, { words, between, passes, copies }: Moved): number {
    const { flows, energies } = this.#problem;
    const flow = flows[t]!;
    const more = words * between * (1 - 1 / passes) * leastTaking(this.#problem, t, this.#k + 1, child);
    return flow.readWrite ? Math.max(0, more - flow.words * copies * energies.bytes.least(t, child)) : more;
  }

  /** What a settlement charges at least that moves `crossing` words (`leastWords`), where the fan-outs further outside make all they can. */
  leastPj(settlement: Settlement, node: number, crossing: number): number {
    const { t, parent } = settlement.closing;
    if (parent === null) return 0;
    const made = this.#problem.copies.most[this.#k]!;
    const between = multicastBetween(made, t, { p: parent, k: this.#k });
    const words = crossing / between;
    const passes = this.passes(settlement, node);
    const own = this.charge(settlement, { words, between, passes, copies: made.copies[t]! });
    return own + this.alongPj(settlement, { u: node, c: node }, crossing, made);
  }

  /** Words, or bytes, that cross the fan-outs below the loops at least: all that are inside a tile part of the way. */
  leastWords(settlement: Settlement, { node, closed }: PartWay): number {
    const { t, child } = settlement.closing;
    const bytes = this.#bytesThrough(settlement.closing);
    const least = typeof bytes === 'number' ? bytes : this.#closed(bytes, closed)[node]!;
    const window = this.#windowOf(t, child);
    const table = window && this.#closedWindow(window, closed);
    return least * this.#crossingWords(settlement, { u: node, c: node, loops: anyLoops, closed }, table);
  }

  #closedWindow(window: WindowTable, over: number): WindowTable {
    const own = remembered(this.#windowClosures, window, () => new Map<number, WindowTable>());
    return remembered(own, over, () => ({
      whole: this.#closed(window.whole, over),
      part: window.part.map((part) => (part.length === 0 ? part : this.#closed(part, over))),
      served: window.served,
    }));
  }

  /** The least over all tiles from which loops of these dimensions lead to a tile. */
  #closed(table: Float64Array, over: number): Float64Array {
    if (over === 0) return table;
    const own = remembered(this.#closures, table, () => new Map<number, Float64Array>());
    return remembered(own, over, () => {
      const closed = table.slice();
      const { lattice, links } = this.#problem.chain;
      closeOver(lattice, closed, { allowed: links[this.#k]!.allowed, fixed: 0, over });
      return closed;
    });
  }

  /** Words, or bytes, that cross the fan-outs below the loops, distinct deliveries of all instances. */
  crossing(settlement: Settlement, step: Step): number {
    const { t, child } = settlement.closing;
    return this.#crossingWords(settlement, step, this.#windowOf(t, child)) * this.bytesOf(settlement.closing, step.u);
  }

  /** Bytes that move for each word that crosses; 1 for words. */
  bytesOf(closing: Closing, u: number): number {
    const bytes = this.#bytesThrough(closing);
    return typeof bytes === 'number' ? bytes : bytes[u]!;
  }

  #bytesThrough({ t, child }: Closing): number | Float64Array {
    this.#bytes[t] ??= [];
    this.#bytes[t]![child] ??= this.#problem.energies.bytes.through(t, { k: this.#k, child });
    return this.#bytes[t]![child]!;
  }

  #windowOf(t: number, child: number): WindowTable | null {
    const tables = this.#windows[t]!;
    if (tables === null) return null;
    if (child === this.#k + 1) return tables.next;
    return this.#problem.isNear(t, this.#k, child) ? tables.near : tables.deep;
  }

  #crossingWords(settlement: Settlement, step: Step, table: WindowTable | null): number {
    const { closing } = settlement;
    const { chain, operands } = this.#problem;
    if (closing.child < chain.links.length || !operands.areCounted(closing))
      return this.#arriving(settlement, step, table);
    const asked = askedWords(this.#problem, this.#k, settlement, step);
    return closing.stepping ? asked : Math.max(asked, this.#arriving(settlement, step, table));
  }

  #arriving(settlement: Settlement, step: Step, table: WindowTable | null): number {
    const { flows, remaining, copies, chain } = this.#problem;
    const { t, child } = settlement.closing;
    const { u, c, loops, beyond = 0, inside } = step;
    const flow = flows[t]!;
    const idle = this.times(settlement, step);
    if (table === null) return flow.words * idle;
    const visits = remaining.left(flow.moving)[u]! * idle;
    const first = settlement.first & loops;
    const handed = inside && handedTiles(this.#problem, { t, k: this.#k, child, above: u, inside }, first);
    const visit = {
      lattice: chain.lattice,
      at: u,
      u,
      c,
      loops: loops === anyLoops ? loops : loops & ~beyond,
      first,
      visits,
      // The tables know of neighbours at this link's fan-outs alone.
      saved: handed ? null : copies.saved(t, this.#k + 1, child),
    };
    const arriving = crossingWords(remaining, flow, table, visit);
    const words = handed ? Math.max(arriving, crossingWords(remaining, flow, handed, { ...visit, at: 0 })) : arriving;
    const isTold = loops !== anyLoops && inside === undefined && child < chain.links.length;
    const told = isTold ? leastVisits(this.#problem, this.#k, settlement, step) : 0;
    return Math.max(words, told, copies.leastWords(flow, t, { k: this.#k, child }) * idle);
  }
}
