// The fan-outs of a link in the relaxed problem: from the tile below them to the tile above, every spatial choice with
// the fills and hops it costs at least, and at the last link the operands that compute asks for.

import type { Assumed } from '../charges/assumed.js';
import type { AnswerRow, Choices } from '../charges/choices.js';
import type { Made } from '../charges/copies.js';
import { demandLink } from '../charges/energies.js';
import { takesWhole } from '../charges/passing.js';
import {
  type Crossed,
  isStorage,
  type Operands,
  type Place,
  type Variant,
  waits,
} from '../charges/question-variant.js';
import type { RelaxedProblem } from '../charges/relaxed-problem.js';
import { anyLoops } from '../charges/sliding.js';
import { SpreadQuestion } from '../charges/spread-question.js';
import { type Context, type Contexts, charged, demanded, nobody, type State, waiting } from '../contexts.js';
import type { Link } from '../space/chain.js';
import type { BlockOrder } from './block-orders.js';

/** How compute's operands are charged under one context above the fan-outs. */
interface Demand {
  /** Per dataspace. */
  readonly operands: readonly Operands[];
  readonly below: number;
}

/** Edges that ask the same of every dataspace: what is inside them is the same. */
export interface Group {
  /** Contexts below the fan-outs, by its place, and above them. */
  readonly below: number;
  readonly above: Context;
  /** Per dataspace: index of its question. */
  readonly questions: readonly number[];
  /** What tells it from others above the same context, but for the order of the loops. */
  readonly asks: string;
  /** Dataspaces that compute asks for at these fan-outs, of the storages of links p; and those that it asks for further outside. */
  readonly asked: readonly { readonly t: number; readonly p: number }[];
  readonly passed: readonly number[];
  /** Storages of inputs that wait past these fan-outs for loops further outside, whose tiles do not overlap. */
  readonly open: readonly Open[];
}

/** Of dataspace t: the child that waits, and those along with it. */
export interface Open {
  readonly t: number;
  readonly waiting: readonly number[];
}

/** An edge, as far as it concerns the fan-outs inside: its context, order of loops and dataspaces that go on waiting. */
interface Way {
  readonly spread: number;
  readonly order: BlockOrder;
  readonly open: number;
}

/** What becomes of compute's demand for one dataspace. */
interface Option {
  readonly state: State;
  readonly operands: Operands;
}

interface Inside {
  readonly k: number;
  readonly inside: Contexts;
  /** By context there. */
  readonly assumed: readonly Assumed[];
  /** Whether a group is worth looking at. */
  readonly stands: (below: Context, asks: string) => boolean;
}

export class SpreadTerms {
  readonly contexts: Context[] = [];
  readonly groups: Group[] = [];
  /** Places of groups by what they ask, and of questions by variant: there may be thousands. */
  readonly #groupAt = new Map<string, number>();
  readonly #questionAt: readonly Map<string, number>[];
  readonly #problem: RelaxedProblem;
  readonly #k: number;
  readonly #link: Link;
  readonly #places: readonly Place[];
  readonly #demands: Demand[] = [];
  readonly #questions: readonly SpreadQuestion[][];
  readonly #inside: Contexts;
  readonly #assumed: Inside['assumed'];
  readonly #stands: Inside['stands'];
  /** The spatial choice and tiles at hand; `[t][question]`: the turn at which a question was answered last, and the answer. */
  #turns = 0;
  #s = 0;
  #nodes: Crossed = { below: 0, above: 0, outer: 0, loops: anyLoops };
  #outside: Made = { multicast: [], copies: [], sure: [] };
  #answered: readonly Int32Array[] = [];
  #answers: readonly Float64Array[] = [];

  constructor(problem: RelaxedProblem, of: Inside) {
    const { chain, flows } = problem;
    const link = chain.links[of.k]!;
    this.#problem = problem;
    this.#k = of.k;
    this.#link = link;
    this.#inside = of.inside;
    this.#assumed = of.assumed;
    this.#stands = of.stands;
    this.#questions = flows.map(() => []);
    this.#questionAt = flows.map(() => new Map());
    this.#places = flows.map((_, t) => ({
      k: of.k,
      link,
      costs: problem.costs[of.k]!,
      deliveries: problem.deliveries[of.k]![t]!,
      forwarding: problem.forwarding[of.k]![t]!,
      left: problem.left[of.k]![t]!,
      toCompute: of.k === chain.links.length - 1,
    }));
    of.inside.list.forEach((context, below) => {
      for (const { above, operands } of this.#above(context)) {
        // One context above may come from several below, each with charges of its own.
        this.contexts.push(above);
        this.#demands.push({ operands, below });
      }
    });
  }

  /** The group of edges that one with this context, order and open dataspaces belongs to; -1 where it is not worth looking at. */
  groupOf(edge: Way): number {
    const { below } = this.#demands[edge.spread]!;
    const variants = this.#questions.map((_, t) => this.#variant(edge, t));
    const asks = variants.map(({ operands, open }) => `${operands} ${open}`).join();
    if (!this.#stands(this.#inside.list[below]!, asks)) return -1;
    const questions = this.#questions.map((known, t) => {
      const variant = variants[t]!;
      const { operands, child, along, open, run, first, savedPj, passedPj } = variant;
      return placeOf(
        this.#questionAt[t]!,
        `${operands} ${child} ${along} ${open} ${run} ${first} ${savedPj} ${passedPj}`,
        () => known.push(new SpreadQuestion(this.#problem, this.#places[t]!, variant)),
      );
    });
    const asked = this.#demands[edge.spread]!.operands.flatMap((p, t) => (typeof p === 'number' ? [{ t, p }] : []));
    const passed = this.#demands[edge.spread]!.operands.flatMap((p, t) => (p === 'passed' ? [t] : []));
    return placeOf(this.#groupAt, `${below} ${questions.join()}`, () =>
      this.groups.push({
        below,
        above: this.contexts[edge.spread]!,
        questions,
        asks,
        asked,
        passed,
        open: this.#openOf(variants),
      }),
    );
  }

  #openOf(variants: readonly Variant[]): Open[] {
    const { flows, chain } = this.#problem;
    return variants.flatMap(({ t, child, along, open }) =>
      open && isStorage(chain, child) && takesWhole(flows[t]!) ? [{ t, waiting: [child, ...along] }] : [],
    );
  }

  /** A question that no edge asks. */
  prepare(variant: Variant): SpreadQuestion {
    return new SpreadQuestion(this.#problem, this.#places[variant.t]!, variant);
  }

  /** Turns to spatial choice `s` between two tiles, where the fan-outs outside make no more copies than `outside`. */
  turn(s: number, nodes: Crossed, outside: Made): void {
    if (this.#answers.length === 0) {
      this.#answers = this.#questions.map((list) => new Float64Array(list.length));
      this.#answered = this.#questions.map((list) => new Int32Array(list.length));
    }
    this.#turns += 1;
    this.#s = s;
    this.#nodes = nodes;
    this.#outside = outside;
  }

  /** What the choice turned to costs the edges of a group; Infinity where it cannot stand under their context. */
  cost(group: number): number {
    const { questions } = this.groups[group]!;
    let pj = 0;
    for (let t = 0; t < questions.length; t += 1) pj += this.#answer(t, questions[t]!);
    return pj;
  }

  /** Words, or bytes, that compute asks for where the edges of a group charge dataspace t, all instances. */
  demanded(group: number, t: number): number {
    const { energies, chain, filtered, copies } = this.#problem;
    const question = this.#questions[t]![this.groups[group]!.questions[t]!]!;
    const outside = filtered === null ? this.#outside : copies.most[this.#k]!; // as `raised` has it
    return question.demanded(this.#s, this.#nodes, outside) * energies.bytes.least(t, chain.links.length);
  }

  /** The same beyond what has been counted further outside, where they pass on what is asked of the storage of link `p`. */
  passedOn(group: number, t: number, p: number): number {
    return this.#questions[t]![this.groups[group]!.questions[t]!]!.passedOn(this.#s, p, this.#outside);
  }

  /** Words, or bytes, that all children of dataspace t take in where it closes at the loops outside, so many in passes beyond the first. */
  filled(group: number, t: number, again: number): number {
    const question = this.#questions[t]![this.groups[group]!.questions[t]!]!;
    const more = again * this.#problem.costs[this.#k]!.idle[t]![this.#s]!;
    return question.filled(this.#s, this.#nodes, { made: this.#outside, more });
  }

  /** How many times as many these are where the floor of a sparse problem is raised. */
  raised(group: number, t: number): number {
    return this.#questions[t]![this.groups[group]!.questions[t]!]!.raised(this.#s);
  }

  /** Many groups ask the same: each question is answered once a turn. */
  #answer(t: number, question: number): number {
    const answers = this.#answers[t]!;
    const answered = this.#answered[t]!;
    if (answered[question] !== this.#turns) {
      answered[question] = this.#turns;
      answers[question] = this.#questions[t]![question]!.pj(this.#s, this.#nodes, this.#outside);
    }
    return answers[question]!;
  }

  /** Room for the answers to all questions about so many choices of so many tiles, `[t][question]`. */
  rows(choices: number, tiles: number): AnswerRow[][] {
    return this.#questions.map((list) =>
      list.map(() => ({ pj: new Float64Array(choices), least: new Float64Array(tiles) })),
    );
  }

  /** Answers all questions about the choices, where the fan-outs outside make no more copies than `outside`. */
  fillRows(rows: readonly (readonly AnswerRow[])[], choices: Choices, outside: Made): void {
    for (let t = 0; t < this.#questions.length; t += 1) {
      const list = this.#questions[t]!;
      for (let q = 0; q < list.length; q += 1) list[q]!.fillRow(rows[t]![q]!, choices, outside);
    }
  }

  countQuestions(): number {
    return this.#questions.reduce((count, { length }) => count + length, 0);
  }

  /** By group and dataspace. */
  questionsOf(): SpreadQuestion[][] {
    return this.groups.map(({ questions }) => questions.map((at, t) => this.#questions[t]![at]!));
  }

  #variant(edge: Way, t: number): Variant {
    const state = this.contexts[edge.spread]![t]!;
    const open = ((edge.open >> t) & 1) === 1;
    const { idle, readWrite, window } = this.#problem.flows[t]!;
    const { saved, passed } = this.#assumed[this.#demands[edge.spread]!.below]!;
    const child = state.is === 'waiting' ? state.child : -1;
    const fills = isStorage(this.#problem.chain, child);
    const run = open ? idle : edge.order.run[t]!;
    const slides = fills && !open && window !== null;
    return {
      t,
      operands: this.#demands[edge.spread]!.operands[t]!,
      child,
      along: state.is === 'waiting' && !readWrite ? state.along : nobody,
      open,
      // The order counts for what it brings alone: orders that bring the same ask the same.
      run: fills ? run : 0,
      first: slides ? edge.order.first[t]! : 0,
      savedPj: saved.eachPj[t]!,
      passedPj: passed.eachPj[t]!,
    };
  }

  #above(context: Context): { above: State[]; operands: Operands[] }[] {
    let ways: { above: State[]; operands: Operands[] }[] = [{ above: [], operands: [] }];
    context.forEach((state, t) => {
      const options: Option[] = state.is === 'demanded' ? this.#demandOptions(t) : [{ state, operands: 'none' }];
      ways = ways.flatMap((way) =>
        options.map((next) => ({
          above: [...way.above, next.state],
          operands: [...way.operands, next.operands],
        })),
      );
    });
    return ways;
  }

  /** Compute's operands are charged at the widest fan-outs on their way; until then they are passed on. */
  #demandOptions(t: number): Option[] {
    const { energies, chain } = this.#problem;
    const parents = this.#problem.parents(t, this.#k).filter((parent) => parent !== null);
    const options: Option[] = parents
      .filter((parent) => demandLink(energies, parent) === this.#k)
      .map((parent) => ({ state: charged(parent), operands: parent }));
    if (parents.some((parent) => demandLink(energies, parent) < this.#k)) {
      options.push({ state: demanded, operands: 'passed' });
    }
    for (const how of this.#k === chain.links.length - 1 ? waits : []) {
      if (!this.#link.spreads.some((_, s) => this.#problem.operands.waits(t, s) === how)) continue;
      options.push({ state: waiting(chain.links.length, { stepping: how === 'stepping' }), operands: how });
    }
    return options;
  }
}

/** Where the thing with this key stands; `push` adds it and returns how many there are then. */
function placeOf(places: Map<string, number>, key: string, push: () => number): number {
  const known = places.get(key);
  if (known !== undefined) return known;
  const at = push() - 1;
  places.set(key, at);
  return at;
}
