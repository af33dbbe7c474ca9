// The conflicts among a problem's requirements as diagnostics: what cannot hold together, where each of it is stated, what
// would help. Conflicts that have nothing in common are told one by one.

import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import { Effort } from './effort.js';
import type { Feasibility } from './feasibility.js';
import { remediesFor } from './remedies.js';
import { sentenceOf } from './sentence.js';
import { type Asking, type SmallestSet, smallestSet } from './smallest-set.js';
import { statementsOf } from './statements.js';

const mostConflicts = 3;

/** Steps for a single question, and for finding the sets, smaller ones, their numbers and what would help. */
const stepsEach = 1_000_000;
const steps = { sets: 12_000_000, smaller: 1_000_000, numbers: 2_000_000, remedies: 2_000_000 };

/** Every question costs something, however easy. */
const stepsAtLeast = 50;

/** The requirements must be known not to hold together. */
export function explain(feasibility: Feasibility): readonly Diagnostic[] {
  const all = feasibility.requirements;
  const total = new Effort(steps.sets);
  const decide = decider(feasibility, total);
  const conflicts: SmallestSet[] = [];
  let left = all;
  while (conflicts.length < mostConflicts) {
    const limit = total.left - steps.smaller;
    const found = smallestSet(left, { feasibility, decide, tired: () => total.left < limit || total.exhausted });
    conflicts.push(found);
    left = left.filter((one) => !found.members.includes(one));
    if (decide(left).verdict !== 'nothing') break;
  }
  const statements = statementsOf(feasibility);
  const numbers = { feasibility, decide: decider(feasibility, new Effort(steps.numbers)), statements };
  const remedies = { feasibility, decide: decider(feasibility, new Effort(steps.remedies)), statements };
  return conflicts.map(({ members, irreducible }) => {
    const hint = remediesFor(members, all, remedies);
    const { message, main, expected, found } = sentenceOf(members, numbers);
    const span = main.span ?? members.find((one) => one.span !== undefined)?.span;
    const others = members.flatMap((one) =>
      one.span === undefined || one.span === span ? [] : [{ message: statements.one(one), span: one.span }],
    );
    const spare = irreducible ? '' : ' (perhaps not all of this is needed for the conflict)';
    const related = others.length > 0 ? others : undefined;
    return error('E-INFEASIBLE', `${message}${spare}`, { span, expected, found, hint, related });
  });
}

function decider(feasibility: Feasibility, total: Effort): Asking['decide'] {
  return (requirements, most = stepsEach) => {
    if (total.exhausted) return { verdict: 'unknown' };
    const own = new Effort(Math.min(most, total.left));
    const before = own.left;
    const decision = feasibility.decide(requirements, own);
    total.spend(Math.max(stepsAtLeast, before - own.left));
    return decision;
  };
}
