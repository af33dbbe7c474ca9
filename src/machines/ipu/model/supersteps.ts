// The program of a counted nest: supersteps, what a tile does and receives in them, how the work is spread (section 2.1). All of it
// follows from tiles, spatial factors and counts.

import type { CountedNest } from '../../../model/seams.js';
import { boxWords } from '../../../workload/workload.js';
import { extentOver } from '../../boxes.js';
import type { OperandTraffic, Program } from '../compute/program-cycles.js';
import type { IpuProblem } from './problem.js';
import type { TileWork } from './tile-work.js';

export interface Supersteps extends Program {
  readonly tilesUsed: number;
  readonly chipsUsed: number;
  /** Of a tile in one step. */
  readonly work: TileWork;
  readonly activations: ChipTraffic;
  readonly weights: ChipTraffic;
}

interface ChipTraffic extends OperandTraffic {
  /** What a chip takes in from other chips over the whole program. */
  readonly linkBytes: number;
}

export function superstepsOf(problem: IpuProblem, nest: CountedNest): Supersteps {
  const { workload, places, operands, parts } = problem;
  const { dimensions, levels, held, fed } = nest;
  const { granule } = problem.kernel;
  const own = (places.tile + 1) * dimensions;
  const chip = places.links < 0 ? -1 : (places.links + 1) * dimensions;
  const tilesUsed = nest.instances[places.tile]!;
  const chipsUsed = chip < 0 ? 1 : nest.instances[places.links]!;
  let iterations = 1;
  for (let d = 0; d < dimensions; d += 1) iterations *= held[own + d]! / fed[d]!;
  const blocks = (over: readonly number[], channels: number): number =>
    over.length === 0 ? 1 : Math.ceil(extentOver(over, held, own) / channels);
  const outputs = workload.dataspaces[operands.outputs]!;
  const home = operands.outputs * levels + places.memory;
  return {
    steps: Math.round(nest.computeCycles / iterations),
    tilesUsed,
    chipsUsed,
    work: {
      elements: extentOver(parts.rows, held, own),
      inGroups: blocks(parts.reductions, granule.ins),
      outGroups: blocks(parts.columns, granule.outs),
      groups: blocks(parts.groups, granule.groups),
    },
    outputs: boxWords(outputs, held, own),
    reductionSplit: splitOver(parts.reductions),
    columnSplit: splitOver(parts.columns),
    activations: traffic(operands.activations),
    weights: traffic(operands.weights),
    putBackBytes: (nest.updates[home]! * nest.instances[places.memory]!) / tilesUsed,
    fetchedBytes: nest.fills[operands.outputs * levels + places.tile]!,
  };

  function splitOver(over: readonly number[]): number {
    return extentOver(over, fed, own) / extentOver(over, held, own);
  }

  /** Every word is at home on one of the tiles that need it: the others receive it (section 2.5). */
  function traffic(t: number): ChipTraffic {
    const dataspace = workload.dataspaces[t]!;
    const words = boxWords(dataspace, held, own);
    const [onChip, onAll] = [boxWords(dataspace, fed, own), boxWords(dataspace, fed, chip < 0 ? own : chip)];
    const takenInBytes = nest.fills[t * levels + places.tile]!;
    const bytes = words * problem.types.inputBytes;
    const perWord = takenInBytes / words;
    const away = (each: number, holders: number): number => (perWord * Math.max(0, each * holders - onAll)) / holders;
    const awayBytes = away(words, tilesUsed);
    return {
      takenInBytes,
      changes: takenInBytes > bytes,
      awayBytes,
      linkBytes: away(onChip, chipsUsed),
      sentBytes: Math.min((perWord * onAll) / tilesUsed, awayBytes),
    };
  }
}
