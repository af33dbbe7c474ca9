// Everything that the model's functions need of a problem, worked out once: operands and their types, the kernel and the parts of the
// dimensions in it, the tree, the figures of the generation.

import type { Architecture } from '../../../arch/architecture.js';
import type { Workload } from '../../../workload/workload.js';
import { type Operands, operandsOf } from '../../operands.js';
import { ampShape } from '../compute/rates.js';
import { dimensionParts, granulesOf } from './dimension-parts.js';
import { operandTypes } from './element-types.js';
import { granuleOf, kernelOf } from './kernels.js';
import { placesOf } from './places.js';
import { type Settings, settingsOf } from './settings.js';

export type IpuProblem = ReturnType<typeof problemOf>;

/** Of a problem that has been checked; anything missing is a mistake of ours. */
export function problemOf(workload: Workload, architecture: Architecture) {
  const settings = settingsOf(architecture);
  const operands = operandsUnder(workload, settings);
  const types = operands && operandTypes(workload, operands, settings);
  if (!operands || !types) throw new TypeError(`${workload.name} was not checked`);
  const amp = ampShape(settings.generation, types.precision);
  const granule = granuleOf(settings.kernel, { amp, types });
  const parts = dimensionParts(workload, operands, { name: settings.kernel, granule });
  const kernel = kernelOf(settings.kernel, {
    amp,
    types,
    coefficientBytesPerCycle: settings.coefficientBytesPerCycle,
    window: parts.kernel.map((d) => workload.bounds[d]!),
  });
  const granules = granulesOf(workload, parts, granule);
  return {
    workload,
    architecture,
    settings,
    places: placesOf(architecture),
    operands,
    types,
    amp,
    kernel,
    parts,
    /** What the bound of every dimension is a multiple of. */
    granules,
  };
}

/** Swapped, the activations are the operand that is loaded as coefficients, and the weights' columns are the rows. */
function operandsUnder(workload: Workload, { swapped }: Settings): Operands | null {
  const operands = operandsOf(workload);
  return operands && swapped ? operandsOf(workload, workload.dataspaces[operands.activations]!.name) : operands;
}
