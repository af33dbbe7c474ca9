// `inspect ... amp`, `outer-product` and `reduction`: the published estimates of a tile's kernels, one at a time.

import { answered } from '../../answers.js';
import type { Answer, InspectionRequest } from '../../machine.js';
import { requiredNumber, requiredText } from '../../request.js';
import { ampCycles, innerCycles } from '../compute/amp-kernel.js';
import { outerProductCycles } from '../compute/outer-product.js';
import { ampShape } from '../compute/rates.js';
import { type FloatType, reductionCycles, stageDepths } from '../compute/reduction.js';
import { splitWork } from '../workers/work-split.js';

/** Halves with halves as partial sums on Mk2, which is what the formula was published for. */
export function answerAmp(request: InspectionRequest): Answer {
  const shape = ampShape('mk2', 'half-half');
  const [elements, inGroups, outGroups, groups] = ['elements', 'in-groups', 'out-groups', 'groups'].map((name) =>
    requiredNumber(request, name),
  ) as [number, number, number, number];
  const loadCycles = shape.coefficientBytes / Number(requiredText(request, 'coefficient-bytes'));
  const shares = splitWork(elements, 'scattered').counts;
  const cycles = ampCycles({ elements, inGroups, outGroups, groups, loadCycles });
  const macs = elements * inGroups * outGroups * groups * shape.inGroup * shape.outGroup;
  return answered({
    json: {
      cycles,
      innerFirst: innerCycles(shares, 'first'),
      innerLater: innerCycles(shares, 'later'),
      macs,
      leastCycles: Math.ceil(macs / shape.macsPerCycle),
      utilization: macs / shape.macsPerCycle / cycles,
      basis: 'public',
    },
  });
}

export function answerOuterProduct(request: InspectionRequest): Answer {
  const cycles = outerProductCycles({
    type: requiredText(request, 'type') as FloatType,
    width: requiredNumber(request, 'width'),
    channels: requiredNumber(request, 'channels'),
    groups: requiredNumber(request, 'groups'),
  });
  return answered({ json: { cycles, basis: 'public' } });
}

export function answerReduction(request: InspectionRequest): Answer {
  const depth = requiredNumber(request, 'depth');
  const cycles = reductionCycles({
    outputs: requiredNumber(request, 'outputs'),
    depth,
    from: requiredText(request, 'from') as FloatType,
    to: requiredText(request, 'to') as FloatType,
    placement: requiredText(request, 'placement') as 'interleaved' | 'plain',
  });
  // The depth of the formula leaves out the first sum.
  return answered({ json: { cycles, suggestedStages: stageDepths(depth + 1), basis: 'public' } });
}
