// Everything the kernel needs of a workload and an architecture, as structured-cloneable plain data.

import type { Architecture } from '../arch/architecture.js';
import type { Constraints } from '../mapping/constraints.js';
import type { BareProblem } from '../mapping/implied.js';
import type { Workload } from '../workload/workload.js';

export interface ModelOptions {
  /** F.4: `current`, or the rule of the reference before January 2025. */
  readonly slidingWindow: 'current' | 'before-2025';
  /** F.6; the reference's switch to turn them off. */
  readonly linkTransfers: boolean;
  /** F.8; the reference's switch to count the first read of every output. */
  readonly firstReadElision: boolean;
  /** Miscounts of the reference, of sparse tensors (I.10) and of instances with imperfect factors (F.1). */
  readonly referenceQuirks: boolean;
}

export const defaultModelOptions: ModelOptions = {
  slidingWindow: 'current',
  linkTransfers: true,
  firstReadElision: true,
  referenceQuirks: false,
};

export function compilePlan(
  workload: Workload,
  architecture: Architecture,
  constraints: Constraints,
  options: ModelOptions & { readonly cumulativeFanout: boolean },
) {
  const { cumulativeFanout, ...modelOptions } = options;
  const masks = (of: (level: Constraints['levels'][number]) => number): Int32Array =>
    Int32Array.from(constraints.levels, of);
  return {
    workload,
    architecture,
    options: modelOptions,
    /** Reuse flags per level, as dataspace bit masks (B.5). */
    flags: {
      temporalNoReuse: masks((level) => level.temporal.noReuse),
      rmwFirstUpdate: masks((level) => level.temporal.rmwFirstUpdate),
      spatialNoReuse: masks((level) => level.spatial?.noReuse ?? 0),
      noLinkTransfer: masks((level) => level.spatial?.noLinkTransfer ?? 0),
      noCoalesce: masks((level) => level.noCoalesce),
    },
    /** Accept loops that overflow one fan-out while the cumulative expansions fit (reference quirk). */
    cumulativeFanout,
    /** Per level, the part of the tiles that may overflow where the level allows it (G.8). */
    overbooking: Float64Array.from(constraints.levels, (level) => level.maxOverbooked ?? 1),
  };
}

export type EvalPlan = Readonly<ReturnType<typeof compilePlan>>;

/** Of the same problem under other choices of its machine. */
export function alternativePlan(
  problem: BareProblem & { readonly constraints: Constraints },
  { options, cumulativeFanout }: EvalPlan,
): EvalPlan {
  return compilePlan(problem.workload, problem.architecture, problem.constraints, { ...options, cumulativeFanout });
}
