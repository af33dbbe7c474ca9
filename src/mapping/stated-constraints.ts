// What files say of mappings before a machine has had its say: it may pad bounds so that what they fix still divides
// them. What is wrong in them is reported when they are read for the problem itself.

import { leavesOf } from '../arch/tree-checks.js';
import { type Compat, unitLoopsOf } from '../spec/compat.js';
import type { Spec } from '../spec/spec.js';
import type { Constraints, LoopConstraints } from './constraints.js';
import type { BareProblem } from './implied.js';
import { readConstraints } from './read-directives.js';
import { resolveConstraints } from './resolve-constraints.js';

/** Null where nothing is constrained; a mapping fixes what it does not name to 1 (D.1). */
export function statedConstraints(spec: Spec, given: BareProblem & { readonly compat: Compat }): Constraints | null {
  const root = spec.architecture!;
  const inline = leavesOf(root).flatMap(({ constraints }) => constraints);
  const listed = [...spec.constraints, ...spec.mapping];
  if (listed.length + inline.length === 0) return null;
  const draft = readConstraints(listed, { ...given, root, diagnostics: [] });
  const unitLoops = unitLoopsOf(given.compat, spec.version);
  const stated = resolveConstraints(draft, { ...given, unitLoops, maxTemporalLoops: null });
  if (spec.mapping.length === 0) return stated;
  const levels = stated.levels.map((level) => ({
    ...level,
    temporal: complete(level.temporal),
    spatial: level.spatial && complete(level.spatial),
  }));
  return { ...stated, levels };
}

function complete<T extends LoopConstraints>(loops: T): T {
  return { ...loops, factors: loops.factors.map((factor) => ({ ...factor, exact: factor.exact ?? 1 })) };
}
