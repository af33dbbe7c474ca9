// What a block of vector memory says of the cycles of all mappings that move such blocks, for the proving search (`TileFloor`).
//
// The first block in and the last one out, and o for each of the s steps, are hidden by nothing. And the arrays are filled F_x >= s·f times
// where a block needs f > 1 fillings: their loops lie inside the steps, so every step begins with other weights. f is no less than what of
// the block's weights has its turn: positions of a filter that take a pass each, and whole arrays of the others. Where one filling does for
// a block, steps share it only over loops that do not move weights, and only if these are innermost, where the reduction is.

import type { TileFloor } from '../../../model/seams.js';
import { extentOver } from '../../boxes.js';
import { blockCycles } from './memory-cycles.js';
import type { TpuProblem } from './problem.js';

/** `least`: steps and blocks that the floor of all mappings counts, in cycles; `perFilling`: that the arrays take for each filling at least. */
export function tileFloor(
  parts: TpuProblem,
  { least, perFilling }: { readonly least: number; readonly perFilling: number },
): TileFloor | undefined {
  const { workload, places, settings } = parts;
  if (places.accumulators >= 0) return undefined; // v1 keeps activations and outputs in its buffer, and weights pass it by
  const edges = blockCycles(parts);
  const step = settings.stepOverheadUs * settings.clockMhz;
  const all = 2 ** workload.dataspaces.length - 1;
  const every = workload.bounds.map((_, d) => d);
  const fillings = settings.unit === 'vector' ? () => 0 : fillingsOf(parts);
  return {
    level: places.buffer,
    idleCycles: (box, from) => Math.max(0, edges(box, from, all) + stepsOver(parts, every, box, from) * step - least),
    workCycles: (box, from) => fillings(box, from) * perFilling,
  };
}

type Count = (box: ArrayLike<number>, from: number) => number;

/** F_x of each array, at least. */
function fillingsOf(parts: TpuProblem): Count {
  const { workload, operands, sets, arrays } = parts;
  const { projection } = workload.dataspaces[operands.weights]!;
  if (projection.some((rank) => rank.length > 1)) return () => 0; // a window of weights is not fetched anew as a whole
  const moving = projection.flat().map(({ dimension }) => dimension);
  const alongColumns = [...sets.columns, ...sets.groups];
  const inTurn = moving.filter((d) => !sets.rows.includes(d) && !alongColumns.includes(d));
  const reduced = moving.filter((d) => sets.reduction.includes(d));
  const notIdle = workload.bounds.map((_, d) => d).filter((d) => moving.includes(d) || !sets.reduction.includes(d));
  const every = workload.bounds.map((_, d) => d);
  return (box, from) => {
    const rows = Math.ceil(extentOver(sets.rows, box, from) / arrays.rows);
    const columns = Math.ceil(extentOver(alongColumns, box, from) / (arrays.columns * arrays.count));
    const block = extentOver(inTurn, box, from) * rows * columns;
    if (block > 1) return block * stepsOver(parts, every, box, from);
    return stepsOver(parts, stepsOver(parts, reduced, box, from) > 1 ? notIdle : moving, box, from);
  };
}

/** Iterations of the loops outside of a block over these dimensions. */
function stepsOver(
  { workload }: TpuProblem,
  dimensions: readonly number[],
  box: ArrayLike<number>,
  from: number,
): number {
  return dimensions.reduce((steps, d) => (steps * workload.bounds[d]!) / box[from + d]!, 1);
}
