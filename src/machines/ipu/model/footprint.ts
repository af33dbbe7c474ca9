// Bytes that tiles of tensors take (sections 2.6, 2.7): padded to whole vectors, with the descriptors of the vertex that works on them in the
// cheapest layout, and partial sums in interleaved memory only.

import type { Box, Footprint } from '../../../model/seams.js';
import { boxWords } from '../../../workload/workload.js';
import { extentOver } from '../../boxes.js';
import { roundUp } from '../../padding.js';
import { loadsInterleaved } from '../compute/amp-kernel.js';
import { vectorBytes } from '../compute/program-cycles.js';
import { interleavedRoomBytes } from '../memory/memory-map.js';
import { cheapestEqualBytes } from '../vectors/cheapest-layout.js';
import { workRoomBytes } from './home.js';
import type { IpuProblem } from './problem.js';
import { elementBytes, homeBytes } from './stored-bytes.js';

export function footprintOf(problem: IpuProblem): Footprint {
  const { workload, places, operands, kernel, settings } = problem;
  const most = interleavedRoomBytes(settings.generation);
  const interleaved =
    kernel.stays === 'weights' && loadsInterleaved(settings.coefficientBytesPerCycle)
      ? [operands.outputs, operands.weights]
      : [operands.outputs];
  const interleavedData = (box: Box, from: number): number =>
    interleaved.reduce((sum, t) => {
      const words = boxWords(workload.dataspaces[t]!, box, from);
      return sum + roundUp(words * elementBytes(problem, places.tile, t), vectorBytes);
    }, 0);
  const room = workRoomBytes(problem);
  const taken = (t: number, box: Box, from: number): number => {
    const bytes = boxWords(workload.dataspaces[t]!, box, from) * elementBytes(problem, places.tile, t);
    const vectors = vectorsOf(problem, t, box, from);
    const of = { vectors, bytes: bytes / vectors, alignment: vectorBytes };
    const once = cheapestEqualBytes(settings.generation, of);
    // Sums that are not complete make room for as many of other tiles, or of an earlier superstep.
    return t !== operands.outputs || isReduced(problem, box, from) ? once : roundUp(bytes, vectorBytes) + once;
  };
  const working = (box: Box, from: number): number =>
    workload.dataspaces.reduce((sum, _, t) => sum + taken(t, box, from), 0);
  return {
    bytes: (level, t, box, from) => {
      if (level !== places.tile) {
        const bytes = boxWords(workload.dataspaces[t]!, box, from) * elementBytes(problem, level, t);
        return level === places.memory ? homeBytes(bytes, places.tiles) : bytes;
      }
      // What holds for several tensors together is held against the sums, which are on every tile.
      if (t !== operands.outputs) return taken(t, box, from);
      if (interleavedData(box, from) > most) return Number.POSITIVE_INFINITY;
      if (room < places.workBytes && working(box, from) > room) return Number.POSITIVE_INFINITY;
      return taken(t, box, from);
    },
    refusal: (_level, _t, box, from) => {
      const inside = interleavedData(box, from);
      if (inside <= most)
        return `${working(box, from)} B during the work, and ${room} B are left beside what is at home`;
      const names = interleaved.map((t) => workload.dataspaces[t]!.name);
      const what = [`partial sums of ${names[0]}`, ...(names[1] === undefined ? [] : [names[1]])].join(' and of ');
      return `${inside} B of ${what} on a tile, and interleaved memory has ${most} B`;
    },
  };
}

function isReduced({ workload, parts }: IpuProblem, box: Box, from: number): boolean {
  return parts.reductions.every((d) => box[from + d]! >= workload.bounds[d]!);
}

/**
 * One vector for every group of channels that the kernel takes at a time, all positions of the field or the window in it (layouts, section
 * 2.5); in the vector unit all input channels are one.
 */
function vectorsOf({ parts, kernel, operands }: IpuProblem, t: number, box: Box, from: number): number {
  const { granule, stays } = kernel;
  const inGroups = stays === 'sums' ? 1 : Math.ceil(extentOver(parts.channels, box, from) / granule.ins);
  const outGroups = Math.ceil(extentOver(parts.columns, box, from) / granule.outs);
  const groups = Math.ceil(extentOver(parts.groups, box, from) / granule.groups);
  return groups * (t === operands.outputs ? outGroups : t === operands.weights ? inGroups * outGroups : inGroups);
}
