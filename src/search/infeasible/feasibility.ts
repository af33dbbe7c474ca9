// Whether anything complies with a set of requirements: a proof that nothing does, a witness that something does, or
// neither when the effort is spent. Exact apart from counts beyond 2^53, which only the model sees.

import type { Problem } from '../../mapping/problem.js';
import { dimensionFactors } from '../../mapspace/factor-rule.js';
import { type Tiling, tilingOf } from '../../mapspace/tiling.js';
import type { FactorSpace } from '../../math/factorization.js';
import { remembered } from '../../math/remembered.js';
import { moves } from '../../workload/workload.js';
import { type Choice, searchBoxes } from './box-search.js';
import { Effort } from './effort.js';
import { openSpace } from './open-space.js';
import { type Profile, type Profiles, profilesOf } from './profiles.js';
import { type Requirement, requirementsOf } from './requirement.js';
import { type Sense, type Subproblem, sensesOf, subproblemOf } from './subproblem.js';

export interface Witness extends Choice {
  /** Per dimension: whether its bound was to be kept, so that a tile is never larger. */
  readonly bounded: readonly boolean[];
}

export type Decision =
  | { readonly verdict: 'fits'; readonly witness: Witness }
  | { readonly verdict: 'nothing' }
  | { readonly verdict: 'unknown' };

/** Steps of one decision, if the caller does not say. */
const usualSteps = 2_000_000;

/** Steps that unfolding one option of a space is worth. */
const stepsPerOption = 10;

export interface FeasibilityOptions {
  readonly imperfect: boolean;
  /** Per dimension under all requirements, where they have been made already. */
  readonly spaces?: readonly FactorSpace[];
}

export class Feasibility {
  readonly problem: Problem;
  readonly tiling: Tiling;
  readonly imperfect: boolean;
  readonly requirements: readonly Requirement[];
  readonly #known = new Map<string, Profiles>();
  /** Factor vectors of a dimension under its limits: most questions leave most dimensions as they were. */
  readonly #spaces = new Map<string, FactorSpace>();

  constructor(problem: Problem, { imperfect, spaces }: FeasibilityOptions) {
    const { architecture, constraints, workload } = problem;
    this.problem = problem;
    this.imperfect = imperfect;
    this.tiling = tilingOf(architecture, constraints, workload.bounds);
    this.requirements = requirementsOf(problem, this.tiling);
    const whole = spaces && subproblemOf(this, this.requirements);
    for (const [d, space] of spaces?.entries() ?? []) this.#spaces.set(limitsKey(whole!, d), space);
  }

  decide(requirements: readonly Requirement[], effort: Effort = new Effort(usualSteps)): Decision {
    const subproblem = subproblemOf(this, requirements);
    const none = (complete: boolean): Decision => ({ verdict: complete ? 'nothing' : 'unknown' });
    if (subproblem.keepings.some((list) => list.length === 0)) return none(subproblem.complete);
    const lists: (readonly Profile[])[] = [];
    let { complete } = subproblem;
    for (let d = 0; d < this.tiling.dimensions; d += 1) {
      const found = this.#profiles(subproblem, d, effort);
      if (found.list.length === 0) return none(found.complete);
      complete &&= found.complete;
      lists.push(found.list);
    }
    const choice = searchBoxes(subproblem, lists, { dataspaces: this.problem.workload.dataspaces, effort });
    if (!choice) return none(choice === null && complete);
    return { verdict: 'fits', witness: { ...choice, bounded: subproblem.bounds.map((bound) => bound !== null) } };
  }

  /** Most questions differ from earlier ones in a few dimensions only. */
  #profiles(subproblem: Subproblem, dimension: number, effort: Effort): Profiles {
    const senses = sensesOf(subproblem, this.#matters(subproblem, dimension));
    const key = keyOf(subproblem, dimension, senses);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const factors =
      subproblem.bounds[dimension] === null
        ? openSpace(subproblem, dimension, senses)
        : { space: this.#space(subproblem, dimension, effort), complete: true };
    const found = profilesOf(subproblem, dimension, { senses, effort, factors });
    // An effort that ran out says nothing about the next one.
    if (!effort.exhausted) this.#known.set(key, found);
    return found;
  }

  #space(subproblem: Subproblem, id: number, effort: Effort): FactorSpace {
    return remembered(this.#spaces, limitsKey(subproblem, id), () => {
      const { tiling, bounds, imperfect } = subproblem;
      const { space } = dimensionFactors(tiling, { id, bound: bounds[id]! }, { imperfect });
      effort.spend(stepsPerOption * space.factor.reduce((sum, options) => sum + options.length, 0));
      return space;
    });
  }

  /** Per size limit: whether the dimension steps anything that may be held there. */
  #matters({ sizes, keepings }: Subproblem, dimension: number): readonly boolean[] {
    const stepped = this.problem.workload.dataspaces.map((dataspace) => moves(dataspace, dimension));
    return sizes.map((_, at) => keepings.some((list, t) => stepped[t]! && list.some(({ held }) => (held >> at) & 1)));
  }
}

/** Equal where the profiles are. */
function keyOf(subproblem: Subproblem, dimension: number, senses: readonly Sense[]): string {
  const { bounds, sizes, leastInstances } = subproblem;
  const open = bounds[dimension] === null;
  const limits = sizes.map(({ temporal, most, least }) => (open ? [temporal, most, least] : temporal));
  return `${limitsKey(subproblem, dimension)}${JSON.stringify([limits, senses, open ? leastInstances : 0])}`;
}

/** Equal where a dimension has the same bound and limits. */
function limitsKey({ tiling, bounds }: Subproblem, dimension: number): string {
  const spatial = tiling.spatial.map(({ factors, fanoutX, fanoutY }) => {
    const side = Math.max(fanoutX, fanoutY);
    return [factors[dimension], side === Number.POSITIVE_INFINITY ? 'any' : side];
  });
  const temporal = tiling.temporal.map(({ factors }) => factors[dimension]);
  return JSON.stringify([dimension, bounds[dimension], spatial, temporal]);
}
