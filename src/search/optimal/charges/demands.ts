// What compute asks, at the fan-outs of one link, of storages whose bandwidths limit the parallelism inside the loops
// (throttles.ts). Many groups of edges ask the same; each answer is found once per spatial choice, and once per tile below
// where a window is among them.

import type { Made } from './copies.js';
import { type Crossed, isWaiting } from './question-variant.js';
import type { RelaxedProblem } from './relaxed-problem.js';
import type { SpreadQuestion } from './spread-question.js';
import type { Throttles } from './throttles.js';

type Nodes = Pick<Crossed, 'below' | 'above'>;

/** One dataspace asked of the storage of link p, as its bandwidth counts it; scale 0: no bandwidth is concerned. */
interface Demanded {
  readonly p: number;
  readonly question: SpreadQuestion;
  readonly scale: number;
}

export class DemandSet {
  readonly #demanded: readonly Demanded[];
  readonly #throttles: Throttles;
  readonly #k: number;
  /** What the fan-outs outside multicast at most. */
  readonly #outside: Made;
  /** Of the innermost keeper of the outputs, if it is asked here. */
  readonly #keeper: SpreadQuestion | undefined;
  /** Whether the answers are the same for every tile. */
  readonly constant: boolean;
  /** By spatial choice; NaN where not asked yet. */
  readonly #most: Float64Array;
  readonly #written: Float64Array;

  constructor(
    problem: RelaxedProblem,
    throttles: Throttles,
    of: { k: number; demanded: readonly Demanded[]; spreads: number },
  ) {
    this.#k = of.k;
    this.#outside = problem.copies.most[of.k]!;
    this.#throttles = throttles;
    this.#demanded = of.demanded;
    this.#keeper = of.demanded.find(
      ({ p, question }) => p === throttles.keeper && question.variant.t === throttles.t,
    )?.question;
    this.constant = of.demanded.every(({ question }) => problem.flows[question.variant.t]!.window === null);
    this.#most = new Float64Array(of.spreads).fill(Number.NaN);
    this.#written = new Float64Array(of.spreads);
  }

  /** Whether the keeper is asked. */
  get isNoted(): boolean {
    return this.#keeper !== undefined;
  }

  /** Parallelism that the bandwidths allow under spatial choice `s`. */
  most(s: number, nodes: Nodes): number {
    if (!this.constant || Number.isNaN(this.#most[s]!)) {
      this.#most[s] = this.#parallelism(s, nodes);
      const keeper = this.#keeper;
      this.#written[s] =
        keeper === undefined ? Number.NaN : keeper.demanded(s, nodes, this.#outside) * keeper.raised(s);
    }
    return this.#most[s]!;
  }

  /** Words that compute writes to the keeper under spatial choice `s` between the tiles that `most` was asked about last. */
  written(s: number): number {
    return this.#written[s]!;
  }

  /** Of a set that `isNoted`: that a choice with so many words written to the keeper has landed in class b of link k. */
  landed(k: number, b: number, written: number): void {
    this.#throttles.write(k, b, written);
  }

  #parallelism(s: number, nodes: Nodes): number {
    const load = this.#throttles.load(this.#k);
    for (const { p, question, scale } of this.#demanded)
      if (scale !== 0) load.hand(question.variant.t, p, question.demandedApart(s, nodes));
    return load.rate;
  }
}

/** What is asked by groups of edges, given by their questions: the sets, and per group the place of its own, -1 for none. */
export function demandSets(
  problem: RelaxedProblem,
  throttles: Throttles | null,
  of: { readonly k: number; readonly spreads: number; readonly groups: readonly (readonly SpreadQuestion[])[] },
): { readonly sets: readonly DemandSet[]; readonly demands: readonly number[] } {
  const { flows } = problem;
  if (throttles === null) return { sets: [], demands: of.groups.map(() => -1) };
  const sets: DemandSet[] = [];
  const known = new Map<string, number>();
  const demands = of.groups.map((questions) => {
    const demanded = questions.flatMap((question): Demanded[] => {
      const { parent } = question;
      const { t } = question.variant;
      if (parent === null) return [];
      const scale = throttles.limits(parent) ? throttles.scale(flows[t]!, parent) : 0;
      const kept = parent === throttles.keeper && t === throttles.t && !isWaiting(question.variant.operands);
      return scale === 0 && !kept ? [] : [{ p: parent, question, scale }];
    });
    if (demanded.length === 0) return -1;
    // What is asked depends on the dataspace and its parent alone.
    const key = demanded.map(({ p, question }) => `${question.variant.t}:${p}:${question.variant.operands}`).join();
    const place = known.get(key) ?? sets.length;
    if (place === sets.length) sets.push(new DemandSet(problem, throttles, { k: of.k, demanded, spreads: of.spreads }));
    known.set(key, place);
    return place;
  });
  return { sets, demands };
}
