// `inspect ... matmul` and `inspect ... convolution`: the cycle terms of the best partition, or of a given one.

import { answered, misunderstood } from '../../answers.js';
import type { Answer, InspectionRequest } from '../../machine.js';
import { numberOf, numbersOf, requiredNumber, requiredText, textOf } from '../../request.js';
import { beyondPublished } from '../compute/amp-kernel.js';
import { type Contraction, convolution, matmul } from '../compute/contraction.js';
import { planContraction } from '../compute/contraction-plan.js';
import type { Precision } from '../compute/rates.js';
import type { Partition } from '../compute/tile-share.js';
import type { Generation } from '../generation.js';
import { figureOf } from '../parameters.js';
import { generationOf, refusedBy, untrusted } from './answers.js';

export function answerMatmul(request: InspectionRequest): Answer {
  const [m, k, n] = [requiredNumber(request, 'm'), requiredNumber(request, 'k'), requiredNumber(request, 'n')];
  return planned(request, (precision) => matmul({ m, k, n }, precision));
}

export function answerConvolution(request: InspectionRequest): Answer {
  const size = {
    batch: requiredNumber(request, 'batch'),
    height: requiredNumber(request, 'height'),
    width: requiredNumber(request, 'width'),
    kernelHeight: requiredNumber(request, 'kernel-height'),
    kernelWidth: requiredNumber(request, 'kernel-width'),
    stride: requiredNumber(request, 'stride'),
    padding: requiredNumber(request, 'padding'),
    inChannels: requiredNumber(request, 'in-channels'),
    outChannels: requiredNumber(request, 'out-channels'),
  };
  return planned(request, (precision) => convolution(size, precision));
}

function planned(request: InspectionRequest, workOf: (precision: Precision) => Contraction | undefined): Answer {
  const precision = precisionOf(request);
  if (precision === undefined) return misunderstood('partial sums of floats are floats', '--partials float');
  const work = workOf(precision);
  if (work === undefined)
    return misunderstood('the kernel is larger than the padded field', 'a smaller kernel, or more --padding');
  const generation = generationOf(request);
  const partition = askedPartition(request);
  if (partition === 'unreadable') return misunderstood('--split takes three numbers', 'e.g. --split 46,4,8');
  if (partition === undefined && request.options.has('serial')) {
    return misunderstood('--serial without --split', 'both, e.g. --split 46,4,8 --serial 2, or neither');
  }
  const memoryProportion = requiredNumber(request, 'memory-proportion');
  if (memoryProportion > 1) {
    return misunderstood(`--memory-proportion ${memoryProportion} is more than a tile has`, 'a share from 0 to 1');
  }
  const loads = textOf(request, 'coefficient-loads');
  const verdict = planContraction(generation, work, {
    tiles: numberOf(request, 'tiles') ?? figureOf(generation, 'tiles'),
    coefficientBytesPerCycle:
      loads === undefined ? figureOf(generation, 'coefficientBytesPerCycle') : Number(loads) / 8,
    memoryProportion,
    ...(partition && { partition }),
  });
  if (verdict.kind === 'illegal') return refusedBy(verdict);
  const { cycles, terms, ...rest } = verdict.value;
  return answered({
    json: {
      ...{ legal: true, cycles, terms, ...rest, basis: basis(generation, work) },
      estimates: untrusted(generation, ['exchangeLatencyCycles', 'syncCycles']),
    },
  });
}

/** What each term rests on: a published formula, or an estimate of ours. */
function basis(generation: Generation, { precision, kernelPositions }: Contraction): object {
  const published = beyondPublished({ generation, precision, kernelPositions }).length === 0;
  return {
    operandExchange: 'estimate',
    compute: published ? 'public' : 'estimate',
    partialsExchange: 'estimate',
    reduction: 'public',
    cast: 'public',
    sync: 'estimate',
    serialCopies: 'estimate',
  };
}

/** Undefined for floats with halves as partial sums, which no unit makes. */
function precisionOf(request: InspectionRequest): Precision | undefined {
  const type = requiredText(request, 'type');
  const partials = (request.options.get('partials') as string | undefined) ?? type;
  if (type === 'float') return partials === 'float' ? 'float-float' : undefined;
  return partials === 'float' ? 'half-float' : 'half-half';
}

function askedPartition(request: InspectionRequest): Partition | undefined | 'unreadable' {
  const split = numbersOf(request, 'split');
  if (!split) return undefined;
  const [positions, inChannels, outChannels, ...rest] = split;
  if (positions === undefined || inChannels === undefined || outChannels === undefined || rest.length > 0) {
    return 'unreadable';
  }
  return { positions, inChannels, outChannels, serial: numberOf(request, 'serial') ?? 1 };
}
