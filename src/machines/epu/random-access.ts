// Random access (R1, R2, C2): each core reads or writes an element of a tensor in OCM at offsets of its own. Here the row
// and the column grow with the core's place in the array.

import { unless } from '../verdict.js';
import { type Path, pathFindings } from './memory.js';
import type { Core } from './parameters.js';
import { type Offset, type Shape, shapeText } from './shape.js';
import { tileElements } from './tiles.js';
import type { Problem, Verdict } from './verdict.js';

export interface Access {
  readonly path: Path;
  readonly tensor: Shape;
  /** Of the core at row 0 and column 0. */
  readonly offset: Offset;
  readonly rowStride: number;
  readonly columnStride: number;
  /** Rau::config comes before the first access. */
  readonly configuration: 'done' | 'missing';
  readonly active: 'all cores' | 'cores inside';
}

/** Batch, channel, row and column of every core. */
export const offsetRegisters = 4;

export function accessRuling(core: Core, access: Access): Verdict<AccessAmounts> {
  const findings = [
    ...pathFindings('RAU', access.path),
    ...configurationFindings(access),
    ...(access.active === 'all cores' ? outsideFindings(core, access) : []),
  ];
  return unless(findings, () => accessAmounts(core, access));
}

type AccessAmounts = ReturnType<typeof accessAmounts>;

export function accessAmounts(core: Core, { tensor, offset, rowStride, columnStride }: Access) {
  const rows = inside(core, offset.rows, rowStride, tensor.rows);
  const columns = inside(core, offset.columns, columnStride, tensor.columns);
  const planes = within(offset.batches, tensor.batches) && within(offset.channels, tensor.channels);
  return { cores: tileElements(core), coresInside: planes ? rows * columns : 0 };
}

/** Of one tile; `least` with a port for every column of the array. */
export function accessCycles(core: Core): { readonly cycles: number; readonly least: number } {
  const elements = tileElements(core);
  return { cycles: Math.ceil(elements / core.randomAccessPorts), least: Math.ceil(elements / core.arraySide) };
}

function configurationFindings({ configuration }: Access): readonly Problem[] {
  if (configuration === 'done') return [];
  const message = 'random access before Rau::config of the tensor';
  return [{ code: 'E_RAU_CFG', message, instead: 'call Rau::config first' }];
}

function outsideFindings(core: Core, access: Access): readonly Problem[] {
  const { cores, coresInside } = accessAmounts(core, access);
  if (coresInside === cores) return [];
  const message = `${cores - coresInside} of ${cores} cores reach outside the tensor of ${shapeText(access.tensor)}`;
  const instead =
    coresInside === 0
      ? 'all would have to be inactive'
      : `it is legal with only the ${coresInside} cores inside active`;
  return [{ code: 'E_RAU_OOB', message, instead }];
}

/** Cores along one side of the array that stay inside. */
function inside({ arraySide }: Core, first: number, stride: number, extent: number): number {
  const offsets = Array.from({ length: arraySide }, (_, core) => first + core * stride);
  return offsets.filter((offset) => within(offset, extent)).length;
}

function within(offset: number, extent: number): boolean {
  return offset >= 0 && offset < extent;
}
