// The proof against all legal mappings, listed literally by the tests' own enumerator, which knows nothing of the
// mapspace: every factor, order, axis and set of keeps. And what must not matter to an optimum: the order in which
// dimensions and dataspaces are declared, and dimensions of bound 1.

import { describe, it } from 'vitest';
import type { Problem } from '../../src/mapping/problem.js';
import { VALID } from '../../src/model/kernel/verdict.js';
import { fillNest } from '../../src/model/nest-buffer.js';
import type { Workload } from '../../src/workload/workload.js';
import { allMappings } from '../mapspace/brute-force.js';
import { freeConstraints } from '../mapspace/random-problem.js';
import { chance, shuffled } from '../support/choices.js';
import { timeoutOf } from '../support/properties.js';
import { runToEnd } from './chain-run.js';
import { checkInstances, contextOf, type Instance, type InstanceOptions, smallInstances } from './instance.js';

const small: InstanceOptions = { ...smallInstances, maxBound: 6, maxStorageLevels: 3, maxDimensions: 3 };
const mostMappings = 4_000n;
const mostProven = 200_000n;

const metrics = ['edp', 'energy', 'cycles'] as const;
type One = (typeof metrics)[number];

/** Undefined where there is none, or there are too many to list. */
function leastOfAll(instance: Instance, metric: One): number | undefined {
  const { evaluator, mapspace } = contextOf(instance, {});
  if (!mapspace.perfect || mapspace.size === 0n || mapspace.size > mostMappings) return undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const mapping of allMappings(instance.problem, { imperfect: false })) {
    fillNest(evaluator.nest, mapping);
    if (evaluator.evaluate() === VALID) least = Math.min(least, figureOf(metric, evaluator));
  }
  return least === Number.POSITIVE_INFINITY ? undefined : least;
}

function figureOf(metric: One, { cycles, energyPj }: { readonly cycles: number; readonly energyPj: number }): number {
  return { edp: cycles * energyPj, energy: energyPj, cycles }[metric];
}

function proven(instance: Instance, metric: One): number | undefined {
  const context = contextOf(instance, { objective: [metric] });
  const { perfect, size } = context.mapspace;
  if (!perfect || size === 0n || size > mostProven) return undefined;
  const [best] = runToEnd(context).best;
  return best && figureOf(metric, best);
}

function metricOf({ objective }: Instance): One {
  return metrics.find((metric) => objective.includes(metric)) ?? 'edp';
}

describe('the proven optimum', () => {
  it('is the best of all legal mappings', { timeout: timeoutOf(100) }, () => {
    checkInstances(100, small, (instance) => {
      const metric = metricOf(instance);
      const least = leastOfAll(instance, metric);
      if (least === undefined) return undefined;
      const found = proven(instance, metric);
      return found === least ? [] : [`${metric} ${found} where ${least} is possible`];
    });
  });

  it('does not depend on how dimensions and dataspaces are declared', { timeout: timeoutOf(60) }, () => {
    checkInstances(60, { ...small, constraints: 'none', flags: 'none' }, (instance) => {
      const metric = metricOf(instance);
      const found = proven(instance, metric);
      if (found === undefined) return undefined;
      const other = proven({ ...instance, problem: redeclared(instance) }, metric);
      return other !== undefined && Math.abs(other - found) <= rounding(instance, metric) * found
        ? []
        : [`${metric} ${found}, and ${other} in another order`];
    });
  });
});

/**
 * Energies are summed dataspace by dataspace, and another order rounds differently. So are demands of bandwidth (F.9), by
 * whose quotient whole cycles are divided: that may be one cycle more, in which everything leaks.
 */
function rounding(instance: Instance, metric: One): number {
  const throttled = instance.problem.architecture.levels.some(({ readBandwidth, writeBandwidth, sharedBandwidth }) =>
    [readBandwidth, writeBandwidth, sharedBandwidth].some((one) => one !== null && one < Number.POSITIVE_INFINITY),
  );
  const [fewest] = throttled ? runToEnd(contextOf(instance, { objective: ['cycles'] })).best : [];
  const more = fewest === undefined ? 0 : 1 / fewest.cycles;
  return 1e-12 + (metric === 'edp' ? (1 + more) ** 2 - 1 : more);
}

/** The same problem with dimensions and dataspaces in another order, and sometimes one dimension of bound 1 more. */
function redeclared({ problem, choices }: Instance): Problem {
  const { workload, architecture } = problem;
  const unit = chance(choices, 50) ? [workload.dimensions.length] : [];
  const order = shuffled(choices, [...workload.dimensions.keys(), ...unit]);
  const dataspaces = shuffled(choices, [...workload.dataspaces]).map((dataspace) => ({
    ...dataspace,
    projection: dataspace.projection.map((rank) =>
      rank.map((term) => ({ ...term, dimension: order.indexOf(term.dimension) })),
    ),
  }));
  const other: Workload = {
    ...workload,
    dimensions: order.map((d) => workload.dimensions[d] ?? 'Unit'),
    bounds: order.map((d) => workload.bounds[d] ?? 1),
    dataspaces,
  };
  return { ...problem, workload: other, constraints: freeConstraints(other, architecture) };
}
