// What bounds every mapping whatever its supersteps: the matrix units of all tiles, the loads of all tiles, each of which takes in an operand at
// 16 bytes a cycle at most, and where tensors are at home in streaming memory, each of them once through it.

import type { Roofline } from '../../../model/seams.js';
import { distinctWords } from '../../../workload/distinct-words.js';
import { usefulCount } from '../../../workload/workload.js';
import { outsideCycles } from '../exchange/outside.js';
import { figureOf } from '../parameters.js';
import { elementBytes } from './footprint.js';
import { homeOf } from './home.js';
import type { IpuProblem } from './problem.js';

export function leastBytes(problem: IpuProblem, level: number, t: number): number {
  const { bounds, paddedFrom = bounds, dataspaces } = problem.workload;
  return distinctWords(paddedFrom, dataspaces[t]!) * elementBytes(problem, level, t);
}

/** Operands in and results out, at the rate of the host's link (an estimate); null where nobody asked for them. */
export function hostCycles(problem: IpuProblem): number | null {
  const { workload, settings, places } = problem;
  if (!settings.hostTransfers) return null;
  const bytes = workload.dataspaces.reduce((sum, _, t) => sum + leastBytes(problem, places.memory, t), 0);
  const transfer = outsideCycles(settings.generation, { over: 'host', bytes, chips: places.chips });
  return transfer.kind === 'legal' ? transfer.value.cycles : null;
}

export function rooflinesOf(problem: IpuProblem): readonly Roofline[] {
  const { workload, architecture, places, amp, operands, types, settings } = problem;
  const units = { name: 'the matrix units', cycles: usefulCount(workload) / (places.tiles * amp.macsPerCycle) };
  const { bounds, paddedFrom = bounds, dataspaces } = workload;
  const inputs = [operands.activations, operands.weights].reduce(
    (words, t) => words + distinctWords(paddedFrom, dataspaces[t]!),
    0,
  );
  const loadBytesPerCycle = figureOf(settings.generation, 'loadBytesPerCycle');
  const loads = {
    name: 'loads of the tiles',
    cycles: (inputs * types.inputBytes) / (places.tiles * loadBytesPerCycle),
  };
  const host = hostCycles(problem);
  const onChip = [units, loads, ...(host === null ? [] : [{ name: 'the host', cycles: host }])];
  const bandwidth = architecture.levels[places.streaming]?.sharedBandwidth ?? null;
  if (bandwidth === null || !homeOf(problem).spilled) return onChip;
  const bytes = dataspaces.reduce((sum, _, t) => sum + leastBytes(problem, places.streaming, t), 0);
  return [...onChip, { name: 'streaming memory', cycles: bytes / bandwidth }];
}
