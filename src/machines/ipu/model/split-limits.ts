// What files say of how a dimension is split, so that bounds are padded to something that their factors divide and not to what an
// estimate alone would make of them.

import type { Constraints } from '../../../mapping/constraints.js';
import { type FactorLimit, fixedProduct } from '../../../math/factorization.js';
import { levelOf } from '../../places.js';
import type { IpuProblem } from './problem.js';

export interface SplitLimits {
  /** Over the tiles of a chip. */
  readonly tiles: FactorLimit;
  /** Stated parts for chips, and supersteps. */
  readonly chips: number | undefined;
  readonly steps: number | undefined;
  /** Groups of channels of a tile, where that is stated of all of its part. */
  readonly size: number | undefined;
  /** What the padded bound is a multiple of. */
  readonly multiple: number;
}

/** Bounds that a mapping's factors make, where that is padding; undefined where it is a mistake. */
export function mappedBounds(problem: IpuProblem, bounds: readonly number[], mapping: Constraints) {
  const mapped = splitsOf(problem, mapping).map(({ outer, share }) => outer * share);
  const { granules } = problem;
  const pads = mapped.every((to, d) => to >= bounds[d]! && to < 2 * bounds[d]! && to % granules[d]! === 0);
  return pads ? mapped : undefined;
}

/** By dimension; `bounds` are in whole groups of channels. */
export function splitLimits(
  problem: IpuProblem,
  bounds: readonly number[],
  stated: Constraints | null,
): readonly SplitLimits[] {
  const { granules, parts } = problem;
  return splitsOf(problem, stated).map(({ tiles, links, steps, own, outer, share }, d) => {
    const bound = bounds[d]!;
    // Factors that would leave a part empty are a mistake, which is reported where bounds are compared with them.
    const plausible = outer <= bound / granules[d]! && (outer - 1) * share < bound;
    const isWhole = parts.rows.includes(d) || parts.groups.includes(d);
    return {
      tiles,
      chips: links.exact,
      steps: steps.find(({ exact }) => exact !== undefined)?.exact,
      size: isWhole ? own : undefined,
      multiple: plausible ? outer * share : 1,
    };
  });
}

/** What is stated of a dimension outside of a tile, and of its part: `share`, with the lanes that nobody need state. */
function splitsOf({ workload, architecture, places, granules, kernel, parts }: IpuProblem, stated: Constraints | null) {
  const streams = kernel.stays === 'weights';
  const lanes = new Map([
    [parts.outChannel, kernel.lanes.outs],
    [parts.inChannel, kernel.lanes.ins],
    [parts.group, kernel.lanes.groups],
  ]);
  // Where a tile iterates over its part: rows stream past the unit, sums stay while the reduction passes.
  const moving = streams ? parts.rows : parts.reductions;
  const passing = streams ? places.coefficients : places.accumulators;
  const temporal = (level: number, d: number): FactorLimit => stated?.levels[level]?.temporal.factors[d] ?? {};
  const spatial = (leaf: string, d: number): FactorLimit =>
    stated?.levels[levelOf(architecture, { kind: 'fanout', names: [leaf] })]?.spatial?.factors[d] ?? {};
  return workload.dimensions.map((_, d) => {
    const [tiles, links] = [spatial('tile', d), spatial('links', d)];
    const steps = [temporal(places.memory, d), temporal(places.streaming, d)];
    const own = temporal(moving.includes(d) ? passing : places.tile, d).exact;
    const together = streams ? granules[d]! : (lanes.get(d) ?? 1);
    return { tiles, links, steps, own, outer: fixedProduct([tiles, links, ...steps]), share: (own ?? 1) * together };
  });
}
