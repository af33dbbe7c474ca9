// The peak of the arrays or the vector unit, and each tensor once through the memory that it comes from.

import type { Roofline } from '../../../model/seams.js';
import { atPeak, leastWords, throughOnce } from '../../rooflines.js';
import { vectorRowsOf } from './footprint.js';
import type { TpuProblem } from './problem.js';

export function rooflinesOf(problem: TpuProblem): readonly Roofline[] {
  const { workload, architecture, settings, places, arrays, operands, wordBits } = problem;
  const units =
    settings.unit === 'vector'
      ? atPeak('the vector unit', workload, places.widths.core * arrays.columns * vectorRowsOf(settings))
      : atPeak('the arrays', workload, arrays.count * arrays.rows * arrays.columns * arrays.rowsPerCycle);
  const { name, sharedBandwidth } = architecture.levels[places.memory]!;
  const { weightFetchGbPerSecond, clockMhz } = settings;
  const moved = workload.dataspaces.map((_, t) => leastWordsOf(problem, t));
  const fetched = [moved[operands.weights]!];
  return [
    units,
    ...(weightFetchGbPerSecond === null
      ? []
      : [throughOnce(name, fetched, ((weightFetchGbPerSecond * 1000) / clockMhz) * (8 / wordBits))]),
    ...(sharedBandwidth === null ? [] : [throughOnce(name, moved, sharedBandwidth)]),
  ];
}

/** As the memory counts. */
export function leastWordsOf({ workload, formats, partOf }: TpuProblem, t: number): number {
  return leastWords(workload, t) * formats[partOf[t]!].words;
}
