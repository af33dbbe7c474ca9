// What bounds every mapping whatever its supersteps: the matrix units of all tiles, the loads of all tiles, each of which takes in an operand at
// 16 bytes a cycle at most, and where tensors are at home in streaming memory, each of them once through it.

import type { Roofline } from '../../../model/seams.js';
import { atPeak, leastWords, throughOnce } from '../../rooflines.js';
import { outsideCycles } from '../exchange/outside.js';
import { figureOf } from '../parameters.js';
import { homeOf } from './home.js';
import type { IpuProblem } from './problem.js';
import { elementBytes } from './stored-bytes.js';

export function leastBytes(problem: IpuProblem, level: number, t: number): number {
  return leastWords(problem.workload, t) * elementBytes(problem, level, t);
}

/** Operands in and results out, at the rate of the host's link (an estimate); null where nobody asked for them. */
export function hostCycles(problem: IpuProblem): number | null {
  const { settings, places } = problem;
  if (!settings.hostTransfers) return null;
  const bytes = allBytes(problem, places.memory).reduce((sum, one) => sum + one, 0);
  const transfer = outsideCycles(settings.generation, { over: 'host', bytes, chips: places.chips });
  return transfer.kind === 'legal' ? transfer.value.cycles : null;
}

export function rooflinesOf(problem: IpuProblem): readonly Roofline[] {
  const { workload, architecture, places, amp, operands, types, settings } = problem;
  const inputs = [operands.activations, operands.weights].map((t) => leastWords(workload, t) * types.inputBytes);
  const host = hostCycles(problem);
  const onChip = [
    atPeak('the matrix units', workload, places.tiles * amp.macsPerCycle),
    throughOnce('loads of the tiles', inputs, places.tiles * figureOf(settings.generation, 'loadBytesPerCycle')),
    ...(host === null ? [] : [{ name: 'the host', cycles: host }]),
  ];
  const bandwidth = architecture.levels[places.streaming]?.sharedBandwidth ?? null;
  if (bandwidth === null || !homeOf(problem).spilled) return onChip;
  return [...onChip, throughOnce('streaming memory', allBytes(problem, places.streaming), bandwidth)];
}

/** Of each tensor. */
function allBytes(problem: IpuProblem, level: number): readonly number[] {
  return problem.workload.dataspaces.map((_, t) => leastBytes(problem, level, t));
}
