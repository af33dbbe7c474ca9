// What no mapping can undercut, for the proving search (`ScheduleFloor`): cycles times compute instances in use.
//
// Each array streams computes / instances rows in as many cycles at least, so their product is the number of computes. And
// each word of weights must stand in an array at least once, R·C of them at a time at most: with I instances in use and F_x fillings
// of each array, I·F_x is at least the number of weights. A filling takes X = max(W, D, q/ρ) cycles at least, the first one too: its fetch and its
// shift lie before the stream in the open. So T >= F_x·X, and I·T >= weights·X. The vector unit does its computes, and no more.

import type { ScheduleFloor } from '../../../model/seams.js';
import { computeCount, dataspaceSize } from '../../../workload/workload.js';
import type { MachineParts } from './machine-parts.js';

export function floorOf(parts: MachineParts): ScheduleFloor {
  const computes = computeCount(parts.workload);
  const work = parts.parameters.unit === 'vector' ? computes : Math.max(computes, leastWeightWork(parts));
  return { composition: 'overlapped', work };
}

/** In cycles times instances. */
export function leastWeightWork({ arrays, workload, operands }: MachineParts): number {
  const weights = dataspaceSize(workload, workload.dataspaces[operands.weights]!);
  const group = arrays.streamRows / arrays.rowsPerCycle;
  return weights * Math.max(arrays.weightShiftCycles, arrays.weightFetchCycles, group);
}
