// What bounds every mapping whatever its schedule: the peak of what multiplies, and the words of tensors once through a memory, without
// padding.

import type { Roofline } from '../model/seams.js';
import { distinctWords } from '../workload/distinct-words.js';
import { usefulCount, type Workload } from '../workload/workload.js';

/** Of a whole dataspace, as the workload asks for it. */
export function leastWords({ bounds, paddedFrom = bounds, dataspaces }: Workload, t: number): number {
  return distinctWords(paddedFrom, dataspaces[t]!);
}

export function atPeak(name: string, workload: Workload, computesPerCycle: number): Roofline {
  return { name, cycles: usefulCount(workload) / computesPerCycle };
}

/** `bytes`: what each tensor takes there at least. */
export function throughOnce(name: string, bytes: readonly number[], bytesPerCycle: number): Roofline {
  return { name, cycles: bytes.reduce((sum, one) => sum + one, 0) / bytesPerCycle };
}
