// Bytes that tiles take (F3 to F5, L7): dense in DDR, with rows padded to whole lines in OCM, as registers in every core, and pops.

import type { Box, Footprint } from '../../../model/seams.js';
import { rankExtent } from '../../../workload/workload.js';
import { roundUp } from '../../padding.js';
import { elementBytes, registerBytes, registersPerElement } from '../element-type.js';
import { tileElements } from '../tiles.js';
import type { EpuProblem } from './problem.js';
import { tileGeometry } from './tile-geometry.js';

/** Bytes that one element of the resident operand takes in a core. */
export function residentBytes({ settings, types }: EpuProblem): number {
  return settings.packing === 'packed'
    ? elementBytes(types.resident)
    : registerBytes * registersPerElement(types.resident);
}

export function footprintOf(problem: EpuProblem): Footprint {
  const { places, roles, core, types, settings, workload } = problem;
  const geometry = tileGeometry(problem);
  // With two buffers of everything, the next tiles arrive and the last ones leave while the cores compute.
  const buffers = settings.composition === 'overlapped' ? 2 : 1;
  const bytesOf = workload.dataspaces.map((_, t) => elementBytes(typeAt(problem, t)));
  const registers = residentBytes(problem);
  const rows = rowRanks(problem);
  const side = core.arraySide;
  const line = side * elementBytes(types.common);

  /** Rows are padded to whole lines, where flows may begin (F5). */
  function inOcm(t: number, box: Box, from: number): number {
    if (t === roles.common) return roundUp(geometry.pops(box, from) * core.popBytes, line);
    const words = geometry.words(t, box, from);
    if (rows[t]! < 0) return words * bytesOf[t]!;
    const row = rankExtent(workload.dataspaces[t]!.projection[rows[t]!]!, box, from);
    return (words / row) * roundUp(row, side) * bytesOf[t]!;
  }

  function inLocal(t: number, box: Box, from: number): number {
    if (t === roles.outputs) return geometry.written(box, from) * registerBytes;
    // A region with gaps is counted by the words from its first to its last; it never takes less than those.
    return Math.max(geometry.words(t, box, from), geometry.resident(box, from) * registers);
  }

  return {
    bytes(level, t, box, from) {
      if (level === places.ddr) return geometry.words(t, box, from) * bytesOf[t]!;
      if (level === places.ocm) return inOcm(t, box, from) * buffers;
      if (level === places.localMemory) return inLocal(t, box, from) * buffers;
      return geometry.pops(box, from) * core.popBytes;
    },
  };
}

/** Registers of every core that a footprint in local memory takes. */
export function registersPerCore(problem: EpuProblem, bytes: number): number {
  return bytes / registerBytes / tileElements(problem.core);
}

function typeAt({ roles, types }: EpuProblem, t: number): EpuProblem['types']['resident'] {
  if (t === roles.outputs) return types.outputs;
  return t === roles.resident ? types.resident : types.common;
}

/** Of every dataspace, the rank whose rows are padded; -1: none. */
function rowRanks({ workload, roles }: EpuProblem): number[] {
  const wide = roles.axes.find(({ along }) => along !== 'rows')?.dimension;
  return workload.dataspaces.map(({ projection }) =>
    projection.findIndex((rank) => rank.some(({ dimension }) => dimension === wide)),
  );
}
