// Copies between DDR and OCM: what is allowed (L1 to L4), how much it moves (F3), and how long it takes (C4).

import { unless } from '../verdict.js';
import type { ElementType } from './element-type.js';
import { type Path, pathFindings } from './memory.js';
import { footprintBytes, ocmFindings } from './ocm.js';
import type { Core } from './parameters.js';
import { boundsFindings } from './region.js';
import { axes, denseBytes, type Offset, type Shape } from './shape.js';
import type { Problem, Verdict } from './verdict.js';

export interface Copy {
  readonly path: Path;
  readonly ddr: Shape;
  readonly ocm: Shape;
  /** Of the OCM tensor within the DDR tensor. */
  readonly offset: Offset;
  readonly type: ElementType;
  /** What other allocations take of OCM. */
  readonly liveBytes: number;
}

export interface CopyAmounts {
  readonly bytes: number;
  readonly ocmFootprint: number;
  /** As many such copies cover the whole DDR tensor. */
  readonly copiesToCover: number;
}

export function copyRuling(core: Core, copy: Copy): Verdict<CopyAmounts> {
  const { path, ddr, ocm, offset, type } = copy;
  const findings = [
    ...pathFindings('memCpy', path),
    ...widthFindings(copy),
    ...boundsFindings({ tensor: ddr, roi: ocm, offset }),
    ...ocmFindings(core, ocm, copy),
  ];
  return unless(findings, () => ({
    bytes: denseBytes(ocm, type),
    ocmFootprint: footprintBytes(core, ocm, type),
    copiesToCover: axes.reduce((copies, axis) => copies * Math.ceil(ddr[axis] / ocm[axis]), 1),
  }));
}

export function copyCycles({ ddrLatencyCycles, ddrBytesPerCycle }: Core, bytes: number) {
  return { latency: ddrLatencyCycles, transfer: Math.ceil(bytes / ddrBytesPerCycle) };
}

function widthFindings({ ddr, ocm }: Copy): readonly Problem[] {
  if (ddr.columns === ocm.columns) return [];
  const message = `memCpy between a DDR tensor ${ddr.columns} wide and an OCM tensor ${ocm.columns} wide`;
  return [{ code: 'E_MEMCPY_WIDTH', message, instead: `the OCM tensor must be ${ddr.columns} wide` }];
}
