// What people want to know of a mapping beside its cycles: tiles and memory in use, the rate and how far it is from the peak, what may
// be trusted.

import type { CountedNest, Fact, Schedule } from '../../../model/seams.js';
import { usefulCount } from '../../../workload/workload.js';
import { extentOver } from '../../boxes.js';
import { boundsText, fact } from '../../report.js';
import { beyondPublished } from '../compute/amp-kernel.js';
import { peakTflops } from '../compute/rates.js';
import { figureOf } from '../parameters.js';
import { footprintOf } from './footprint.js';
import { memoryBytes, tileRoomBytes } from './places.js';
import type { IpuProblem } from './problem.js';
import { superstepsOf } from './supersteps.js';

export function reportOf(problem: IpuProblem, schedule: Schedule): (nest: CountedNest) => readonly Fact[] {
  const footprint = footprintOf(problem);
  return (nest) => {
    const { settings, places, types, workload } = problem;
    const { generation } = settings;
    const program = superstepsOf(problem, nest);
    const cycles = schedule.cycles(nest, new Float64Array(schedule.parts.length));
    const bytesAt = (level: number): number =>
      workload.dataspaces.reduce(
        (sum, _, t) => sum + footprint.bytes(level, t, nest.held, (level + 1) * nest.dimensions),
        0,
      );
    const home = bytesAt(places.memory) / places.tiles;
    const work = bytesAt(places.tile);
    const reserved = memoryBytes(settings) - tileRoomBytes(settings);
    const clockMhz = figureOf(generation, 'clockMhz');
    const tflops = (2 * usefulCount(workload) * clockMhz) / cycles / 1e6;
    const peak = peakTflops(generation, types.precision) * places.chips;
    return [
      fact('arithmetic', types.precision, '', 'public'),
      { name: 'kernel formula', unit: '', ...kernelTrust(problem) },
      fact('bounds with padding', boundsText(workload), '', settings.raggedSplits ? 'estimate' : 'public'),
      fact('time', cycles / clockMhz, 'us', 'estimate'),
      fact('rate', tflops, 'TFLOP/s', 'estimate'),
      fact('share of peak', tflops / peak, '1', 'estimate'),
      fact('peak', peak, 'TFLOP/s', 'public'),
      fact('tiles used', program.tilesUsed, `of ${places.tiles}`, 'public'),
      fact('supersteps', program.steps, '', 'public'),
      fact('tile memory: at home', home, 'B', 'public'),
      fact('tile memory: during the work', work, 'B', 'public'),
      fact('tile memory: reserved', reserved, 'B', 'estimate'),
      fact('tile memory in use', home + work + reserved, `B of ${memoryBytes(settings)}`, 'estimate'),
      fact('sums of the same outputs', program.reductionSplit, 'tiles', 'public'),
      fact('barrier', settings.syncCycles, 'cycles', 'estimate'),
      fact('exchange latency', settings.exchangeLatencyCycles, 'cycles', 'estimate'),
      fact('energies', 'shares of the chip power, within a factor of 2', '', 'estimate'),
    ];
  };
}

/** The published formula of the matrix unit is that of halves and 1x1 kernels on Mk2; of the others, some is our reading. */
function kernelTrust({ kernel, workload, parts, types, settings }: IpuProblem): Pick<Fact, 'value' | 'trust'> {
  const published = { value: 'as published', trust: 'public' } as const;
  switch (kernel.name) {
    case 'hmac':
      if (types.partialBytes === 4) return published;
      return { value: 'as published, with two vectors of weights in two slots', trust: 'estimate' };
    case 'vmac':
      return { value: 'as published, with a stretch of work for each row of the window', trust: 'estimate' };
    case 'outer_product':
      return published;
    case 'amp': {
      const kernelPositions = extentOver(parts.kernel, workload.bounds, 0);
      const { generation } = settings;
      const beyond = beyondPublished({ generation, precision: types.precision, kernelPositions });
      if (beyond.length === 0) return published;
      return { value: `of halves and 1x1 on Mk2, used for ${beyond.join(' and ')}`, trust: 'estimate' };
    }
  }
}
