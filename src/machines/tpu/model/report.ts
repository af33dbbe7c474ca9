// What people want to know of a mapping beside its cycles: what padding costs, how full the arrays are, what binds, and how far the
// figures can be trusted.

import type { CountedNest, Fact } from '../../../model/seams.js';
import { dataspaceSize } from '../../../workload/workload.js';
import { extentOver } from '../../boxes.js';
import type { Trust } from '../../parameter.js';
import { boundsText, fact } from '../../report.js';
import type { TpuProblem } from './problem.js';
import { arrayCycles, bindingOf, type Costing, costing, totalCycles } from './schedule.js';
import { parts as partList } from './settings.js';

export function reportOf(parts: TpuProblem): (nest: CountedNest) => readonly Fact[] {
  const cost = costing(parts);
  return (nest) => {
    const { counts, cycles } = cost(nest);
    const total = totalCycles(cycles);
    const { arrays, settings, formats, workload } = parts;
    const cells = arrays.rows * arrays.columns;
    return [
      fact('arithmetic', `${formats.activations.type} x ${formats.weights.type}`, ''),
      fact('bounds with padding', boundsText(workload), ''),
      fact('time', total / (settings.clockMhz * 1e6), 's', trustInTime(parts)),
      fact('bound by', bindingOf(cycles), ''),
      fact('array utilization', nest.computes / (total * cells * arrays.count * arrays.rowsPerCycle), '1'),
      ...(settings.unit === 'arrays' ? arrayFacts(parts, nest, { counts, cycles }) : []),
      fact('steps', counts.steps, 'blocks'),
      ...paddingFacts(parts),
      ...trafficFacts(parts, nest),
      fact('operations per byte moved', (2 * nest.computes) / memoryBytes(parts, nest), 'ops/byte'),
      ...chipFacts(parts),
      ...energyFacts(parts),
    ];
  };
}

/** What there is to say where the arrays multiply. */
function arrayFacts(parts: TpuProblem, nest: CountedNest, { counts, cycles }: Costing): Fact[] {
  const { arrays, sets } = parts;
  const cells = arrays.rows * arrays.columns;
  const busy = arrayCycles(cycles);
  // Groups lie on the diagonal: of their rows and columns one part each is in use.
  const inUse = (counts.rows * counts.columns) / extentOver(sets.groups, nest.fed, 0);
  return [
    fact('array utilization, arrays alone', nest.computes / (busy * cells * arrays.count * arrays.rowsPerCycle), '1'),
    fact('padding bound', (counts.groupShare * inUse) / cells, '1'),
    fact('cycles of the arrays', busy, 'cycles'),
    fact('folds per array', counts.folds, 'folds'),
    fact(
      'cycles per fold',
      Math.max(counts.streamCycles, arrays.weightShiftCycles, arrays.weightFetchCycles),
      'cycles',
      trustInWeights(parts),
    ),
    fact('arrays in use', counts.arrays, 'arrays'),
  ];
}

/** Shifting a row of weights a cycle is public for v1 alone. */
function trustInWeights({ arrays }: TpuProblem): Trust {
  return arrays.weightFetchCycles > 0 ? 'public' : 'estimate';
}

/** Later generations are known by their peaks; how weights get into the arrays, vector memory and steps of the grid are estimates. */
function trustInTime(parts: TpuProblem): Trust {
  return parts.places.accumulators >= 0 ? trustInWeights(parts) : 'estimate';
}

/** Bytes in memory for each byte of data. */
function paddingFacts({ workload, formats, tiles }: TpuProblem): Fact[] {
  return partList.map((part) => {
    const { dataspace, words } = formats[part];
    const { name } = workload.dataspaces[dataspace]!;
    const data = dataspaceSize(workload, workload.dataspaces[dataspace]!) * words;
    return fact(`padding of ${name}`, tiles[part].held(workload.bounds, 0) / data, 'bytes/byte');
  });
}

/** Between the memory off the chip and the chip. */
function trafficFacts(parts: TpuProblem, nest: CountedNest): Fact[] {
  const { workload, places } = parts;
  return workload.dataspaces.flatMap(({ name }, t) => {
    if (((nest.keep[places.memory]! >> t) & 1) === 0) return [];
    return [fact(`moved of ${name}`, bytesOf(parts, nest, t) / 1e9, 'GB')];
  });
}

function memoryBytes(parts: TpuProblem, nest: CountedNest): number {
  return parts.workload.dataspaces.reduce((sum, _, t) => sum + bytesOf(parts, nest, t), 0);
}

function bytesOf({ places, wordBits }: TpuProblem, nest: CountedNest, t: number): number {
  const at = t * nest.levels + places.memory;
  return ((nest.reads[at]! + nest.updates[at]! + nest.fills[at]!) * wordBits) / 8;
}

/** Levels are those of one chip, cycles and energies those of all. */
function chipFacts({ settings, collective }: TpuProblem): Fact[] {
  if (settings.chips === 1) return [];
  const { name, bytes, cycles } = collective;
  return [
    fact('chips', settings.chips, 'chips'),
    fact('through links', name, ''),
    fact('bytes through links', bytes / 1e9, 'GB'),
    fact('links, hidden by nothing', cycles, 'cycles', 'estimate'),
  ];
}

/** What a byte or a multiply-accumulate costs, and whether that is known. */
function energyFacts({ architecture, settings, wordBits }: TpuProblem): Fact[] {
  return Object.entries(settings.energyFlags).flatMap(([name, trust]): Fact[] => {
    const level = architecture.levels.find((one) => one.name === name);
    const perByte = 8 / wordBits / settings.chips;
    if (level) return [fact(`energy of ${name}, read`, level.energy.readPj * perByte, 'pJ/byte', trust)];
    const { compute } = architecture;
    return compute.name === name ? [fact(`energy of ${name}`, compute.energyPj / settings.chips, 'pJ', trust)] : [];
  });
}
