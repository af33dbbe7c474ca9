// What is wrong, in one sentence with numbers: a set of requirements that cannot hold together, told from the one that
// the others speak against.

import { counted } from '../../math/count-text.js';
import { moves } from '../../workload/workload.js';
import { dimensionConflict, layoutConflict } from './dimension-conflicts.js';
import { type Nearest, nearest, type Probing } from './nearest.js';
import { isOf, type Requirement, type RequirementOf } from './requirement.js';
import { extentsAt, relationOf, wordsAt } from './satisfied.js';
import { listed, type Statements } from './statements.js';

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
  for (const kind of ['parallelism', 'utilization', 'loops', 'capacity'] as const) {
    const limit = members.find(isOf(kind));
    const near = limit && nearest(members, limit, telling);
    if (near !== undefined) return fromLimit(limit!, near, { members, telling });
  }
  const message = `these cannot hold together: ${statements.several(members).join('; ')}`;
  return { message, main: members.findLast(isOf('capacity')) ?? firstStated(members) };
}

function firstStated(members: readonly Requirement[]): Requirement {
  const stated = members.filter(({ span }) => span !== undefined);
  return stated.find(({ kind }) => kind === 'factor') ?? stated[0] ?? members[0]!;
}

type Limit = RequirementOf<'parallelism' | 'utilization' | 'loops' | 'capacity'>;

interface Told {
  readonly members: readonly Requirement[];
  readonly telling: Telling;
}

const units = { parallelism: 'instance', utilization: 'word', loops: 'temporal loop', capacity: 'word' } as const;

/** What is asked for, what can be had, and the members that are to blame. */
function fromLimit(limit: Limit, near: Nearest, { members, telling }: Told): Sentence {
  const { statements } = telling;
  const others = members.filter((one) => one !== limit);
  const { message, reasons = others } = conflictOf(limit, near, { members: others, telling });
  const unit = units[limit.kind];
  const [expected, found] =
    relationOf(limit) === '<=' ? [near.value, limit.value] : [Math.ceil(limit.value), near.value];
  return {
    message: `${message}${reasons.length === 0 ? '' : `, since ${listed(statements.several(reasons))}`}`,
    main: limit,
    expected: `at least ${counted(expected, unit)}`,
    found: counted(found, unit),
  };
}

/** `reasons`: of the other members, those that it leaves to be told. */
function conflictOf(
  limit: Limit,
  { value, witness, exact }: Nearest,
  { members, telling: { statements, feasibility } }: Told,
): { readonly message: string; readonly reasons?: readonly Requirement[] } {
  switch (limit.kind) {
    case 'parallelism': {
      const used = exact ? `no more than ${value} can be used` : `no way is known to use more than ${value}`;
      const wanted = `${Math.ceil(limit.value)} of ${limit.available} instances`;
      return { message: `a parallelism of ${limit.share} wants ${wanted}, but ${used}` };
    }
    case 'utilization': {
      const own = members.filter(isOf('capacity')).find(({ level }) => level === limit.level);
      const held = exact
        ? `it can hold no more than ${value}`
        : `it is not known to be able to hold more than ${value}`;
      const but = own ? `of the ${own.value} that fit ${held}` : held;
      return { message: `${statements.one(limit)}, but ${but}`, reasons: members.filter((one) => one !== own) };
    }
    case 'loops': {
      const needed = exact ? `${value} are needed` : `nothing is known to need fewer than ${value}`;
      return { message: `${statements.one(limit)}, but ${needed}` };
    }
    case 'capacity': {
      const { level } = limit;
      const extents = extentsAt(witness, level, feasibility);
      const parts = wordsAt(witness, level, feasibility).flatMap((held, t) => {
        if (held === 0) return [];
        const dataspace = feasibility.problem.workload.dataspaces[t]!;
        const along = extents.flatMap((extent, d) =>
          extent > 1 && moves(dataspace, d) ? [`${statements.dimension(d)}=${extent}`] : [],
        );
        return [`${held} of ${statements.dataspace(t)}${along.length === 0 ? '' : ` (${along.join(', ')})`}`];
      });
      const need = parts.length === 1 ? `but needs ${parts[0]}` : `but ${listed(parts)} need ${value}`;
      return {
        message: `${statements.one(limit)}, ${need}${exact ? '' : ' or nearly as much'}`,
        // That it keeps them is said by the parts.
        reasons: members.filter((one) => !(one.kind === 'keep' && one.level === level)),
      };
    }
  }
}
