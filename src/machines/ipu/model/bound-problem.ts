// Everything that the model's functions need of a problem, worked out once: operands and their types, the parts of the dimensions, the
// tree, the figures of the generation.

import type { Architecture } from '../../../arch/architecture.js';
import type { Workload } from '../../../workload/workload.js';
import type { Operands } from '../../operands.js';
import { operandsOf } from '../../operands.js';
import type { AmpShape } from '../compute/rates.js';
import { ampShape } from '../compute/rates.js';
import type { DimensionParts } from './dimension-parts.js';
import { dimensionParts } from './dimension-parts.js';
import type { OperandTypes } from './operand-types.js';
import { operandTypes } from './operand-types.js';
import type { Settings } from './settings.js';
import { settingsOf } from './settings.js';
import { coefficientLoadCycles, TileCycles } from './tile-work.js';
import type { Tree } from './tree.js';
import { treeOf } from './tree.js';

export interface BoundProblem {
  readonly workload: Workload;
  readonly architecture: Architecture;
  readonly settings: Settings;
  readonly tree: Tree;
  readonly operands: Operands;
  readonly types: OperandTypes;
  readonly amp: AmpShape;
  readonly parts: DimensionParts;
  readonly cycles: TileCycles;
  readonly loadCycles: number;
}

/** Of a problem that has been checked; anything missing is a mistake of ours. */
export function boundProblem(workload: Workload, architecture: Architecture): BoundProblem {
  const settings = settingsOf(architecture);
  const operands = operandsOf(workload);
  const types = operands && operandTypes(workload, operands, settings);
  if (!operands || !types) throw new TypeError(`${workload.name} was not checked`);
  const amp = ampShape(settings.generation, types.precision);
  const loadCycles = coefficientLoadCycles(amp, settings.coefficientBytesPerCycle);
  return {
    workload,
    architecture,
    settings,
    tree: treeOf(architecture),
    operands,
    types,
    amp,
    parts: dimensionParts(workload, operands, amp),
    cycles: new TileCycles(loadCycles),
    loadCycles,
  };
}
