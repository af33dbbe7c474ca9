// What each loop costs beyond the work itself: a loop that does not move a dataspace may still have its tiles fetched anew
// in every iteration. How much that is, the model says: the same nest without the loop, on a problem without its iterations.

import type { Mapping } from '../mapping/mapping.js';
import { dataspaceEnergyPj } from '../model/cost-parts.js';
import { evaluateMapping } from '../model/evaluate.js';
import type { Evaluation } from '../model/evaluation.js';
import type { EvalPlan } from '../model/plan.js';
import { moves } from '../workload/workload.js';

export interface Repeat {
  /** Where the loop stands. */
  readonly level: string;
  readonly dimension: string;
  readonly bound: number;
  readonly dataspace: string;
  /** How often the same words come, because of this loop. */
  readonly times: number;
  /** What the repetition costs at the levels that serve the dataspace to another one, and on the networks between them. */
  readonly energyPj: number;
}

/** The dearest first; null where loops cannot be taken out one by one: imperfect factors, and machines with models of their own. */
export function repeatsOf(plan: EvalPlan, mapping: Mapping, evaluation: Evaluation): readonly Repeat[] | null {
  const loops = mapping.levels.flatMap(({ spatial, temporal }) => [...spatial, ...temporal]);
  if (evaluation.machine !== null || loops.some(({ bound, residual }) => bound !== residual)) return null;
  const { workload, architecture } = plan;
  const found = mapping.levels.flatMap(({ temporal }, level) =>
    temporal.flatMap(({ dimension, bound }, place): Repeat[] => {
      const bounds = workload.bounds.map((whole, d) => (d === dimension ? whole / bound : whole));
      const smaller = { ...plan, workload: { ...workload, bounds } };
      const without = evaluateMapping(smaller, withoutLoop(mapping, level, place));
      if (!without.valid) return [];
      return workload.dataspaces.flatMap((dataspace, t): Repeat[] => {
        if (moves(dataspace, dimension)) return [];
        const served = { plan, mapping, dataspace: t };
        const [all, once] = [servingPj(evaluation, served), servingPj(without, served)];
        if (!(once > 0 && all > once * (1 + 1e-9))) return [];
        return [
          {
            level: architecture.levels[level]!.name,
            dimension: workload.dimensions[dimension]!,
            bound,
            dataspace: dataspace.name,
            times: all / once,
            energyPj: all - once,
          },
        ];
      });
    }),
  );
  return found.sort((a, b) => b.energyPj - a.energyPj);
}

function withoutLoop(mapping: Mapping, level: number, place: number): Mapping {
  const levels = mapping.levels.map((one, at) =>
    at === level ? { ...one, temporal: one.temporal.filter((_, index) => index !== place) } : one,
  );
  return { levels };
}

/** Of the innermost level that keeps a dataspace nothing counts: every compute takes its operands from there, whatever the loops. */
function servingPj(
  { levels, networks }: Evaluation,
  { plan, mapping, dataspace }: { readonly plan: EvalPlan; readonly mapping: Mapping; readonly dataspace: number },
): number {
  const { name } = plan.workload.dataspaces[dataspace]!;
  const innermost = mapping.levels.findIndex(({ keep }) => keep[dataspace]);
  const outside = new Set(plan.architecture.levels.slice(innermost + 1).map((level) => level.name));
  const stored = levels.reduce((sum, level) => {
    const counts = outside.has(level.name) ? level.dataspaces[name] : undefined;
    return counts ? sum + dataspaceEnergyPj(counts) : sum;
  }, 0);
  // `outer <==> inner`
  const between = networks.filter((network) => outside.has(network.name.split(' <==> ')[0]!));
  return between.reduce((sum, network) => sum + (network.dataspaces[name]?.energyPj ?? 0), stored);
}
