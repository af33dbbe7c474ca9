// The conflicts among a problem's requirements as diagnostics: what cannot hold together, where each of it is stated, what
// would help. Conflicts that have nothing in common are told one by one.

import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import { Effort } from './effort.js';
import type { Decision, Feasibility } from './feasibility.js';
import { remediesFor } from './remedies.js';
import type { Requirement } from './requirement.js';
import { sentenceOf, type Telling } from './sentence.js';
import { type SmallestSet, smallestSet } from './smallest-set.js';
import { Statements } from './statements.js';

const mostConflicts = 3;

/** Steps for a single question, for looking for smaller sets, and for everything. */
const stepsEach = 1_000_000;
const stepsForSmaller = 1_000_000;
const stepsInAll = 5_000_000;

/** Every question costs something, however easy. */
const stepsAtLeast = 50;

/** The requirements must be known not to hold together. */
export function explain(feasibility: Feasibility): readonly Diagnostic[] {
  const all = feasibility.requirements;
  const total = new Effort(stepsInAll);
  const decide = (requirements: readonly Requirement[]): Decision => {
    if (total.exhausted) return { verdict: 'unknown' };
    const own = new Effort(Math.min(stepsEach, total.left));
    const before = own.left;
    const decision = feasibility.decide(requirements, own);
    total.spend(Math.max(stepsAtLeast, before - own.left));
    return decision;
  };
  const telling: Telling = { feasibility, decide, statements: new Statements(feasibility) };
  const conflicts: SmallestSet[] = [];
  let left = all;
  while (conflicts.length < mostConflicts) {
    const limit = total.left - stepsForSmaller;
    const found = smallestSet(left, { feasibility, decide, tired: () => total.left < limit || total.exhausted });
    conflicts.push(found);
    left = left.filter((one) => !found.members.includes(one));
    if (decide(left).verdict !== 'nothing') break;
  }
  return conflicts.map((conflict) => tell(conflict, all, telling));
}

function tell({ members, irreducible }: SmallestSet, all: readonly Requirement[], telling: Telling): Diagnostic {
  const { message, main, expected, found } = sentenceOf(members, telling);
  const place = main.span ?? members.find(({ span }) => span !== undefined)?.span;
  const related = members.flatMap((one) =>
    one.span === undefined || one.span === place ? [] : [{ message: telling.statements.one(one), span: one.span }],
  );
  const spare = irreducible ? '' : ' (perhaps not all of this is needed for the conflict)';
  return error('E-INFEASIBLE', `${message}${spare}`, {
    span: place,
    expected,
    found,
    hint: remediesFor(members, all, telling),
    related: related.length > 0 ? related : undefined,
  });
}
