// Why a machine runs nothing of a mapspace whose tiles would fit as words: at some level even the smallest tiles that the
// constraints leave take more bytes than there are, padding, buffers and descriptors counted.

import { type Diagnostic, error } from '../diagnostics/diagnostic.js';
import { machineModel } from '../machines/models.js';
import type { LoopConstraints } from '../mapping/constraints.js';
import type { Problem } from '../mapping/problem.js';

/** Levels whose least need is more than they have; undefined under the generic model. */
export function unmetNeeds(problem: Problem): Diagnostic[] | undefined {
  return needsOf(problem)?.map(({ diagnostic }) => diagnostic);
}

/** Words that a machine's smallest tiles take at a level where that is more than it has, else `words`. */
export function leastWords(problem: Problem, level: number, words: number): number {
  const found = needsOf(problem)?.find((one) => one.level === level);
  return Math.max(words, found?.need ?? 0);
}

interface Need {
  readonly level: number;
  /** Words of the level; undefined where no size would do. */
  readonly need?: number;
  readonly diagnostic: Diagnostic;
}

function needsOf(problem: Problem): Need[] | undefined {
  const machine = machineModel(problem);
  if (machine === null) return undefined;
  const { workload, architecture, constraints } = problem;
  const inner = workload.bounds.map(() => 1);
  const widen = (loops: LoopConstraints | null): void => {
    loops?.factors.forEach(({ exact, min }, d) => {
      inner[d] = inner[d]! * (exact ?? min ?? 1);
    });
  };
  return architecture.levels.flatMap((level, i): Need[] => {
    const { temporal, spatial, keep } = constraints.levels[i]!;
    widen(spatial);
    widen(temporal);
    // What outer levels may not take is within.
    const outside = constraints.levels.slice(i + 1).flatMap((one) => [one.spatial?.factors, one.temporal?.factors]);
    const box = inner.map((least, d) => {
      const outer = outside.reduce(
        (product, factors) => product * (factors?.[d]?.exact ?? (factors ? Number.POSITIVE_INFINITY : 1)),
        1,
      );
      return Math.max(least, Math.ceil(workload.bounds[d]! / outer));
    });
    const capacity = level.effectiveCapacityWords;
    if (level.kind !== 'storage' || capacity === null) return [];
    const held = workload.dataspaces.flatMap(({ name }, t) =>
      (keep >> t) & 1 ? [{ name, t, bytes: machine.footprint.bytes(i, t, box, 0) }] : [],
    );
    const need = held.reduce((sum, { bytes }) => sum + bytes, 0);
    if (need <= capacity) return [];
    const refusal = held.find(({ bytes }) => bytes === Number.POSITIVE_INFINITY);
    if (refusal !== undefined) {
      const why = machine.footprint.refusal?.(i, refusal.t, box, 0) ?? 'the machine cannot hold such a tile';
      return [
        { level: i, diagnostic: error('E-MACHINE', `${level.name}: ${refusal.name}: ${why}`, { span: level.span }) },
      ];
    }
    const message = `${level.name} has ${capacity} bytes, and the smallest tiles that the constraints leave take ${need}`;
    const found = held.map(({ name, bytes }) => `${name} ${bytes}`).join(', ');
    const span = level.places?.capacity ?? level.span;
    const expected = `at least ${need} bytes`;
    return [{ level: i, need, diagnostic: error('E-INFEASIBLE', message, { span, expected, found }) }];
  });
}
