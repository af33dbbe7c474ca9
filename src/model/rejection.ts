// Why a mapping is not valid, in words with level, need and limit. Every violated capacity is named, not the first only.

import { outermostStorage } from '../arch/architecture.js';
import { type Diagnostic, error } from '../diagnostics/diagnostic.js';
import { belowUtilization } from './below-utilization.js';
import type { Kernel } from './kernel/kernel.js';
import { elementsAlong } from './kernel/neighbours.js';
import { isKept } from './kernel/tiles.js';
import { BYPASSED, CAPACITY, FANOUT, IMPERFECT, SPARSE, UTILIZATION, type Verdict } from './kernel/verdict.js';
import type { EvalPlan } from './plan.js';
import { describeSparseRejection } from './sparse/rejection.js';

export function describeRejection(plan: EvalPlan, kernel: Kernel, verdict: Verdict): Diagnostic[] {
  const { level, need, limit } = kernel.scratch.rejection;
  const { levels, compute } = plan.architecture;
  const target = levels[level];
  switch (verdict) {
    case FANOUT:
      return [describeFanout(plan, kernel)];
    case CAPACITY: {
      if (need === Number.POSITIVE_INFINITY) return refusals(plan, kernel, level);
      const unit = kernel.machine === null ? 'words' : 'bytes';
      const held = plan.workload.dataspaces
        .filter((_, t) => (kernel.nest.keep[level]! >> t) & 1)
        .map((dataspace) => {
          const t = plan.workload.dataspaces.indexOf(dataspace);
          const at = t * levels.length + level;
          const words = kernel.sparse?.footprints[at] ?? kernel.scratch.tile[at]!;
          return `${dataspace.name} ${kernel.machine?.footprints[at] ?? words}`;
        });
      return [
        error('E-CAPACITY', `${target!.name}: mapped tile size ${need} exceeds buffer capacity ${limit}`, {
          span: target!.span,
          expected: `at most ${limit} ${unit}${target!.multipleBuffering > 1 ? ` (${target!.capacityWords} ${unit} / ${target!.multipleBuffering} buffers)` : ''}`,
          found: `${need} ${unit} (${held.join(', ')})`,
          hint: `move factors from ${target!.name} to an outer level, or bypass a dataspace there`,
        }),
      ];
    }
    case UTILIZATION:
      return [belowUtilization(target!, { need, limit })];
    case BYPASSED: {
      const outermost = outermostStorage(plan.architecture);
      const lost = plan.workload.dataspaces.filter((_, t) => !isKept(kernel, t)).map(({ name }) => name);
      return [
        error('E-BYPASS', `no level keeps ${lost.join(', ')}`, {
          span: outermost.span,
          expected: 'every dataspace kept by at least one level',
          hint: `keep it at ${outermost.name}`,
        }),
      ];
    }
    case SPARSE:
      return [describeSparseRejection(plan, kernel.sparse!.rejection!)];
    case IMPERFECT:
      return [
        error(
          'E-UNSUPPORTED',
          `the model of ${plan.architecture.machine} covers factors that divide their dimension only`,
          {
            hint: 'give every dimension factors whose product is its bound',
          },
        ),
      ];
    default:
      return [
        error('E-OVERFLOW', `a count exceeds ${Number.MAX_SAFE_INTEGER}, beyond which it would not be exact`, {
          span: compute.span,
          hint: 'split the workload into smaller ones',
        }),
      ];
  }
}

/** Tiles that the machine cannot hold whatever the room. */
function refusals(plan: EvalPlan, { nest, machine }: Kernel, level: number): Diagnostic[] {
  const { levels } = plan.architecture;
  const { name, span } = levels[level]!;
  return plan.workload.dataspaces.flatMap((dataspace, t) => {
    if (!((nest.keep[level]! >> t) & 1) || machine === null) return [];
    if (machine.footprints[t * levels.length + level] !== Number.POSITIVE_INFINITY) return [];
    const why = machine.refusal(t, level);
    return why === undefined ? [] : [error('E-MACHINE', `${name}: ${dataspace.name}: ${why}`, { span })];
  });
}

function describeFanout(plan: EvalPlan, kernel: Kernel): Diagnostic {
  const { level, need, limit } = kernel.scratch.rejection;
  const { levels, compute } = plan.architecture;
  const owner = levels[level];
  const hardware = owner ?? compute;
  const { x, y } = owner ? elementsAlong(kernel, level) : { x: 1, y: 1 };
  if (owner && (x > owner.fanoutX || y > owner.fanoutY)) {
    const onY = 'loops are along X unless split says otherwise: split: 0 puts all of them along Y';
    return error(
      'E-FANOUT',
      `${owner.leaf}: spatial factors ${x} x ${y} exceed the fan-out ${owner.fanoutX} x ${owner.fanoutY}`,
      {
        span: owner.span,
        expected: `at most ${owner.fanoutX} along X and ${owner.fanoutY} along Y`,
        found: `${x} along X and ${y} along Y`,
        hint: y === 1 && x <= owner.fanoutY ? onY : 'lower a spatial factor, or move the split',
      },
    );
  }
  const all = { x: 1, y: 1 };
  for (let above = level + 1; above < levels.length; above += 1) {
    const along = elementsAlong(kernel, above);
    all.x *= along.x;
    all.y *= along.y;
  }
  const [wanted, there] =
    need > limit ? [need, limit] : [`${all.x} x ${all.y}`, `${hardware.meshX} x ${hardware.meshY}`];
  return error('E-INSTANCES', `${hardware.name}: the mapping needs ${wanted} instances, there are ${there}`, {
    span: hardware.span,
    expected: `at most ${hardware.meshX} along X and ${hardware.meshY} along Y`,
    found: `${all.x} along X and ${all.y} along Y`,
    hint: 'lower the spatial factors above it, or move a split',
  });
}
