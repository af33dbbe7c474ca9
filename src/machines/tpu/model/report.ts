// What people want to know of a mapping beside its cycles: what padding costs, how full the arrays are, what binds, and how far the
// figures can be trusted.

import type { CountedNest, Fact } from '../../../model/seams.js';
import { dataspaceSize, type Workload } from '../../../workload/workload.js';
import type { MachineParts } from './machine-parts.js';
import { parts as partList } from './parameters.js';
import { arrayCycles, costing, type PartCycles, totalCycles } from './schedule.js';

export function reportOf(parts: MachineParts): (nest: CountedNest) => readonly Fact[] {
  const cost = costing(parts);
  return (nest) => {
    const { counts, cycles } = cost(nest);
    const total = totalCycles(cycles);
    const { arrays, parameters, formats, workload } = parts;
    const cells = arrays.rows * arrays.columns;
    const perFold = Math.max(counts.streamCycles, arrays.weightShiftCycles, arrays.weightFetchCycles);
    return [
      { name: 'arithmetic', value: `${formats.activations.type} x ${formats.weights.type}`, unit: '' },
      { name: 'bounds with padding', value: boundsText(workload), unit: '' },
      { name: 'time', value: total / (parameters.clockMhz * 1e6), unit: 's' },
      { name: 'bound by', value: bindingOf(cycles), unit: '' },
      {
        name: 'array utilization',
        value: nest.computes / (total * cells * arrays.count * arrays.rowsPerCycle),
        unit: '1',
      },
      {
        name: 'array utilization, arrays alone',
        value: nest.computes / (Math.max(1, arrayCycles(cycles)) * cells * arrays.count * arrays.rowsPerCycle),
        unit: '1',
      },
      {
        name: 'padding bound',
        value: (counts.groupShare * counts.rows * counts.columns) / cells,
        unit: '1',
      },
      { name: 'cycles of the arrays', value: arrayCycles(cycles), unit: 'cycles' },
      { name: 'folds per array', value: counts.folds, unit: 'folds' },
      { name: 'cycles per fold', value: perFold, unit: 'cycles', ...trustInWeights(parts) },
      { name: 'arrays in use', value: counts.arrays, unit: 'arrays' },
      { name: 'steps', value: counts.steps, unit: 'blocks' },
      ...paddingFacts(parts),
      ...trafficFacts(parts, nest),
      { name: 'operations per byte moved', value: (2 * nest.computes) / memoryBytes(parts, nest), unit: 'ops/byte' },
      ...energyFacts(parts),
    ];
  };
}

/** As they are iterated; those of 1 are left out. */
function boundsText({ dimensions, bounds }: Workload): string {
  const shown = dimensions.flatMap((name, d) => (bounds[d] === 1 ? [] : [`${name}=${bounds[d]}`]));
  return shown.length === 0 ? 'all 1' : shown.join(' ');
}

/** Shifting a row of weights a cycle is public for v1 alone. */
function trustInWeights({ arrays }: MachineParts): Pick<Fact, 'trust'> {
  return arrays.weightFetchCycles > 0 ? { trust: 'public' } : { trust: 'estimate' };
}

/** Which of the parts that overlap takes longest. */
export function bindingOf(cycles: PartCycles): string {
  const { stream, weightLoad, fillDrain, vectorUnit, vectorMemory, memory, edges, overhead } = cycles;
  const weightFetch = cycles.weightFetch + cycles.firstFetch;
  const array = arrayCycles(cycles) + cycles.firstFetch;
  const busy = Math.max(array, vectorUnit, vectorMemory);
  if (memory - edges > busy + overhead) return 'memory';
  if (overhead > busy) return 'step overhead';
  if (vectorMemory === busy && vectorMemory > array) return 'vector memory';
  if (vectorUnit === busy && vectorUnit > array) return 'vector unit';
  const ranked = [
    { name: 'stream', value: stream },
    { name: 'weight load', value: weightLoad },
    { name: 'weight fetch', value: weightFetch },
    { name: 'fill and drain', value: fillDrain },
  ];
  return ranked.reduce((best, one) => (one.value > best.value ? one : best)).name;
}

/** Bytes in memory for each byte of data. */
function paddingFacts({ workload, formats, tiles }: MachineParts): Fact[] {
  return partList.map((part) => {
    const { dataspace, words } = formats[part];
    const { name } = workload.dataspaces[dataspace]!;
    const data = dataspaceSize(workload, workload.dataspaces[dataspace]!) * words;
    return { name: `padding of ${name}`, value: tiles[part].held(workload.bounds, 0) / data, unit: 'bytes/byte' };
  });
}

/** Between the memory off the chip and the chip. */
function trafficFacts(parts: MachineParts, nest: CountedNest): Fact[] {
  const { workload, places } = parts;
  return workload.dataspaces.flatMap(({ name }, t) => {
    if (((nest.keep[places.memory]! >> t) & 1) === 0) return [];
    return [{ name: `moved of ${name}`, value: bytesOf(parts, nest, t) / 1e9, unit: 'GB' }];
  });
}

function memoryBytes(parts: MachineParts, nest: CountedNest): number {
  return parts.workload.dataspaces.reduce((sum, _, t) => {
    return ((nest.keep[parts.places.memory]! >> t) & 1) === 0 ? sum : sum + bytesOf(parts, nest, t);
  }, 0);
}

function bytesOf({ places, wordBits }: MachineParts, nest: CountedNest, t: number): number {
  const at = t * nest.levels + places.memory;
  return ((nest.reads[at]! + nest.updates[at]! + nest.fills[at]!) * wordBits) / 8;
}

/** What a byte or a multiply-accumulate costs, and whether that is known. */
function energyFacts({ architecture, parameters, wordBits }: MachineParts): Fact[] {
  return Object.entries(parameters.energyFlags).flatMap(([name, trust]): Fact[] => {
    const level = architecture.levels.find((one) => one.name === name);
    const perByte = 8 / wordBits;
    if (level)
      return [{ name: `energy of ${name}, read`, value: level.energy.readPj * perByte, unit: 'pJ/byte', trust }];
    const { compute } = architecture;
    return compute.name === name ? [{ name: `energy of ${name}`, value: compute.energyPj, unit: 'pJ', trust }] : [];
  });
}
