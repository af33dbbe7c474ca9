// Cycles of a counted nest (sections 2.3 to 2.5): systolic arrays that load the next weights while they stream, a vector unit that adds
// up partial sums beside them, and blocks of vector memory that move while others are computed on:
//
//   arrays = W + (F_x - 1)·max(P, W, D) + P + (R + C - 2)
//   total  = t_in(0) + max(max(arrays, additions) + steps·o, transfers - t_in(0) - t_out) + t_out(last)
//
// with the transfers of the slowest memory. Steps take their mean: only their number and the sum of their bytes are known.

import type { CountedNest, Schedule } from '../../../model/seams.js';
import { foldCycles } from '../mxu/fold-cycles.js';
import { type ArrayCounts, countArrays, newCounts } from './counts.js';
import { floorOf } from './floor.js';
import type { MachineParts } from './machine-parts.js';

export const partNames = [
  'stream',
  'weight load',
  'weight fetch',
  'fill and drain',
  'vector unit',
  'vector memory',
  'memory',
  'first and last block',
  'step overhead',
  'dispatch',
] as const;

/** Cycles of each part, in the order of `partNames`; the first four add up to those of the arrays. */
export interface PartCycles {
  stream: number;
  weightLoad: number;
  weightFetch: number;
  fillDrain: number;
  vectorUnit: number;
  vectorMemory: number;
  memory: number;
  edges: number;
  overhead: number;
  dispatch: number;
}

export function scheduleOf(parts: MachineParts): Schedule {
  const counts = newCounts();
  return {
    parts: partNames,
    floor: floorOf(parts),
    cycles: (nest, written) => {
      countArrays(parts, nest, counts);
      const cycles = partCycles(parts, nest, counts);
      written[0] = cycles.stream;
      written[1] = cycles.weightLoad;
      written[2] = cycles.weightFetch;
      written[3] = cycles.fillDrain;
      written[4] = cycles.vectorUnit;
      written[5] = cycles.vectorMemory;
      written[6] = cycles.memory;
      written[7] = cycles.edges;
      written[8] = cycles.overhead;
      written[9] = cycles.dispatch;
      return totalCycles(cycles);
    },
    extraPj: (nest) => {
      const share = parts.parameters.idleEnergyShare;
      if (share === 0) return 0;
      countArrays(parts, nest, counts);
      return share * idleCells(parts, nest, counts) * parts.architecture.compute.energyPj;
    },
  };
}

export function totalCycles(cycles: PartCycles): number {
  const busy = Math.max(arrayCycles(cycles), cycles.vectorUnit, cycles.vectorMemory) + cycles.overhead;
  return cycles.edges + Math.max(busy, cycles.memory - cycles.edges) + cycles.dispatch;
}

export function arrayCycles({ stream, weightLoad, weightFetch, fillDrain }: PartCycles): number {
  return stream + weightLoad + weightFetch + fillDrain;
}

export function partCycles(parts: MachineParts, nest: CountedNest, counts: ArrayCounts): PartCycles {
  const { arrays, parameters, places } = parts;
  const { folds, streamCycles } = counts;
  const folded = foldCycles(folds, streamCycles, arrays);
  const perUs = parameters.clockMhz;
  const perAddition = Math.max(1 / parameters.vectorAdds, 1 / parameters.vectorLoads, 1 / parameters.vectorStores);
  return {
    stream: folds * streamCycles,
    weightLoad: arrays.weightShiftCycles + (folds - 1) * folded.shiftCycles,
    weightFetch: (folds - 1) * folded.stallCycles,
    fillDrain: folded.fillDrainCycles,
    vectorUnit: counts.additions * perAddition,
    vectorMemory: transferCycles(parts, nest, places.buffer),
    memory: Math.max(
      transferCycles(parts, nest, places.memory),
      places.cmem < 0 ? 0 : transferCycles(parts, nest, places.cmem),
    ),
    edges: edgeCycles(parts, nest),
    overhead: counts.steps * parameters.stepOverheadUs * perUs,
    dispatch: parameters.dispatchUs * perUs,
  };
}

/** Of one level, at its bandwidths, none of it hidden; 0 where it has none. */
function transferCycles({ architecture, workload }: MachineParts, nest: CountedNest, i: number): number {
  const level = architecture.levels[i]!;
  let read = 0;
  let write = 0;
  for (let t = 0; t < nest.dataspaces; t += 1) {
    if (((nest.keep[i]! >> t) & 1) === 0) continue;
    const at = t * nest.levels + i;
    const scale = level.bandwidthScale[workload.dataspaces[t]!.name] ?? 1;
    read += nest.reads[at]! * scale;
    write += (nest.fills[at]! + nest.updates[at]!) * scale;
  }
  const { readBandwidth, writeBandwidth, sharedBandwidth } = level;
  return Math.max(
    read / (readBandwidth ?? Number.POSITIVE_INFINITY),
    write / (writeBandwidth ?? Number.POSITIVE_INFINITY),
    (read + write) / (sharedBandwidth ?? Number.POSITIVE_INFINITY),
  );
}

/** The first block of each input before anything can start, and the last of the outputs when all is done: from or to the memory. */
function edgeCycles({ architecture, places, tiles, operands }: MachineParts, nest: CountedNest): number {
  const { memory, buffer } = places;
  if (memory === buffer) return 0;
  const { readBandwidth, writeBandwidth, sharedBandwidth } = architecture.levels[memory]!;
  const reading = Math.min(readBandwidth ?? Number.POSITIVE_INFINITY, sharedBandwidth ?? Number.POSITIVE_INFINITY);
  const writing = Math.min(writeBandwidth ?? Number.POSITIVE_INFINITY, sharedBandwidth ?? Number.POSITIVE_INFINITY);
  const from = (buffer + 1) * nest.dimensions;
  const moved = (part: 'activations' | 'weights' | 'outputs'): number => {
    const t = operands[part];
    if (((nest.keep[memory]! >> t) & 1) === 0 || ((nest.keep[buffer]! >> t) & 1) === 0) return 0;
    return tiles[part].movedPerWord(nest.fed, from) * tiles[part].words(nest.fed, from);
  };
  return (moved('activations') + moved('weights')) / reading + moved('outputs') / writing;
}

/** Cells times rows that pass them without data or without weights. */
export function idleCells({ arrays }: MachineParts, nest: CountedNest, counts: ArrayCounts): number {
  const streamed = counts.arrays * counts.folds * counts.streamCycles * arrays.rowsPerCycle;
  return Math.max(0, streamed * arrays.rows * arrays.columns - nest.computes);
}
