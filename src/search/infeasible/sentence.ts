// What is wrong, in one sentence with numbers: a set of requirements that cannot hold together, told from the one that
// the others speak against.

import { moves } from '../../workload/workload.js';
import { dimensionConflict, layoutConflict } from './dimension-conflicts.js';
import { type Nearest, nearest, type Probing } from './nearest.js';
import { isOf, type Requirement, type RequirementOf } from './requirement.js';
import { extentsAt, wordsAt } from './satisfied.js';
import { counted, listed, type Statements } from './statements.js';

export interface Sentence {
  readonly message: string;
  /** The member it is told from. */
  readonly main: Requirement;
  readonly expected?: string;
  readonly found?: string;
}

export interface Telling extends Probing {
  readonly statements: Statements;
}

export function sentenceOf(members: readonly Requirement[], telling: Telling): Sentence {
  const { statements } = telling;
  const factors = dimensionConflict(members, statements) ?? layoutConflict(members, statements);
  if (factors !== undefined) return { message: factors, main: firstStated(members) };
  const [bypass] = members.filter(isOf('bypass'));
  if (bypass && members.every((one) => one.kind === 'bypass' && one.dataspace === bypass.dataspace)) {
    return { message: `${statements.dataspace(bypass.dataspace)} is bypassed at every level`, main: bypass };
  }
  const measured =
    fromLimit(members, 'parallelism', telling, parallelismSentence) ??
    fromLimit(members, 'utilization', telling, utilizationSentence) ??
    fromLimit(members, 'loops', telling, loopsSentence) ??
    fromLimit(members, 'capacity', telling, capacitySentence);
  if (measured !== undefined) return measured;
  const message = `these cannot hold together: ${statements.several(members).join('; ')}`;
  return { message, main: members.findLast(isOf('capacity')) ?? firstStated(members) };
}

function firstStated(members: readonly Requirement[]): Requirement {
  const stated = members.filter(({ span }) => span !== undefined);
  return stated.find(({ kind }) => kind === 'factor') ?? stated[0] ?? members[0]!;
}

type Measured = 'parallelism' | 'utilization' | 'loops' | 'capacity';

type Teller<Kind extends Measured> = (
  limit: RequirementOf<Kind>,
  near: Nearest,
  rest: { readonly others: readonly Requirement[]; readonly telling: Telling },
) => Omit<Sentence, 'main'>;

/** Undefined when there is no such member, or nothing would fit without it either as far as is known. */
function fromLimit<Kind extends Measured>(
  members: readonly Requirement[],
  kind: Kind,
  telling: Telling,
  tell: Teller<Kind>,
): Sentence | undefined {
  const [limit] = members.filter(isOf(kind)) as RequirementOf<Kind>[];
  if (!limit) return undefined;
  const near = nearest(members, limit, telling);
  if (near === undefined) return undefined;
  const others = members.filter((one) => one !== (limit as Requirement));
  return { ...tell(limit, near, { others, telling }), main: limit };
}

const capacitySentence: Teller<'capacity'> = (
  { level, value: words },
  { value, witness, exact },
  { others, telling },
) => {
  const { statements, feasibility } = telling;
  const extents = extentsAt(witness, level, feasibility);
  const parts = wordsAt(witness, level, feasibility).flatMap((held, t) => {
    if (held === 0) return [];
    const dataspace = feasibility.problem.workload.dataspaces[t]!;
    const along = extents.flatMap((extent, d) =>
      extent > 1 && moves(dataspace, d) ? [`${statements.dimension(d)}=${extent}`] : [],
    );
    return [`${held} of ${statements.dataspace(t)}${along.length === 0 ? '' : ` (${along.join(', ')})`}`];
  });
  const holds = `${statements.level(level)} holds ${counted(words, 'word')}`;
  const need = parts.length === 1 ? `but needs ${parts[0]}` : `but ${listed(parts)} need ${value}`;
  const message = `${holds}, ${need}${exact ? '' : ' or nearly as much'}`;
  // That it keeps them is said by the parts.
  const reasons = others.filter((one) => !(one.kind === 'keep' && one.level === level));
  return {
    message: `${message}${since(reasons, statements)}`,
    expected: `at least ${counted(value, 'word')}`,
    found: counted(words, 'word'),
  };
};

const utilizationSentence: Teller<'utilization'> = (
  { level, value: words, share },
  { value, exact },
  { others, telling },
) => {
  const { statements } = telling;
  const least = Math.ceil(words);
  const name = statements.level(level);
  const own = others.filter(isOf('capacity')).find((one) => one.level === level);
  const demand = `${name} must hold at least ${counted(least, 'word')} (min_utilization ${share})`;
  const held = exact ? `it can hold no more than ${value}` : `it is not known to be able to hold more than ${value}`;
  const but = own ? `of the ${own.value} that fit ${held}` : held;
  const reasons = others.filter((one) => one !== own);
  return {
    message: `${demand}, but ${but}${since(reasons, statements)}`,
    expected: `at least ${counted(least, 'word')}`,
    found: counted(value, 'word'),
  };
};

const parallelismSentence: Teller<'parallelism'> = (limit, { value, exact }, { others, telling }) => {
  const { share, value: instances, available } = limit;
  const wanted = Math.ceil(instances);
  const used = exact ? `no more than ${value} can be used` : `no way is known to use more than ${value}`;
  return {
    message: `a parallelism of ${share} wants ${wanted} of ${available} instances, but ${used}${since(others, telling.statements)}`,
    expected: `at least ${counted(wanted, 'instance')}`,
    found: counted(value, 'instance'),
  };
};

const loopsSentence: Teller<'loops'> = ({ value: most }, { value, exact }, { others, telling }) => ({
  message: `at most ${counted(most, 'temporal loop')} may be used, but ${exact ? `${value} are needed` : `nothing is known to need fewer than ${value}`}${since(others, telling.statements)}`,
  expected: `at least ${counted(value, 'temporal loop')}`,
  found: counted(most, 'temporal loop'),
});

function since(reasons: readonly Requirement[], statements: Statements): string {
  return reasons.length === 0 ? '' : `, since ${listed(statements.several(reasons))}`;
}
