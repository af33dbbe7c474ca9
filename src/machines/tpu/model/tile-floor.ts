// What a block of vector memory says of the cycles of all mappings that move such blocks, for the proving search (`TileFloor`).
//
// The first block in and the last one out, and o for each of the s steps, are hidden by nothing. And the arrays are filled F_x >= s·f times
// where a block needs f > 1 fillings: their loops lie inside the steps, so every step begins with other weights. f is no less than what of
// the block's weights has its turn: positions of a filter that take a pass each, and whole arrays of the others. Where one filling does for
// a block, steps share it only over loops that do not move weights, and only if these are innermost, where the reduction is.
//
// The last filling streams for P = S / F_x cycles, S those of all, where the others take X = max(W, D, q/ρ) each at least. So the arrays take
// (F - 1)·X + S/F with the least F, whatever F_x is: with more fillings X adds more than S/F_x loses, as long as X is more than S/F_x.

import { remembered } from '../../../math/remembered.js';
import type { Box, TileFloor } from '../../../model/seams.js';
import { computeCount } from '../../../workload/workload.js';
import { extentOver } from '../../boxes.js';
import { largestPart } from '../../padding.js';
import { blockCycles } from './memory-cycles.js';
import type { TpuProblem } from './problem.js';

export interface KnownOfAll {
  /** Steps and blocks that the floor of all mappings counts, in cycles. */
  readonly blocks: number;
  /** X, and the part of it that streams: q/ρ, which the floor of all mappings counts for the last filling. */
  readonly filling: number;
  readonly stream: number;
}

export function tileFloor(parts: TpuProblem, { blocks, filling, stream }: KnownOfAll): TileFloor | undefined {
  const { workload, places, settings } = parts;
  if (places.accumulators >= 0) return undefined; // v1 keeps activations and outputs in its buffer, and weights pass it by
  const edges = blockCycles(parts);
  const step = settings.stepOverheadUs * settings.clockMhz;
  const all = 2 ** workload.dataspaces.length - 1;
  const every = workload.bounds.map((_, d) => d);
  const arrays = settings.unit === 'vector' ? null : fillingsOf(parts);
  return {
    level: places.buffer,
    idleCycles: (box, from) => Math.max(0, edges(box, from, all) + stepsOver(parts, every, box, from) * step - blocks),
    workCycles: (box, from) => {
      const least = arrays?.(box, from) ?? null;
      return least === null ? 0 : least.fillings * filling + Math.max(0, least.streamed / least.fillings - stream);
    },
  };
}

/** F and S, for one array. */
interface Least {
  readonly fillings: number;
  readonly streamed: number;
}

function fillingsOf(parts: TpuProblem): ((box: Box, from: number) => Least) | null {
  const { workload, operands, sets, arrays, places } = parts;
  const { projection } = workload.dataspaces[operands.weights]!;
  if (projection.some((rank) => rank.length > 1)) return null; // a window of weights is not fetched anew as a whole
  const moving = projection.flat().map(({ dimension }) => dimension);
  const alongColumns = [...sets.columns, ...sets.groups];
  const inTurn = moving.filter((d) => !sets.rows.includes(d) && !alongColumns.includes(d));
  const reduced = moving.filter((d) => sets.reduction.includes(d));
  const every = workload.bounds.map((_, d) => d);
  const notIdle = every.filter((d) => moving.includes(d) || !sets.reduction.includes(d));
  const computes = computeCount(workload) / (arrays.count * Math.max(1, places.widths.stream));
  const sideBySide = knownParts();
  return (box, from) => {
    const [rows, columns] = [extentOver(sets.rows, box, from), extentOver(alongColumns, box, from)];
    const inRows = sideBySide(rows, arrays.rows);
    const block =
      (extentOver(inTurn, box, from) * rows * columns) / inRows / sideBySide(columns, arrays.columns * arrays.count);
    const loops = block > 1 ? every : stepsOver(parts, reduced, box, from) > 1 ? notIdle : moving;
    const fillings = block * stepsOver(parts, loops, box, from);
    return { fillings, streamed: computes / inRows / sideBySide(columns, arrays.columns) };
  };
}

/** Once for each extent. */
function knownParts(): typeof largestPart {
  const known = new Map<number, number>();
  return (extent, most) => remembered(known, extent * 2 ** 20 + most, () => largestPart(extent, most));
}

/** Iterations of the loops outside of a block over these dimensions. */
function stepsOver({ workload }: TpuProblem, dimensions: readonly number[], box: Box, from: number): number {
  return dimensions.reduce((steps, d) => (steps * workload.bounds[d]!) / box[from + d]!, 1);
}
