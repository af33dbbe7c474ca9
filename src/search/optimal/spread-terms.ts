// The fan-outs of a link in the relaxed problem: from the tile below them to the tile above, every spatial choice with
// the fills and hops it costs at least, and at the last link the operands that compute asks for.

import type { Link } from './chain.js';
import type { Made } from './copies.js';
import { Deliveries } from './deliveries.js';
import { demandLink } from './energies.js';
import type { Relaxation } from './relaxation.js';
import type { AnswerRow, Choices } from './spread-block.js';
import { productOver, type SpreadCosts } from './spread-cost.js';
import {
  anyLoops,
  type Crossed,
  NOTHING,
  PASSED,
  type Place,
  SpreadQuestion,
  type Variant,
  WAITING,
} from './spread-question.js';
import { type Boundary, type Codes, DEMAND, type Edge, PENDING } from './tables.js';
import { Forwarding } from './windows.js';

/** How compute's operands are charged under one context above the fan-outs. */
interface Demand {
  /** Per dataspace: the link they are charged to, or WAITING, NOTHING, PASSED. */
  readonly parents: readonly number[];
  readonly below: number;
}

/** Edges that ask the same of every dataspace: what is inside them is the same. */
export interface Group {
  /** Context below the fan-outs, and codes above them. */
  readonly below: number;
  readonly above: Codes;
  /** Per dataspace: index of its question. */
  readonly questions: readonly number[];
}

export class SpreadTerms {
  readonly contexts: Codes[] = [];
  readonly groups: Group[] = [];
  /** Places of groups by what they ask, and of questions by variant: there may be thousands. */
  readonly #groupAt = new Map<string, number>();
  readonly #questionAt: readonly Map<string, number>[];
  readonly #relaxation: Relaxation;
  readonly #k: number;
  readonly #link: Link;
  readonly #places: readonly Place[];
  readonly #demands: Demand[] = [];
  readonly #questions: readonly SpreadQuestion[][];
  /** The spatial choice and tiles at hand; `[t][question]`: the turn at which a question was answered last, and the answer. */
  #turns = 0;
  #s = 0;
  #nodes: Crossed = { below: 0, above: 0, loops: anyLoops };
  #outside: Made = { multicast: [], copies: [] };
  #answered: readonly Int32Array[] = [];
  #answers: readonly Float64Array[] = [];

  constructor(relaxation: Relaxation, of: { k: number; costs: SpreadCosts; inside: Boundary }) {
    const { chain, flows } = relaxation;
    const link = chain.links[of.k]!;
    this.#relaxation = relaxation;
    this.#k = of.k;
    this.#link = link;
    this.#questions = flows.map(() => []);
    this.#questionAt = flows.map(() => new Map());
    this.#places = flows.map((flow, t) => ({
      k: of.k,
      link,
      costs: of.costs,
      deliveries: new Deliveries(chain.lattice, link, flow),
      forwarding: new Forwarding(chain, link, { flow, t }),
      waits: Uint8Array.from(link.spreads, (_, s) => (this.#mayWait(t, s) ? 1 : 0)),
    }));
    of.inside.contexts.list.forEach((codes, below) => {
      for (const { above, parents } of this.#above(codes)) {
        // One context above may come from several below, each with charges of its own.
        this.contexts.push(above);
        this.#demands.push({ parents, below });
      }
    });
  }

  /** The group of edges that one with this context, order and open dataspaces belongs to. */
  groupOf(edge: Pick<Edge, 'spread' | 'order' | 'open'>): number {
    const { below } = this.#demands[edge.spread]!;
    const questions = this.#questions.map((known, t) => {
      const variant = this.#variant(edge, t);
      const { parent, child, open, run, first } = variant;
      return placeOf(this.#questionAt[t]!, `${parent} ${child} ${open} ${run} ${first}`, () =>
        known.push(new SpreadQuestion(this.#relaxation, this.#places[t]!, variant)),
      );
    });
    return placeOf(this.#groupAt, `${below} ${questions.join()}`, () =>
      this.groups.push({ below, above: this.contexts[edge.spread]!, questions }),
    );
  }

  /** A question that no edge asks. */
  prepare(variant: Variant): SpreadQuestion {
    return new SpreadQuestion(this.#relaxation, this.#places[variant.t]!, variant);
  }

  /** Whether compute's operands wait under spatial choice `s`, as a storage below would. */
  waits(t: number, s: number): boolean {
    return this.#places[t]!.waits[s] !== 0;
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

  #variant(edge: Pick<Edge, 'spread' | 'order' | 'open'>, t: number): Variant {
    const code = this.contexts[edge.spread]![t]!;
    const open = ((edge.open >> t) & 1) === 1;
    const { idle } = this.#relaxation.flows[t]!;
    return {
      t,
      parent: this.#demands[edge.spread]!.parents[t]!,
      child: code >= PENDING && code !== DEMAND ? code - PENDING : -1,
      open,
      run: open ? idle : edge.order.run[t]! & idle,
      first: edge.order.first[t]!,
    };
  }

  #above(codes: Codes): { above: number[]; parents: number[] }[] {
    let ways: { above: number[]; parents: number[] }[] = [{ above: [], parents: [] }];
    codes.forEach((code, t) => {
      const options: { code: number; parent: number }[] = [];
      if (code !== DEMAND) options.push({ code, parent: NOTHING });
      else options.push(...this.#demandOptions(t));
      ways = ways.flatMap((way) =>
        options.map(({ code: next, parent }) => ({ above: [...way.above, next], parents: [...way.parents, parent] })),
      );
    });
    return ways;
  }

  /** Compute's operands are charged at the widest fan-outs on their way; until then they are passed on. */
  #demandOptions(t: number): { code: number; parent: number }[] {
    const { energies, chain } = this.#relaxation;
    const last = chain.links.length - 1;
    const options: { code: number; parent: number }[] = [];
    for (const parent of this.#relaxation.parents(t, this.#k)) {
      if (parent >= 0 && demandLink(energies, parent) === this.#k) options.push({ code: parent, parent });
    }
    const outside = this.#relaxation.parents(t, this.#k).some((parent) => demandLink(energies, parent) < this.#k);
    if (outside) options.push({ code: DEMAND, parent: PASSED });
    if (this.#k === last && this.#places[t]!.waits.includes(1)) {
      options.push({ code: PENDING + chain.links.length, parent: WAITING });
    }
    return options;
  }

  /**
   * Whether compute's operands may be forwarded between neighbours while nothing moves, at a fan-out directly above it
   * that repeats them (F.6): then a stationary run saves accesses as it does for a storage below.
   */
  #mayWait(t: number, s: number): boolean {
    const { chain, flows } = this.#relaxation;
    const { tiling } = chain.mapspace;
    const flow = flows[t]!;
    if (this.#k !== this.#relaxation.chain.links.length - 1) return false;
    const last = this.#link.spatial.length - 1;
    if (last < 0 || tiling.spatial[this.#link.spatial[last]!]!.level !== 0) return false;
    if (!((this.#link.forwardedToCompute >> t) & 1)) return false;
    const factors = this.#link.spreads[s]!.factors[last]!;
    if (productOver(factors, flow.idle) > 1) return true;
    return flow.window !== null && factors.some((factor, d) => factor > 1 && ((flow.moving >> d) & 1) === 1);
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
