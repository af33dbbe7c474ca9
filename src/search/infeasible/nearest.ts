// How far a limit is from one that something complies with: the least capacity, the most that can be held or used, the
// fewest loops, when everything else of a set stays as it is. Found by halving, each probe a question of its own.

import type { Decision, Feasibility, Witness } from './feasibility.js';
import type { Requirement, RequirementOf } from './requirement.js';
import { reachedBy, relationOf } from './satisfied.js';

export type Limit = RequirementOf<'capacity' | 'utilization' | 'parallelism' | 'loops' | 'fanout'>;

export interface Nearest {
  /** The limit's number with which something fits, as close to the stated one as is known. */
  readonly value: number;
  readonly witness: Witness;
  /** Whether nothing closer would do. */
  readonly exact: boolean;
}

/** A fan-out is not thought wider than this. */
const widest = 2 ** 16;

export interface Probing {
  readonly feasibility: Feasibility;
  readonly decide: (requirements: readonly Requirement[]) => Decision;
}

/** Undefined where nothing fits, or nothing is known to, whatever the number is. */
export function nearest(
  set: readonly Requirement[],
  limit: Limit,
  { feasibility, decide }: Probing,
): Nearest | undefined {
  const others = set.filter(({ id }) => id !== limit.id);
  const free = decide(limit.kind === 'fanout' ? [...others, { ...limit, value: widest }] : others);
  if (free.verdict !== 'fits') return undefined;
  const upward = relationOf(limit) === '<=';
  const reached = (witness: Witness, probe: number): number =>
    limit.kind === 'fanout' ? probe : reachedBy(witness, limit, feasibility);
  let { witness } = free;
  let good = reached(witness, widest);
  let bad = upward ? limit.value : Math.ceil(limit.value);
  let exact = true;
  while (Math.abs(good - bad) > 1) {
    const probe = upward ? Math.floor((good + bad) / 2) : Math.ceil((good + bad) / 2);
    const answer = decide([...others, { ...limit, value: probe }]);
    if (answer.verdict === 'unknown') exact = false;
    if (answer.verdict === 'fits') {
      ({ witness } = answer);
      good = reached(witness, probe);
    } else bad = probe;
  }
  return { value: good, witness, exact };
}
