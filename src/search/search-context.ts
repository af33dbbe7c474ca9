// Everything a chunk of a search needs, built once per worker from plain data: mapspace, evaluator, bounds.

import { machineModel } from '../machines/models.js';
import type { Constraints } from '../mapping/constraints.js';
import type { Problem } from '../mapping/problem.js';
import { createMapspace, Mapspace } from '../mapspace/mapspace.js';
import { Evaluator } from '../model/kernel/evaluator.js';
import type { EvalPlan } from '../model/plan.js';
import type { MachineModel } from '../model/seams.js';
import { dividedCase, type Known, type Met } from '../model/sparse/cases.js';
import { denseFloor } from '../model/sparse/dense-floor.js';
import { matters, orderNeeds, withInnermostOrders } from '../model/sparse/loop-order.js';
import { arrangements } from './arrangements.js';
import { type Floors, floorsOf } from './bounds.js';
import { capacityOf } from './capacity.js';
import { orderClasses } from './order-classes.js';
import type { SearchOptions } from './result.js';

/** Structured-cloneable: what travels to a worker. */
export interface SearchInputs {
  readonly plan: EvalPlan;
  readonly constraints: Constraints;
  readonly options: SearchOptions;
  /** By the mappings that are looked at; nothing is known of all. */
  readonly met?: readonly Met[];
}

export function createSearchContext(
  inputs: SearchInputs,
  mapspace: Mapspace = mapspaceOf(inputs),
  machine: MachineModel | null = machineModel(inputs.plan),
) {
  const { plan } = inputs;
  // The equality of orders is proven for perfect factors and today's sliding-window rule.
  const provable = mapspace.perfect && plan.options.slidingWindow === 'current';
  const evaluator = new Evaluator(plan, machine);
  const needs = orderNeeds(plan, inputs.constraints);
  const { temporal } = mapspace.tiling;
  const classes = provable ? orderClasses(plan.workload, temporal, needs.orders) : null;
  const spread = needs.ordersOutsideSpread;
  return {
    inputs,
    mapspace,
    evaluator,
    /** Null for the generic model. */
    machine,
    capacity: capacityOf(mapspace),
    floors: aboveRooflines(floorsOf(mapspace, plan), machine),
    /** Null where orders that look alike may still cost differently. */
    classes,
    /** The same of mappings with a spatial loop inside all storage. */
    classesOutsideSpread: provable && spread !== needs.orders ? orderClasses(plan.workload, temporal, spread) : classes,
    arrangements: arrangements(plan, mapspace.tiling, {
      hops: evaluator.kernel.layout.hasNetworkEnergy,
      needs: needs.arrangements,
    }),
    /** Per level: whether arrangements of spatial loops matter for other reasons than reuse. */
    separate: needs.arrangements.map(matters),
  };
}

export type SearchContext = Readonly<ReturnType<typeof createSearchContext>>;

/**
 * The same search over perfect factors; undefined where no mapping has them. Keys name factors, so what is found there is
 * a candidate here.
 */
export function perfectContext(
  { inputs, mapspace }: SearchContext,
  options: SearchOptions = inputs.options,
): SearchContext | undefined {
  const perfect = { ...options, imperfect: false };
  const space = createMapspace(mapspace.problem, perfect).value;
  return space && createSearchContext({ ...inputs, options: perfect }, space);
}

export function mapspaceOf({ plan, constraints, options, met = [] }: SearchInputs): Mapspace {
  const { imperfect } = options;
  const { workload, architecture } = plan;
  const problem = boundedBy({ workload, architecture, constraints }, plan, { met, imperfect });
  return new Mapspace(problem, { imperfect });
}

/** The same search as several that are bounded better, each of a part or all of its mappings; none where there is nothing to gain. */
export function dividedContexts(context: SearchContext): readonly SearchContext[] {
  const { machine } = context;
  const { plan, met = [], constraints } = context.inputs;
  return dividedCase({ plan, met }, constraints).map((one) => {
    const inputs = { ...context.inputs, ...one };
    const mapspace = mapspaceOf(inputs);
    return { ...context, inputs, mapspace, floors: aboveRooflines(floorsOf(mapspace, one.plan, one.met), machine) };
  });
}

/** The problem that the search bounds with: where it is sparse, a dense one that never costs more and has the same mappings. */
export function boundedBy(problem: Problem, plan: EvalPlan, known: Known): Problem {
  const floor = denseFloor(plan, problem.constraints, known);
  if (floor === null) return problem;
  return { ...problem, architecture: floor.architecture, constraints: withInnermostOrders(plan, problem.constraints) };
}

function aboveRooflines(floors: Floors, machine: MachineModel | null): Floors {
  const least = Math.max(0, ...(machine?.rooflines ?? []).map(({ cycles }) => Math.floor(cycles)));
  return least > floors.whole.cycles ? { ...floors, whole: { ...floors.whole, cycles: least } } : floors;
}
