// Bytes that move for each word (F2, F3, B9, B10): dense ones between DDR and OCM, whole tiles with their rings between OCM and the
// array, whole pops into the broadcast register, whole registers between local memory and the lanes.

import type { Transfer } from '../../../model/seams.js';
import { elementBytes, registerBytes } from '../element-type.js';
import { residentBytes } from './footprint.js';
import type { EpuProblem } from './problem.js';
import { tileGeometry } from './tile-geometry.js';

export function transferOf(problem: EpuProblem): Transfer {
  const { places, roles, core, types } = problem;
  const geometry = tileGeometry(problem);
  const registers = residentBytes(problem);
  const [resident, common, outputs] = [types.resident, types.common, types.outputs].map(elementBytes) as [
    number,
    number,
    number,
  ];
  return {
    bytesPerWord(level, t, box, from) {
      if (t === roles.common) {
        // Weights are packed for pops before they are in DDR, so both copies of them are padded.
        return level === -1 ? common : (geometry.pops(box, from) * core.popBytes) / geometry.words(t, box, from);
      }
      if (t === roles.outputs) {
        if (level === -1) return registerBytes; // a running sum
        if (level === places.ocm) return outputs;
        return (geometry.written(box, from) * outputs) / geometry.words(t, box, from);
      }
      if (level === -1) return registers;
      if (level === places.ocm) return resident;
      // At least the words between the first and the last, as the kernel counts them; see `worksOf` for the cycles.
      return Math.max(1, (geometry.fetched(box, from) * resident) / geometry.words(t, box, from));
    },
  };
}
