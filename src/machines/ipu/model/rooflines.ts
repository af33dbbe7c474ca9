// What bounds every mapping whatever its supersteps: the matrix units of all tiles, and where tensors are at home in streaming memory, each of
// them once through it.

import type { Roofline } from '../../../model/seams.js';
import { distinctWords } from '../../../workload/distinct-words.js';
import { usefulCount } from '../../../workload/workload.js';
import type { BoundProblem } from './bound-problem.js';
import { homeOf } from './home.js';
import { elementBytes } from './occupancy.js';

export function rooflinesOf(problem: BoundProblem): readonly Roofline[] {
  const { workload, architecture, tree, amp } = problem;
  const units = { name: 'the matrix units', cycles: usefulCount(workload) / (tree.tiles * amp.macsPerCycle) };
  const bandwidth = architecture.levels[tree.streaming]?.sharedBandwidth ?? null;
  if (bandwidth === null || !homeOf(problem).spilled) return [units];
  const { bounds, paddedFrom = bounds, dataspaces } = workload;
  const bytes = dataspaces.reduce(
    (sum, dataspace, t) => sum + distinctWords(paddedFrom, dataspace) * elementBytes(problem, tree.streaming, t),
    0,
  );
  return [units, { name: 'streaming memory', cycles: bytes / bandwidth }];
}
