// Bytes that tiles take (F3 to F5, L7): dense in DDR, with rows padded to whole lines in OCM, as registers in every core, and pops.

import type { Box, Footprint } from '../../../model/seams.js';
import { tileExtents } from '../../operands.js';
import { elementBytes, registerBytes, registersPerElement } from '../element-type.js';
import { tileElements } from '../tiles.js';
import type { EpuProblem } from './problem.js';
import { TileGeometry } from './tile-geometry.js';

/** Bytes that one element of the resident operand takes in a core. */
export function residentBytes({ parameters, types }: EpuProblem): number {
  return parameters.packing === 'packed'
    ? elementBytes(types.resident)
    : registerBytes * registersPerElement(types.resident);
}

export function footprintOf(problem: EpuProblem): Footprint {
  const { tree, roles, core, types, parameters } = problem;
  const geometry = new TileGeometry(problem);
  // With two buffers of everything, the next tiles arrive and the last ones leave while the cores compute.
  const buffers = parameters.composition === 'overlapped' ? 2 : 1;
  const bytesOf = (t: number): number => elementBytes(typeAt(problem, t));
  const [inDdr, inOcm, inLocal] = [
    (t: number, box: Box, from: number): number => geometry.words(t, box, from) * bytesOf(t),
    (t: number, box: Box, from: number): number => {
      if (t !== roles.common) return pitched(problem, t, box, from) * bytesOf(t);
      const line = core.arraySide * elementBytes(types.common);
      return Math.ceil((geometry.pops(box, from) * core.popBytes) / line) * line;
    },
    (t: number, box: Box, from: number): number => {
      if (t === roles.outputs) return geometry.written(box, from) * registerBytes;
      // A region with gaps is counted by the words from its first to its last; it never takes less than those.
      return Math.max(geometry.words(t, box, from), geometry.fetched(box, from) * residentBytes(problem));
    },
  ];
  return {
    bytes(level, t, box, from) {
      if (level === tree.ddr) return inDdr(t, box, from);
      if (level === tree.ocm) return inOcm(t, box, from) * buffers;
      if (level === tree.localMemory) return inLocal(t, box, from) * buffers;
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

/** Elements with rows padded to whole lines, where flows may begin (F5). */
function pitched({ workload, roles, core }: EpuProblem, t: number, box: Box, from: number): number {
  const dataspace = workload.dataspaces[t]!;
  const extents = tileExtents(dataspace, box, from);
  const wide = roles.axes.find(({ along }) => along !== 'rows')?.dimension;
  const row = dataspace.projection.findIndex((rank) => rank.some(({ dimension }) => dimension === wide));
  return extents.reduce(
    (product, extent, rank) => product * (rank === row ? Math.ceil(extent / core.arraySide) * core.arraySide : extent),
    1,
  );
}
