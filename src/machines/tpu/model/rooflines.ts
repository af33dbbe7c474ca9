// What bounds every mapping whatever its schedule: the peak of what multiplies, and each tensor's own bytes once through the memory that it
// comes from, without padding.

import type { Roofline } from '../../../model/seams.js';
import { distinctWords } from '../../../workload/distinct-words.js';
import { usefulCount } from '../../../workload/workload.js';
import { vectorRowsOf } from './footprint.js';
import type { TpuProblem } from './problem.js';
import { parts as allParts } from './settings.js';

export function rooflinesOf(machine: TpuProblem): readonly Roofline[] {
  const { workload, architecture, settings, places, arrays } = machine;
  const perCycle =
    settings.unit === 'vector'
      ? places.widths.core * arrays.columns * vectorRowsOf(settings)
      : arrays.count * arrays.rows * arrays.columns * arrays.rowsPerCycle;
  const rooflines = [
    {
      name: `the ${settings.unit === 'vector' ? 'vector unit' : 'arrays'}`,
      cycles: usefulCount(workload) / perCycle,
    },
  ];
  const { name, sharedBandwidth } = architecture.levels[places.memory]!;
  const { weightFetchGbPerSecond, clockMhz } = settings;
  if (weightFetchGbPerSecond !== null) {
    const bytesPerCycle = (weightFetchGbPerSecond * 1000) / clockMhz;
    rooflines.push({ name, cycles: (leastWords(machine, 'weights') * (machine.wordBits / 8)) / bytesPerCycle });
  }
  if (sharedBandwidth === null) return rooflines;
  const words = allParts.reduce((sum, part) => sum + leastWords(machine, part), 0);
  return [...rooflines, { name, cycles: words / sharedBandwidth }];
}

/** As the memory counts. */
export function leastWords({ workload, operands, formats }: TpuProblem, part: (typeof allParts)[number]): number {
  const { bounds, paddedFrom = bounds, dataspaces } = workload;
  return distinctWords(paddedFrom, dataspaces[operands[part]]!) * formats[part].words;
}
