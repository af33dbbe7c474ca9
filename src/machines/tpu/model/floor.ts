// What no mapping can undercut, for the proving search (`ScheduleFloor`): cycles times compute instances in use, and cycles that nothing hides.
//
// Each array streams computes / instances rows in as many cycles at least, so their product is the number of computes. And
// each word of weights must stand in an array at least once, R·C of them at a time at most: with I instances in use and F_x fillings
// of each array, I·F_x is at least the number of weights. A filling takes X = max(W, D, q/ρ) cycles at least, the first one too: its fetch and its
// shift lie before the stream in the open. So T >= F_x·X, and I·T >= weights·X. The vector unit does its computes, and no more.
//
// Beside that, the array is filled and drained, and what the first fetch, shift and stream take beyond X is in the open, too. Blocks
// cost o each, and with s of them the first and the last move a share 1/s of everything at least: s·o + M/s, least near s = √(M/o).

import type { ScheduleFloor } from '../../../model/seams.js';
import { computeCount, dataspaceSize } from '../../../workload/workload.js';
import { memoryBandwidths } from './memory-cycles.js';
import type { TpuProblem } from './problem.js';
import { parts as allParts } from './settings.js';
import { tileFloor } from './tile-floor.js';

export function floorOf(parts: TpuProblem): ScheduleFloor {
  const { settings, arrays } = parts;
  const computes = computeCount(parts.workload);
  const leastBlocks = leastBlockCycles(parts);
  const blocks = leastBlocks + settings.dispatchUs * settings.clockMhz + parts.collective.cycles;
  const ofTile = tileFloor(parts, { blocks: leastBlocks, filling: leastFold(parts), stream: leastStream(parts) });
  if (settings.unit === 'vector')
    return { composition: 'overlapped', work: computes, idleCycles: blocks, ...(ofTile && { ofTile }) };
  const { weightShiftCycles, weightFetchCycles, rows, columns } = arrays;
  const first = weightShiftCycles + weightFetchCycles + leastStream(parts) - leastFold(parts);
  return {
    composition: 'overlapped',
    work: Math.max(computes, leastWeightWork(parts)),
    idleCycles: first + rows + columns - 2 + blocks,
    ...(ofTile && { ofTile }),
  };
}

/** In cycles times instances. */
export function leastWeightWork(parts: TpuProblem): number {
  const { workload, operands } = parts;
  return dataspaceSize(workload, workload.dataspaces[operands.weights]!) * leastFold(parts);
}

function leastStream({ arrays }: TpuProblem): number {
  return arrays.streamRows / arrays.rowsPerCycle;
}

/** X */
function leastFold(parts: TpuProblem): number {
  const { weightShiftCycles, weightFetchCycles } = parts.arrays;
  return Math.max(weightShiftCycles, weightFetchCycles, leastStream(parts));
}

/** Steps, and the blocks before the first and after the last of them. */
function leastBlockCycles(parts: TpuProblem): number {
  const { places, settings } = parts;
  const { reading, writing } = memoryBandwidths(parts);
  const step = settings.stepOverheadUs * settings.clockMhz;
  if (step === 0) return 0;
  // v1 keeps activations and outputs in its buffer, and weights pass it by.
  const moved = places.accumulators < 0 ? allParts : [];
  const cycles = moved.reduce(
    (sum, part) => sum + parts.tiles[part].least / (part === 'outputs' ? writing : reading),
    0,
  );
  const best = Math.max(1, Math.floor(Math.sqrt(cycles / step)));
  return Math.min(best * step + cycles / best, (best + 1) * step + cycles / (best + 1));
}
