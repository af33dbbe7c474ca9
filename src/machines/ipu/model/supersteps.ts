// The program of a counted nest: supersteps, what a tile does and receives in them, how the work is spread (section 2.1). All of it
// follows from tiles, spatial factors and counts.

import type { CountedNest } from '../../../model/seams.js';
import { boxWords } from '../../../workload/workload.js';
import { extentOver } from '../../boxes.js';
import type { OperandTraffic, Program } from '../compute/program-cycles.js';
import { awayFrom, neededWords } from './home-words.js';
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
  const all = chip < 0 ? own : chip;
  const tilesUsed = nest.instances[places.tile]!;
  const chipsUsed = chip < 0 ? 1 : nest.instances[places.links]!;
  let iterations = 1;
  for (let d = 0; d < dimensions; d += 1) iterations *= held[own + d]! / fed[d]!;
  const blocks = (over: readonly number[], channels: number): number =>
    over.length === 0 ? 1 : Math.ceil(extentOver(over, held, own) / channels);
  const steps = Math.round(nest.computeCycles / iterations);
  const outputs = boxWords(workload.dataspaces[operands.outputs]!, held, own);
  const reductionSplit = splitOver(parts.reductions);
  const [activations, weights] = [traffic(operands.activations), traffic(operands.weights)];
  const cutOut = [activations, weights].reduce((sum, one) => (one.loads > 1 ? sum + one.homeBytes : sum), 0);
  const putBack = nest.updates[operands.outputs * levels + places.memory]! * nest.instances[places.memory]!;
  return {
    steps,
    tilesUsed,
    chipsUsed,
    work: {
      elements: extentOver(parts.rows, held, own),
      inGroups: blocks(parts.reductions, granule.ins),
      outGroups: blocks(parts.columns, granule.outs),
      groups: blocks(parts.groups, granule.groups),
    },
    outputs,
    reductionSplit,
    columnSplit: splitOver(parts.columns),
    activations,
    weights,
    copiedBytes: (cutOut + putBack + (tilesUsed * addedToBytes()) / reductionSplit) / tilesUsed,
  };

  function splitOver(over: readonly number[]): number {
    return extentOver(over, fed, own) / extentOver(over, held, own);
  }

  /** Sums of earlier supersteps, with those of other tiles: fetched, or still on the tile as partial sums. */
  function addedToBytes(): number {
    const { partialBytes, resultBytes } = problem.types;
    const fetchedBytes = nest.fills[operands.outputs * levels + places.tile]!;
    const overReductions = extentOver(parts.reductions, workload.bounds, 0) / extentOver(parts.reductions, fed, all);
    const added = steps - steps / overReductions - fetchedBytes / (outputs * resultBytes);
    return fetchedBytes + added * outputs * partialBytes;
  }

  /** Every word is at home on one of the tiles that need it: the others receive it (section 2.5). */
  function traffic(t: number): ChipTraffic & { readonly homeBytes: number } {
    const dataspace = workload.dataspaces[t]!;
    const words = boxWords(dataspace, held, own);
    const onAll = neededWords(dataspace, { held, own, fed, from: all });
    const perWord = nest.fills[t * levels + places.tile]! / words;
    const loads = perWord / problem.types.inputBytes;
    const away = (each: number, holders: number): number => awayFrom(perWord, each, { holders, onAll });
    const awayBytes = away(words, tilesUsed);
    const homeBytes = perWord * onAll;
    return {
      // Windows that slide from step to step take in a part of what they cover, in every step.
      loads: Number.isInteger(loads) ? loads : steps,
      awayBytes,
      linkBytes: away(neededWords(dataspace, { held, own, fed, from: own }), chipsUsed),
      sentBytes: Math.min(homeBytes / tilesUsed, awayBytes),
      homeBytes,
    };
  }
}
