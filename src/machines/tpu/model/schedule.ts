// Cycles of a counted nest (sections 2.3 to 2.5): systolic arrays that load the next weights while they stream, a vector unit that adds
// up partial sums beside them, and blocks of vector memory that move while others are computed on:
//
//   arrays = W + (F_x - 1)·max(P, W, D) + P + (R + C - 2)
//   total  = D + t_in(0) + max(max(arrays, vector unit) + steps·o, transfers - t_in(0) - t_out) + t_out(last) + links
//
// with the transfers of the slowest memory, and D, the fetch of the first weights, where they come from below: nothing hides it. Steps take their mean: only their number and the sum of their bytes are known.

import type { CountedNest, Schedule } from '../../../model/seams.js';
import { foldCycles } from '../mxu/fold-cycles.js';
import { type ArrayCounts, countArrays, newCounts } from './counts.js';
import { floorOf } from './floor.js';
import { edgeCycles, transferCycles } from './memory-cycles.js';
import type { TpuProblem } from './problem.js';
import { transposeCycles, vectorCycles } from './vector-unit.js';

const partNames = {
  stream: 'stream',
  weightLoad: 'weight load',
  weightFetch: 'weight fetch',
  firstFetch: 'first weight fetch',
  fillDrain: 'fill and drain',
  vectorUnit: 'vector unit',
  vectorMemory: 'vector memory',
  memory: 'memory',
  edges: 'first and last block',
  overhead: 'step overhead',
  dispatch: 'dispatch',
  links: 'links',
} as const;

/** `stream` to `weightFetch` and `fillDrain` add up to those of the arrays. */
type PartCycles = Readonly<Record<keyof typeof partNames, number>>;

export interface Costing {
  readonly counts: ArrayCounts;
  readonly cycles: PartCycles;
}

export function scheduleOf(parts: TpuProblem): Schedule {
  const cost = costing(parts);
  const idle = parts.settings.idleEnergyShare * parts.architecture.compute.energyPj;
  return {
    parts: Object.values(partNames),
    floor: floorOf(parts),
    cycles: (nest, written) => {
      const { cycles } = cost(nest);
      const { stream, weightLoad, weightFetch, firstFetch, fillDrain, vectorUnit } = cycles;
      const { vectorMemory, memory, edges, overhead, dispatch, links } = cycles;
      written.set([stream, weightLoad, weightFetch, firstFetch, fillDrain, vectorUnit]);
      written.set([vectorMemory, memory, edges, overhead, dispatch, links], 6);
      return totalCycles(cycles);
    },
    binding: (nest) => bindingOf(cost(nest).cycles),
    extras: idle === 0 ? [] : [{ name: 'idle_cells', pj: (nest) => idle * idleCells(parts, nest, cost(nest).counts) }],
  };
}

/** Counts are overwritten by the next nest. */
export function costing(parts: TpuProblem): (nest: CountedNest) => Costing {
  const { arrays, settings, places } = parts;
  const { clockMhz, vectorAdds, vectorLoads, vectorStores } = settings;
  const counts = newCounts();
  const perAddition = Math.max(1 / vectorAdds, 1 / vectorLoads, 1 / vectorStores);
  const multiplying = settings.unit === 'vector' ? vectorCycles(parts) : null;
  const transposing = transposeCycles(parts);
  const memory = transferCycles(parts, places.memory);
  const common = places.cmem < 0 ? () => 0 : transferCycles(parts, places.cmem);
  const vectorMemory = transferCycles(parts, places.buffer);
  const edges = edgeCycles(parts);
  const overheadCycles = settings.stepOverheadUs * clockMhz;
  const dispatch = settings.dispatchUs * clockMhz;
  return (nest) => {
    const { folds, streamCycles, additions, steps } = countArrays(parts, nest, counts);
    const blocks = {
      vectorMemory: vectorMemory(nest),
      memory: Math.max(memory(nest), common(nest)),
      edges: edges(nest),
      overhead: steps * overheadCycles,
      dispatch,
      links: parts.collective.cycles,
    };
    if (multiplying !== null) {
      const idle = { stream: 0, weightLoad: 0, weightFetch: 0, firstFetch: 0, fillDrain: 0 };
      return { counts, cycles: { ...idle, ...blocks, vectorUnit: multiplying(nest) + transposing(nest) } };
    }
    const folded = foldCycles(folds, streamCycles, arrays);
    const cycles: PartCycles = {
      stream: folds * streamCycles,
      weightLoad: arrays.weightShiftCycles + (folds - 1) * folded.shiftCycles,
      weightFetch: (folds - 1) * folded.stallCycles,
      firstFetch: arrays.weightFetchCycles,
      fillDrain: folded.fillDrainCycles,
      vectorUnit: additions * perAddition + transposing(nest),
      ...blocks,
    };
    return { counts, cycles };
  };
}

export function totalCycles(cycles: PartCycles): number {
  const busy = Math.max(arrayCycles(cycles), cycles.vectorUnit, cycles.vectorMemory) + cycles.overhead;
  const { firstFetch, edges, memory, dispatch, links } = cycles;
  return firstFetch + edges + Math.max(busy, memory - edges) + dispatch + links;
}

export function arrayCycles({ stream, weightLoad, weightFetch, fillDrain }: PartCycles): number {
  return stream + weightLoad + weightFetch + fillDrain;
}

/** Which of the parts that overlap takes longest. */
export function bindingOf(cycles: PartCycles): string {
  const { stream, weightLoad, fillDrain, vectorUnit, vectorMemory, memory, edges, overhead, links } = cycles;
  const weightFetch = cycles.weightFetch + cycles.firstFetch;
  const array = arrayCycles(cycles) + cycles.firstFetch;
  const busy = Math.max(array, vectorUnit, vectorMemory);
  if (links > Math.max(memory - edges, busy + overhead)) return 'links';
  if (memory - edges > busy + overhead) return 'memory';
  if (overhead > busy) return 'step overhead';
  if (vectorMemory === busy && vectorMemory > array) return 'vector memory';
  if (vectorUnit === busy && vectorUnit > array) return 'vector unit';
  const ofArray = { stream, weightLoad, weightFetch, fillDrain };
  const longest = (Object.keys(ofArray) as (keyof typeof ofArray)[]).reduce((best, one) =>
    ofArray[one] > ofArray[best] ? one : best,
  );
  return partNames[longest];
}

/** Cells times rows that pass them without data or without weights. */
function idleCells({ arrays }: TpuProblem, nest: CountedNest, counts: ArrayCounts): number {
  const streamed = counts.arrays * counts.folds * counts.streamCycles * arrays.rowsPerCycle;
  return Math.max(0, streamed * arrays.rows * arrays.columns - nest.computes);
}
