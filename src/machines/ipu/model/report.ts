// What people want to know of a mapping beside its cycles: tiles and memory in use, the rate and how far it is from the peak, what may
// be trusted.

import type { CountedNest, Fact, Schedule } from '../../../model/seams.js';
import { usefulCount, type Workload } from '../../../workload/workload.js';
import { peakTflops } from '../compute/rates.js';
import { figureOf } from '../parameters.js';
import type { BoundProblem } from './bound-problem.js';
import { footprintOf } from './occupancy.js';
import { superstepsOf } from './supersteps.js';
import { memoryBytes, stackBytes } from './tree.js';

export function reportOf(problem: BoundProblem, schedule: Schedule): (nest: CountedNest) => readonly Fact[] {
  const footprint = footprintOf(problem);
  return (nest) => {
    const { settings, tree, types, workload } = problem;
    const { generation } = settings;
    const program = superstepsOf(problem, nest);
    const cycles = schedule.cycles(nest, new Float64Array(schedule.parts.length));
    const bytesAt = (level: number): number =>
      workload.dataspaces.reduce(
        (sum, _, t) => sum + footprint.bytes(level, t, nest.held, (level + 1) * nest.dimensions),
        0,
      );
    const home = bytesAt(tree.memory) / tree.tiles;
    const work = bytesAt(tree.tile);
    const reserved = settings.reservedBytes + stackBytes(settings) + figureOf(generation, 'overReadBytes');
    const clockMhz = figureOf(generation, 'clockMhz');
    const tflops = (2 * usefulCount(workload) * clockMhz) / cycles / 1e6;
    const peak = peakTflops(generation, types.precision) * tree.chips;
    return [
      { name: 'arithmetic', value: types.precision, unit: '', trust: 'public' },
      { name: 'kernel formula', unit: '', ...kernelTrust(problem) },
      {
        name: 'bounds with padding',
        value: boundsText(workload),
        unit: '',
        trust: settings.raggedSplits ? 'estimate' : 'public',
      },
      { name: 'time', value: cycles / clockMhz, unit: 'us', trust: 'estimate' },
      { name: 'rate', value: tflops, unit: 'TFLOP/s', trust: 'estimate' },
      { name: 'share of peak', value: tflops / peak, unit: '1', trust: 'estimate' },
      { name: 'peak', value: peak, unit: 'TFLOP/s', trust: 'public' },
      { name: 'tiles used', value: program.tilesUsed, unit: `of ${tree.tiles}`, trust: 'public' },
      { name: 'supersteps', value: program.steps, unit: '', trust: 'public' },
      { name: 'tile memory: at home', value: home, unit: 'B', trust: 'public' },
      { name: 'tile memory: during the work', value: work, unit: 'B', trust: 'public' },
      { name: 'tile memory: reserved', value: reserved, unit: 'B', trust: 'estimate' },
      {
        name: 'tile memory in use',
        value: home + work + reserved,
        unit: `B of ${memoryBytes(settings)}`,
        trust: 'estimate',
      },
      { name: 'sums of the same outputs', value: program.reductionSplit, unit: 'tiles', trust: 'public' },
      { name: 'barrier', value: settings.syncCycles, unit: 'cycles', trust: 'estimate' },
      { name: 'exchange latency', value: settings.exchangeLatencyCycles, unit: 'cycles', trust: 'estimate' },
      { name: 'energies', value: 'shares of the chip power, within a factor of 2', unit: '', trust: 'estimate' },
    ];
  };
}

/** The published formula of the matrix unit is that of halves and 1x1 kernels; of the others, some is our reading. */
function kernelTrust({ kernel, workload, parts, types }: BoundProblem): Pick<Fact, 'value' | 'trust'> {
  const positions = parts.kernel.reduce((product, d) => product * workload.bounds[d]!, 1);
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
      const [type, window] = [types.precision === 'half-half', positions === 1];
      if (type && window) return published;
      const why = [...(type ? [] : ['for this type']), ...(window ? [] : [`for ${positions} kernel positions`])];
      return { value: `of halves and 1x1, used ${why.join(' and ')}`, trust: 'estimate' };
    }
  }
}

/** As they are iterated; those of 1 are left out. */
function boundsText({ dimensions, bounds }: Workload): string {
  const shown = dimensions.flatMap((name, d) => (bounds[d] === 1 ? [] : [`${name}=${bounds[d]}`]));
  return shown.length === 0 ? 'all 1' : shown.join(' ');
}
