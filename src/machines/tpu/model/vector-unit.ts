// Cycles of the vector unit (section 2.4): multiplying lane by lane where every group has a channel of its own, and transposing blocks
// whose channels are not minor, which everything that multiplies takes in along the lanes. How fast it transposes is not public.

import { extentOver } from '../../boxes.js';
import { LANES, SUBLANES } from '../registers.js';
import type { CyclesOf } from './memory-cycles.js';
import type { TpuProblem } from './problem.js';

const REGISTER_BITS = 32 * SUBLANES * LANES;

/** Of one core: a multiplication, an addition and a load for each register of products. */
export function vectorCycles({ sets, settings }: TpuProblem): CyclesOf {
  const perRegister = Math.max(2 / settings.vectorAdds, 1 / settings.vectorLoads);
  const lanes = [...sets.columns, ...sets.groups];
  return ({ fed, computeCycles }) => {
    const registers =
      Math.ceil(extentOver(sets.streamed, fed, 0) / SUBLANES) * Math.ceil(extentOver(lanes, fed, 0) / LANES);
    return computeCycles * Math.max(1, registers * perRegister);
  };
}

/** Of one core: every register is loaded, transposed where there is such a unit, and stored. `words`: padding included. */
export function relayoutCycles({ settings, wordBits }: TpuProblem, words: number): number {
  const { vectorLoads, vectorStores, transposes } = settings;
  const perRegister = Math.max(1 / vectorLoads, 1 / vectorStores, transposes === 0 ? 0 : 1 / transposes);
  return Math.ceil(((words * wordBits) / REGISTER_BITS) * perRegister);
}

/** Of one core: everything that comes in, or goes out, once: sums when they are finished, and not in every pass that adds to them. */
export function transposeCycles({ formats, partOf, places, settings, wordBits }: TpuProblem): CyclesOf {
  const transposed = partOf.flatMap((part, t) => (formats[part].transposed ? [t] : []));
  if (transposed.length === 0 || settings.transposes === 0) return () => 0;
  return ({ levels, reads, fills, updates }) =>
    transposed.reduce((sum, t) => {
      const at = t * levels + places.buffer;
      const words = partOf[t] === 'outputs' ? updates[at]! - reads[at]! : fills[at]!;
      return sum + (words * wordBits) / REGISTER_BITS / settings.transposes;
    }, 0);
}
