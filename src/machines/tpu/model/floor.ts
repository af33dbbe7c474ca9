// What no mapping can undercut, for the proving search (`ScheduleFloor`): cycles times compute instances in use.
//
// Each array streams computes / instances rows in as many cycles at least, so their product is the number of computes. And
// each word of weights must stand in an array at least once, R·C of them at a time at most: with I instances in use and F_x fillings
// of each array, I·F_x is at least the number of weights. A filling takes max(P, W) cycles at least, P a group of rows
// at least; the fetch D of all fillings but the first lies in the open. From T >= (F_x - 1)·X + Y with X = max(W, D, q/ρ) and
// Y = W + q/ρ + R + C - 2 follows
//   I·T >= (I·F_x)·X - I·(X - Y) >= weights·X - I_max·max(0, X - Y),
// and, as F_x >= 1, I·T >= I·F_x·min(X, Y) >= weights·min(X, Y).

import type { ScheduleFloor } from '../../../model/seams.js';
import { computeCount, dataspaceSize } from '../../../workload/workload.js';
import type { MachineParts } from './machine-parts.js';

export function floorOf(parts: MachineParts): ScheduleFloor {
  return { composition: 'overlapped', work: Math.max(computeCount(parts.workload), leastWeightWork(parts)) };
}

/** In cycles times instances. */
export function leastWeightWork({ arrays, workload, operands, architecture }: MachineParts): number {
  const weights = dataspaceSize(workload, workload.dataspaces[operands.weights]!);
  const group = arrays.streamRows / arrays.rowsPerCycle;
  const filling = Math.max(arrays.weightShiftCycles, arrays.weightFetchCycles, group);
  const alone = arrays.weightShiftCycles + group + arrays.rows + arrays.columns - 2;
  const hidden = Math.max(0, filling - alone);
  const most = architecture.compute.instances;
  return Math.max(weights * filling - most * hidden, weights * Math.min(filling, alone));
}
